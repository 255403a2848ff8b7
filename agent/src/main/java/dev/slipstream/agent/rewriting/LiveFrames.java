package dev.slipstream.agent.rewriting;

import dev.slipstream.boot.ArrayGuard;
import java.util.Map;

/**
 * Methods that run on without guards because they were running when the agent was attached: the JVM
 * gives new code only to calls that come later.
 */
public final class LiveFrames {
  /** Threads that are there only where virtual threads are used, whose frames nobody lists. */
  private static final String OF_VIRTUAL_THREADS = "VirtualThread-";

  private final GuardTransformer transformer;
  private final ArrayGuard guard;

  /**
   * @param guard is told of these methods
   */
  public LiveFrames(GuardTransformer transformer, ArrayGuard guard) {
    this.transformer = transformer;
    this.guard = guard;
  }

  /** Looks at the stacks of all threads, after the classes were retransformed. */
  public void report() {
    for (Map.Entry<Thread, StackTraceElement[]> stack : Thread.getAllStackTraces().entrySet()) {
      Thread thread = stack.getKey();
      if (thread.getName().startsWith(OF_VIRTUAL_THREADS) || isCarrier(thread)) {
        guard.unguarded(
            "virtual threads were there before the agent, and may run code without guards");
      }
      for (StackTraceElement frame : stack.getValue()) {
        if (transformer.changed(frame.getClassName(), frame.getMethodName())) {
          guard.unguarded(
              frame.getClassName()
                  + "."
                  + frame.getMethodName()
                  + " was running when the agent was attached, and has no guards until it returns");
        }
      }
    }
  }

  private static boolean isCarrier(Thread thread) {
    return thread.getClass().getName().equals("jdk.internal.misc.CarrierThread");
  }
}
