#include "berth/identity/principal.hpp"

namespace berth::identity {

Principal root_of(const std::string& account) {
  Principal root;
  root.kind = Principal::Kind::Root;
  root.account = account;
  root.arn = "arn:aws:iam::" + account + ":root";
  root.user_id = account;
  return root;
}

Principal session_of(const std::string& account, const std::string& role_name, const std::string& role_id,
                     const std::string& session_name) {
  Principal session;
  session.kind = Principal::Kind::RoleSession;
  session.account = account;
  session.arn = "arn:aws:sts::" + account + ":assumed-role/" + role_name + "/" + session_name;
  session.user_id = role_id + ":" + session_name;
  session.role_name = role_name;
  session.role_id = role_id;
  session.session_name = session_name;
  return session;
}

}  // namespace berth::identity
