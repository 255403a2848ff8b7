package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.function.Predicate;

/** How the program comes to its end, as far as its threads show that. */
final class ProgramEnd {
  /** What is left of the thread that ran {@code main}. */
  private static final String DESTROYER = "DestroyJavaVM";

  private static final String SHUTDOWN = "java.lang.Shutdown";

  private ProgramEnd() {}

  /** Whether no thread of the program is left that keeps the JVM from ending. */
  static boolean isNear() {
    return !isAnyAlive(
        thread ->
            !thread.isDaemon()
                && !RuntimeThreads.made(thread)
                && !thread.getName().equals(DESTROYER));
  }

  /** Whether a signal such as SIGTERM has made the JVM end. */
  static boolean isBySignal() {
    return isAnyAlive(
        thread ->
            thread.getName().startsWith("SIG")
                && thread.getName().endsWith(" handler")
                && isBy(thread));
  }

  /** Whether a thread has made the JVM end, and waits for that. */
  static boolean isBy(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().equals(SHUTDOWN)) {
        return true;
      }
    }
    return false;
  }

  /** True also if there are too many threads to say. */
  private static boolean isAnyAlive(Predicate<Thread> kind) {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root != null && root.getParent() != null) {
      root = root.getParent();
    }
    if (root == null) {
      return true;
    }
    Thread[] threads = new Thread[root.activeCount() + 16];
    int count = root.enumerate(threads, /* recurse= */ true);
    for (int t = 0; t < count; t++) {
      if (kind.test(threads[t])) {
        return true;
      }
    }
    return count == threads.length;
  }
}
