package dev.slipstream.agent.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Random programs that one process runs in sequence: those named as arguments, or all. The output
 * of each begins with a line with its name.
 */
public final class ProgramBatch {
  /** The class with the main method. */
  public static final String MAIN = "All";

  /** The prefix of the names of all programs, and of no other line. */
  public static final String HEADING = "P";

  private final List<FuzzProgram> programs;

  private ProgramBatch(List<FuzzProgram> programs) {
    this.programs = List.copyOf(programs);
  }

  /**
   * Draws programs, which also reach arrays from inside the JDK. Only the last one may end
   * deferral, because after that loops are no longer deferred and would test nothing.
   *
   * @param seed the seed of the first program; the others have the following ones
   */
  public static ProgramBatch of(long seed, int count) {
    System.out.println("seed " + seed + ", " + count + " programs");
    List<FuzzProgram> programs = new ArrayList<>();
    for (long each : LongStream.range(seed, seed + count).toArray()) {
      boolean last = each == seed + count - 1;
      programs.add(
          FuzzProgram.of(each, LibraryTemplates.INSIDE + (last ? LibraryTemplates.ENDING : "")));
    }
    return new ProgramBatch(programs);
  }

  /** Draws programs with host tasks, of one thread. */
  public static ProgramBatch withTasks(long seed, int count) {
    System.out.println("seed " + seed + ", " + count + " programs with host tasks");
    return new ProgramBatch(
        LongStream.range(seed, seed + count).mapToObj(FuzzProgram::withTasks).toList());
  }

  /** Returns the names of these programs. */
  public List<String> names() {
    return programs.stream().map(program -> program.shape().className()).toList();
  }

  /** Returns the names of the programs that run loops in one thread. */
  public List<String> namesOfOneThread() {
    return new ProgramBatch(programs.stream().filter(FuzzProgram::isOfOneThread).toList()).names();
  }

  /** Returns these programs followed by others. */
  public ProgramBatch with(ProgramBatch others) {
    List<FuzzProgram> all = new ArrayList<>(programs);
    all.addAll(others.programs);
    return new ProgramBatch(all);
  }

  /** Returns the sources of the programs' classes, and of the one that runs them. */
  public List<String> sources() {
    List<String> sources = new ArrayList<>();
    StringBuilder calls = new StringBuilder();
    for (FuzzProgram program : programs) {
      String name = program.shape().className();
      sources.add(program.source());
      calls
          .append("    if (names.isEmpty() || names.contains(\"" + name + "\")) {\n")
          .append("      System.out.println(\"" + name + "\");\n")
          .append("      System.out.println(" + name + ".run());\n    }\n");
    }
    sources.add(
        "public class "
            + MAIN
            + " {\n  public static void main(String[] args) {\n"
            + "    java.util.Set<String> names = java.util.Set.of(args);\n"
            + calls
            + "  }\n}\n");
    return sources;
  }

  /** Returns those lines that some of the programs print. */
  public static List<String> linesOf(List<String> names, List<String> lines) {
    List<String> some = new ArrayList<>();
    boolean wanted = false;
    for (String line : lines) {
      wanted = line.startsWith(HEADING) ? names.contains(line) : wanted;
      if (wanted) {
        some.add(line);
      }
    }
    return some;
  }
}
