package dev.slipstream.agent.coherence;

import dev.slipstream.agent.coherence.Templates.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random program. It prints the values that it reads as lines, each with the number of the
 * statement.
 *
 * @param seed the seed from which it was drawn
 * @param shape the properties that its statements share
 * @param statements its statements in order; any subset of them is a program, too
 */
record FuzzProgram(long seed, Shape shape, List<Statement> statements) {
  private static final List<String> TYPES =
      List.of("int", "double", "long", "float", "int", "double", "short", "byte", "char");
  private static final int[] LENGTHS = {64, 70, 100, 130, 65, 80, 11};

  /** Includes a length whose parts are too long for short messages. */
  private static final int[] LENGTHS_WITH_TASKS = {64, 70, 100, 130, 65, 2500, 80, 11};

  private static final int LARGEST_PART = 6;
  private static final int TASKS_PERCENT = 45;

  /** A pattern for the beginning of a task. */
  private static final String TASK = "(\\(\\)|part|ranks) -> \\{";

  /** Texts in statements that start other threads, which may run loops. */
  private static final List<String> THREADS =
      List.of("new Thread(", "Executors.", "supplyAsync(", ".parallel()");

  FuzzProgram {
    statements = List.copyOf(statements);
  }

  /** Draws a program. */
  static FuzzProgram of(long seed) {
    return of(seed, /* further= */ "");
  }

  /**
   * Draws a program.
   *
   * @param further templates that it uses occasionally, too; empty for none
   */
  static FuzzProgram of(long seed, String further) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    Shape shape = shape(random, "P" + Long.toUnsignedString(seed), LENGTHS);
    List<Statement> statements = new ArrayList<>();
    int count = 8 + random.nextInt(28);
    for (int k = 0; k < count; k++) {
      List<String> lines = Templates.lines(group(random, further), shape);
      String line = lines.get(random.nextInt(lines.size()));
      statements.add(Templates.statement(random, shape, k, line));
    }
    return new FuzzProgram(seed, shape, statements);
  }

  /** Draws a program with host tasks, of one thread. */
  static FuzzProgram withTasks(long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + 2);
    Shape shape = shape(random, "PT" + Long.toUnsignedString(seed), LENGTHS_WITH_TASKS);
    List<Statement> statements = new ArrayList<>();
    int count = 8 + random.nextInt(28);
    while (statements.size() < count) {
      String group =
          random.nextInt(100) < TASKS_PERCENT
              ? taskGroup(random)
              : group(random, /* further= */ "");
      List<String> lines = Templates.lines(group, shape);
      String line = lines.get(random.nextInt(lines.size()));
      if (isOfOneThread(line)) {
        String slowed = random.nextBoolean() ? line : line.replaceAll(TASK, "$0 slow();");
        statements.add(Templates.statement(random, shape, statements.size(), slowed));
      }
    }
    return new FuzzProgram(seed, shape, statements);
  }

  private static Shape shape(Random random, String className, int[] lengths) {
    return new Shape(
        className,
        TYPES.get(random.nextInt(TYPES.size())),
        lengths[random.nextInt(lengths.length)],
        random.nextInt(12) == 0);
  }

  private static String taskGroup(Random random) {
    int choice = random.nextInt(100);
    if (choice < 35) {
      return TaskTemplates.ONE_RANK;
    } else if (choice < 65) {
      return TaskTemplates.SHARED;
    } else if (choice < 90) {
      return TaskTemplates.COLLECTIVE;
    }
    return TaskTemplates.FENCES;
  }

  /** Whether no other threads run loops. */
  boolean isOfOneThread() {
    return statements.stream().allMatch(statement -> isOfOneThread(statement.text()));
  }

  private static boolean isOfOneThread(String line) {
    return THREADS.stream().noneMatch(line::contains);
  }

  /** Returns a program with one statement for each template. */
  static FuzzProgram of(long seed, int length, String... lines) {
    Random random = new Random(seed);
    String type = TYPES.get(random.nextInt(TYPES.size()));
    Shape shape = new Shape("P" + Long.toUnsignedString(seed), type, length, /* collects= */ false);
    List<Statement> statements = new ArrayList<>();
    for (String line : lines) {
      statements.add(Templates.statement(random, shape, statements.size(), line));
    }
    return new FuzzProgram(seed, shape, statements);
  }

  private static String group(Random random, String further) {
    int choice = random.nextInt(100);
    if (choice < 18) {
      return LoopTemplates.PLAIN;
    } else if (choice < 23) {
      return LoopTemplates.INSPECTED;
    } else if (choice < 27) {
      return LoopTemplates.IMMEDIATE;
    } else if (choice < 33) {
      return LoopTemplates.ROWS;
    } else if (choice < 40) {
      return LoopTemplates.STEPS;
    } else if (choice < 46) {
      return LoopTemplates.ELSEWHERE;
    } else if (choice < 57) {
      return HostTemplates.ELEMENTS;
    } else if (choice < 62) {
      return HostTemplates.SNAPSHOTS;
    } else if (choice < 70) {
      return HostTemplates.CONTROL;
    } else if (choice < 80) {
      return HostTemplates.STRUCTURE;
    } else if (choice < 87) {
      return LibraryTemplates.ARRAYS;
    } else if (choice < 91) {
      return LibraryTemplates.HANDLES;
    } else if (choice < 93) {
      return LibraryTemplates.THREADS;
    } else if (choice < 95) {
      return LibraryTemplates.MEANWHILE;
    } else if (choice < 98) {
      return LibraryTemplates.HELD;
    } else if (choice < 99 || further.isEmpty()) {
      return LibraryTemplates.CLASSES;
    }
    return further;
  }

  /** Returns the same program with only some of its statements. */
  FuzzProgram with(List<Statement> kept) {
    return new FuzzProgram(seed, shape, kept);
  }

  /** Returns the source of the class, which has a method {@code static String run()}. */
  String source() {
    StringBuilder parts = new StringBuilder();
    StringBuilder calls = new StringBuilder();
    StringBuilder members = new StringBuilder();
    for (int from = 0; from < statements.size(); from += LARGEST_PART) {
      List<Statement> part =
          statements.subList(from, Math.min(statements.size(), from + LARGEST_PART));
      calls.append("    p.guarded(").append(from).append(", p::part").append(from).append(");\n");
      parts.append("  void part").append(from).append("() throws Throwable {\n");
      parts.append("    #T[] a = fa, b = fb, c = fc;\n    try {\n");
      for (Statement statement : part) {
        parts.append("      { ").append(statement.text()).append(" }\n");
        if (!statement.members().isEmpty()) {
          members.append("  ").append(statement.members()).append("\n");
        }
      }
      parts.append("    } finally { fa = a; fb = b; fc = c; }\n  }\n\n");
    }
    return (Frame.HEAD + calls + Frame.MIDDLE + members + parts + "}\n")
        .replace("#T", shape.type())
        .replace("#B", shape.buffer())
        .replace("#P", shape.className())
        .replace("#N", String.valueOf(shape.length()))
        .replace("#R", String.valueOf(Shape.ROWS))
        .replace("#bits", bits());
  }

  private String bits() {
    return switch (shape.type()) {
      case "double" -> "Double.doubleToLongBits(v)";
      case "float" -> "Float.floatToIntBits(v)";
      default -> "v";
    };
  }
}
