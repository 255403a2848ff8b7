package dev.slipstream.agent.command;

import dev.slipstream.runtime.configuration.Option;
import java.io.PrintStream;
import java.util.Locale;

/** The help text, with the table of options. */
final class Help {
  private Help() {}

  static void write(String version, PrintStream out) {
    out.println(
        "slipstream " + version + ": runs the parallel loops of Java programs on all cores");
    out.println("and on OpenCL devices, with the same results.");
    out.println();
    out.println("  java -javaagent:slipstream-agent.jar[=key=value;…] -jar program.jar");
    out.println(
        "  java -jar slipstream-agent.jar --attach PID [key=value …]   to a running program");
    out.println(
        "  java -jar slipstream-agent.jar --doctor                     what can be used here");
    out.println(
        "  java -jar slipstream-agent.jar --run -n N -- java …         as N processes"
            + " (docs/nodes.md)");
    out.println("  java -jar slipstream-agent.jar --version");
    out.println();
    out.println(
        "Options: -Dkey=value, or SLIPSTREAM_… in the environment, or in the agent's argument,");
    out.println(
        "or in the file that slipstream.config names. The first of these that sets one wins.");
    out.println();
    for (Option option : Option.values()) {
      String value =
          option.allowed()
              + (option.defaultValue().isEmpty()
                  ? ""
                  : "  (default " + option.defaultValue() + ")");
      out.println(String.format(Locale.ROOT, "  %-24s %s", option.key(), value));
      out.println(" ".repeat(27) + option.description());
    }
  }
}
