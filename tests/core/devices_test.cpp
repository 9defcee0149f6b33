#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "error.hpp"
#include "scan/device_info.hpp"

namespace scanbench {
namespace {

using testing::HasSubstr;

DeviceInfo device(std::size_t index, const char* name, DeviceKind kind) {
  DeviceInfo info;
  info.index = index;
  info.name = name;
  info.target.kind = kind;
  info.uuid = fmt::format("0000000{}-0000-0000-0000-000000000000", index);
  return info;
}

std::vector<DeviceInfo> machine() {
  return {device(0, "llvmpipe", DeviceKind::cpu), device(1, "Radeon A", DeviceKind::integrated),
          device(2, "Radeon B", DeviceKind::discrete), device(3, "Swift", DeviceKind::virtual_gpu)};
}

std::string complaint(const std::vector<DeviceInfo>& devices, const char* selector) {
  try {
    choose_device(devices,
                  selector == nullptr ? std::nullopt : std::optional<std::string>(selector));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::cannot_run);
    return error.what();
  }
  return "accepted";
}

TEST(DeviceChoice, TakesTheBestKindByDefault) {
  auto devices = machine();
  EXPECT_EQ(choose_device(devices, std::nullopt), 2U);
  devices[2].unusable = "too old";
  EXPECT_EQ(choose_device(devices, std::nullopt), 1U);
  devices[1].unusable = "too old";
  EXPECT_EQ(choose_device(devices, std::nullopt), 3U);
  devices[3].unusable = "too old";
  EXPECT_EQ(choose_device(devices, std::nullopt), 0U);
}

TEST(DeviceChoice, TakesAnIndexAPartOfTheNameOrAUuid) {
  const auto devices = machine();
  EXPECT_EQ(choose_device(devices, "1"), 1U);
  EXPECT_EQ(choose_device(devices, "deon b"), 2U);
  EXPECT_EQ(choose_device(devices, "00000003-0000-0000-0000-000000000000"), 3U);
}

TEST(DeviceChoice, RefusesNoMatchAndSeveralAndListsTheDevices) {
  EXPECT_THAT(complaint(machine(), "9"),
              testing::AllOf(HasSubstr("no devices"), HasSubstr("3 = Swift")));
  EXPECT_THAT(complaint(machine(), "radeon"), HasSubstr("several devices"));
  EXPECT_THAT(complaint(machine(), ""), HasSubstr("several devices"));
}

TEST(DeviceChoice, RefusesAnUnusableDeviceWithTheReason) {
  auto devices = machine();
  devices[1].unusable = "Vulkan 1.1.0 is older than 1.3";
  EXPECT_THAT(complaint(devices, "1"), HasSubstr("older than 1.3"));
}

TEST(DeviceChoice, NamesThePackageWhereThereIsNoDevice) {
  EXPECT_THAT(complaint({}, nullptr), HasSubstr("mesa-vulkan-drivers"));
}

TEST(DeviceTimestamps, NeedBitsAndAPositivePeriod) {
  DeviceInfo info = device(0, "x", DeviceKind::cpu);
  info.timestamp_period_ns = 52.08;
  EXPECT_FALSE(info.has_timestamps());
  info.timestamp_valid_bits = 36;
  EXPECT_TRUE(info.has_timestamps());
  for (const double period_ns : {0.0, std::numeric_limits<double>::quiet_NaN()}) {
    info.timestamp_period_ns = period_ns;
    EXPECT_FALSE(info.has_timestamps());
  }
}

}  // namespace
}  // namespace scanbench
