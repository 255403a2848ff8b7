package dev.slipstream.runtime.coherence;

import java.util.Set;

/** Whether somebody besides the calling thread may write to arrays now. */
final class OtherThreads {
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

  /** The last thing that the JVM does with a thread whose main method has ended. */
  private static final String DESTROYER = "DestroyJavaVM";

  private OtherThreads() {}

  /**
   * Whether there is a thread that may run code of the program.
   *
   * @param devices threads that do not
   */
  static boolean areAlive(DeviceThreads devices) {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    if (root == null) {
      return true;
    }
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[root.activeCount() + 16];
    int count = root.enumerate(threads, /* recurse= */ true);
    if (count == threads.length) {
      // There may be more.
      return true;
    }
    for (int i = 0; i < count; i++) {
      if (threads[i] != Thread.currentThread() && mayWrite(threads[i], devices)) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayWrite(Thread thread, DeviceThreads devices) {
    ThreadGroup group = thread.getThreadGroup();
    return group != null
        && !(isBesideTheProgram(group) && OF_JVM.contains(thread.getName()))
        && !devices.include(thread)
        && !thread.getName().equals(DESTROYER);
  }

  /** The root of all groups, and the one below it for cleaners and the like. */
  private static boolean isBesideTheProgram(ThreadGroup group) {
    return group.getParent() == null || group.getName().equals("InnocuousThreadGroup");
  }
}
