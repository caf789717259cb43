/// A container as a task definition describes it.
#pragma once

#include "berth/services/ecs/common_shapes.hpp"
#include "berth/wire/shape.hpp"

namespace berth::ecs {

struct Secret {
  std::string name;
  std::string valueFrom;
};
AWS_SHAPE(Secret, name, valueFrom)

struct PortMapping {
  std::optional<int> containerPort;
  std::optional<int> hostPort;
  std::optional<std::string> protocol;
  std::optional<std::string> name;
  std::optional<std::string> appProtocol;
  std::optional<std::string> containerPortRange;
};
AWS_SHAPE(PortMapping, containerPort, hostPort, protocol, name, appProtocol, containerPortRange)

struct MountPoint {
  std::optional<std::string> sourceVolume;
  std::optional<std::string> containerPath;
  std::optional<bool> readOnly;
};
AWS_SHAPE(MountPoint, sourceVolume, containerPath, readOnly)

struct VolumeFrom {
  std::optional<std::string> sourceContainer;
  std::optional<bool> readOnly;
};
AWS_SHAPE(VolumeFrom, sourceContainer, readOnly)

struct KernelCapabilities {
  std::optional<std::vector<std::string>> add;
  std::optional<std::vector<std::string>> drop;
};
AWS_SHAPE(KernelCapabilities, add, drop)

struct Device {
  std::string hostPath;
  std::optional<std::string> containerPath;
  std::optional<std::vector<std::string>> permissions;
};
AWS_SHAPE(Device, hostPath, containerPath, permissions)

struct Tmpfs {
  std::string containerPath;
  int size = 0;
  std::optional<std::vector<std::string>> mountOptions;
};
AWS_SHAPE(Tmpfs, containerPath, size, mountOptions)

struct LinuxParameters {
  std::optional<KernelCapabilities> capabilities;
  std::optional<std::vector<Device>> devices;
  std::optional<bool> initProcessEnabled;
  std::optional<int> sharedMemorySize;
  std::optional<std::vector<Tmpfs>> tmpfs;
  std::optional<int> maxSwap;
  std::optional<int> swappiness;
};
AWS_SHAPE(LinuxParameters, capabilities, devices, initProcessEnabled, sharedMemorySize, tmpfs, maxSwap,
          swappiness)

struct ContainerDependency {
  std::string containerName;
  std::string condition;
};
AWS_SHAPE(ContainerDependency, containerName, condition)

struct HostEntry {
  std::string hostname;
  std::string ipAddress;
};
AWS_SHAPE(HostEntry, hostname, ipAddress)

struct Ulimit {
  std::string name;
  int softLimit = 0;
  int hardLimit = 0;
};
AWS_SHAPE(Ulimit, name, softLimit, hardLimit)

struct LogConfiguration {
  std::string logDriver;
  std::optional<std::map<std::string, std::string>> options;
  std::optional<std::vector<Secret>> secretOptions;
};
AWS_SHAPE(LogConfiguration, logDriver, options, secretOptions)

struct HealthCheck {
  wire::Required<std::vector<std::string>> command;
  std::optional<int> interval;
  std::optional<int> timeout;
  std::optional<int> retries;
  std::optional<int> startPeriod;
};
AWS_SHAPE(HealthCheck, command, interval, timeout, retries, startPeriod)

struct SystemControl {
  std::optional<std::string> namespace_;
  std::optional<std::string> value;
};
AWS_SHAPE(SystemControl, namespace_, value)

struct FirelensConfiguration {
  std::string type;
  std::optional<std::map<std::string, std::string>> options;
};
AWS_SHAPE(FirelensConfiguration, type, options)

struct RepositoryCredentials {
  std::string credentialsParameter;
};
AWS_SHAPE(RepositoryCredentials, credentialsParameter)

struct ContainerRestartPolicy {
  bool enabled = false;
  std::optional<std::vector<int>> ignoredExitCodes;
  std::optional<int> restartAttemptPeriod;
};
AWS_SHAPE(ContainerRestartPolicy, enabled, ignoredExitCodes, restartAttemptPeriod)

struct ContainerDefinition {
  std::optional<std::string> name;
  std::optional<std::string> image;
  std::optional<RepositoryCredentials> repositoryCredentials;
  std::optional<int> cpu;
  std::optional<int> memory;
  std::optional<int> memoryReservation;
  std::optional<std::vector<std::string>> links;
  std::vector<PortMapping> portMappings;
  std::optional<bool> essential;
  std::optional<ContainerRestartPolicy> restartPolicy;
  std::optional<std::vector<std::string>> entryPoint;
  std::optional<std::vector<std::string>> command;
  std::vector<KeyValuePair> environment;
  std::optional<std::vector<EnvironmentFile>> environmentFiles;
  std::vector<MountPoint> mountPoints;
  std::vector<VolumeFrom> volumesFrom;
  std::optional<LinuxParameters> linuxParameters;
  std::optional<std::vector<Secret>> secrets;
  std::optional<std::vector<ContainerDependency>> dependsOn;
  std::optional<int> startTimeout;
  std::optional<int> stopTimeout;
  std::optional<std::string> versionConsistency;
  std::optional<std::string> hostname;
  std::optional<std::string> user;
  std::optional<std::string> workingDirectory;
  std::optional<bool> disableNetworking;
  std::optional<bool> privileged;
  std::optional<bool> readonlyRootFilesystem;
  std::optional<std::vector<std::string>> dnsServers;
  std::optional<std::vector<std::string>> dnsSearchDomains;
  std::optional<std::vector<HostEntry>> extraHosts;
  std::optional<std::vector<std::string>> dockerSecurityOptions;
  std::optional<bool> interactive;
  std::optional<bool> pseudoTerminal;
  std::optional<std::map<std::string, std::string>> dockerLabels;
  std::optional<std::vector<Ulimit>> ulimits;
  std::optional<LogConfiguration> logConfiguration;
  std::optional<HealthCheck> healthCheck;
  std::vector<SystemControl> systemControls;
  std::optional<std::vector<ResourceRequirement>> resourceRequirements;
  std::optional<FirelensConfiguration> firelensConfiguration;
  std::optional<std::vector<std::string>> credentialSpecs;
};
AWS_SHAPE(ContainerDefinition, name, image, repositoryCredentials, cpu, memory, memoryReservation, links,
          portMappings, essential, restartPolicy, entryPoint, command, environment, environmentFiles,
          mountPoints, volumesFrom, linuxParameters, secrets, dependsOn, startTimeout, stopTimeout,
          versionConsistency, hostname, user, workingDirectory, disableNetworking, privileged,
          readonlyRootFilesystem, dnsServers, dnsSearchDomains, extraHosts, dockerSecurityOptions,
          interactive, pseudoTerminal, dockerLabels, ulimits, logConfiguration, healthCheck, systemControls,
          resourceRequirements, firelensConfiguration, credentialSpecs)

}  // namespace berth::ecs
