package dev.slipstream.runtime.execution;

import java.util.Optional;

/** The engine in the random test: the real one, or one that breaks a rule. */
interface Engine {
  void submit(Job<String> job);

  Optional<Job<String>> nextToIssue();

  void completed(JobId id);

  static Engine of(OutOfOrderEngine<String> engine) {
    return new Engine() {
      @Override
      public void submit(Job<String> job) {
        engine.submit(job);
      }

      @Override
      public Optional<Job<String>> nextToIssue() {
        return engine.nextToIssue();
      }

      @Override
      public void completed(JobId id) {
        engine.completed(id);
      }
    };
  }
}
