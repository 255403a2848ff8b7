package dev.slipstream.runtime.launch;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.observation.LoopMeters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Runs each execution of a loop again: on the host, on copies of its arrays, in the loop's own
 * order on one thread. If the device's results differ, the host's are kept. Then it runs the
 * iterations in two other orders, in reverse and at random, and compares these results. The reason
 * is that a device may also run iterations in order, especially if there are few of them. This
 * finds marked loops that are not parallel, and devices that compute wrongly.
 *
 * <p>The copies are made before the device begins. An array element that another thread of the
 * program writes meanwhile counts as a difference. Thread-safe.
 */
final class Verification {
  private final String loop;
  private final LoopMeters meters;
  private final LongSupplier mostBytes;
  private final boolean strict;
  private final Log log;
  private final AtomicBoolean warned = new AtomicBoolean();
  private final AtomicBoolean saidSkipped = new AtomicBoolean();
  private final AtomicLong seeds = new AtomicLong();

  /**
   * @param loop the loop as shown to users
   * @param mostBytes the largest size of copies that are made
   * @param strict whether a difference is an error
   */
  Verification(String loop, LoopMeters meters, LongSupplier mostBytes, boolean strict, Log log) {
    this.loop = loop;
    this.meters = meters;
    this.mostBytes = mostBytes;
    this.strict = strict;
    this.log = log;
  }

  /**
   * One execution that is verified.
   *
   * @param copies the elements that it is about to write
   * @param others the same for each further order; empty if there is no memory for them
   * @param nanos the time that {@link #begin} took
   */
  record Check(
      String device,
      KernelBindings kernel,
      ExecutionCopies copies,
      List<Reordered> others,
      long nanos) {
    /** Copies the list. */
    Check {
      others = List.copyOf(others);
    }
  }

  /** An execution on its own copies, in another order. */
  private record Reordered(IterationOrder order, ExecutionCopies copies) {}

  /** Copies what an execution is about to write; empty if it cannot be verified. Never throws. */
  Optional<Check> begin(String device, KernelBindings kernel, Launch launch) {
    long began = System.nanoTime();
    try {
      long bytes = ExecutionCopies.bytes(launch);
      if (bytes > mostBytes.getAsLong()) {
        skipped("copies of its arrays need " + (bytes >> 20) + " MiB, more than is free");
        return Optional.empty();
      }
      ExecutionCopies copies = ExecutionCopies.of(launch);
      List<Reordered> others = new ArrayList<>();
      List<IterationOrder> orders =
          List.of(
              IterationOrder.reversed(launch.space()),
              IterationOrder.random(launch.space(), seeds.getAndIncrement()));
      if (launch.space().iterations() > 1 && bytes <= mostBytes.getAsLong() / (1 + orders.size())) {
        orders.forEach(order -> others.add(new Reordered(order, ExecutionCopies.of(launch))));
      }
      return Optional.of(new Check(device, kernel, copies, others, System.nanoTime() - began));
    } catch (Throwable unable) {
      skipped("its arrays could not be copied: " + FailureReason.of(unable));
      return Optional.empty();
    }
  }

  /**
   * Runs the loop on the host after the device has run it, compares the results, and keeps the
   * host's values.
   *
   * @return false if the loop throws an exception in its own order: then the arrays are as they
   *     were before the execution, and the program's own loop has to run
   * @throws SlipstreamException in strict mode if a value differs
   */
  boolean end(Check check) {
    String device = check.device();
    KernelBindings kernel = check.kernel();
    String found = "";
    String message = "";
    boolean completes = true;
    try {
      Optional<HostKernel> onHost = kernel.onHost();
      if (onHost.isEmpty()) {
        skipped("the host cannot run its kernel");
        return true;
      }
      completes = completes(onHost.get(), check.copies().launch());
      Optional<ExecutionCopies.Difference> difference = check.copies().reconcile();
      found =
          completes
              ? difference.map(d -> text("on " + device, "on the host", kernel, d)).orElse("")
              : "in its own order an iteration throws an exception, on " + device + " none did";
      if (found.isEmpty()) {
        found = inOtherOrders(onHost.get(), check);
        message =
            found.isEmpty()
                ? ""
                : " gives other results where its iterations run in another order: "
                    + found
                    + ". Those of its own order are kept. Iterations meet in an element: remove"
                    + " @Parallel, or give each iteration elements of its own.";
      } else {
        message =
            " gives other results on "
                + device
                + " than on the host: "
                + found
                + ". The host's are kept. If iterations of the loop meet in an element, remove"
                + " @Parallel; if they do not, please report this loop.";
      }
      meters.verified(found);
    } catch (Throwable unable) {
      skipped("the host could not repeat it: " + FailureReason.of(unable));
    }
    if (!message.isEmpty()) {
      differs(loop + message);
    }
    return completes;
  }

  /** Describes how the results differ in another order; empty if they do not. */
  private static String inOtherOrders(HostKernel kernel, Check check) throws DeviceException {
    for (Reordered other : check.others()) {
      IterationOrder order = other.order();
      if (!completes(kernel, other.copies().launch(), order)) {
        return "an iteration throws an exception " + order.text() + ", and none in its own order";
      }
      Optional<ExecutionCopies.Difference> difference = check.copies().reconcile(other.copies());
      if (difference.isPresent()) {
        return text(order.text(), "in its own order", check.kernel(), difference.get());
      }
    }
    return "";
  }

  /** Runs the loop in another order; false if an iteration would throw. */
  private static boolean completes(HostKernel kernel, Launch launch, IterationOrder order)
      throws DeviceException {
    // The elements that a violation leaves behind do not matter here, so nothing has to be
    // restored.
    Launch bare = new Launch(launch.space(), launch.arguments(), launch.accesses());
    for (int place = 0; place < order.size(); place++) {
      try {
        kernel.launch(bare.over(order.piece(place)));
      } catch (DeviceException failure) {
        if (launch.isChecked() && failure.getCause() instanceof RuntimeException) {
          return false;
        }
        throw failure;
      }
      if (launch.isChecked() && ((int[]) launch.arguments()[launch.violation()])[0] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Runs the loop in its own order; false if it would throw, which changes nothing. */
  private static boolean completes(HostKernel kernel, Launch launch) throws DeviceException {
    try {
      kernel.launch(launch);
      return true;
    } catch (DeviceException failure) {
      if (failure.violation() == 0) {
        throw failure;
      }
      return false;
    }
  }

  private void differs(String message) {
    if (strict) {
      throw new SlipstreamException(message + " slipstream.strict=true makes this an error.");
    }
    if (warned.compareAndSet(false, true)) {
      log.warn(message);
    } else {
      log.debug(() -> message);
    }
  }

  private static String text(
      String there, String here, KernelBindings kernel, ExecutionCopies.Difference difference) {
    String array = kernel.source().parameters().get(difference.parameter()).name();
    String others =
        difference.elements() == 1 ? "" : "; elements that differ: " + difference.elements();
    return array
        + difference.index()
        + " is "
        + difference.device()
        + " "
        + there
        + " and "
        + difference.host()
        + " "
        + here
        + others;
  }

  private void skipped(String reason) {
    try {
      meters.unverified(reason);
      if (saidSkipped.compareAndSet(false, true)) {
        log.warn(loop + " is not verified: " + reason);
      }
    } catch (Throwable uncounted) {
      log.debug(() -> loop + ": a skipped verification could not be counted", uncounted);
    }
  }
}
