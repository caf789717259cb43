/// Which cluster an instance joins, read from what its template gives it. Nothing of it is ever executed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace berth::fleet {

/// The value of the last `ECS_CLUSTER=` in a text (a shell script, cloud-config, /etc/ecs/ecs.config or a
/// command of AWS::CloudFormation::Init), without quotes. A comment line does not count. Nothing if there is
/// none, or if its value is still a shell variable.
std::optional<std::string> find_ecs_cluster(std::string_view text);

/// The same in UserData as the API takes it: base64, or plain text if it is none.
std::optional<std::string> find_ecs_cluster_in_user_data(std::string_view user_data);

}  // namespace berth::fleet
