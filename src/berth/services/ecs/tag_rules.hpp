/// What AWS takes as tags of a resource. Source: Amazon ECS API Reference, Tag and the parameter "tags".
#pragma once

#include "berth/services/ecs/common_shapes.hpp"

#include <string_view>
#include <vector>

namespace berth::ecs {

/// Throws InvalidParameterException for more than 50, a key twice, lengths or characters that AWS refuses,
/// and the prefix "aws:" in any case, which is reserved.
void check_tags(const std::vector<Tag>& tags);

/// Characters (code points) of a UTF-8 text: what AWS's limits count.
std::size_t count_characters(std::string_view utf8);

}  // namespace berth::ecs
