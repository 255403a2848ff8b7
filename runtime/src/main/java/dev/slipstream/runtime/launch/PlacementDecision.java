package dev.slipstream.runtime.launch;

import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.launch.HostComparison.Advice;
import dev.slipstream.runtime.launch.KernelBindings.Bound;
import dev.slipstream.runtime.node.DeferredLoops;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Decides where each execution of a loop runs, by the user's choice or by cost, by the times of
 * earlier executions, and by where their arrays are. Thread-safe.
 */
final class PlacementDecision {
  /**
   * How often arrays are copied back for an execution that is small, before it runs where they are.
   */
  private static final int MOST_HOME_COMINGS = 3;

  /** After this many executions in a row that threw, no device is tried any more. */
  private static final int MOST_VIOLATIONS = 3;

  /** Building a kernel takes a driver a few tenths of this time. */
  private static final long WORTH_A_DRIVER_NANOS = 1_000_000_000;

  /** The reason for executions that the user has left to the host. */
  static final String BY_CHOICE = "slipstream.device=host";

  private final LoopKernels kernels;
  private final DeviceChoice.Kind choice;
  private final OpeningRule opening;
  private final LoopComparisons comparisons;
  private final boolean strict;
  private final boolean verifies;
  private final DeferredLoops deferred;
  private final Consumer<String> problems;
  private final AtomicInteger violations = new AtomicInteger();
  private final AtomicInteger awayRuns = new AtomicInteger();

  /**
   * @param choice how devices are chosen; the cost only counts if the user has not chosen
   * @param opening when devices are opened that the user has not chosen
   * @param comparisons the loop's measurements
   * @param strict whether it is an error if the loop has to run on the host
   * @param verifies whether each execution is compared with the host's result
   * @param deferred knows where arrays are
   * @param problems receives the reason why a device cannot be used, each time that this is found
   */
  PlacementDecision(
      LoopKernels kernels,
      DeviceChoice.Kind choice,
      OpeningRule opening,
      LoopComparisons comparisons,
      boolean strict,
      boolean verifies,
      DeferredLoops deferred,
      Consumer<String> problems) {
    this.kernels = kernels;
    this.choice = choice;
    this.opening = opening;
    this.comparisons = comparisons;
    this.strict = strict;
    this.verifies = verifies;
    this.deferred = deferred;
    this.problems = problems;
  }

  /** Where an execution should run. */
  sealed interface Decision {}

  /**
   * @param comparison receives its time
   * @param isTrial whether it runs there for a comparison with the device that would run it
   */
  record OnDevice(
      DeviceBinding binding, DeviceBinding.Ready ready, HostComparison comparison, boolean isTrial)
      implements Decision {}

  /** Whether an execution is on the host because it belongs there. */
  enum Belonging {
    /** A device should have run it. */
    NO,
    /** This execution belongs there, others may not. */
    ONCE,
    /** All executions with no more work belong there, while nothing else changes. */
    BY_TIMES,
    /** All small executions belong there. */
    BY_SIZE,
    /** All executions belong there, by the user's choice. */
    BY_CHOICE
  }

  /**
   * @param isRefusal whether all devices refuse the kernel, whatever the execution
   */
  record OnHost(String reason, Belonging belonging, boolean isRefusal) implements Decision {
    OnHost(String reason, Belonging belonging) {
      this(reason, belonging, /* isRefusal= */ false);
    }
  }

  /** Notes that an iteration of the last execution would have thrown on a device. */
  void threw() {
    violations.incrementAndGet();
  }

  /** Notes that the last execution has ended on a device, or was submitted. */
  void ended() {
    violations.set(0);
  }

