package dev.slipstream.agent.coherence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * Random programs that one process runs, one after the other.
 *
 * @param sources their classes, and the one that runs them, {@link #MAIN}
 */
public record ProgramBatch(List<String> sources) {
  /** The class with the main method. */
  public static final String MAIN = "All";

  /** Copies the list. */
  public ProgramBatch {
    sources = List.copyOf(sources);
  }

  /**
   * Draws programs, which also reach arrays from inside of the JDK. The last one alone may end
   * deferral: all loops after that would end before the program goes on, and be no test.
   *
   * @param seed of the first one; the others have those after it
   */
  public static ProgramBatch of(long seed, int count) {
    return of(seed, count, source -> true);
  }

  /**
   * Draws programs as above, but those that start threads of their own.
   *
   * @param count how many are drawn; some are left out
   */
  public static ProgramBatch ofOneThread(long seed, int count) {
    return of(seed, count, source -> !source.contains("new Thread("));
  }

  private static ProgramBatch of(long seed, int count, Predicate<String> wanted) {
    System.out.println("seed " + seed + ", " + count + " programs");
    List<String> sources = new ArrayList<>();
    StringBuilder calls = new StringBuilder();
    for (long each : LongStream.range(seed, seed + count).toArray()) {
      boolean last = each == seed + count - 1;
      FuzzProgram program =
          FuzzProgram.of(each, LibraryTemplates.INSIDE + (last ? LibraryTemplates.ENDING : ""));
      if (!wanted.test(program.source())) {
        continue;
      }
      String name = program.shape().className();
      sources.add(program.source());
      calls.append("    System.out.println(\"").append(name).append("\");\n");
      calls.append("    System.out.println(").append(name).append(".run());\n");
    }
    sources.add(
        "public class "
            + MAIN
            + " {\n  public static void main(String[] args) {\n"
            + calls
            + "  }\n}\n");
    return new ProgramBatch(sources);
  }
}
