/// Faults in what a device does; k counts from 1:
///   oom=k            the k-th allocation finds no memory, nor does a later one
///   lost-submit=k    the device is lost at the k-th submission
///   lost-wait=k      it is lost while the k-th one is waited for
///   hang=k           the k-th submission never ends
///   hang-in-pass=k   nothing after the k-th pass of a scan by marks is done, and that never ends
///   stamps-equal, stamps-zero, stamps-backwards, stamps-missing
///   slow-before      each command buffer begins with a long fill
///   flip=k           one bit of what the k-th scan wrote is flipped
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include "interface.h"
#include "layer.hpp"

namespace faults {
namespace {

/// What a command buffer does, as far as a fault asks.
struct Recorded {
  bool poisons = false;
  bool dispatches = false;
  bool marks = false;  ///< a diagnostic run, whose answer nobody looks at
  bool stuck = false;
  VkDescriptorSet set = VK_NULL_HANDLE;
};

struct Place {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;
};

struct Bound {
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;
};

struct State {
  std::uint64_t allocations = 0;
  std::uint64_t submissions = 0;
  std::uint64_t waits = 0;
  std::uint64_t scans = 0;
  std::set<VkDeviceMemory> memories;
  std::map<VkCommandBuffer, Recorded> recorded;
  std::map<VkDescriptorSet, Place> destinations;
  std::map<VkBuffer, Bound> bound;
  std::set<VkFence> never;  ///< fences of what hangs
  bool lost = false;
  bool prepared = false;  ///< the last submission poisoned: what dispatches next is a scan
  Place flip;             ///< what to flip once the submission has ended
  double period_ns = 1;
  VkBuffer slow_buffer = VK_NULL_HANDLE;
  VkDeviceMemory slow_memory = VK_NULL_HANDLE;
};
State state;

constexpr VkDeviceSize kSlowBytes = VkDeviceSize{1} << 26;
constexpr VkDeviceSize kMarkBytes = 4;

bool is_poison(std::uint32_t data) {
  // scan/element.hpp
  return data == 0xffffdeadU || data == 0x7fffbeefU;
}

VKAPI_ATTR VkResult VKAPI_CALL allocate(VkDevice device, const VkMemoryAllocateInfo* info,
                                        const VkAllocationCallbacks* allocator,
                                        VkDeviceMemory* memory) {
  ++state.allocations;
  const auto first_to_fail = orders().number("oom");
  if (first_to_fail && static_cast<double>(state.allocations) >= *first_to_fail) {
    orders().hit("oom");
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
  }
  const VkResult result =
      of_device<PFN_vkAllocateMemory>("vkAllocateMemory")(device, info, allocator, memory);
  if (result == VK_SUCCESS) state.memories.insert(*memory);
  return result;
}

VKAPI_ATTR void VKAPI_CALL free_memory(VkDevice device, VkDeviceMemory memory,
                                       const VkAllocationCallbacks* allocator) {
  state.memories.erase(memory);
  of_device<PFN_vkFreeMemory>("vkFreeMemory")(device, memory, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL bind(VkDevice device, VkBuffer buffer, VkDeviceMemory memory,
                                    VkDeviceSize offset) {
  state.bound[buffer] = {memory, offset};
  return of_device<PFN_vkBindBufferMemory>("vkBindBufferMemory")(device, buffer, memory, offset);
}

VKAPI_ATTR void VKAPI_CALL update_sets(VkDevice device, std::uint32_t writes,
                                       const VkWriteDescriptorSet* write, std::uint32_t copies,
                                       const VkCopyDescriptorSet* copy) {
  for (std::uint32_t i = 0; i < writes; ++i) {
    if (write[i].dstBinding != SCANBENCH_BINDING_DESTINATION) continue;
    state.destinations[write[i].dstSet] = {write[i].pBufferInfo->buffer,
                                           write[i].pBufferInfo->offset};
  }
  of_device<PFN_vkUpdateDescriptorSets>("vkUpdateDescriptorSets")(device, writes, write, copies,
                                                                  copy);
}

VKAPI_ATTR VkResult VKAPI_CALL begin(VkCommandBuffer commands,
                                     const VkCommandBufferBeginInfo* info) {
  state.recorded[commands] = {};
  const VkResult result =
      of_device<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer")(commands, info);
  if (orders().has("slow-before")) {
    orders().hit("slow-before");
    of_device<PFN_vkCmdFillBuffer>("vkCmdFillBuffer")(commands, state.slow_buffer, 0, kSlowBytes,
                                                      0);
  }
  return result;
}

VKAPI_ATTR void VKAPI_CALL bind_sets(VkCommandBuffer commands, VkPipelineBindPoint point,
                                     VkPipelineLayout layout, std::uint32_t first,
                                     std::uint32_t count, const VkDescriptorSet* sets,
                                     std::uint32_t offsets, const std::uint32_t* offset) {
  state.recorded[commands].set = sets[0];
  of_device<PFN_vkCmdBindDescriptorSets>("vkCmdBindDescriptorSets")(commands, point, layout, first,
                                                                    count, sets, offsets, offset);
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y,
                                    std::uint32_t z) {
  Recorded& recorded = state.recorded[commands];
  recorded.dispatches = true;
  if (recorded.stuck) return;
  of_device<PFN_vkCmdDispatch>("vkCmdDispatch")(commands, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL fill(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset,
                                VkDeviceSize bytes, std::uint32_t data) {
  Recorded& recorded = state.recorded[commands];
  recorded.poisons = recorded.poisons || is_poison(data);
  const auto pass = orders().number("hang-in-pass");
  recorded.marks = recorded.marks || bytes == kMarkBytes;
  if (pass && bytes == kMarkBytes && data > *pass) recorded.stuck = true;
  if (recorded.stuck) return;
  of_device<PFN_vkCmdFillBuffer>("vkCmdFillBuffer")(commands, buffer, offset, bytes, data);
}

/// Counts scans: what dispatches right after a submission that poisons.
void look_at(const Recorded& recorded) {
  if (recorded.poisons) {
    state.prepared = true;
  } else if (recorded.dispatches && std::exchange(state.prepared, false) && !recorded.marks &&
             orders().is_at("flip", ++state.scans)) {
    state.flip = state.destinations[recorded.set];
  }
}

VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, std::uint32_t count,
                                      const VkSubmitInfo2* submits, VkFence fence) {
  ++state.submissions;
  if (orders().is_at("lost-submit", state.submissions)) {
    orders().hit("lost-submit");
    state.lost = true;
  }
  if (state.lost) return VK_ERROR_DEVICE_LOST;
  const auto send = of_device<PFN_vkQueueSubmit2>("vkQueueSubmit2");
  bool hangs = orders().is_at("hang", state.submissions);
  if (hangs) orders().hit("hang");
  for (std::uint32_t i = 0; i < submits->commandBufferInfoCount; ++i) {
    const Recorded& recorded = state.recorded[submits->pCommandBufferInfos[i].commandBuffer];
    look_at(recorded);
    if (!recorded.stuck) continue;
    orders().hit("hang-in-pass");
    hangs = true;
  }
  if (!hangs) return send(queue, count, submits, fence);
  state.never.insert(fence);
  return send(queue, count, submits, VK_NULL_HANDLE);
}

void flip_a_bit() {
  constexpr VkDeviceSize kCell = 5;
  const Bound bound = state.bound.at(state.flip.buffer);
  void* mapped = nullptr;
  const auto map = of_device<PFN_vkMapMemory>("vkMapMemory");
  if (map(next().device, bound.memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS) return;
  static_cast<unsigned char*>(mapped)[bound.offset + state.flip.offset + 4 * kCell] ^= 1U;
  of_device<PFN_vkUnmapMemory>("vkUnmapMemory")(next().device, bound.memory);
  orders().hit("flip");
}

VKAPI_ATTR VkResult VKAPI_CALL wait(VkDevice device, std::uint32_t count, const VkFence* fences,
                                    VkBool32 all, std::uint64_t timeout_ns) {
  if (state.never.contains(fences[0])) {
    std::this_thread::sleep_for(std::chrono::nanoseconds(timeout_ns));
    return VK_TIMEOUT;
  }
  const VkResult result =
      of_device<PFN_vkWaitForFences>("vkWaitForFences")(device, count, fences, all, timeout_ns);
  if (result != VK_SUCCESS) return result;
  if (orders().is_at("lost-wait", ++state.waits)) {
    orders().hit("lost-wait");
    state.lost = true;
  }
  if (state.lost) return VK_ERROR_DEVICE_LOST;
  if (state.flip.buffer != VK_NULL_HANDLE) {
    flip_a_bit();
    state.flip = {};
  }
  return result;
}

/// Stamps as a counter of so many bits gives them: it overflows after the first of them, and the
/// bits above hold rubbish.
void overflow(std::uint64_t* ticks, std::uint32_t count, std::uint32_t bits) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const std::uint64_t first = ticks[0];
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t rubbish = std::uint64_t{i * 7919U + 1U} << bits;
    ticks[i] = ((ticks[i] - first + mask) & mask) | rubbish;
  }
  orders().hit("overflow");
}

VKAPI_ATTR VkResult VKAPI_CALL results(VkDevice device, VkQueryPool pool, std::uint32_t first,
                                       std::uint32_t count, std::size_t bytes, void* data,
                                       VkDeviceSize stride, VkQueryResultFlags flags) {
  const VkResult result = of_device<PFN_vkGetQueryPoolResults>("vkGetQueryPoolResults")(
      device, pool, first, count, bytes, data, stride, flags);
  auto* ticks = static_cast<std::uint64_t*>(data);
  const auto period = orders().number("period");
  if (period && std::isfinite(*period) && *period > 0) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const double ns = static_cast<double>(ticks[i] - ticks[0]) * state.period_ns;
      if (i > 0) ticks[i] = ticks[0] + static_cast<std::uint64_t>(ns / *period);
    }
  }
  if (const auto bits = orders().number("valid-bits")) {
    overflow(ticks, count, static_cast<std::uint32_t>(*bits));
  }
  const auto asked = [](const char* name) {
    if (orders().has(name)) orders().hit(name);
    return orders().has(name);
  };
  if (asked("stamps-equal")) std::fill_n(ticks, count, ticks[0]);
  if (asked("stamps-zero")) std::fill_n(ticks, count, std::uint64_t{0});
  if (asked("stamps-backwards")) std::reverse(ticks, ticks + count);
  return asked("stamps-missing") ? VK_NOT_READY : result;
}

}  // namespace

void begin_device(VkPhysicalDevice physical) {
  VkPhysicalDeviceProperties properties{};
  of_instance<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(physical,
                                                                                  &properties);
  state.period_ns = static_cast<double>(properties.limits.timestampPeriod);
  if (!orders().has("slow-before")) return;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = kSlowBytes;
  info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  of_device<PFN_vkCreateBuffer>("vkCreateBuffer")(next().device, &info, nullptr,
                                                  &state.slow_buffer);
  VkMemoryRequirements needs{};
  of_device<PFN_vkGetBufferMemoryRequirements>("vkGetBufferMemoryRequirements")(
      next().device, state.slow_buffer, &needs);
  VkMemoryAllocateInfo memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  memory.allocationSize = needs.size;
  while ((needs.memoryTypeBits >> memory.memoryTypeIndex & 1U) == 0) ++memory.memoryTypeIndex;
  of_device<PFN_vkAllocateMemory>("vkAllocateMemory")(next().device, &memory, nullptr,
                                                      &state.slow_memory);
  of_device<PFN_vkBindBufferMemory>("vkBindBufferMemory")(next().device, state.slow_buffer,
                                                          state.slow_memory, 0);
}

void end_device() {
  if (state.slow_buffer != VK_NULL_HANDLE) {
    of_device<PFN_vkDestroyBuffer>("vkDestroyBuffer")(next().device, state.slow_buffer, nullptr);
    of_device<PFN_vkFreeMemory>("vkFreeMemory")(next().device, state.slow_memory, nullptr);
  }
  const auto count = [](const char* what, std::uint64_t number) {
    orders().note(what + (" " + std::to_string(number)));
  };
  count("allocations", state.allocations);
  count("submissions", state.submissions);
  count("scans", state.scans);
  count("unfreed", state.memories.size());
}

PFN_vkVoidFunction running_function(const char* name) {
  const auto own = [](auto function) { return reinterpret_cast<PFN_vkVoidFunction>(function); };
  static const std::map<std::string, PFN_vkVoidFunction> functions = {
      {"vkAllocateMemory", own(allocate)},     {"vkFreeMemory", own(free_memory)},
      {"vkBindBufferMemory", own(bind)},       {"vkUpdateDescriptorSets", own(update_sets)},
      {"vkBeginCommandBuffer", own(begin)},    {"vkCmdBindDescriptorSets", own(bind_sets)},
      {"vkCmdDispatch", own(dispatch)},        {"vkCmdFillBuffer", own(fill)},
      {"vkQueueSubmit2", own(submit)},         {"vkWaitForFences", own(wait)},
      {"vkGetQueryPoolResults", own(results)},
  };
  const auto found = functions.find(name);
  return found == functions.end() ? nullptr : found->second;
}

}  // namespace faults
