package dev.slipstream.boot;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * The call site in front of a loop, through which each execution is submitted. Only the dispatcher
 * gets it: a call site that the program's classes link does not show it. Thread-safe.
 */
public final class LoopCallSite {
  private final MethodHandle submit;
  private final Linked linked;

  /**
   * @param submit submits an execution; of the call site's type
   */
  LoopCallSite(MethodHandle submit) {
    this.submit = submit;
    this.linked = new Linked(submit, this);
  }

  /** What the JVM links. */
  private static final class Linked extends MutableCallSite {
    /** Lives as long as the class in which the call site is. */
    @SuppressWarnings("UnusedVariable")
    private final LoopCallSite owner;

    Linked(MethodHandle submit, LoopCallSite owner) {
      super(submit);
      this.owner = owner;
    }
  }

  /** What the JVM links; keeps this. */
  CallSite linked() {
    return linked;
  }

  /**
   * Leaves executions that pass a gate to the program from now on.
   *
   * @param workClass the class file of a class in this package with a static method {@code work},
   *     which takes what the call site passes and gives the estimated work of that execution
   * @throws ReflectiveOperationException if the class has no such method
   * @throws LinkageError if it is no class
   */
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
