package dev.slipstream.runtime.execution;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** Creates threads that inherit nothing from the program's thread that creates them. */
public final class RuntimeThreads {
  private RuntimeThreads() {}

  /** A thread of the agent; its class identifies it, whatever names the program's threads have. */
  private static final class OwnThread extends Thread {
    OwnThread(ThreadGroup group, Runnable work, String name, long stackBytes) {
      super(group, work, name, stackBytes, false);
    }
  }

  /**
   * A class instead of a lambda, since the JVM would generate the lambda's code while a program
   * starts.
   */
  @SuppressWarnings("removal")
  private record Making(String name, Runnable work, long stackBytes)
      implements PrivilegedAction<Thread> {
    @Override
    public Thread run() {
      return made(name, work, stackBytes);
    }
  }

  /** Whether a thread was created here. */
  public static boolean made(Thread thread) {
    return thread instanceof OwnThread;
  }

  /**
   * Creates a daemon thread without starting it.
   *
   * @param name begins with "slipstream-"
   */
  public static Thread named(String name, Runnable work) {
    return named(name, work, 0);
  }

  /**
   * Creates a daemon thread without starting it.
   *
   * @param name begins with "slipstream-"
   * @param stackBytes the size of its stack; 0 for the default
   */
  @SuppressWarnings("removal") // Up to JDK 23 a thread retains the loaders of all classes that are
  // on the stack when it is created, except those below such a call.
  public static Thread named(String name, Runnable work, long stackBytes) {
    return AccessController.doPrivileged(new Making(name, work, stackBytes));
  }

  /** The group that contains all others. */
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
