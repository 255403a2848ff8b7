package dev.slipstream.benchmarks;

/**
 * What a benchmark that starts programs is called with: {@code AGENT [--json] [--rounds R]
 * [--number N]}.
 *
 * @param json whether it prints JSON
 * @param rounds how often each program is started in each way
 * @param number what the benchmark's own option says
 */
public record BenchArguments(boolean json, int rounds, int number) {
  private static final int ROUNDS = 5;

  /** Something that is done with them. */
  @FunctionalInterface
  public interface Body {
    void run(String[] arguments) throws Exception;
  }

  /**
   * Reads them.
   *
   * @param command the benchmark's name
   * @param option its own option
   * @param least the least that this may say
   * @param usual what it says where it is missing
   * @throws IllegalArgumentException if an argument is wrong; the message says how it is called
   */
  public static BenchArguments parse(
      String[] arguments, String command, String option, int least, int usual) {
    String usage = "; usage: bench " + command + " [--json] [--rounds R] [" + option + " N]";
    boolean json = false;
    int rounds = ROUNDS;
    int number = usual;
    for (int a = 1; a < arguments.length; a++) {
      if (arguments[a].equals("--json")) {
        json = true;
      } else if (arguments[a].equals("--rounds")) {
        rounds = number(arguments, ++a, 1, usage);
      } else if (arguments[a].equals(option)) {
        number = number(arguments, ++a, least, usage);
      } else {
        throw new IllegalArgumentException("'" + arguments[a] + "' is no argument" + usage);
      }
    }
    return new BenchArguments(json, rounds, number);
  }

  private static int number(String[] arguments, int at, int least, String usage) {
    if (at < arguments.length && arguments[at].matches("[0-9]{1,7}")) {
      int number = Integer.parseInt(arguments[at]);
      if (number >= least) {
        return number;
      }
    }
    throw new IllegalArgumentException(
        arguments[at - 1] + " needs a number of at least " + least + usage);
  }

  /** Runs a benchmark; wrong arguments end the process with one line. */
  public static void main(String[] arguments, Body benchmark) throws Exception {
    try {
      benchmark.run(arguments);
    } catch (IllegalArgumentException wrong) {
      System.err.println("slipstream: " + wrong.getMessage());
      System.exit(2);
    }
  }
}