  /** Decides where one execution runs. */
  Decision decide(LaunchPlan.Run run) {
    if (choice == DeviceChoice.Kind.HOST) {
      return new OnHost(BY_CHOICE, Belonging.BY_CHOICE);
    }
    if (violations.get() >= MOST_VIOLATIONS && run.launch().isChecked()) {
      return new OnHost(
          "an iteration threw in each of its last executions on devices", Belonging.ONCE);
    }
    // With verification executions run on a device, however small they are.
    boolean auto = choice == DeviceChoice.Kind.AUTO && !verifies;
    boolean follows = auto && followsItsArrays(run);
    if (auto && CostRule.paysNowhere(run.work()) && !follows) {
      return tooSmall(Belonging.BY_SIZE);
    }
    KernelBindings bindings = kernels.of(run);
    if (auto && !strict && !mayUseDevices(run, bindings)) {
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
    boolean anyIsEarly = false;
    boolean anyIsTriedSoon = false;
    List<String> refusals = new ArrayList<>();
    List<Device> refusing = new ArrayList<>();
    for (DeviceBinding binding : known.inOrder()) {
      if (isLikeOne(binding.device(), refusing)
          || (auto && isLeftToCores(binding, run, known, anyIsTriedSoon))) {
        continue;
      }
      Optional<HostComparison> onCores = auto ? onCores(binding, run, bindings) : Optional.empty();
      onCores.ifPresent(cores -> compare(binding, cores, run));
      if (auto && !follows && !pays(binding, run, onCores)) {
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
      if ((onCores.isPresent() && !isDue(binding, run, onCores.get(), follows))
          || (auto && !waits(binding, onCores) && !isReady(binding, run, bindings, follows))) {
        anyIsEarly = true;
        anyIsTriedSoon |= !comparison(binding, run).credit().isGivenBack();
        continue;
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
      return isFasterAlone(anyIsEarly ? Belonging.ONCE : Belonging.BY_TIMES);
    }
    if (anyIsEarly) {
      return tooSmall(Belonging.ONCE);
    }
    if (!refusals.isEmpty()) {
      return new OnHost(String.join("; ", refusals), Belonging.NO, /* isRefusal= */ !anyTooSmall);
    }
    if (anyTooSmall) {
      return tooSmall(Belonging.ONCE);
    }
    String none = known.failures().isEmpty() ? "there is no device" : "";
    return new OnHost(none + String.join("; ", known.failures()), Belonging.NO);
  }

  /**
   * Whether devices are open, or this execution has to wait until they are. They are opened while
   * the program goes on once they are worth it. That takes long, so it is not done for a loop that
   * would not be tried there, even if others have taken long.
   */
  private boolean mayUseDevices(LaunchPlan.Run run, KernelBindings bindings) {
    if (opening.isTooEarly(run.certainWork())) {
      return false;
    }
    if (opening.isOpen() || opening.isLong(run.certainWork())) {
      return true;
    }
    Optional<HostComparison> cores = bindings.cores().map(binding -> comparison(binding, run));
    if (cores.isEmpty()) {
      return true;
    }
    OptionalDouble cost = cores.get().warmCost();
    if (cost.isEmpty()) {
      return false;
    }
    long bytes = copiedBytes(run);
    double needed = CostRule.firstTry(/* isPrepared= */ false, bytes);
    if (!CostRule.pays(cost.getAsDouble() * run.work(), bytes)) {
      needed = Math.max(needed, CostRule.worthStaying(bytes));
    }
    return cores.get().nanosUpToNow() >= needed && opening.open();
  }

  /**
   * Chooses all cores or the host while it is too early to open devices; empty if the cores cannot
   * run the kernel.
   */
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
    return Optional.of(compared.isPresent() ? compared.get() : isFasterAlone(Belonging.BY_TIMES));
  }

  /** Notes the time of an execution on the cores: devices may be worth opening for it. */
  void tookOnCores(LaunchPlan.Run run, long nanos) {
    if (!opening.isOpen()) {
      opening.missed(CostRule.saves(nanos, copiedBytes(run)));
    }
  }

  /**
   * Notes that executions have run on the host because it is faster than the cores. Their time
   * counts, too: a device may be faster than both.
   *
   * @param run the last of them
   * @param executions how many
   */
  void leftToHost(LaunchPlan.Run run, long executions) {
    Optional<DeviceBinding> cores = kernels.of(run).cores();
    if (cores.isPresent()) {
      HostComparison comparison = comparison(cores.get(), run);
      comparison.leftToHost(run.work(), executions);
      long nanos = comparison.onHost(run.work());
      opening.loss().took(executions * nanos, 0);
      if (!opening.isOpen()) {
        opening.missed(executions * CostRule.saves(nanos, copiedBytes(run)));
      }
    }
  }

  /**
   * Whether the CPU device runs a loop instead of a driver for the same cores. It does so until it
   * has taken so long that building a kernel for the driver takes little in comparison, and while
   * another device is yet to be tried.
   */
  private boolean isLeftToCores(
      DeviceBinding binding, LaunchPlan.Run run, Bound known, boolean anyIsTriedSoon) {
    if (opening.isImmediate() || !binding.device().isHostProcessor()) {
      return false;
    }
    if (anyIsTriedSoon) {
      return true;
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
   * Whether a device is of the same model as one that has refused the loop. Only for devices that
   * leave loops to others: equal models refuse the same loops.
   */
  private static boolean isLikeOne(Device device, List<Device> refusing) {
    return device.leavesLoopsToOthers()
        && refusing.stream().anyMatch(one -> one.sharesWith(device));
  }

  /**
   * Returns the measurements of the cores, as the rival of a device that was not asked for; empty
   * if there is no choice.
   */
  private Optional<HostComparison> onCores(
      DeviceBinding binding, LaunchPlan.Run run, KernelBindings bindings) {
    if (strict
        || opening.isImmediate()
        || deferred.isReplicated()
        || binding.device().sharesHostMemory()) {
      return Optional.empty();
    }
    return bindings
        .cores()
        .filter(cores -> cores.prepare().isPresent())
        .map(cores -> comparison(cores, run));
  }

  private void compare(DeviceBinding binding, HostComparison onCores, LaunchPlan.Run run) {
    HostComparison onDevice = comparison(binding, run);
    OptionalDouble cost = onCores.warmCost();
    if (cost.isPresent()) {
      onDevice.coresTake(cost.getAsDouble());
      onDevice.credit().begins(onCores.nanosUpToNow());
      onDevice.credit().leaves(cost.getAsDouble() * run.work());
    }
  }

  /**
   * Whether it is time to run an execution on a device that may pay. Before, the cores run it, and
   * are measured.
   */
  private boolean isDue(
      DeviceBinding binding, LaunchPlan.Run run, HostComparison onCores, boolean follows) {
    HostComparison onDevice = comparison(binding, run);
    DeviceCredit credit = onDevice.credit();
    if (onCores.warmCost().isPresent()) {
      if (follows && !credit.isGivenBack()) {
        credit.starts();
        return true;
      }
      return credit.allows(CostRule.firstTry(binding.isPrepared(), copiedBytes(run)));
    }
    boolean isDue =
        onDevice.isUsed()
            ? onDevice.isFasterThan(opening.fastestOnCores(run.work()) / run.work())
            : follows || opening.isLong(run.certainWork());
    if (isDue) {
      credit.starts();
    }
    return isDue;
  }

  /** Whether the program waits until a driver has built the kernel, since nothing else runs it. */
  private boolean waits(DeviceBinding binding, Optional<HostComparison> onCores) {
    boolean isNeverWaitedFor = binding.device().isHostProcessor() && !opening.isImmediate();
    return strict || !(onCores.isPresent() || isNeverWaitedFor);
  }

  /**
   * Whether an execution need not wait for a driver that builds the kernel. If it would, the kernel
   * is built while the cores run the loop, unless the execution is long or its arrays are there.
   */
  private boolean isReady(
      DeviceBinding binding, LaunchPlan.Run run, KernelBindings bindings, boolean follows) {
    boolean mayBeThere = follows && !binding.device().isHostProcessor();
    if (binding.isPrepared() || mayBeThere || opening.isLong(run.certainWork())) {
      return true;
    }
    bindings.prepareSoon(binding);
    return binding.isPrepared();
  }

  /** Returns the placement on a device; empty if it cannot run the kernel. */
  private static Optional<OnDevice> on(DeviceBinding binding, HostComparison comparison) {
    Optional<DeviceBinding.Ready> ready = binding.prepare();
    return ready.isPresent()
        ? Optional.of(new OnDevice(binding, ready.get(), comparison, /* isTrial= */ false))
        : Optional.empty();
  }

  /** Returns where a loop runs that a device could run; empty if the host is faster. */
  private Optional<OnDevice> compared(
      OnDevice onDevice, LaunchPlan.Run run, KernelBindings bindings) {
    return switch (onDevice.comparison().advice(run.work())) {
      case DEVICE -> Optional.of(onDevice);
      case HOST -> Optional.empty();
      case TRIAL -> Optional.of(trial(onDevice.binding(), run, bindings).orElse(onDevice));
    };
  }

  /** Returns an execution on the host as a trial, for comparison with a device. */
  private Optional<OnDevice> trial(
      DeviceBinding device, LaunchPlan.Run run, KernelBindings bindings) {
    DeviceBinding rival = rival(device, run, bindings);
    return rival
        .prepare()
        .map(ready -> new OnDevice(rival, ready, comparison(device, run), /* isTrial= */ true));
  }

  /**
   * The host's side of a comparison: all cores, unless these are the device, or are slower than one
   * core; otherwise one core.
   */
  private DeviceBinding rival(DeviceBinding device, LaunchPlan.Run run, KernelBindings bindings) {
    Optional<DeviceBinding> cores =
        device.device().sharesHostMemory() ? Optional.empty() : bindings.cores();
    return cores.isPresent()
            && cores.get().prepare().isPresent()
            && comparison(cores.get(), run).advice(run.work()) != Advice.HOST
        ? cores.get()
        : bindings.host();
  }

  /** The measurements of a device. */
  private HostComparison comparison(DeviceBinding binding, LaunchPlan.Run run) {
    Device device = binding.device();
    return comparisons.of(device.id(), device.sharesHostMemory(), run.work());
  }

  /**
   * Whether an execution should run on a device because its arrays are there, however small it is.
   * Not so for the first executions, since the program may need the results on the host anyway.
   */
  private boolean followsItsArrays(LaunchPlan.Run run) {
    return deferred.isAwayFromHost(run.launch())
        && kernels.canTell(run)
        && awayRuns.incrementAndGet() > MOST_HOME_COMINGS;
  }

  /**
   * Advises whether the device is worth its copies, if arrays stay there for the next executions.
   */
  private Advice adviceOnStaying(DeviceBinding binding, LaunchPlan.Run run) {
    if (!deferred.mayKeepArrays(binding.device()) || !kernels.canTell(run)) {
      return Advice.HOST;
    }
    return comparison(binding, run).adviceOnStaying(run.work(), copiedBytes(run));
  }

  private long copiedBytes(LaunchPlan.Run run) {
    return CostRule.copiedBytes(run.launch(), kernels.of(run).source().parameters());
  }

  /** Whether a device is likely to be faster, by the time of the cores if that is known. */
  private boolean pays(
      DeviceBinding binding, LaunchPlan.Run run, Optional<HostComparison> onCores) {
    OptionalDouble cost = onCores.map(HostComparison::warmCost).orElse(OptionalDouble.empty());
    return cost.isPresent()
        ? CostRule.pays(cost.getAsDouble() * run.work(), copiedBytes(run))
        : CostRule.pays(
            binding.device(), run.launch(), kernels.of(run).source().parameters(), run.work());
  }

  private static OnHost isFasterAlone(Belonging belonging) {
    return new OnHost("measured: faster on the host alone", belonging);
  }

  private static OnHost tooSmall(Belonging belonging) {
    return new OnHost(StayHabit.TOO_SMALL, belonging);
  }
}
