/// Names for resources that a template does not name: STACK-LOGICALID-RANDOM, as each service allows them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace berth::cloudformation {

struct NameStyle {
  std::size_t longest = 255;
  bool lower = false;        ///< S3, ECR
  bool single_dash = false;  ///< ECR: no two dashes in a row
};

/// `suggested` ends in -RANDOM; what is too long loses characters before that.
std::string fit_name(std::string_view suggested, const NameStyle& style);

}  // namespace berth::cloudformation
