package dev.slipstream.runtime.launch;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.configuration.DeviceChoice;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.execution.Ticker;
import dev.slipstream.runtime.launch.PlacementDecision.Belonging;
import dev.slipstream.runtime.launch.PlacementDecision.Decision;
import dev.slipstream.runtime.launch.PlacementDecision.OnDevice;
import dev.slipstream.runtime.launch.PlacementDecision.OnHost;
import dev.slipstream.runtime.machine.Devices;
import dev.slipstream.runtime.node.DeferredLoops;
import dev.slipstream.runtime.observation.LoopMeters;
import dev.slipstream.runtime.observation.LoopStatistics;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One loop of the program. Runs each execution where {@link PlacementDecision} decides, and hides
 * every failure from the program: what cannot run elsewhere runs on the host, as it would without
 * Slipstream. Thread-safe and reentrant.
 */
public final class LoopSite implements CallSite {
  private static final int MOST_LOGGED_REASONS = 100;

  private final Loop loop;
  private final String name;
  private final LoopMeters meters;
  private final boolean isInterpreted;
  private final boolean strict;
  private final DeferredLoops deferred;
  private final Ticker ticker;
  private final Log log;

  private final LoopKernels kernels;
  private final PlacementDecision placement;
  private final LoopPreparation preparation;
  private final LoopComparisons comparisons;
  private final StayHabit habit;
  private final Optional<Verification> verification;
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /** Why no device can run the loop, whatever the execution; empty if one may. */
  private volatile String refused = "";

  /**
   * @param devices where it may run
   * @param choice how devices are chosen; the cost only counts if the user has not chosen
   * @param opening when devices are opened that the user has not chosen
   * @param strict whether it is an error if the loop has to run on the host
   * @param verify whether each execution is compared with the host's result
   * @param deferred runs executions while the program goes on
   * @param gate the check in front of it
   * @param ticker measures how long executions take
   */
  public LoopSite(
      Loop loop,
      LoopMeters meters,
      Devices devices,
      DeviceChoice.Kind choice,
      OpeningRule opening,
      boolean strict,
      boolean verify,
      DeferredLoops deferred,
      EntryGate gate,
      Ticker ticker,
      Log log) {
    this.loop = loop;
    this.name = loop.name().toString();
    this.meters = meters;
    this.isInterpreted = choice == DeviceChoice.Kind.AUTO && loop.isInterpreted();
    this.strict = strict;
    this.deferred = deferred;
    this.ticker = ticker;
    this.log = log;
    this.kernels = new LoopKernels(loop, devices, meters);
    this.verification =
        verify
            ? Optional.of(
                new Verification(name, meters, Runtime.getRuntime()::maxMemory, strict, log))
            : Optional.empty();
    this.preparation = opening.preparation(loop.name());
    this.comparisons =
        new LoopComparisons(
            /* measures= */ !deferred.isReplicated(),
            opening.cores(),
            opening.loss(),
            preparation.earlier());
    this.placement =
        new PlacementDecision(
            kernels, choice, opening, comparisons, strict, verify, deferred, this::note);
    // Ranks decide about each execution together; strict mode and verification must see each.
    boolean checksAll = strict || verify || deferred.isReplicated();
    this.habit = new StayHabit(checksAll ? EntryGate.NONE : gate, meters);
    if (choice == DeviceChoice.Kind.AUTO) {
      habit.begin(loop, preparation);
    } else if (choice == DeviceChoice.Kind.HOST && !loop.hasFixedOrder() && !gate.plansFirst()) {
      habit.stayUnprepared(PlacementDecision.BY_CHOICE);
    }
  }

  /** The loop. */
  public Loop loop() {
    return loop;
  }

  /** Its figures up to now. */
  public LoopStatistics statistics() {
    habit.collect();
    return meters.statistics();
  }

  /**
   * What the next start of the program should know; empty if that is no more than this one knew.
   *
   * @param millis the time now, in milliseconds since 1970
   */
  public Optional<LoopExperience> learnt(long millis) {
    return preparation.learnt(probableGain(), comparisons.onCores(millis));
  }

  /** How much shorter executions have probably been, in nanoseconds. */
  public double probableGain() {
    return comparisons.probableGain();
  }

