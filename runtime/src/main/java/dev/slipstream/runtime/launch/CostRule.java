package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.Loop;
import dev.slipstream.runtime.device.Device;
import java.lang.reflect.Array;
import java.util.List;

/**
 * Estimates whether a launch is large enough for a device, before anything was measured. Work is
 * counted in estimated bytecode instructions. A core executes one to four of these in a nanosecond,
 * and up to three hundred if the loop is vectorised.
 */
final class CostRule {
  /** Waking the threads of the CPU device takes about ten microseconds. */
  static final long LEAST_WORK = 1_000_000;

  /** Copying and launching through a driver takes a few hundred microseconds. */
  static final long LEAST_WORK_WITH_COPIES = 2_000_000;

  /**
   * The host runs a vectorised loop of a few operations per element faster than its arrays are
   * copied. A five-point stencil over 1000 x 1000 doubles has less work than this; it took 2 ms for
   * each step on the host, and 10 ms with its copies on an H200.
   */
  static final double LEAST_WORK_PER_COPIED_BYTE = 4.0;

  /**
   * The largest fraction of time that a program loses with copies before it is known that arrays do
   * not stay.
   */
  private static final double COPY_SHARE = 0.25;

  /** A conservative guess for copies to and from a device. */
  private static final double NANOS_PER_COPIED_BYTE = 0.25;

  /** A submission, and the wait for its results. */
  private static final double LAUNCH_NANOS = 200_000;

  /** The part of executions whose arrays probably stay on a device. */
  private static final double STAYING = 0.5;

  /** A submission whose results stay on the device. */
  private static final double SUBMISSION_NANOS = 20_000;

  /** Building a kernel takes a driver a few tenths of a second. */
  private static final double BUILD_NANOS = 200_000_000;

  /** The first copies of an array are slower, since memory has to be allocated. */
  private static final double FIRST_COPIES = 2;

  /**
   * Planning the first execution takes 10 to 20 microseconds for each byte of the kernel's class,
   * because the planner then runs in code that is not compiled yet. A loop earns its plan by as
   * much work on the host.
   */
  private static final double WORK_BEFORE_PLAN_PER_BYTE = 20_000;

  /**
   * How much more work a loop has to do if its class must be compiled before. That is done on
   * another thread, but takes from the program's other threads, and from the JIT, what they need
   * when a program starts.
   */
  private static final double MORE_BEFORE_PREPARATION = 10;

  /** How much longer the interpreter takes for an instruction than compiled code. */
  private static final double SLOWER_INTERPRETED = 30;

  /** Enough to distinguish matrices from triangles and lists of points. */
  private static final int ROWS_READ = 16;

  private CostRule() {}

  /**
   * The work that a loop's executions do on the host before the first one is planned, unless a
   * single one has more. Nothing that could be gained by then is worth the plan.
   */
  static double workBeforePlan(Loop loop) {
    double work = WORK_BEFORE_PLAN_PER_BYTE * loop.kernelBytes();
    if (!loop.isPrepared()) {
      work *= MORE_BEFORE_PREPARATION;
    }
    return loop.isInterpreted() ? work / SLOWER_INTERPRETED : work;
  }

  /**
   * The work for each nanosecond of a plan that the next executions do on the host if each plan
   * takes long. Such plans then take at most about a tenth of the loop's time on the host.
   */
  static double workPerPlanNano(Loop loop) {
    return loop.isInterpreted() ? 10 / SLOWER_INTERPRETED : 10;
  }

  /** Whether no device can pay, so that no device need be opened. */
  static boolean paysNowhere(long work) {
    return work < LEAST_WORK;
  }

  /** Whether the launch is likely to be faster on the device than on the host. */
  static boolean pays(Device device, Launch launch, List<KernelParameter> parameters, long work) {
    if (device.sharesHostMemory()) {
      return work >= LEAST_WORK;
    }
    return work >= LEAST_WORK_WITH_COPIES
        && work >= LEAST_WORK_PER_COPIED_BYTE * copiedBytes(launch, parameters);
  }

  /**
   * Whether the launch is likely to be faster on a device with its own memory than on the cores.
   *
   * @param onCores the time on the cores, in nanoseconds
   */
  static boolean pays(double onCores, long copiedBytes) {
    return onCores > LAUNCH_NANOS + NANOS_PER_COPIED_BYTE * copiedBytes;
  }

  /**
   * The time on the host after which a device is tried that only pays if arrays stay there, in
   * nanoseconds.
   */
  static double worthStaying(long copiedBytes) {
    return NANOS_PER_COPIED_BYTE * copiedBytes / COPY_SHARE;
  }

  /**
   * The time that a device with its own memory would probably have saved of an execution, in
   * nanoseconds. Where it saves only what copies do not take, as long as arrays stay there, it is
   * not known whether they would have, and a part counts.
   *
   * @param onCores the time on the cores, in nanoseconds
   */
  static long saves(long onCores, long copiedBytes) {
    double copied = onCores - LAUNCH_NANOS - NANOS_PER_COPIED_BYTE * copiedBytes;
    double stayed = STAYING * (onCores - SUBMISSION_NANOS);
    return (long) Math.max(0, Math.max(copied, stayed));
  }

  /** What the first execution on a device may cost the program, in nanoseconds. */
  static double firstTry(boolean isPrepared, long copiedBytes) {
    return (isPrepared ? 0 : BUILD_NANOS) + FIRST_COPIES * NANOS_PER_COPIED_BYTE * copiedBytes;
  }

  /**
   * The bytes that a device with its own memory copies in and out for a launch. For arrays of
   * arrays this is an estimate, since reading each row's length can take longer than the launch.
   */
  static long copiedBytes(Launch launch, List<KernelParameter> parameters) {
    long bytes = 0;
    for (ArrayAccess access : launch.accesses()) {
      Object array = launch.arguments()[access.parameter()];
      long elements = elements(array, access.writtenFrom(), access.writtenTo());
      if (access.reads() || !access.writesAll()) {
        int from = access.reads() ? access.readFrom() : access.writtenFrom();
        int to = access.reads() ? access.readTo() : access.writtenTo();
        elements += elements(array, from, to);
      }
      bytes += elements * parameters.get(access.parameter()).elementBytes();
    }
    return bytes;
  }

  /** The number of primitives in a range; for an array of arrays, estimated from a few rows. */
  private static long elements(Object array, int from, int to) {
    long count = Math.max(0, (long) to - from);
    if (count == 0 || !(array instanceof Object[] rows)) {
      return count;
    }
    long looked = Math.min(count, ROWS_READ);
    long found = 0;
    for (long k = 0; k < looked; k++) {
      // The samples are the middles of equal parts, so that the estimate is right for triangles.
      Object row = rows[(int) (from + (2 * k + 1) * count / (2 * looked))];
      found += row == null ? 0 : elements(row, 0, Array.getLength(row));
    }
    return Math.round((double) found / looked * count);
  }
}
