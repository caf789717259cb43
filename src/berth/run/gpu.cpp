#include "berth/run/gpu.hpp"

#include "base/encoding.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"

#include <dlfcn.h>

#include <array>
#include <charconv>
#include <cstring>
#include <memory>

namespace berth::run {
namespace {

// ---- NVML, by hand: its header is not always installed, and its library must not be needed to start. ----

struct NvmlMemory {
  unsigned long long total, free, used;
};
using NvmlDevice = void*;

/// The few functions that we call; signatures from NVML's reference manual.
struct Nvml {
  int (*init)();
  int (*shutdown)();
  int (*device_count)(unsigned*);
  int (*device_by_index)(unsigned, NvmlDevice*);
  int (*device_uuid)(NvmlDevice, char*, unsigned);
  int (*device_name)(NvmlDevice, char*, unsigned);
  int (*device_memory)(NvmlDevice, NvmlMemory*);
  const char* (*error_string)(int);
};

template <class F>
bool find(void* library, const char* name, F& function) {
  void* symbol = ::dlsym(library, name);
  std::memcpy(&function, &symbol, sizeof function);  // POSIX: an object pointer holds a function's address
  return symbol != nullptr;
}

bool load(void* library, Nvml& nvml) {
  return find(library, "nvmlInit_v2", nvml.init) && find(library, "nvmlShutdown", nvml.shutdown) &&
         find(library, "nvmlDeviceGetCount_v2", nvml.device_count) &&
         find(library, "nvmlDeviceGetHandleByIndex_v2", nvml.device_by_index) &&
         find(library, "nvmlDeviceGetUUID", nvml.device_uuid) &&
         find(library, "nvmlDeviceGetName", nvml.device_name) &&
         find(library, "nvmlDeviceGetMemoryInfo", nvml.device_memory) &&
         find(library, "nvmlErrorString", nvml.error_string);
}

/// Reads all devices; the first refusal ends the list and is the reason.
GpuInventory read_devices(const Nvml& nvml) {
  GpuInventory inventory;
  unsigned count = 0;
  int error = nvml.device_count(&count);
  for (unsigned i = 0; error == 0 && i < count; ++i) {
    NvmlDevice device = nullptr;
    std::array<char, 96> uuid{}, name{};
    NvmlMemory memory{};
    error = nvml.device_by_index(i, &device);
    if (error == 0) error = nvml.device_uuid(device, uuid.data(), static_cast<unsigned>(uuid.size()));
    if (error == 0) error = nvml.device_name(device, name.data(), static_cast<unsigned>(name.size()));
    if (error == 0) error = nvml.device_memory(device, &memory);
    if (error == 0)
      inventory.gpus.push_back({uuid.data(), name.data(), static_cast<std::int64_t>(memory.total >> 20)});
  }
  inventory.reason =
      error == 0 ? std::to_string(inventory.gpus.size()) + " GPUs found by the NVIDIA driver"
                 : "the NVIDIA driver refused to list its GPUs: " + std::string(nvml.error_string(error));
  return inventory;
}

// ---- simulated ----

struct Model {
  std::string_view name;
  std::int64_t memory_mib;
};
/// As the driver reports them (nominal memory, in MiB).
constexpr Model known_models[] = {
    {"K80", 11441},   {"M60", 8192},    {"P4", 7680},       {"P100", 16384},    {"T4", 15360},
    {"T4G", 15360},   {"V100", 16384},  {"A10", 23028},     {"A10G", 23028},    {"L4", 23034},
    {"L40", 46068},   {"L40S", 46068},  {"A100", 40960},    {"A100-80", 81920}, {"H100", 81559},
    {"H200", 143771}, {"B200", 183359}, {"RTX4090", 24564}, {"RTX3090", 24576},
};

std::string simulated_uuid(std::string_view model, std::size_t index) {
  const std::string digits =
      base::to_hex(base::sha256("simulated gpu " + std::string(model) + " " + std::to_string(index)));
  return "GPU-" + digits.substr(0, 8) + "-" + digits.substr(8, 4) + "-" + digits.substr(12, 4) + "-" +
         digits.substr(16, 4) + "-" + digits.substr(20, 12);
}

template <class T>
bool parse_number(std::string_view text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n' || text.front() == '\t'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\t'))
    text.remove_suffix(1);
  return text;
}

