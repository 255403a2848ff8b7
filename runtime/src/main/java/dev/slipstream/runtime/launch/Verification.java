package dev.slipstream.runtime.launch;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.observation.LoopMeters;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Runs each execution of a loop a second time: on the host, on copies of its arrays, in the loop's
 * own order on one thread. Where the device's results differ the host's are kept. This finds loops
 * that are marked as parallel but are not, and devices that compute wrongly.
 *
 * <p>The copies are taken before the device begins. An array element that another thread of the
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

  /**
   * @param loop the loop as shown to users
   * @param mostBytes copies that are larger are not even tried
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
   * @param copies what it is about to write, as it was before
   * @param nanos the time that {@link #begin} took
   */
  record Check(String device, KernelBindings kernel, ExecutionCopies copies, long nanos) {}

  /** Copies what an execution is about to write; empty if it cannot be verified. Never throws. */
  Optional<Check> begin(String device, KernelBindings kernel, Launch launch) {
    long began = System.nanoTime();
    try {
      long bytes = ExecutionCopies.bytes(launch);
      if (bytes > mostBytes.getAsLong()) {
        skipped("copies of its arrays need " + (bytes >> 20) + " MiB, more than there is");
        return Optional.empty();
      }
      ExecutionCopies copies = ExecutionCopies.of(launch);
      return Optional.of(new Check(device, kernel, copies, System.nanoTime() - began));
    } catch (Throwable unable) {
      skipped("its arrays could not be copied: " + FailureReason.of(unable));
      return Optional.empty();
    }
  }

  /**
   * The device has run the loop: runs it on the host, compares, and keeps the host's values.
   *
   * @return false if the loop throws an exception in its own order: then the arrays are as they
   *     were before the execution, and the program's own loop is to run
   * @throws SlipstreamException in strict mode if a value differs
   */
  boolean end(Check check) {
    String device = check.device();
    KernelBindings kernel = check.kernel();
    String found = "";
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
              ? difference.map(d -> text(device, kernel, d)).orElse("")
              : "in its own order an iteration throws an exception, on " + device + " none did";
      meters.verified(found);
    } catch (Throwable unable) {
      skipped("the host could not repeat it: " + FailureReason.of(unable));
    }
    if (!found.isEmpty()) {
      differs(
          loop
              + " gives other results on "
              + device
              + " than on the host: "
              + found
              + ". The host's are kept. If iterations of the loop meet in an element, remove"
              + " @Parallel; if they do not, please report this loop.");
    }
    return completes;
  }

  /** Runs the loop in its own order; false if it would throw, which leaves no trace. */
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
      String device, KernelBindings kernel, ExecutionCopies.Difference difference) {
    String array = kernel.source().parameters().get(difference.parameter()).name();
    String others =
        difference.elements() == 1 ? "" : "; elements that differ: " + difference.elements();
    return array
        + difference.index()
        + " is "
        + difference.device()
        + " on "
        + device
        + " and "
        + difference.host()
        + " on the host"
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