  /** What devices with memory of their own have gained, in nanoseconds; empty if none was used. */
  public OptionalDouble gainOnDevices() {
    return comparisons.gainOnDevices();
  }

  /**
   * Runs the loop on a device, or leaves it to the host.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures the values passed by the call site, null where the program has a null
   * @return the value of the loop variable with which the program continues; {@code start} if it
   *     has to run the loop itself
   * @throws SlipstreamException if results are lost, or in strict mode if the loop had to run on
   *     the host
   */
  @Override
  public int submit(int start, Object[] captures) {
    if (!refused.isEmpty()) {
      habit.never(refused, 0);
      return fallBack(start, refused);
    }
    if (!loop.isPrepared() && habit.staysMeanwhile(loop, start, captures)) {
      return start;
    }
    long began = ticker.nanoTime();
    LaunchPlan plan;
    try {
      plan = loop.plan(start, captures);
    } catch (Throwable failure) {
      return fallBack(start, "its indices could not be checked: " + FailureReason.of(failure));
    }
    if (plan instanceof LaunchPlan.Run run) {
      habit.planned(ticker.nanoTime() - began);
      return run(start, captures, run, began);
    }
    if (plan instanceof LaunchPlan.Stay stay) {
      habit.refused(stay.reason(), ticker.nanoTime() - began);
      preparation.refused();
      return fallBack(start, stay.reason());
    }
    return start;
  }

  /**
   * @param began when the execution was reached: what its plan takes counts, too
   */
  private int run(int start, Object[] captures, LaunchPlan.Run run, long began) {
    Decision decision;
    try {
      decision =
          deferred.isEnding()
              ? new OnHost("the program is ending", Belonging.ONCE)
              : placement.decide(run);
    } catch (Throwable failure) {
      decision =
          new OnHost("no device could be chosen: " + FailureReason.of(failure), Belonging.NO);
    }
    if (decision instanceof OnDevice onDevice) {
      habit.left();
      loop.leaves(start, captures);
      if (!run.trusted().isEmpty()) {
        meters.trusts(run.trusted());
      }
      return mayWait(run, onDevice)
          ? submit(start, captures, run, onDevice, began)
          : launch(start, captures, run, onDevice, began);
    }
    OnHost onHost = (OnHost) decision;
    if (onHost.isRefusal() && !run.checked() && !run.fixedOrder()) {
      refused = onHost.reason();
    }
    boolean byKernel = run.fixedOrder() || (isInterpreted && onHost.belonging() != Belonging.NO);
    if (!isInterpreted || onHost.belonging() == Belonging.BY_TIMES) {
      learn(onHost, run, ticker.nanoTime() - began);
    }
    int own =
        onHost.belonging() == Belonging.NO
            ? fallBack(start, onHost.reason())
            : stay(start, onHost.reason());
    return byKernel ? launchOnHost(own, run) : own;
  }

  private void learn(OnHost staying, LaunchPlan.Run run, long nanos) {
    switch (staying.belonging()) {
      case BY_CHOICE -> habit.never(staying.reason(), nanos);
      case BY_SIZE -> habit.small(staying.reason(), nanos);
      case BY_TIMES -> {
        long passed = isInterpreted ? 0 : habit.stays(staying.reason(), nanos);
        count(() -> placement.leftToHost(run, 1 + passed));
      }
      case NO, ONCE -> {
        // The next execution may run on a device.
      }
    }
  }

  /**
   * Runs the kernel on the calling thread, because the program's own loop would compute in another
   * order, or is never compiled.
   */
  private int launchOnHost(int start, LaunchPlan.Run run) {
    DeviceBinding alone = kernels.of(run).host();
    Optional<DeviceBinding.Ready> ready = alone.prepare();
    if (ready.isEmpty()) {
      return start;
    }
    deferred.settle(run.launch());
    try {
      ready.get().eager().launch(run.launch());
    } catch (Throwable failure) {
      boolean violates = failure instanceof DeviceException device && device.violation() != 0;
      if (!violates) {
        requireRepeatable(run, "the host: " + FailureReason.of(failure), failure);
      }
      return start;
    }
    deferred.written(run.launch());
    return complete(start, run);
  }