struct Entry {
  int count = 1;
  std::string_view model;
  std::int64_t memory_mib = 0;
};

base::Result<Entry> parse_entry(std::string_view text) {
  const auto wrong = [&](const std::string& why) {
    return base::failure("simulated GPUs \"" + std::string(text) + "\": " + why +
                         "; write them like 4xA10G or 2xMine:12288");
  };
  Entry entry;
  std::string_view rest = text;
  const std::size_t cross = rest.find('x');
  if (cross != std::string_view::npos && cross > 0 && rest.find_first_not_of("0123456789") == cross) {
    if (!parse_number(rest.substr(0, cross), entry.count) || entry.count < 1 || entry.count > 64)
      return wrong("there can be 1 to 64 of a model");
    rest.remove_prefix(cross + 1);
  }
  const std::size_t colon = rest.find(':');
  entry.model = rest.substr(0, colon);
  const bool plain =
      entry.model.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") ==
      std::string_view::npos;
  if (entry.model.empty() || !plain) return wrong("there is no model name");
  if (colon != std::string_view::npos) {
    if (!parse_number(rest.substr(colon + 1), entry.memory_mib) || entry.memory_mib < 1)
      return wrong("the memory is not a number of MiB");
    return entry;
  }
  for (const Model& model : known_models)
    if (model.name == entry.model) entry.memory_mib = model.memory_mib;
  if (entry.memory_mib == 0) return wrong("the model is not known, so its memory must be given");
  return entry;
}

}  // namespace

GpuInventory discover_gpus() {
  const std::unique_ptr<void, int (*)(void*)> library(::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL),
                                                      ::dlclose);
  if (!library) return {{}, "no NVIDIA driver (libnvidia-ml.so.1 is not there)"};
  Nvml nvml{};
  if (!load(library.get(), nvml)) return {{}, "the NVIDIA driver's library is too old to list GPUs"};
  if (const int error = nvml.init(); error != 0)
    return {{}, "the NVIDIA driver does not answer: " + std::string(nvml.error_string(error))};
  GpuInventory inventory = read_devices(nvml);
  nvml.shutdown();
  return inventory;
}

base::Result<std::vector<Gpu>> parse_simulated_gpus(std::string_view spec) {
  std::vector<Gpu> gpus;
  for (std::string_view rest = trimmed(spec);;) {
    const std::size_t comma = rest.find(',');
    auto entry = parse_entry(trimmed(rest.substr(0, comma)));
    if (!entry) return entry.error();
    for (int i = 0; i < entry->count; ++i) {
      const std::string name = "Simulated " + std::string(entry->model);
      gpus.push_back({simulated_uuid(entry->model, gpus.size()), name, entry->memory_mib});
    }
    if (comma == std::string_view::npos) return gpus;
    rest.remove_prefix(comma + 1);
  }
}

base::Result<GpuInventory> find_gpus(std::string_view option) {
  if (option == "auto") return discover_gpus();
  if (option == "none") return GpuInventory{{}, "GPUs are switched off (--gpus none)"};
  constexpr std::string_view prefix = "simulate:";
  if (option.substr(0, prefix.size()) != prefix)
    return base::failure("--gpus is auto, none or simulate:SPEC, not \"" + std::string(option) + "\"");
  std::string spec(option.substr(prefix.size()));
  if (spec.find('/') != std::string::npos) {
    auto text = base::read_file(spec, 65536);
    if (!text) return text.error();
    spec = *text;
  }
  auto gpus = parse_simulated_gpus(spec);
  if (!gpus) return gpus.error();
  return GpuInventory{std::move(*gpus), "simulated (--gpus simulate)"};
}

}  // namespace berth::run
