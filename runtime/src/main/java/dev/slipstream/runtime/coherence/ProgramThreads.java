package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the program's threads are about: whether they may write to arrays, or come to their end. The
 * others work for devices: Slipstream's own, and those that a device's library keeps. Whoever waits
 * for a device waits for them; they wait for nobody, and what they use is no array of the program.
 * Thread-safe.
 */
final class ProgramThreads {
  /** Those of the JVM's own threads, in groups beside the program's, that run none of its code. */
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

  /** What is left of the thread that ran {@code main}: the last thing that the JVM does with it. */
  private static final String DESTROYER = "DestroyJavaVM";

  private static final String SHUTDOWN = "java.lang.Shutdown";

  /** Never changed, but replaced: guards look here, also where there is no memory. */
  private volatile String[] ofDevices = {};

  /** A device keeps threads whose names begin with one of these. */
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

  /** Whether there is a thread besides the calling one that may run code of the program. */
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

  /** The root of all groups, and the one below it for cleaners and the like. */
  private static boolean isBesideTheProgram(ThreadGroup group) {
    return group.getParent() == null || group.getName().equals("InnocuousThreadGroup");
  }

  /** Whether no thread of the program is left that keeps the JVM from ending. */
  static boolean haveEnded() {
    return !isAnyAlive(
        thread ->
            !thread.isDaemon()
                && !RuntimeThreads.made(thread)
                && !thread.getName().equals(DESTROYER));
  }

  /** Whether a signal such as SIGTERM has made the JVM end. */
  static boolean endBySignal() {
    return isAnyAlive(
        thread ->
            thread.getName().startsWith("SIG")
                && thread.getName().endsWith(" handler")
                && endBy(thread));
  }

  /** Whether a host task has made the JVM end. */
  static boolean endByHostTask() {
    return isAnyAlive(thread -> thread instanceof HostTaskThread && endBy(thread));
  }

  /** Whether a thread has made the JVM end, and waits for that. */
  static boolean endBy(Thread thread) {
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
