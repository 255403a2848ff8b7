package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.cluster.RankJoin.Joined;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.ProgramJvm;
import dev.slipstream.runtime.device.cpu.CpuDevice;
import dev.slipstream.runtime.machine.Backends;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.membership.MembershipException;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.observation.Metrics;
import java.util.ArrayList;
import java.util.List;

/** Runs a process that is a follower until the run ends. */
public final class FollowerProcess {
  private FollowerProcess() {}

  /** Forms a new group of the remaining ranks. */
  public interface Regrouping {
    /**
     * Joins another group.
     *
     * @param rank the rank of this process there
     * @param size the number of ranks there
     */
    Joined join(int rank, int size) throws MembershipException, TransportException;
  }

  /**
   * Follows until the end of the run, in each new group after losses.
   *
   * @param joined this rank
   * @param again joins the remaining ranks when others are lost
   * @param settings with the number of cores that this rank has
   * @param backends open devices
   * @param memory allocates host memory
   * @return the exit code of the process
   */
  public static int run(
      Joined joined,
      Regrouping again,
      Settings settings,
      ClassLoader backends,
      MemoryStore memory,
      Log log)
      throws MembershipException, TransportException {
    List<DeviceBackend> found = Backends.find(backends, settings.cpuThreads(), log);
    List<String> names = new ArrayList<>();
    for (DeviceBackend backend : found) {
      names.add(backend.name());
    }
    DeviceChoice choice = settings.device().among(names, log);
    Metrics metrics = new Metrics();
    try (Devices devices =
        new Devices(
            found,
            choice,
            new DeviceEnvironment(settings.cache(), metrics, log, ProgramJvm.FIXED))) {
      Device device =
          device(devices.candidates().devices(), joined.membership().localRank(), settings);
      long bytes = Math.min(device.memoryBytes(), settings.deferral().deviceMemory());
      Follower.Outcome outcome =
          new Follower(joined.communicator(), device, bytes, memory, log).run();
      while (outcome.goesOn()) {
        Joined left = again.join(outcome.rank(), outcome.size());
        outcome = new Follower(left.communicator(), device, bytes, memory, log).run();
      }
      return outcome.code();
    } catch (DeviceException failure) {
      log.error(
          "rank " + joined.membership().rank() + " has no device: " + FailureReason.of(failure));
      joined.communicator().close();
      return Follower.FAILED.code();
    }
  }

  /** The ranks of a host divide the devices among them; there may be more ranks than devices. */
  private static Device device(List<Device> all, int localRank, Settings settings) {
    List<Device> own = new ArrayList<>();
    for (Device device : all) {
      if (!device.sharesHostMemory() && device.keepsArrays()) {
        own.add(device);
      }
    }
    return own.isEmpty() ? new CpuDevice(settings.cpuThreads()) : own.get(localRank % own.size());
  }
}
