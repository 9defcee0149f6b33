// CUB's DeviceScan, as it comes with CUDA, as rows of scanbench:
//   cub_scan -n 2^16..2^28x16 --type u32 --json
// Duane Merrill and Michael Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back,
// NVIDIA technical report NVR-2016-002.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>

#include <chrono>
#include <cub/device/device_scan.cuh>
#include <limits>
#include <memory>
#include <string>

#include "error.hpp"
#include "peer.hpp"

namespace scanbench::peer {
namespace {

void must(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  const char* const advice = result == cudaErrorMemoryAllocation
                                 ? ": try a smaller n"
                                 : ": run it on a machine with an NVIDIA GPU and its driver";
  throw Error(ExitCode::cannot_run, std::string(what) + ": " + cudaGetErrorString(result) + advice);
}

/// Device memory, freed with it.
class Memory {
 public:
  explicit Memory(std::size_t bytes) : bytes_(bytes) {
    must(cudaMalloc(&data_, bytes), "no device memory");
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { cudaFree(data_); }

  template <typename T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_;
};

class Event {
 public:
  Event() { must(cudaEventCreate(&event_), "no event"); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(event_); }
  void record() const { must(cudaEventRecord(event_), "cannot stamp"); }
  double seconds_since(const Event& begin) const {
    must(cudaEventSynchronize(event_), "the scan failed");
    float ms = 0;
    must(cudaEventElapsedTime(&ms, begin.event_, event_), "cannot read a stamp");
    return ms * 1e-3;
  }

 private:
  cudaEvent_t event_{};
};

/// Elements are counted in 32 bits: with more CUB takes another, slower, kernel.
using Count = std::uint32_t;

/// One call of CUB: with no scratch it only says how much it needs.
template <typename T>
cudaError_t scan(void* scratch, std::size_t& bytes, const T* in, T* out, Count n, Kind kind) {
  return kind == Kind::inclusive ? cub::DeviceScan::InclusiveSum(scratch, bytes, in, out, n)
                                 : cub::DeviceScan::ExclusiveSum(scratch, bytes, in, out, n);
}

template <typename T>
class CubSubject final : public Subject {
 public:
  CubSubject(const Plan& plan, const Memory& input, const Values& values)
      : plan_(plan),
        input_(input),
        values_(values),
        output_(plan.n * sizeof(T)),
        kept_(output_.bytes()),
        scratch_(scratch_bytes()) {}

  void prepare() override {
    // Another poison each time: what nobody writes then differs from the kept answer.
    must(cudaMemset(output_.as<void>(), 0xa5 + (turn_++ & 7), output_.bytes()), "cannot poison");
    must(cudaDeviceSynchronize(), "cannot poison");
  }

  std::vector<std::optional<double>> run(Clock clock) override {
    using HostClock = std::chrono::steady_clock;
    if (clock == Clock::outer) {
      begin_.record();
      submit();
      end_.record();
      return {end_.seconds_since(begin_)};
    }
    if (clock != Clock::wall) return {};
    const auto begin = HostClock::now();
    submit();
    must(cudaDeviceSynchronize(), "the scan failed");
    return {std::chrono::duration<double>(HostClock::now() - begin).count()};
  }

  Answer answer() override {
    Answer answer{make_values(plan_.type, plan_.n), Scalar(T{})};
    auto& cells = std::get<std::vector<T>>(answer.cells);
    must(cudaMemcpy(cells.data(), output_.as<void>(), output_.bytes(), cudaMemcpyDeviceToHost),
         "cannot read back");
    // An exclusive scan of CUB's leaves the total out: it is its last cell and the last element.
    const T last = std::get<std::vector<T>>(values_).back();
    answer.total =
        plan_.kind == Kind::inclusive ? cells.back() : combine(Op::add, cells.back(), last);
    return answer;
  }

  void keep() override {
    must(
        cudaMemcpy(kept_.as<void>(), output_.as<void>(), output_.bytes(), cudaMemcpyDeviceToDevice),
        "cannot keep the answer");
  }

  std::uint64_t mismatches() override {
    using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    const auto got = thrust::device_pointer_cast(output_.as<Word>());
    return thrust::inner_product(thrust::device, got, got + static_cast<std::ptrdiff_t>(plan_.n),
                                 thrust::device_pointer_cast(kept_.as<Word>()), std::uint64_t{0},
                                 thrust::plus<>{}, thrust::not_equal_to<Word>{});
  }

