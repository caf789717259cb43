#include "berth/services/ecs/arns.hpp"

namespace berth::ecs {

std::string arn(const wire::Call& call, std::string_view what) {
  return "arn:aws:ecs:" + call.region + ":" + call.account + ":" + std::string(what);
}

std::string cluster_arn(const wire::Call& call, std::string_view cluster) {
  return arn(call, "cluster/" + std::string(cluster));
}

std::string container_instance_arn(const wire::Call& call, std::string_view cluster, std::string_view id) {
  return arn(call, "container-instance/" + std::string(cluster) + "/" + std::string(id));
}

std::string task_arn(const wire::Call& call, std::string_view cluster, std::string_view id) {
  return arn(call, "task/" + std::string(cluster) + "/" + std::string(id));
}

std::string task_definition_arn(const wire::Call& call, std::string_view family_and_revision) {
  return arn(call, "task-definition/" + std::string(family_and_revision));
}

std::string_view id_of(std::string_view id_or_arn) {
  const std::size_t slash = id_or_arn.rfind('/');
  return slash == std::string_view::npos ? id_or_arn : id_or_arn.substr(slash + 1);
}

bool is_foreign_arn(const wire::Call& call, std::string_view text) {
  return text.starts_with("arn:") && !text.starts_with(arn(call, ""));
}

std::string role_arn(const wire::Call& call, const std::string& name_or_arn) {
  if (name_or_arn.starts_with("arn:")) return name_or_arn;
  return "arn:aws:iam::" + call.account + ":role/" + name_or_arn;
}

}  // namespace berth::ecs
