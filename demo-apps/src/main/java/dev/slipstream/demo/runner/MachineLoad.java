package dev.slipstream.demo.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The processor time that a machine has spent up to one moment, in the clock ticks of Linux.
 *
 * @param cores how many cores the machine has
 * @param passed all time of all cores, idle or not
 * @param used the time in which they ran programs, or other virtual machines on the same hardware
 * @param own the part of it that this process and its ended children have used
 */
record MachineLoad(int cores, long passed, long used, long own) {
  /** The ticks of a second; the kernel shows programs this unit on every machine. */
  private static final int TICKS = 100;

  /** Shorter times are too few ticks to say anything. */
  private static final int LEAST_SECONDS = 2;

  /** Which part of the cores others may use, and how many cores in any case. */
  private static final double ALLOWED_PART = 0.1;

  private static final double ALLOWED_CORES = 0.25;

  /** The columns of {@code /proc/stat}: user, nice, system, idle, iowait, irq, softirq, steal. */
  private static final List<Integer> USED = List.of(1, 2, 3, 8);

  private static final int LAST_COLUMN = 8;

  /**
   * The columns of {@code /proc/self/stat} behind the name: times of itself and of its children.
   */
  private static final List<Integer> OWN = List.of(11, 12, 13, 14);

  /** Reads the load of this machine; empty if it does not show any. */
  static Optional<MachineLoad> now() {
    try {
      return parse(
          Files.readString(Path.of("/proc/stat")), Files.readString(Path.of("/proc/self/stat")));
    } catch (IOException notLinux) {
      return Optional.empty();
    }
  }

  /**
   * Reads what Linux shows.
   *
   * @param machine the content of {@code /proc/stat}
   * @param process the content of {@code /proc/self/stat}
   */
  static Optional<MachineLoad> parse(String machine, String process) {
    try {
      int cores = (int) machine.lines().filter(line -> line.matches("cpu\\d.*")).count();
      String[] all = machine.lines().findFirst().orElse("").split(" +", -1);
      String[] own = process.substring(process.lastIndexOf(')') + 2).split(" ", -1);
      long passed = 0;
      for (int i = 1; i <= LAST_COLUMN; i++) {
        passed += Long.parseLong(all[i]);
      }
      long used = 0;
      for (int column : USED) {
        used += Long.parseLong(all[column]);
      }
      long itself = 0;
      for (int column : OWN) {
        itself += Long.parseLong(own[column]);
      }
      return cores == 0
          ? Optional.empty()
          : Optional.of(new MachineLoad(cores, passed, used, itself));
    } catch (NumberFormatException | IndexOutOfBoundsException otherForm) {
      return Optional.empty();
    }
  }

  /**
   * Returns a line that warns of the times measured since an earlier moment; empty if other
   * programs have left this one its cores, or if too little time has passed.
   *
   * @param available how many cores this process may use
   */
  Optional<String> warning(MachineLoad before, int available) {
    long time = passed - before.passed;
    if (time < (long) LEAST_SECONDS * TICKS * cores) {
      return Optional.empty();
    }
    double others = cores * (double) (used - before.used - (own - before.own)) / time;
    double taken = others - Math.max(0, cores - available);
    if (taken < Math.max(ALLOWED_CORES, ALLOWED_PART * available)) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "other programs used %.1f of the %d cores meanwhile, so these times say little: run the"
                + " demo again on a quiet machine",
            others,
            cores));
  }
}
