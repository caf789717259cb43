/// The image `fathom`: a real OCI image without layers. Its label says that it is the engine on this very machine,
/// which the process driver binds into the task's sandbox. Pushed and pulled like any other, under any name.
#pragma once

#include <string>
#include <string_view>

namespace berth::registry {

/// The label that makes an image built in, and its value.
inline constexpr std::string_view builtin_label = "berth.builtin";
inline constexpr std::string_view builtin_fathom = "fathom";
/// The reference that names the image without any repository.
inline constexpr std::string_view builtin_reference = "fathom";

/// The bytes of its configuration (a blob) and of its manifest: the same in every program of one version.
const std::string& builtin_config();
const std::string& builtin_manifest();
/// "sha256:…" of the manifest.
const std::string& builtin_digest();

}  // namespace berth::registry