 private:
  Count count() const { return static_cast<Count>(plan_.n); }
  std::size_t scratch_bytes() const {
    std::size_t bytes = 0;
    must(scan<T>(nullptr, bytes, nullptr, nullptr, count(), plan_.kind), "CUB takes no such scan");
    return bytes;
  }
  void submit() {
    std::size_t bytes = scratch_.bytes();
    must(scan(scratch_.as<void>(), bytes, input_.as<T>(), output_.as<T>(), count(), plan_.kind),
         "the scan failed");
  }

  const Plan plan_;
  const Memory& input_;
  const Values& values_;
  Memory output_;
  Memory kept_;
  Memory scratch_;
  Event begin_;
  Event end_;
  unsigned turn_ = 0;
};

/// One plan's data: a peer measures one scan at a time.
class CubStage final : public Stage {
 public:
  explicit CubStage(const Plan& plan) : plan_(plan), input_(plan.n * element_bytes(plan.type)) {
    std::visit(
        [&]<typename T>(const std::vector<T>&) {
          subject_ = std::make_unique<CubSubject<T>>(plan_, input_, values_);
        },
        make_values(plan.type, 0));
  }

  void load(const Values& input) override {
    values_ = input;
    const auto bytes = bytes_of(values_);
    must(cudaMemcpy(input_.as<void>(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice),
         "cannot upload");
  }
  Subject& subject(std::size_t) override { return *subject_; }
  std::vector<CeilingProbe> ceilings() override { return {}; }
  void displace_caches() override {
    if (!flush_) flush_ = std::make_unique<Memory>(std::size_t{256} << 20);
    must(cudaMemset(flush_->as<void>(), 0, flush_->bytes()), "cannot displace the caches");
    must(cudaDeviceSynchronize(), "cannot displace the caches");
  }

 private:
  Plan plan_;
  Memory input_;
  Values values_;
  std::unique_ptr<Subject> subject_;
  std::unique_ptr<Memory> flush_;
};

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text;
  for (std::size_t i = 0; i < sizeof(uuid.bytes); ++i) {
    constexpr const char* kDigits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(uuid.bytes[i]);
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

Peer open() {
  int count = 0;
  must(cudaGetDeviceCount(&count), "no CUDA device");
  cudaDeviceProp properties{};
  must(cudaGetDeviceProperties(&properties, 0), "no CUDA device");
  int driver = 0;
  must(cudaDriverGetVersion(&driver), "no CUDA driver");
  constexpr std::uint32_t kNvidia = 0x10de;
  Peer peer;
  peer.algorithm = {.name = "cub-device-scan",
                    .native = Kind::exclusive,
                    .max_n = std::numeric_limits<Count>::max(),
                    .max_n_reason = "CUB is asked in counts of 32 bits",
                    .summary = "CUB's DeviceScan",
                    .source = "Merrill and Garland, NVR-2016-002",
                    .plan = whole_scan};
  DeviceInfo& device = peer.device;
  device.name = properties.name;
  device.vendor_id = kNvidia;
  device.driver_name = "CUDA";
  device.driver_info = "CUDA " + std::to_string(driver / 1000) + "." +
                       std::to_string(driver % 1000 / 10) + ", CUB " +
                       std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION);
  device.api_version = "0.0.0";  // no Vulkan here
  device.uuid = uuid_text(properties.uuid);
  device.target.kind = properties.integrated != 0 ? DeviceKind::integrated : DeviceKind::discrete;
  device.target.subgroup_size = static_cast<std::uint32_t>(properties.warpSize);
  device.target.heap_bytes = device.target.max_storage_range_bytes = properties.totalGlobalMem;
  device.target.has_int64 = device.target.has_float64 = true;
  peer.open_stage = [](std::span<const Plan> plans) {
    return std::make_unique<CubStage>(plans.front());
  };
  return peer;
}

}  // namespace
}  // namespace scanbench::peer

int main(int argc, char** argv) {
  return scanbench::peer::run_peer(argc, argv, scanbench::peer::open);
}
