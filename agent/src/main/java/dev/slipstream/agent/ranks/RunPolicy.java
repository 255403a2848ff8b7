package dev.slipstream.agent.ranks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Decides when to end which ranks, and with which code the run ends. All times are those of {@link
 * System#nanoTime}, given by the caller. Not thread-safe.
 */
final class RunPolicy {
  /** How long rank 0 may take to end after a signal. */
  static final Duration AFTER_SIGNAL = Duration.ofSeconds(30);

  /** How long the others may take to end when rank 0 has ended after a signal. */
  static final Duration WITHOUT_RANK_0 = Duration.ofSeconds(2);

  /** How long a rank may take to end after SIGTERM. */
  static final Duration AFTER_TERM = Duration.ofSeconds(5);

  private static final int SIGNALS = 128;
  private static final int MOST_SIGNALS = 64;

  /** The states of a run; each expects the next one when its deadline has passed. */
  private enum Phase {
    RUNNING,
    ENDING,
    TERMINATED,
    KILLED,
    FINISHED
  }

  private final boolean recovers;
  private final boolean replicated;

  /** The exit codes of failed ranks other than rank 0 that were not reported yet. */
  private final Map<Integer, Integer> failures = new TreeMap<>();

  private final Duration grace;
  private final RankControl control;
  private final Consumer<String> messages;
  private final TreeSet<Integer> living = new TreeSet<>();
  private Phase phase = Phase.RUNNING;
  private Duration allowed = Duration.ZERO;
  private long deadline;
  private boolean signalled;
  private int code0;
  private int firstFailure;

  /**
   * @param size how many ranks there are, all of them running
   * @param recovers whether the other ranks go on without a lost one
   * @param replicated whether every rank runs the program, so that all end with its exit code
   * @param grace how long the other ranks may take to notice that one has ended, and to end
   * @param control ends ranks
   * @param messages receives the messages for the user
   */
  RunPolicy(
      int size,
      boolean recovers,
      boolean replicated,
      Duration grace,
      RankControl control,
      Consumer<String> messages) {
    this.recovers = recovers;
    this.replicated = replicated;
    this.grace = grace;
    this.control = control;
    this.messages = messages;
    for (int rank = 0; rank < size; rank++) {
      living.add(rank);
    }
  }

  /** Called when a rank has ended. */
  void ended(int rank, int code, long now) {
    if (!living.remove(rank)) {
      return;
    }
    boolean asked = signalled || phase == Phase.TERMINATED || phase == Phase.KILLED;
    if (rank == 0) {
      code0 = code;
    }
    if (code != 0) {
      firstFailure = firstFailure == 0 ? code : firstFailure;
      // The program itself explains its own exit codes.
      if (!asked && replicated && rank != 0 && signal(code) == 0) {
        failures.put(rank, code);
      } else if (!asked && (rank != 0 || signal(code) > 0)) {
        messages.accept(ended(rank, code));
      }
    }
    if (living.isEmpty()) {
      failures.forEach(
          (failed, its) -> {
            if (its != code0) {
              messages.accept(ended(failed, its));
            }
          });
      phase = Phase.FINISHED;
    } else if (signalled && rank == 0 && phase == Phase.ENDING) {
      expect(Phase.ENDING, WITHOUT_RANK_0, now);
    } else if (phase == Phase.RUNNING && (rank == 0 || (code != 0 && !recovers))) {
      expect(Phase.ENDING, grace, now);
    }
  }

  /** Called when the launcher was asked to end the run. */
  void signalled(long now) {
    if (signalled || phase == Phase.FINISHED) {
      return;
    }
    signalled = true;
    if (living.contains(0)) {
      // The others follow; rank 0 may still need them until it ends.
      control.terminate(0);
      expect(Phase.ENDING, AFTER_SIGNAL, now);
    } else if (phase == Phase.RUNNING || phase == Phase.ENDING) {
      terminateAll(now);
    }
  }

  /** Called when time has passed. */
  void timePassed(long now) {
    if (phase == Phase.RUNNING || phase == Phase.FINISHED || now - deadline < 0) {
      return;
    }
    switch (phase) {
      case ENDING -> {
        if (!signalled) {
          messages.accept(
              names() + " did not end within " + allowed.toSeconds() + " s and will be ended");
        }
        terminateAll(now);
      }
      case TERMINATED -> {
        living.forEach(control::kill);
        expect(Phase.KILLED, AFTER_TERM, now);
      }
      default -> {
        messages.accept(names() + " cannot be ended");
        phase = Phase.FINISHED;
      }
    }
  }

  private void terminateAll(long now) {
    List.copyOf(living).forEach(control::terminate);
    expect(Phase.TERMINATED, AFTER_TERM, now);
  }

  private void expect(Phase next, Duration time, long now) {
    phase = next;
    allowed = time;
    deadline = now + time.toNanos();
  }

  /** Returns when to call {@link #timePassed} next; empty if never. */
  OptionalLong deadline() {
    return phase == Phase.RUNNING || phase == Phase.FINISHED
        ? OptionalLong.empty()
        : OptionalLong.of(deadline);
  }

  /** Whether the run has ended. */
  boolean finished() {
    return phase == Phase.FINISHED;
  }

  /**
   * The exit code of a run that has ended: the code of the first rank that failed. If the others go
   * on without a lost rank, the run succeeds if rank 0 does.
   */
  int exitCode() {
    if (!living.isEmpty()) {
      return firstFailure == 0 ? 1 : firstFailure;
    }
    return recovers && code0 == 0 ? 0 : firstFailure;
  }

  private String names() {
    String ranks = living.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (living.size() == 1 ? "rank " : "ranks ") + ranks;
  }

  private static String ended(int rank, int code) {
    return "rank " + rank + " ended with " + text(code);
  }

  private static String text(int code) {
    return "exit code " + code + (signal(code) > 0 ? " (signal " + signal(code) + ")" : "");
  }

  private static int signal(int code) {
    return code > SIGNALS && code <= SIGNALS + MOST_SIGNALS ? code - SIGNALS : 0;
  }
}
