package dev.slipstream.runtime.launch;

import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.launch.HostComparison.Advice;
import dev.slipstream.runtime.launch.KernelBindings.Bound;
import dev.slipstream.runtime.node.DeferredLoops;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides where each execution of a loop runs: by the user's choice or by cost, by what executions
 * took before, and by where their arrays are. Thread-safe.
 */
final class PlacementDecision {
  /** So often arrays come home for an execution that is small, before it runs where they are. */
  private static final int MOST_HOME_COMINGS = 3;

  /** After so many executions in a row that threw, no device is tried any more. */
  private static final int MOST_VIOLATIONS = 3;

  /** To build a kernel takes a driver some tenths of this. */
  private static final long WORTH_A_DRIVER_NANOS = 1_000_000_000;

  private final LoopKernels kernels;
  private final DeviceChoice.Kind choice;
  private final OpeningRule opening;
  private final boolean strict;
  private final boolean verifies;
  private final DeferredLoops deferred;
  private final Consumer<String> problems;
  private final Map<String, AtomicReferenceArray<@Nullable HostComparison>> comparisons =
      new ConcurrentHashMap<>();
  private final AtomicInteger violations = new AtomicInteger();
  private final AtomicInteger awayRuns = new AtomicInteger();

  /**
   * @param choice how devices are chosen; the cost counts only where the user has not
   * @param opening when devices are opened that the user has not chosen
   * @param strict whether it is an error if the loop has to run on the host
   * @param verifies whether each execution is compared with the host's
   * @param deferred knows where arrays are
   * @param problems hears why a device cannot be used, each time that this is found
   */
  PlacementDecision(
      LoopKernels kernels,
      DeviceChoice.Kind choice,
      OpeningRule opening,
      boolean strict,
      boolean verifies,
      DeferredLoops deferred,
      Consumer<String> problems) {
    this.kernels = kernels;
    this.choice = choice;
    this.opening = opening;
    this.strict = strict;
    this.verifies = verifies;
    this.deferred = deferred;
    this.problems = problems;
  }

  /** Where an execution is to run. */
  sealed interface Decision {}

  /**
   * @param comparison hears how long it took
   * @param isTrial whether it runs there to be compared with the device that would run it
   */
  record OnDevice(
      DeviceBinding binding, DeviceBinding.Ready ready, HostComparison comparison, boolean isTrial)
      implements Decision {}

  /** Whether an execution is on the host because it belongs there. */
  enum Belonging {
    /** A device was to run it. */
    NO,
    /** This execution does, others may not. */
    ONCE,
    /** So do all that have no more work, as long as nothing else changes. */
    BY_TIMES,
    /** So do all that are small. */
    BY_SIZE,
    /** So do all, since the user wants it. */
    BY_CHOICE
  }

  /**
   * @param isRefusal whether all devices refuse the kernel, whatever the execution is
   */
  record OnHost(String reason, Belonging belonging, boolean isRefusal) implements Decision {
    OnHost(String reason, Belonging belonging) {
      this(reason, belonging, /* isRefusal= */ false);
    }
  }

  /** An iteration of the last execution would have thrown on a device. */
  void threw() {
    violations.incrementAndGet();
  }

  /** The last execution has ended on a device, or has been submitted. */
  void ended() {
    violations.set(0);
  }

  /** Decides about one execution. */
  Decision decide(LaunchPlan.Run run) {
    if (choice == DeviceChoice.Kind.HOST) {
      return new OnHost("slipstream.device=host", Belonging.BY_CHOICE);
    }
    if (violations.get() >= MOST_VIOLATIONS && run.launch().isChecked()) {
      return new OnHost("its last executions on devices would have thrown", Belonging.ONCE);
    }
    // What is to be compared runs on a device, however small it is.
    boolean auto = choice == DeviceChoice.Kind.AUTO && !verifies;
    boolean follows = auto && followsItsArrays(run);
    if (auto && CostRule.paysNowhere(run.work()) && !follows) {
      return tooSmall(Belonging.BY_SIZE);
    }
    KernelBindings bindings = kernels.of(run);
    if (auto && !strict && opening.isTooEarly(run.work())) {
      Optional<Decision> early = beforeDevices(run, bindings);
      if (early.isPresent()) {
        return early.get();
      }
    }
    Bound known = bindings.bound();
    if (strict && !known.failures().isEmpty()) {
      return new OnHost(String.join("; ", known.failures()), Belonging.NO);
    }
    boolean anyTooSmall = false;
    boolean anyIsSlower = false;
    List<String> refusals = new ArrayList<>();
    List<Device> refusing = new ArrayList<>();
    for (DeviceBinding binding : known.inOrder()) {
      if (isLikeOne(binding.device(), refusing) || (auto && isLeftToCores(binding, run, known))) {
        continue;
      }
      if (auto && !follows && !pays(binding.device(), run)) {
        Advice advice = adviceOnStaying(binding, run);
        Optional<OnDevice> trial =
            advice == Advice.TRIAL ? trial(binding, run, bindings) : Optional.empty();
        if (trial.isPresent()) {
          return trial.get();
        }
        if (advice != Advice.DEVICE) {
          anyTooSmall = true;
          continue;
        }
      }
      Optional<OnDevice> onDevice = on(binding, comparison(binding, run));
      if (onDevice.isPresent()) {
        Optional<OnDevice> compared = auto ? compared(onDevice.get(), run, bindings) : onDevice;
        if (compared.isPresent()) {
          return compared.get();
        }
        anyIsSlower = true;
        continue;
      }
      refusals.add(binding.refusal());
      refusing.add(binding.device());
      problems.accept(binding.refusal());
      if (strict && !(auto && binding.device().leavesLoopsToOthers())) {
        break;
      }
    }
    if (anyIsSlower) {
      return isFasterAlone(Belonging.BY_TIMES);
    }
    if (!refusals.isEmpty()) {
      return new OnHost(String.join("; ", refusals), Belonging.NO, /* isRefusal= */ !anyTooSmall);
    }
    if (anyTooSmall) {
      return tooSmall(Belonging.ONCE);
    }
    String none = known.failures().isEmpty() ? "no device is there" : "";
    return new OnHost(none + String.join("; ", known.failures()), Belonging.NO);
  }

