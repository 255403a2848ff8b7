package dev.slipstream.agent.rewriting;

import dev.slipstream.boot.ArrayGuard;
import java.util.Map;

/**
 * Finds methods that were running when the agent was attached. They go on without guards, because
 * the JVM uses new code only for later calls.
 */
public final class LiveFrames {
  /**
   * The names of threads that exist only if virtual threads are used; the stacks of virtual threads
   * cannot be listed.
   */
  private static final String OF_VIRTUAL_THREADS = "VirtualThread-";

  private final GuardTransformer transformer;
  private final ArrayGuard guard;

  /**
   * @param guard is told about these methods
   */
  public LiveFrames(GuardTransformer transformer, ArrayGuard guard) {
    this.transformer = transformer;
    this.guard = guard;
  }

  /** Checks the stacks of all threads, after the classes were retransformed. */
  public void report() {
    for (Map.Entry<Thread, StackTraceElement[]> stack : Thread.getAllStackTraces().entrySet()) {
      Thread thread = stack.getKey();
      if (thread.getName().startsWith(OF_VIRTUAL_THREADS) || isCarrier(thread)) {
        guard.unguarded(
            "virtual threads existed before the agent, and may run code without guards");
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
