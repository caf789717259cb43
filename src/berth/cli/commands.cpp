#include "berth/cli/command.hpp"
#include "berth/cli/completion_command.hpp"
#include "berth/cli/daemon_commands.hpp"
#include "berth/cli/explain_command.hpp"
#include "berth/cli/help.hpp"
#include "berth/cli/image_commands.hpp"
#include "berth/cli/s3_commands.hpp"
#include "berth/cli/stack_commands.hpp"
#include "berth/cli/task_commands.hpp"
#include "berth/cli/top_command.hpp"

#include <array>

namespace berth::cli {
namespace {

constexpr std::array table = {
    command<Up>("up", "Daemon", "start berthd, the daemon, in the background"),
    command<Down>("down", "Daemon", "end berthd; running tasks go on"),
    command<Status>("status", "Daemon", "where it answers, and what there is to run on"),
    command<Env>("env", "Daemon", "endpoint and credentials, for a shell's eval"),
    command<Aws>("aws", "Daemon", "run the AWS CLI that is installed, pointed here"),

    command<StackLaunch>("stack launch", "Stacks",
                         "create a stack, or change one that is there, and show its events"),
    command<StackDiff>("stack diff", "Stacks", "what launching a template would change"),
    command<StackList>("stack list", "Stacks", "the stacks that there are"),
    command<StackEvents>("stack events", "Stacks", "what happened to a stack, oldest first"),
    command<StackOutputs>("stack outputs", "Stacks",
                          "a stack's outputs: names and addresses of what it made"),
    command<StackReport>("stack report", "Stacks",
                         "what of a stack's template is honoured, emulated, ignored or refused"),
    command<StackDelete>("stack delete", "Stacks", "remove a stack and all that it made"),

    command<ImagePush>("image push", "Images", "put a built-in image into a repository"),
    command<ImageList>("image list", "Images", "repositories and what is in them"),

    command<Run>("run", "Tasks", "run a task, and wait for it or follow its log"),
    command<Ps>("ps", "Tasks", "tasks, and why they wait or stopped"),
    command<Top>("top", "Tasks", "what machine, instances and tasks use, as it changes"),
    command<Explain>("explain", "Tasks", "why a task or stack waits, failed or stopped, and what to do"),
    command<Logs>("logs", "Tasks", "logs of tasks and log groups; which groups there are"),
    command<Wait>("wait", "Tasks", "wait until tasks have stopped, and say how they ended"),
    command<Stop>("stop", "Tasks", "stop tasks"),

    command<S3Copy>("s3 cp", "Buckets", "copy a file to a bucket or back; - is the terminal or a pipe"),
    command<S3List>("s3 ls", "Buckets", "buckets, or what is in one"),
    command<S3Remove>("s3 rm", "Buckets", "delete an object, or all that begin with a prefix"),
    command<S3Make>("s3 mb", "Buckets", "make a bucket"),
    command<S3RemoveBucket>("s3 rb", "Buckets", "delete a bucket"),
    command<S3Presign>("s3 presign", "Buckets", "a URL with which anyone can read an object for a while"),

    command<Completion>("completion", "Help", "a script with which a shell completes berth's words"),
    command<Help>("help", "Help", "this text, or that of a command"),
};

}  // namespace

std::span<const Command> commands() { return table; }

}  // namespace berth::cli
