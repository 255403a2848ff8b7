package dev.slipstream.agent.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** Runs random programs plainly and on a machine, and finds differences in their output. */
final class CoherenceFuzzer {
  private static final int BATCH = 25;

  /** Memory for all arrays of a program, and for a few of them. */
  private static final long[] MEMORIES = {1 << 30, 1 << 30, 16_000};

  private final List<Pace.Kind> paces;
  private final LeftOut leftOut;
  private final DeviceSetup devices;
  private long deferred;
  private long deferredOnLast;
  private long deferredOnHost;
  private int programs;

  /**
   * @param paces how the device works, one of them for each program
   * @param leftOut guards that are not called
   */
  CoherenceFuzzer(List<Pace.Kind> paces, LeftOut leftOut) {
    this(paces, leftOut, DeviceSetup.ONE);
  }

  /**
   * @param paces how devices work, one of them for each program
   * @param leftOut guards that are not called
   * @param devices the devices of the machine
   */
  CoherenceFuzzer(List<Pace.Kind> paces, LeftOut leftOut, DeviceSetup devices) {
    this.paces = List.copyOf(paces);
    this.leftOut = leftOut;
    this.devices = devices;
  }

  /**
   * A program whose output differs from plain Java's.
   *
   * @param plain the first differing line of plain Java
   * @param other the line in its place
   */
  record Difference(FuzzProgram program, String plain, String other) {
    String text() {
      return "seed "
          + program.seed()
          + ": '"
          + plain
          + "' in plain Java, '"
          + other
          + "' with deferred loops\n"
          + program.source();
    }
  }

  /** Returns how many loops were deferred. */
  long deferred() {
    return deferred;
  }

  /** Returns of how many of them the last device ran a part. */
  long deferredOnLast() {
    return deferredOnLast;
  }

  /** Returns of how many of them the host's cores ran a part. */
  long deferredOnHost() {
    return deferredOnHost;
  }

  /** Returns how many programs were run. */
  int programs() {
    return programs;
  }

  /** Runs programs until one differs. */
  Optional<Difference> firstDifference(long seed, int count) {
    return firstDifference(seed, count, FuzzProgram::of);
  }

  /**
   * Runs other programs until one differs.
   *
   * @param drawn makes a program from a seed
   */
  Optional<Difference> firstDifference(long seed, int count, LongFunction<FuzzProgram> drawn) {
    for (int from = 0; from < count; from += BATCH) {
      List<FuzzProgram> batch = new ArrayList<>();
      for (int k = from; k < Math.min(count, from + BATCH); k++) {
        batch.add(drawn.apply(seed + k));
      }
      Optional<Difference> found = firstDifference(batch);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Runs these programs, until one differs. */
  Optional<Difference> firstDifference(List<FuzzProgram> batch) {
    List<Map<String, byte[]>> classes = Sources.compile(batch);
    long seed = batch.get(0).seed();
    long bytes = MEMORIES[(int) Math.floorMod(seed, MEMORIES.length)];
    try (Machine machine = new Machine(bytes, devices)) {
      for (int k = 0; k < batch.size(); k++) {
        programs++;
        Optional<Difference> found = compare(machine, batch.get(k), classes.get(k));
        if (found.isPresent()) {
          return found;
        }
      }
      deferred += machine.deferred();
      deferredOnLast += machine.deferredOnLast();
      deferredOnHost += machine.deferredOnHost();
    }
    return Optional.empty();
  }

  private Optional<Difference> compare(
      Machine machine, FuzzProgram program, Map<String, byte[]> classes) {
    String expected = ProgramRun.plain(classes, program.shape().className());
    Pace.Kind pace = paces.get((int) Math.floorMod(program.seed(), paces.size()));
    GuardedClasses guarded = GuardedClasses.of(classes, machine.siteNumbers());
    String actual = ProgramRun.on(machine, pace, guarded, program, leftOut);
    return difference(program, expected, actual);
  }

  private static Optional<Difference> difference(
      FuzzProgram program, String expected, String actual) {
    List<String> plain = expected.lines().toList();
    List<String> other = actual.lines().toList();
    for (int k = 0; k < Math.max(plain.size(), other.size()); k++) {
      String a = k < plain.size() ? plain.get(k) : "nothing more";
      String b = k < other.size() ? other.get(k) : "nothing more";
      if (!a.equals(b)) {
        return Optional.of(new Difference(program, a, b));
      }
    }
    return Optional.empty();
  }

  /** Leaves out statements as long as the program still differs. */
  Difference shrink(Difference found) {
    Difference smallest = found;
    int size = Math.max(1, smallest.program().statements().size() / 2);
    while (size >= 1) {
      boolean smaller = false;
      for (int from = 0; from < smallest.program().statements().size(); ) {
        Optional<Difference> without = without(smallest, from, size);
        if (without.isPresent()) {
          smallest = without.get();
          smaller = true;
        } else {
          from += size;
        }
      }
      if (!smaller || size > 1) {
        size /= 2;
      }
    }
    return smallest;
  }

  private Optional<Difference> without(Difference found, int from, int size) {
    List<Statement> kept = new ArrayList<>(found.program().statements());
    kept.subList(from, Math.min(kept.size(), from + size)).clear();
    FuzzProgram program = found.program().with(kept);
    return firstDifference(List.of(program));
  }
}
