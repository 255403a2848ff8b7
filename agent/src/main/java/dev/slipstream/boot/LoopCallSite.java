package dev.slipstream.boot;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * The call site in front of a loop, through which each execution is submitted. Only the dispatcher
 * can reach it: the call site that the JVM links for the program does not expose it. Thread-safe.
 */
public final class LoopCallSite implements GatedCallSite {
  private final MethodHandle submit;
  private final Linked linked;

  /**
   * @param submit submits an execution; has the call site's type
   */
  LoopCallSite(MethodHandle submit) {
    this.submit = submit;
    this.linked = new Linked(submit, this);
  }

  /** The call site that the JVM links. */
  private static final class Linked extends MutableCallSite {
    /** Lives as long as the class that holds the call site. */
    @SuppressWarnings("UnusedVariable")
    private final LoopCallSite owner;

    Linked(MethodHandle submit, LoopCallSite owner) {
      super(submit);
      this.owner = owner;
    }
  }

  /** Returns the call site that the JVM links, which keeps this object alive. */
  CallSite linked() {
    return linked;
  }

  @Override
  public void gate(byte[] workClass, LoopGate gate) throws ReflectiveOperationException {
    MethodType type = linked.type();
    MethodHandles.Lookup here = MethodHandles.lookup();
    MethodHandles.Lookup there = here.defineHiddenClass(workClass, /* initialize= */ false);
    MethodHandle work =
        there.findStatic(there.lookupClass(), "work", type.changeReturnType(double.class));
    MethodHandle passes =
        here.bind(gate, "passes", MethodType.methodType(boolean.class, double.class));
    MethodHandle pass =
        MethodHandles.dropArguments(
            MethodHandles.identity(int.class),
            1,
            type.parameterList().subList(1, type.parameterCount()));
    linked.setTarget(
        MethodHandles.guardWithTest(MethodHandles.filterReturnValue(work, passes), pass, submit));
  }
}
