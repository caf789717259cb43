#include "berth/fleet/made_id.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"

namespace berth::fleet {

std::string made_id(std::string_view prefix, std::string_view account, std::string_view region,
                    std::string_view what) {
  const std::string name =
      std::string(prefix) + "/" + std::string(account) + "/" + std::string(region) + "/" + std::string(what);
  return std::string(prefix) + "-" + base::to_hex(base::sha256(name)).substr(0, 17);
}

}  // namespace berth::fleet
