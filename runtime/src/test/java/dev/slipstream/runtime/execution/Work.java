package dev.slipstream.runtime.execution;

/** What a job of a test does. */
record Work(String name, Step step) {
  /** A piece of code. */
  interface Step {
    void run() throws Exception;
  }

  static Work nothing(String name) {
    return new Work(name, () -> {});
  }

  static void run(Job<Work> job) throws Exception {
    job.work().step().run();
  }

  @Override
  public String toString() {
    return name;
  }
}
