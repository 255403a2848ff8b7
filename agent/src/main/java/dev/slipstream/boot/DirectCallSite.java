package dev.slipstream.boot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The call sites of a loop in a class file older than version 51, which cannot hold an {@code
 * invokedynamic} and calls {@link LoopDispatch} instead. Thread-safe.
 */
final class DirectCallSite implements GatedCallSite {
  /** By the number of the loop's call sites, until its class was unloaded. */
  private static final Map<Integer, DirectCallSite> KNOWN = new ConcurrentHashMap<>();

  private volatile @Nullable LoopGate gate;

  /** {@code (int start, Object[] captures)double}; set before the gate. */
  private @Nullable MethodHandle work;

  /** Returns the call sites with a number; null before their first execution. */
  static @Nullable DirectCallSite of(int site) {
    return KNOWN.get(site);
  }

  /** Keeps the call sites of a number, unless another thread has done so. */
  static DirectCallSite keep(int site, DirectCallSite callSite) {
    DirectCallSite earlier = KNOWN.putIfAbsent(site, callSite);
    return earlier == null ? callSite : earlier;
  }

  static void forget(Iterable<Integer> sites) {
    // Boot classes link no lambdas: their module does not see the JDK's factory of them.
    for (Integer site : sites) {
      KNOWN.remove(site);
    }
  }

  @Override
  public boolean isCompiledIntoProgram() {
    return false;
  }

  @Override
  public void gate(byte[] workClass, LoopGate gate) throws ReflectiveOperationException {
    MethodHandles.Lookup there =
        MethodHandles.lookup()
            .defineHiddenClassWithClassData(workClass, gate, /* initialize= */ true);
    work =
        there.findStatic(
            there.lookupClass(),
            "workOf",
            MethodType.methodType(double.class, int.class, Object[].class));
    this.gate = gate;
  }

  /** Whether an execution is left to the program. */
  boolean passes(int start, @Nullable Object[] captures) {
    LoopGate passing = gate;
    MethodHandle estimate = work;
    if (passing == null || estimate == null) {
      return false;
    }
    try {
      double expected = (double) estimate.invokeExact(start, captures);
      // A negative number says that the gate is that of other executions.
      return !(expected < 0) && passing.passes(expected);
    } catch (Throwable failure) {
      // The execution is submitted, as it is without a gate.
      return false;
    }
  }
}