  /** Completes a launch. If that fails, arrays have changed all the same. */
  private int complete(int start, LaunchPlan.Run run) {
    try {
      run.completion().run();
      return run.resume();
    } catch (Throwable failure) {
      String reason = "its results could not be combined: " + FailureReason.of(failure);
      requireRepeatable(
          run, "the host: " + reason, DeviceException.afterPartialResults(reason, failure));
      return fallBack(start, reason);
    }
  }

  /** Whether an execution may run while the program goes on. */
  private boolean mayWait(LaunchPlan.Run run, OnDevice target) {
    // In strict mode failures must be thrown at the loop itself.
    return !strict
        && verification.isEmpty()
        && target.binding() != kernels.of(run).host()
        && deferred.mayKeepArrays(target.binding().device());
  }

  private int submit(
      int start, Object[] captures, LaunchPlan.Run run, OnDevice target, long began) {
    int outcome = submit(run, target, began);
    if (outcome == InspectedLoop.UNKNOWN) {
      return launch(start, captures, run, target, began);
    }
    return outcome == InspectedLoop.SUBMITTED ? complete(start, run) : violated(start, outcome);
  }

  /** Submits an execution that may be deferred; returns what {@link InspectedLoop#submit} does. */
  private int submit(LaunchPlan.Run run, OnDevice target, long began) {
    int outcome;
    try {
      outcome =
          new DeferredExecution(
                  name,
                  run,
                  kernels.of(run),
                  target,
                  kernels.inspection(run),
                  new DeferredTimes(
                      target.binding(), target.comparison(), meters, deferred.isReplicated()),
                  deferred)
              .submit();
    } catch (SlipstreamException lost) {
      throw lost;
    } catch (StackOverflowError full) {
      settleAfter(full, run);
      return InspectedLoop.UNKNOWN;
    } catch (Throwable failure) {
      sayUncounted(failure);
      return InspectedLoop.UNKNOWN;
    }
    if (outcome == InspectedLoop.SUBMITTED) {
      count(
          () -> {
            placement.ended();
            long waited = ticker.nanoTime() - began;
            target.comparison().deferredTook(run.work(), waited);
            LaunchResult later = new LaunchResult(0, 1, 0, 0);
            String id = target.binding().device().id();
            meters.ran(id, run.iterations(), run.work(), later, waited);
          });
    }
    return outcome;
  }

  /**
   * Settles the arrays of a loop that could not be submitted because the stack is full. If results
   * are lost, the program first gets the error that it would get without the agent; it gets the
   * error for the lost results when it reads them.
   */
  private void settleAfter(StackOverflowError full, LaunchPlan.Run run) {
    try {
      deferred.settle(run.launch());
    } catch (SlipstreamException lost) {
      throw full;
    }
  }

  private int launch(
      int start, Object[] captures, LaunchPlan.Run run, OnDevice target, long began) {
    deferred.settle(run.launch());
    Optional<Verification.Check> check = check(target, run);
    LaunchResult result;
    try {
      result = target.ready().eager().launch(run.launch());
    } catch (Throwable failure) {
      return failure instanceof DeviceException device && device.violation() != 0
          ? violated(start, device.violation())
          : launchFailed(start, captures, run, target.binding(), failure);
    }
    count(
        () -> {
          placement.ended();
          long waited = ticker.nanoTime() - began;
          if (check.isPresent()) {
            waited -= check.get().nanos();
          }
          Device device = target.binding().device();
          boolean isAlone = target.binding() == kernels.of(run).host();
          if (!target.isTrial()) {
            target.comparison().deviceTook(run.work(), waited);
          } else if (target.comparison().hostTook(run.work(), result.kernelNanos()) && isAlone) {
            meters.measuredOnHost(result.kernelNanos(), run.work());
          }
          if (device.sharesHostMemory()) {
            placement.tookOnCores(run, waited);
          }
          if (isAlone) {
            meters.stayed("measured for comparison");
          } else {
            deferred.launched(device, kernels.of(run).sharing(run), waited, result.kernelNanos());
            meters.ran(device.id(), run.iterations(), run.work(), result, waited);
          }
        });
    deferred.written(run.launch());
    // The completion uses the values that the verification has kept.
    return check.isEmpty() || verification.orElseThrow().end(check.get())
        ? complete(start, run)
        : violated(start, DeviceException.UNNAMED_VIOLATION);
  }

