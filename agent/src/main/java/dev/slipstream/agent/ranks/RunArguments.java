package dev.slipstream.agent.ranks;

import dev.slipstream.runtime.configuration.NearestWord;
import java.util.List;

/**
 * A command and the hosts that run it.
 *
 * @param hosts the hosts; ranks are numbered in this order
 * @param command a java command line
 */
record RunArguments(List<RunHost> hosts, JavaCommand command) {
  /** The largest number of ranks of a run. */
  private static final int MOST_RANKS = 4096;

  private static final List<String> OPTIONS = List.of("-n", "--hosts");

  /**
   * Reads {@code -n 4 --hosts a:2,b:2 -- java …}.
   *
   * @throws LaunchException if the arguments are not of this form
   */
  static RunArguments parse(List<String> arguments) throws LaunchException {
    String number = "";
    String list = "";
    int next = 0;
    while (next < arguments.size() && arguments.get(next).startsWith("-")) {
      String option = arguments.get(next++);
      if (option.equals("--")) {
        break;
      }
      if (!OPTIONS.contains(option)) {
        throw LaunchException.usage(
            "run does not know '"
                + option
                + "'; the nearest is "
                + NearestWord.to(option, OPTIONS));
      }
      String value = next < arguments.size() ? arguments.get(next++) : "";
      if (value.isEmpty() || value.equals("--")) {
        throw LaunchException.usage(option + " needs a value");
      }
      if (option.equals("-n")) {
        number = value;
      } else {
        list = value;
      }
    }
    List<String> command = arguments.subList(next, arguments.size());
    if (command.isEmpty()) {
      throw LaunchException.usage(
          "run what? For example: ./slipstream run -n 4 -- java -jar program.jar");
    }
    return new RunArguments(hosts(number, list), new JavaCommand(command));
  }

  private static List<RunHost> hosts(String number, String list) throws LaunchException {
    if (list.isEmpty()) {
      return List.of(RunHost.here(number.isEmpty() ? 1 : ranks(number)));
    }
    List<RunHost> hosts = RunHost.parse(list);
    int sum = hosts.stream().mapToInt(RunHost::ranks).sum();
    if (!number.isEmpty() && ranks(number) != sum) {
      throw LaunchException.usage(
          "-n " + number + ", but --hosts " + list + " has " + sum + ": leave one of them out");
    }
    if (sum > MOST_RANKS) {
      throw LaunchException.usage(
          "--hosts " + list + " has " + sum + " ranks; a run has " + MOST_RANKS + " at most");
    }
    return hosts;
  }

  private static int ranks(String number) throws LaunchException {
    if (number.matches("[0-9]{1,4}")) {
      int ranks = Integer.parseInt(number);
      if (ranks >= 1 && ranks <= MOST_RANKS) {
        return ranks;
      }
    }
    throw LaunchException.usage(
        "-n " + number + ": it must be a number of ranks, 1 to " + MOST_RANKS);
  }

  /** Returns the number of ranks. */
  int size() {
    return hosts.stream().mapToInt(RunHost::ranks).sum();
  }

  /** Whether all ranks run on this machine. */
  boolean isHere() {
    return hosts.stream().allMatch(RunHost::isHere);
  }
}
