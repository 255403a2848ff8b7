package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.boot.LoopDispatch;
import dev.slipstream.boot.LoopGate;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenSite;
import dev.slipstream.compiler.specialisation.OpenWork;
import dev.slipstream.model.loop.LaunchPlan;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Runs the classes that estimate the work of executions before these are planned. */
final class EntryWorks {
  /**
   * One of the two estimates counts iterations that are left to the host, and the other one does
   * not round limits.
   */
  private static final double SLACK = 2000;

  /** Conditions around inner loops are ignored by the estimate. */
  private static final double FACTOR = 8;

  /**
   * The loops of tests are small. If a plan estimates more, it assumes the largest int for an inner
   * limit that it cannot know.
   */
  private static final long MOST = 10_000_000;

  private EntryWorks() {}

  /** The work of an execution; NaN where it is not known. */
  static double of(LoopKernel kernel, int start, Object[] captures) {
    try {
      MethodHandles.Lookup boot =
          MethodHandles.privateLookupIn(LoopDispatch.class, MethodHandles.lookup());
      MethodHandles.Lookup defined =
          boot.defineHiddenClass(kernel.workClass().orElseThrow(), /* initialize= */ true);
      MethodType type = MethodType.methodType(double.class, int.class, Object[].class);
      MethodHandle work = defined.findStatic(defined.lookupClass(), "workOf", type);
      return (double) work.invokeExact(start, captures);
    } catch (Throwable failure) {
      throw new AssertionError("the work of " + kernel.name() + " cannot be estimated", failure);
    }
  }

  /**
   * Enters a loop with a gate that passes executions below a certain work; returns the loop
   * variable's value with which the program goes on.
   */
  static int enter(LoopKernel kernel, LoopGate gate, int start, Object[] captures)
      throws Throwable {
    MethodHandles.Lookup boot =
        MethodHandles.privateLookupIn(LoopDispatch.class, MethodHandles.lookup());
    MethodHandles.Lookup defined =
        boot.defineHiddenClassWithClassData(
            kernel.workClass().orElseThrow(), gate, /* initialize= */ true);
    MethodHandle enter = defined.unreflect(method(defined.lookupClass(), "enter"));
    Object[] all = new Object[captures.length + 1];
    all[0] = start;
    System.arraycopy(captures, 0, all, 1, captures.length);
    return (int) enter.invokeWithArguments(all);
  }

  private static Method method(Class<?> type, String name) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The work of an execution of a loop that was compiled when it was reached.
   *
   * @param passed the local variables that its call site passes
   */
  static double of(OpenWork open, int start, Object... passed) {
    try {
      Class<?>[] classes = open.classes().stream().map(Reference::get).toArray(Class<?>[]::new);
      MethodHandles.Lookup boot =
          MethodHandles.privateLookupIn(LoopDispatch.class, MethodHandles.lookup());
      MethodHandles.Lookup defined =
          boot.defineHiddenClassWithClassData(
              open.classFile().get().orElseThrow(),
              new LoopGate(Double.MAX_VALUE, classes),
              /* initialize= */ true);
      MethodType type = MethodType.methodType(double.class, int.class, Object[].class);
      MethodHandle work = defined.findStatic(defined.lookupClass(), "workOf", type);
      return (double) work.invokeExact(start, passed);
    } catch (Throwable failure) {
      throw new AssertionError("the work of an open loop cannot be estimated", failure);
    }
  }

  /** Requires that the call site of an open loop estimates what that of its kernel would. */
  static void requireSame(
      OpenWork open, OpenSite.Outcome.Submit submitted, int start, Object[] passed) {
    if (open.classFile().get().isPresent()) {
      assertThat(of(open, start, passed))
          .as("work of %s", submitted.kernel().name())
          .isEqualTo(of(submitted.kernel(), start, submitted.captures()));
    }
  }

  /**
   * Requires that an estimate is close to that of the plan. It may be unknown or too high, since
   * such executions are planned, but not much too low.
   */
  static void requireClose(LoopKernel kernel, int start, Object[] captures, LaunchPlan.Run run) {
    // The estimate assumes the first row's length for all rows, and those of tests are ragged.
    boolean hasRows = Arrays.stream(captures).anyMatch(capture -> capture instanceof Object[]);
    if (!hasRows && kernel.workClass().isPresent()) {
      double work = of(kernel, start, captures);
      if (!Double.isNaN(work) && run.work() < MOST) {
        assertThat(work)
            .as("work of %s, planned as %s", kernel.name(), run.work())
            .isGreaterThanOrEqualTo(run.work() / FACTOR - SLACK);
      }
    }
  }
}
