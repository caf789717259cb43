#include "berth/task/task_service.hpp"

#include "base/check.hpp"
#include "base/log.hpp"
#include "berth/task/launch.hpp"

namespace berth::task {

namespace {

/// What a coroutine of ours throws ends the lane's run() and with it the daemon.
void rethrow(std::exception_ptr error) {
  if (error) std::rethrow_exception(error);
}

std::string terminated(const fleet::Instance& instance) {
  return "Host EC2 (instance " + instance.record.id + ") terminated.";
}

bool was_prepared(const Task& task) { return task.life.pull_stopped_at.has_value(); }

}  // namespace

TaskService::TaskService(base::asio::any_io_executor state_lane, store::Store& store, base::Clock& clock,
                         base::RandomSource& random, fleet::Fleet& fleet, Environment environment,
                         Settings settings)
    : lane_(std::move(state_lane)),
      store_(store),
      clock_(clock),
      random_(random),
      fleet_(fleet),
      environment_(environment),
      settings_(std::move(settings)),
      journal_(store) {
  environment_.runner.on_event([this](const run::TaskKey& key, const run::RunEvent& event) {
    const auto found = tasks_.find(key.task_id);
    if (found == tasks_.end()) return;  // stopped long ago, its folder is on its way out
    std::visit([&](const auto& happened) { feed(*found->second, happened); }, event);
  });
  fleet_.on_termination([this](fleet::Instance& instance) {
    for (const Task* task : living_on(instance.record.container_instance_id))
      stop(*tasks_.at(task->id), StopCode::TerminationNotice, terminated(instance));
  });
}

TaskService::~TaskService() {
  fleet_.on_termination({});
  environment_.runner.on_event([](const run::TaskKey&, const run::RunEvent&) {});
}

template <class F>
void TaskService::later(F f) {
  base::asio::post(lane_, [alive = std::weak_ptr(alive_), f = std::move(f)] {
    if (alive.lock()) f();
  });
}

// --- start and stop ---
Task& TaskService::create(const std::string& account, const std::string& region, TaskPlan plan,
                          const fleet::Instance& instance, const sched::Grant& grant) {
  forget_old();
  auto task = std::make_unique<Task>();
  task->account = account;
  task->region = region;
  task->id = random_.hex(32);
  task->plan = std::move(plan);
  task->instance = instance.record.container_instance_id;
  task->availability_zone = instance.record.availability_zone;
  if (const auto cpu = instance.attributes.find("ecs.cpu-architecture"); cpu != instance.attributes.end())
    task->cpu_architecture = cpu->second;
  task->granted_cpu_units = grant.cpu_units;
  task->granted_memory_mib = grant.memory_mib;
  task->granted_backed_memory_mib = grant.backed_memory_mib;
  task->granted_gpu_ids = grant.gpu_ids;
  task->life.created_at = clock_.now();
  auto gpu = grant.gpu_ids.begin();
  for (const ContainerPlan& container : task->plan.containers) {
    task->life.containers.push_back({.name = container.name, .essential = container.essential});
    ContainerFacts facts{.uuid = random_.uuid(), .runtime_id = random_.hex(64)};
    for (int i = 0; i < container.gpus; ++i) facts.gpu_ids.push_back(*gpu++);
    task->facts.push_back(std::move(facts));
  }
  return remember(std::move(task));
}

void TaskService::stop(Task& task, StopCode code, std::string reason) {
  feed(task, StopRequested{code, std::move(reason)});
}

void TaskService::stop_all(const std::string& reason) {
  for (const auto& [id, task] : tasks_) stop(*task, StopCode::UserInitiated, reason);
}

// --- looking ---
std::size_t TaskService::living() const {
  std::size_t count = 0;
  for (const auto& [instance, tasks] : living_) count += tasks.size();
  return count;
}

void TaskService::set_tags(Task& task, std::map<std::string, std::string> tags) {
  task.plan.tags = std::move(tags);
  journal_.put(task);
}

Task* TaskService::find(const std::string& account, const std::string& region, const std::string& id) {
  forget_old();
  const auto found = tasks_.find(id);
  if (found == tasks_.end() || found->second->account != account || found->second->region != region)
    return nullptr;
  return found->second.get();
}

std::vector<const Task*> TaskService::tasks_of(const fleet::Key& cluster) {
  forget_old();
  std::vector<const Task*> tasks;
  if (const auto found = by_cluster_.find(cluster); found != by_cluster_.end())
    for (const auto& [place, task] : found->second) tasks.push_back(task);
  return tasks;
}

std::vector<const Task*> TaskService::living_on(const std::string& container_instance_id) const {
  std::vector<const Task*> tasks;
  if (const auto found = living_.find(container_instance_id); found != living_.end())
    for (const auto& [place, task] : found->second) tasks.push_back(task);
  return tasks;
}

TaskService::Counts TaskService::counts_of(const fleet::Key& cluster) const {
  const auto found = cluster_counts_.find(cluster);
  return found == cluster_counts_.end() ? Counts() : found->second;
}

TaskService::Counts TaskService::counts_on(const std::string& container_instance_id) const {
  const auto found = instance_counts_.find(container_instance_id);
  return found == instance_counts_.end() ? Counts() : found->second;
}

// --- memory ---
Task& TaskService::remember(std::unique_ptr<Task> task) {
  Task& kept = *task;
  const std::pair place{kept.life.created_at, kept.id};
  by_cluster_[{kept.account, kept.region, kept.plan.cluster}].emplace(place, &kept);
  if (kept.is_stopped())
    stopped_.emplace(*kept.life.stopped_at, kept.id);
  else
    living_[kept.instance].emplace(place, &kept);
  count(kept, 1);
  tasks_.emplace(kept.id, std::move(task));
  return kept;
}

void TaskService::forget_old() {
  const base::TimePoint oldest = clock_.now() - settings_.describable_for;
  while (!stopped_.empty() && stopped_.begin()->first <= oldest) {
    const auto found = tasks_.find(stopped_.begin()->second);
    const Task& task = *found->second;
    const fleet::Key cluster{task.account, task.region, task.plan.cluster};
    by_cluster_[cluster].erase({task.life.created_at, task.id});
    if (by_cluster_[cluster].empty()) by_cluster_.erase(cluster);
    tasks_.erase(found);
    stopped_.erase(stopped_.begin());
  }
}

void TaskService::count(const Task& task, int by) {
  if (task.is_stopped()) return;
  const bool runs = task.life.phase == Phase::running || task.life.phase == Phase::stopping;
  const auto add = [&](Counts& counts) { (runs ? counts.running : counts.pending) += by; };
  add(cluster_counts_[{task.account, task.region, task.plan.cluster}]);
  add(instance_counts_[task.instance]);
}

// --- life ---
void TaskService::feed(Task& task, const Event& event) {
  count(task, -1);
  Step step = advance(std::move(task.life), event, clock_.now());
  task.life = std::move(step.life);
  count(task, 1);
  // `release` comes last and may end the instance, but the task itself stays in memory.
  for (const Action action : step.actions) perform(task, action);
}

void TaskService::perform(Task& task, Action action) {
  switch (action) {
    case Action::save:
      journal_.put(task);
      return;
    case Action::commit:
      base::asio::co_spawn(lane_, commit(alive_, task.id, store_.last()), rethrow);
      return;
    case Action::launch: {
      const auto spec = to_launch_.extract(task.id);
      BERTH_CHECK(!spec.empty(), "what is committed was prepared");
      environment_.runner.launch(spec.mapped());
      return;
    }
    case Action::stop:
      environment_.runner.stop({.task_id = task.id}, task.life.stopped_reason);
      return;
    case Action::release:
      release(task);
      return;
  }
}

void TaskService::begin_again(const std::string& id) {
  const auto found = tasks_.find(id);
  if (found != tasks_.end() && found->second->life.phase == Phase::preparing) prepare(*found->second);
}

void TaskService::prepare(Task& task) {
  auto resolved = resolve(task);
  if (auto* failed = std::get_if<PreparationFailed>(&resolved)) return feed(task, *failed);
  const run::LaunchSpec& spec = to_launch_[task.id] = std::get<run::LaunchSpec>(std::move(resolved));
  environment_.runner.prepare(spec);  // while the task itself becomes durable
  feed(task, Prepared{});
}

std::variant<run::LaunchSpec, PreparationFailed> TaskService::resolve(Task& task) {
  std::vector<Resolved> resolved;
  for (std::size_t i = 0; i < task.plan.containers.size(); ++i) {
    const ContainerPlan& plan = task.plan.containers[i];
    Resolved& found = resolved.emplace_back();
    found.image = environment_.images.resolve(plan.image, task.account, task.region);
    if (!found.image.found)
      return PreparationFailed{"CannotPullContainerError: " + found.image.reason, plan.name};
    task.facts[i].image_digest = found.image.digest;
    if (!plan.log) continue;
    auto target = environment_.logs.attach(log_request_for(task, i));
    if (!target)
      return PreparationFailed{"ResourceInitializationError: " + target.error().message, plan.name};
    found.log = std::move(*target);
  }
  const fleet::Instance* instance = fleet_.find_instance(task.account, task.region, task.instance);
  const auto credentials = environment_.credentials.issue(
      {task.account, task.region, task.id, task.plan.task_role_arn, instance->record.iam_instance_profile});
  auto spec = make_launch_spec(task, resolved, common_environment(task, settings_.endpoint_url, credentials));
  if (!spec) return PreparationFailed{spec.error().message, ""};
  return std::move(*spec);
}

base::Async<void> TaskService::commit(std::weak_ptr<const bool> alive, std::string id,
                                      store::Sequence sequence) {
  if (!alive.lock()) co_return;
  co_await store_.committed(sequence);
  if (!alive.lock()) co_return;
  const auto found = tasks_.find(id);
  if (found != tasks_.end()) feed(*found->second, Committed{});
}

void TaskService::release(Task& task) {
  living_[task.instance].erase({task.life.created_at, task.id});
  if (living_[task.instance].empty()) {
    living_.erase(task.instance);
    instance_counts_.erase(task.instance);
  }
  stopped_.emplace(*task.life.stopped_at, task.id);
  to_launch_.erase(task.id);
  environment_.credentials.withdraw(task.id);
  // Once nothing can ask for it again, the folder may go; a crash before that leaves it to recover().
  if (was_prepared(task)) base::asio::co_spawn(lane_, forget_folder(alive_, task.id, store_.last()), rethrow);
  fleet::Instance* instance = fleet_.find_instance(task.account, task.region, task.instance);
  BERTH_CHECK(instance, "an instance outlives its tasks");
  fleet_.give_back(*instance, task.grant());
}

base::Async<void> TaskService::forget_folder(std::weak_ptr<const bool> alive, std::string id,
                                             store::Sequence sequence) {
  if (!alive.lock()) co_return;
  co_await store_.committed(sequence);
  if (alive.lock()) environment_.runner.forget({.task_id = id});
}

// --- restart ---
void TaskService::recover() {
  std::vector<Task*> living;
  for (auto& loaded : journal_.load(clock_.now() - settings_.describable_for)) {
    Task& task = remember(std::move(loaded));
    if (task.is_stopped()) {
      if (was_prepared(task)) environment_.runner.forget({.task_id = task.id});
      continue;
    }
    fleet::Instance* instance = fleet_.find_instance(task.account, task.region, task.instance);
    BERTH_CHECK(instance, "an instance outlives its tasks");
    fleet_.retake(*instance, task.grant());
    living.push_back(&task);
  }
  for (Task* task : living) take_up_again(*task);
  for (Task* task : living) {
    const fleet::Instance* instance = fleet_.find_instance(task->account, task->region, task->instance);
    if (!task->is_stopped() && instance->record.terminating)
      stop(*task, StopCode::TerminationNotice, terminated(*instance));
  }
  fleet_.settle();
  environment_.runner.recovered();
}

/// A task that was committed may have been handed to the runner. If a shim is known to have claimed it, the
/// runner looks what became of it; else it is handed over (again): the runner starts an attempt once.
void TaskService::take_up_again(Task& task) {
  if (task.life.phase == Phase::preparing) {
    later([this, id = task.id] { begin_again(id); });
    return;
  }
  if (task.life.phase == Phase::committing) task.life.phase = Phase::starting;
  auto resolved = resolve(task);  // also tells the credential source which tasks live
  const auto* spec = std::get_if<run::LaunchSpec>(&resolved);
  if (spec && !task.life.claimed_at)
    environment_.runner.launch(*spec);
  else
    environment_.runner.adopt({.task_id = task.id});
  if (task.life.phase == Phase::stopping)
    environment_.runner.stop({.task_id = task.id}, task.life.stopped_reason);
}

}  // namespace berth::task
