#include "gpu/device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error.hpp"

namespace scanbench {
namespace {

/// The exit code that this failure of Vulkan ends in.
template <typename Failure>
ExitCode code_of(const Failure& failure) {
  try {
    translated([&] { throw failure; });
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(": ")) << "what would mend it";
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("\n")));
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ExitCode::ok;
}

TEST(VulkanFailure, ThatTheDeviceIsLostEndsAllRows) {
  EXPECT_EQ(code_of(vk::DeviceLostError("vkQueueSubmit2")), ExitCode::device_lost);
}

TEST(VulkanFailure, OfAnyOtherKindIsOneRowThatCannotRun) {
  EXPECT_EQ(code_of(vk::OutOfDeviceMemoryError("vkAllocateMemory")), ExitCode::cannot_run);
  EXPECT_EQ(code_of(vk::OutOfHostMemoryError("vkAllocateMemory")), ExitCode::cannot_run);
  EXPECT_EQ(code_of(vk::InitializationFailedError("vkCreateDevice")), ExitCode::cannot_run);
}

TEST(VulkanFailure, IsNotMadeOfWhatIsNone) {
  EXPECT_EQ(translated([] { return 7; }), 7);
  EXPECT_THROW(translated([] { throw std::logic_error("a bug"); }), std::logic_error);
}

}  // namespace
}  // namespace scanbench
