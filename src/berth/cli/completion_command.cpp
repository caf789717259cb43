#include "berth/cli/completion_command.hpp"

#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/log_groups.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/repository_calls.hpp"
#include "berth/cli/s3_calls.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/stack_calls.hpp"
#include "berth/cli/task_waiting.hpp"
#include "berth/cli/text.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <unistd.h>

#include <algorithm>

namespace berth::cli {
namespace {

constexpr unsigned patience_seconds = 2;  // of someone who has pressed Tab

std::vector<Candidate> named(const std::vector<std::string>& words, const std::string& description) {
  std::vector<Candidate> candidates;
  for (const std::string& word : words) candidates.push_back({word, description});
  return candidates;
}

std::vector<Candidate> tasks(Api& api) {
  std::vector<Candidate> candidates;
  for (const ecs::Task& task : tasks_of(api, cluster_names(api), true))
    candidates.push_back({shown_id(task), short_name(task.taskDefinitionArn.value_or("")) + " " +
                                              task.lastStatus.value_or("")});
  return candidates;
}

std::vector<Candidate> stacks(Api& api) {
  std::vector<Candidate> candidates;
  for (const auto& stack : all_stacks(api)) candidates.push_back({stack.StackName, stack.StackStatus});
  return candidates;
}

std::vector<Candidate> outputs(Api& api, const std::string& stack) {
  std::vector<Candidate> candidates;
  for (const auto& output : describe_stack(api, stack).Outputs)
    candidates.push_back({output.OutputKey.value_or(""), output.OutputValue.value_or("")});
  return candidates;
}

std::vector<Candidate> candidates_of(Api& api, Names names, const Expected& expected) {
  switch (names) {
    case Names::Tasks:
      return tasks(api);
    case Names::Stacks:
      return stacks(api);
    case Names::Outputs:
      return outputs(api, expected.stack);
    case Names::Definitions:
      return named(definition_families(api), "task definition");
    case Names::Clusters:
      return named(cluster_names(api), "cluster");
    case Names::LogGroups:
      return named(log_group_names(api), "log group");
    case Names::Buckets: {
      std::vector<Candidate> buckets;
      for (const BucketEntry& bucket : list_buckets(api))
        buckets.push_back({"s3://" + bucket.name + "/", "bucket"});
      return buckets;
    }
    case Names::Repositories: {
      std::vector<Candidate> repositories;
      for (const auto& each : all_repositories(api))
        repositories.push_back({each.repositoryName.value_or(""), "repository"});
      return repositories;
    }
    case Names::Nothing:
    case Names::Files:
      break;
  }
  return {};
}

void print(Session& session, const Candidate& candidate) {
  session.out << candidate.word << "\t" << on_one_line(candidate.description) << "\n";
}

}  // namespace

void Completion::declare(CLI::App& app) {
  app.add_option("SHELL", shell, "bash, zsh or fish")->required();
  app.footer("Use it as  source <(berth completion bash)  in ~/.bashrc\n");
}

ExitCode Completion::run(Session& session) {
  session.out << completion_script(shell);
  return ExitCode::Done;
}

void print_expected(Session& session, const Expected& expected) {
  for (const Candidate& candidate : expected.words) print(session, candidate);
  if (std::ranges::find(expected.names, Names::Files) != expected.names.end()) session.out << ":files\n";
  session.out.flush();
  ::alarm(patience_seconds);  // nobody waits for a daemon that hangs: SIGALRM ends this process
  for (const Names names : expected.names) {
    if (names == Names::Files || names == Names::Nothing) continue;
    try {
      for (const Candidate& candidate : candidates_of(session.api(), names, expected))
        if (candidate.word.starts_with(expected.typed)) print(session, candidate);
    } catch (const std::exception&) {
      // No daemon, or no such stack: there is nothing to offer, and Tab is no place for complaints.
    }
  }
  ::alarm(0);
}

}  // namespace berth::cli
