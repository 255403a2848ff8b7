package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tells whether threads of the program are running that may write to arrays, and whether and why
 * the program ends. All other threads work for devices: Slipstream's own, and those of a device's
 * library. Whoever waits for a device waits for these; they wait for no thread of the program and
 * use none of its arrays. Thread-safe.
 */
final class ProgramThreads {
  /**
   * The names of the JVM's own threads that run no code of the program, in groups outside the
   * program's.
   */
  private static final Set<String> OF_JVM =
      Set.of(
          "Reference Handler",
          "Finalizer",
          "Signal Dispatcher",
          "Service Thread",
          "Monitor Deflation Thread",
          "Notification Thread",
          "Attach Listener",
          "Common-Cleaner",
          "Java2D Disposer",
          "JFR Periodic Tasks",
          "JFR Recorder Thread",
          "JFR Recording Scheduler",
          "Read-Poller",
          "Write-Poller");

  /**
   * The name of the thread that replaces the thread of {@code main}: the JVM's last action in it is
   * to end.
   */
  private static final String DESTROYER = "DestroyJavaVM";

  private static final String SHUTDOWN = "java.lang.Shutdown";

  /** The arrays are never changed, only replaced: guards read the field without allocating. */
  private volatile String[] ofDevices = {};

  /** Registers prefixes of the names of threads that work for a device. */
  synchronized void addDevice(List<String> names) {
    String[] all = Arrays.copyOf(ofDevices, ofDevices.length + names.size());
    for (int n = 0; n < names.size(); n++) {
      all[ofDevices.length + n] = names.get(n);
    }
    ofDevices = all;
  }

  /** Whether a thread works for a device. */
  boolean isOfDevice(Thread thread) {
    if (RuntimeThreads.made(thread)) {
      return true;
    }
    String name = thread.getName();
    for (String prefix : ofDevices) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread other than the calling one may run code of the program. */
  boolean mayWrite() {
    Thread caller = Thread.currentThread();
    return isAnyAlive(thread -> thread != caller && mayWrite(thread));
  }

  private boolean mayWrite(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null
        && !(isBesideTheProgram(group) && OF_JVM.contains(thread.getName()))
        && !isOfDevice(thread)
        && !thread.getName().equals(DESTROYER);
  }

  /**
   * Whether a group holds none of the program's threads: the root of all groups, and the JDK's
   * group below it for cleaners and similar threads.
   */
  private static boolean isBesideTheProgram(ThreadGroup group) {
    return group.getParent() == null || group.getName().equals("InnocuousThreadGroup");
  }

  /** Whether only daemon threads of the program are left. */
  static boolean haveEnded() {
    return !isAnyAlive(
        thread ->
            !thread.isDaemon()
                && !RuntimeThreads.made(thread)
                && !thread.getName().equals(DESTROYER));
  }

  /** Whether the JVM is ending because of a signal such as SIGTERM. */
  static boolean endBySignal() {
    return isAnyAlive(
        thread ->
            thread.getName().startsWith("SIG")
                && thread.getName().endsWith(" handler")
                && endBy(thread));
  }

  /** Whether the JVM is ending because a host task has called {@code System.exit}. */
  static boolean endByHostTask() {
    return isAnyAlive(thread -> thread instanceof HostTaskThread && endBy(thread));
  }

  /** Whether the JVM is ending because of this thread, which waits for the end. */
  static boolean endBy(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().equals(SHUTDOWN)) {
        return true;
      }
    }
    return false;
  }

  /** Also true if there are too many threads to find out. */
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
