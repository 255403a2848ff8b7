package dev.slipstream.boot;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import org.jspecify.annotations.Nullable;

/**
 * The call site in front of a loop, through which each execution is submitted. Only the dispatcher
 * can reach it: the call site that the JVM links for the program does not expose it. Thread-safe.
 */
public final class LoopCallSite implements GatedCallSite {
  private final MethodType type;
  private final int site;
  private @Nullable MethodHandle gated;
  private @Nullable Linked linked;

  /**
   * @param type {@code (int start, captures…)int}
   * @param site the call site's number
   */
  LoopCallSite(MethodType type, int site) {
    this.type = type;
    this.site = site;
  }

  /** The call site that the JVM links. */
  private static final class Linked extends MutableCallSite {
    /** Lives as long as the class that holds the call site. */
    @SuppressWarnings("UnusedVariable")
    private final LoopCallSite owner;

    Linked(MethodHandle target, LoopCallSite owner) {
      super(target);
      this.owner = owner;
    }
  }

  /**
   * Returns the call site that the JVM links, which keeps this object alive.
   *
   * @throws ReflectiveOperationException never; {@link LoopDispatch} has the method that is looked
   *     up
   */
  synchronized CallSite linked() throws ReflectiveOperationException {
    if (linked == null) {
      linked = new Linked(gated == null ? submitting() : gated, this);
    }
    return linked;
  }

  /** Boxes the captures and submits the execution. */
  private MethodHandle submitting() throws ReflectiveOperationException {
    MethodHandle submit =
        MethodHandles.lookup()
            .findStatic(
                LoopDispatch.class,
                "submit",
                MethodType.methodType(int.class, int.class, Object[].class, int.class));
    return MethodHandles.insertArguments(submit, 2, site)
        .asCollector(Object[].class, type.parameterCount() - 1)
        .asType(type);
  }

  /** The type as a class of the boot loader sees it, which does not see the program's classes. */
  private static MethodType seen(MethodType type) {
    MethodType seen = type;
    for (int p = 0; p < type.parameterCount(); p++) {
      Class<?> element = type.parameterType(p);
      while (element.isArray()) {
        element = element.getComponentType();
      }
      if (!element.isPrimitive()) {
        seen = seen.changeParameterType(p, Object.class);
      }
    }
    return seen;
  }

  @Override
  public boolean isCompiledIntoProgram() {
    return true;
  }

  @Override
  public synchronized void gate(byte[] workClass, LoopGate gate)
      throws ReflectiveOperationException {
    MethodHandles.Lookup there =
        MethodHandles.lookup()
            .defineHiddenClassWithClassData(workClass, gate, /* initialize= */ true);
    MethodHandle enter = there.findStatic(there.lookupClass(), "enter", seen(type)).asType(type);
    gated = enter;
    if (linked != null) {
      linked.setTarget(enter);
    }
  }
}
