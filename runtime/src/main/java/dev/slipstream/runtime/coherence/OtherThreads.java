package dev.slipstream.runtime.coherence;

/** Whether somebody besides the calling thread may write to arrays now. */
final class OtherThreads {
  /** The JVM's own threads. */
  private static final String SYSTEM = "system";

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
        && !isOfJvm(group)
        && !devices.include(thread)
        && !thread.getName().equals(DESTROYER);
  }

  /** Cleaners and the like are in groups below the system's; the program's begin with main. */
  private static boolean isOfJvm(ThreadGroup group) {
    return group.getName().equals(SYSTEM) || group.getName().equals("InnocuousThreadGroup");
  }
}
