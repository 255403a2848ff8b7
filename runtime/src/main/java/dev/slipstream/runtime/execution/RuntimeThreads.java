package dev.slipstream.runtime.execution;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** Makes threads that inherit nothing from the program's thread that happened to come first. */
public final class RuntimeThreads {
  private RuntimeThreads() {}

  /** A thread of the agent, whatever the program's own are named. */
  private static final class OwnThread extends Thread {
    OwnThread(ThreadGroup group, Runnable work, String name, long stackBytes) {
      super(group, work, name, stackBytes, false);
    }
  }

  /** A class, since the code of a lambda of this shape is made where a program starts. */
  @SuppressWarnings("removal")
  private record Making(String name, Runnable work, long stackBytes)
      implements PrivilegedAction<Thread> {
    @Override
    public Thread run() {
      return made(name, work, stackBytes);
    }
  }

  /** Whether a thread was made here. */
  public static boolean made(Thread thread) {
    return thread instanceof OwnThread;
  }

  /**
   * A daemon that is not started yet.
   *
   * @param name begins with "slipstream-"
   */
  public static Thread named(String name, Runnable work) {
    return named(name, work, 0);
  }

  /**
   * A daemon that is not started yet.
   *
   * @param name as above
   * @param stackBytes the size of its stack; 0 for the usual one
   */
  @SuppressWarnings("removal") // Up to JDK 23 a thread keeps the loaders of all classes that are
  // on the stack where it is made, but for those below such a call.
  public static Thread named(String name, Runnable work, long stackBytes) {
    return AccessController.doPrivileged(new Making(name, work, stackBytes));
  }

  /** The group that all others are in. */
  public static ThreadGroup topmostGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  private static Thread made(String name, Runnable work, long stackBytes) {
    Thread thread = new OwnThread(topmostGroup(), work, name, stackBytes);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }
}
