package dev.slipstream.runtime.execution;

/** Makes threads that inherit nothing from the program's thread that happened to come first. */
final class RuntimeThreads {
  private RuntimeThreads() {}

  static Thread named(String name, Runnable work) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread thread = new Thread(group, work, name, 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }
}
