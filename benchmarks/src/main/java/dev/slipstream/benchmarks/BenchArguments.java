package dev.slipstream.benchmarks;

/**
 * The arguments of a benchmark that starts programs: {@code AGENT [--json] [--rounds R] [--number
 * N]}.
 *
 * @param json whether it prints JSON
 * @param rounds the number of starts of each program in each way
 * @param number the value of the benchmark's own option
 */
public record BenchArguments(boolean json, int rounds, int number) {
  private static final int ROUNDS = 5;

  /** A benchmark that takes these arguments. */
  @FunctionalInterface
  public interface Body {
    void run(String[] arguments) throws Exception;
  }

  /**
   * Reads the arguments.
   *
   * @param command the benchmark's name
   * @param option its own option
   * @param least the smallest value of that option
   * @param usual the default of that option
   * @throws IllegalArgumentException if an argument is wrong; the message shows the usage
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
        throw new IllegalArgumentException("'" + arguments[a] + "' is not an argument" + usage);
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
