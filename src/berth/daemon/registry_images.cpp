#include "berth/daemon/registry_images.hpp"

namespace berth::daemon {

task::ResolvedImage RegistryImages::resolve(std::string_view reference, const std::string& account,
                                            const std::string& region) {
  const registry::Resolved resolved = registry_.resolve(reference, account, region);
  task::ResolvedImage image;
  image.digest = resolved.digest;
  image.found = resolved.found && resolved.is_builtin;
  image.reason = resolved.found
                     ? "an image with layers needs a container driver; this machine runs the built-in image "
                       "(berth image push fathom REPOSITORY)"
                     : resolved.reason;
  image.entry_point = resolved.config.entry_point;
  image.command = resolved.config.command;
  for (const std::string& variable : resolved.config.environment) {
    const std::size_t equals = variable.find('=');
    if (equals != std::string::npos)
      image.environment[variable.substr(0, equals)] = variable.substr(equals + 1);
  }
  image.working_directory = resolved.config.working_directory;
  image.user = resolved.config.user;
  return image;
}

}  // namespace berth::daemon