  private Optional<Verification.Check> check(OnDevice target, LaunchPlan.Run run) {
    KernelBindings kernel = kernels.of(run);
    return verification.isEmpty() || target.binding() == kernel.host()
        ? Optional.empty()
        : verification.get().begin(target.binding().device().id(), kernel, run.launch());
  }

  /**
   * Leaves the loop to the program because an iteration throws: the program's own loop throws,
   * after everything that precedes the exception.
   */
  private int violated(int start, int number) {
    placement.threw();
    String reason = "an iteration throws an exception";
    try {
      reason += number == DeviceException.UNNAMED_VIOLATION ? "" : ": " + loop.violation(number);
    } catch (Throwable unnamed) {
      sayUncounted(unnamed);
    }
    return stay(start, reason);
  }

  private int launchFailed(
      int start, Object[] captures, LaunchPlan.Run run, DeviceBinding binding, Throwable failure) {
    String id = binding.device().id();
    String reason = id + ": " + FailureReason.of(failure);
    requireRepeatable(run, reason, failure);
    if (failure instanceof DeviceException device && device.isRefusal()) {
      // The refusal counts as if it had come before the launch, so another device may run the
      // execution.
      binding.refused(FailureReason.of(failure));
      return run(start, captures, run, ticker.nanoTime());
    }
    count(
        () -> {
          binding.launchFailed(FailureReason.of(failure));
          meters.deviceProblem(reason);
          log.debug(() -> name + " failed on " + id, failure);
        });
    int own = fallBack(start, reason);
    boolean other = run.fixedOrder() && binding != kernels.of(run).host();
    return other ? launchOnHost(own, run) : own;
  }

  /** Throws an error if the loop has run in part and cannot be run again. */
  private void requireRepeatable(LaunchPlan.Run run, String reason, Throwable failure) {
    if (failure instanceof DeviceException device
        && device.hostArraysChanged()
        && !canRunAgain(run)) {
      throw new SlipstreamException(
          name
              + " failed on "
              + reason
              + ". Its arrays hold a part of the results. The loop reads what it writes, so it"
              + " cannot run again. Choose another device with slipstream.device, or"
              + " slipstream.device=host.",
          failure);
    }
  }

  private static boolean canRunAgain(LaunchPlan.Run run) {
    try {
      return Recomputation.possible(run.launch());
    } catch (Throwable unknown) {
      // For example, there is no memory. What is not certain to be repeatable must not run again.
      return false;
    }
  }

  /** Counts an event. A failure of the counting must not make the loop run again. */
  private void count(Runnable counting) {
    try {
      counting.run();
    } catch (Throwable uncounted) {
      sayUncounted(uncounted);
    }
  }

  /** Logs that an event could not be counted, if there is enough stack and memory. */
  private void sayUncounted(Throwable uncounted) {
    try {
      log.debug(() -> name + ": an execution could not be counted", uncounted);
    } catch (Throwable again) {
      return; // The program must get its results all the same.
    }
  }

  /** Counts a device problem once, not for each execution that finds it again. */
  private void note(String problem) {
    if (logged.size() < MOST_LOGGED_REASONS && logged.add(problem)) {
      meters.deviceProblem(problem);
      log.info(() -> name + " cannot use " + problem);
    }
  }

  /** Leaves an execution to the host because it belongs there. */
  private int stay(int start, String reason) {
    count(
        () -> {
          meters.stayed(reason);
          if (logged.size() < MOST_LOGGED_REASONS && logged.add(reason)) {
            log.info(() -> name + " runs on the host: " + reason);
          }
        });
    return start;
  }

  /** Leaves an execution to the host that was meant for a device. */
  private int fallBack(int start, String reason) {
    int resume = stay(start, reason);
    if (strict) {
      throw new SlipstreamException(
          (name + " would have to run on the host, which slipstream.strict=true forbids: ")
              + (reason + ". Remove the cause, or set slipstream.strict=false."));
    }
    return resume;
  }
}
