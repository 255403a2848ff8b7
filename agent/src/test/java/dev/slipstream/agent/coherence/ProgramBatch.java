package dev.slipstream.agent.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Random programs that one process runs, one after the other: those that are named as arguments, or
 * all. In front of what a program says stands a line with its name.
 */
public final class ProgramBatch {
  /** The class with the main method. */
  public static final String MAIN = "All";

  /** What the names of all programs begin with, and no other line. */
  public static final String HEADING = "P";

  private final List<FuzzProgram> programs;

  private ProgramBatch(List<FuzzProgram> programs) {
    this.programs = List.copyOf(programs);
  }

  /**
   * Draws programs, which also reach arrays from inside of the JDK. The last one alone may end
   * deferral: all loops after that would end before the program goes on, and be no test.
   *
   * @param seed of the first one; the others have those after it
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

  /** The names of these programs. */
  public List<String> names() {
    return programs.stream().map(program -> program.shape().className()).toList();
  }

  /** The names of those of these programs that run loops in one thread. */
  public List<String> namesOfOneThread() {
    return new ProgramBatch(programs.stream().filter(FuzzProgram::isOfOneThread).toList()).names();
  }

  /** These programs and others behind them. */
  public ProgramBatch with(ProgramBatch others) {
    List<FuzzProgram> all = new ArrayList<>(programs);
    all.addAll(others.programs);
    return new ProgramBatch(all);
  }

  /** The sources of their classes, and of the one that runs them. */
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

  /** Those of the lines that some of the programs say. */
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