  /** All cores or the host, as long as devices are not worth opening; empty if no core runs it. */
  private Optional<Decision> beforeDevices(LaunchPlan.Run run, KernelBindings bindings) {
    Optional<DeviceBinding> cores = bindings.cores();
    if (cores.isEmpty()) {
      return Optional.empty();
    }
    HostComparison comparison = comparison(cores.get(), run);
    Optional<OnDevice> onCores = on(cores.get(), comparison);
    if (onCores.isEmpty()) {
      return Optional.empty();
    }
    Optional<OnDevice> compared = compared(onCores.get(), run, bindings);
    if (compared.isEmpty()) {
      // What the program does meanwhile counts, too: a device may be faster than both.
      opening.tookOnCores(comparison.onHost(run.work()));
      return Optional.of(isFasterAlone(Belonging.ONCE));
    }
    return Optional.of(compared.get());
  }

  /**
   * Whether the cores run what a driver could run on the same cores: until they have taken so long
   * that to build a kernel for the driver is little beside it.
   */
  private boolean isLeftToCores(DeviceBinding binding, LaunchPlan.Run run, Bound known) {
    if (opening.isAtOnce() || !binding.device().isHostProcessor()) {
      return false;
    }
    for (DeviceBinding other : known.inOrder()) {
      if (other.device().sharesHostMemory() && other.prepare().isPresent()) {
        HostComparison cores = comparison(other, run);
        return cores.advice(run.work()) == Advice.HOST || cores.onDevice() < WORTH_A_DRIVER_NANOS;
      }
    }
    return false;
  }

  /**
   * Whether a device is of the model of one that has refused a loop. Those that leave loops to
   * others refuse the same ones.
   */
  private static boolean isLikeOne(Device device, List<Device> refusing) {
    return device.leavesLoopsToOthers()
        && refusing.stream().anyMatch(one -> one.sharesWith(device));
  }

  /** Empty if the device cannot run the kernel. */
  private static Optional<OnDevice> on(DeviceBinding binding, HostComparison comparison) {
    Optional<DeviceBinding.Ready> ready = binding.prepare();
    return ready.isPresent()
        ? Optional.of(new OnDevice(binding, ready.get(), comparison, /* isTrial= */ false))
        : Optional.empty();
  }

  /** Where a loop runs that a device could run; empty if the host is faster. */
  private Optional<OnDevice> compared(
      OnDevice onDevice, LaunchPlan.Run run, KernelBindings bindings) {
    return switch (onDevice.comparison().advice(run.work())) {
      case DEVICE -> Optional.of(onDevice);
      case HOST -> Optional.empty();
      case TRIAL -> Optional.of(trial(onDevice.binding(), run, bindings).orElse(onDevice));
    };
  }

  /** An execution on the host that is compared with those on a device. */
  private Optional<OnDevice> trial(
      DeviceBinding device, LaunchPlan.Run run, KernelBindings bindings) {
    DeviceBinding rival = rival(device, run, bindings);
    return rival
        .prepare()
        .map(ready -> new OnDevice(rival, ready, comparison(device, run), /* isTrial= */ true));
  }

  /** All cores for a driver that uses the same, unless they are slower than one; else one core. */
  private DeviceBinding rival(DeviceBinding device, LaunchPlan.Run run, KernelBindings bindings) {
    Optional<DeviceBinding> cores =
        device.device().isHostProcessor() ? bindings.cores() : Optional.empty();
    return cores.isPresent()
            && cores.get().prepare().isPresent()
            && comparison(cores.get(), run).advice(run.work()) != Advice.HOST
        ? cores.get()
        : bindings.host();
  }

  /** What is known of a device: what another one took that has refused the loop does not count. */
  private HostComparison comparison(DeviceBinding binding, LaunchPlan.Run run) {
    return HostComparison.of(
        run.work(),
        comparisons.computeIfAbsent(binding.device().id(), id -> HostComparison.ofAll()),
        /* measures= */ !deferred.isReplicated());
  }

  /**
   * Whether an execution is to run on a device because its arrays are there, however small it is.
   * Not at once: a program may want to have results home anyway.
   */
  private boolean followsItsArrays(LaunchPlan.Run run) {
    return deferred.isAwayFromHost(run.launch())
        && kernels.canTell(run)
        && awayRuns.incrementAndGet() > MOST_HOME_COMINGS;
  }

  /** Whether the device is worth its copies, if arrays stay there for the next executions. */
  private Advice adviceOnStaying(DeviceBinding binding, LaunchPlan.Run run) {
    if (!deferred.mayKeepArrays(binding.device()) || !kernels.canTell(run)) {
      return Advice.HOST;
    }
    long bytes = CostRule.copiedBytes(run.launch(), kernels.of(run).source().parameters());
    return comparison(binding, run).adviceOnStaying(run.work(), bytes);
  }

  private boolean pays(Device device, LaunchPlan.Run run) {
    return CostRule.pays(device, run.launch(), kernels.of(run).source().parameters(), run.work());
  }

  private static OnHost isFasterAlone(Belonging belonging) {
    return new OnHost("measured: faster on the host alone", belonging);
  }

  private static OnHost tooSmall(Belonging belonging) {
    return new OnHost("too small to pay", belonging);
  }
}
