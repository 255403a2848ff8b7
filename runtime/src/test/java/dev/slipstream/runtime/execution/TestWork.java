package dev.slipstream.runtime.execution;

/** The work of a test's job. */
record TestWork(String name, Step step) {
  /** A piece of code. */
  interface Step {
    void run() throws Exception;
  }

  static TestWork nothing(String name) {
    return new TestWork(name, () -> {});
  }

  static void run(Job<TestWork> job) throws Exception {
    job.work().step().run();
  }

  @Override
  public String toString() {
    return name;
  }
}
