package dev.slipstream.agent.command;

import dev.slipstream.runtime.configuration.Option;
import dev.slipstream.runtime.configuration.OptionText;
import java.io.PrintStream;

/** The help text, with the list of options. */
final class Help {
  private static final int COLUMNS = 80;
  private static final String INDENT = "      ";

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
    String group = "";
    for (OptionText text : OptionText.all()) {
      if (!text.group().equals(group)) {
        group = text.group();
        out.println(System.lineSeparator() + group + ":");
      }
      out.println("  " + text.option().key() + "   " + values(text));
      wrapped(OptionText.plain(text.line()), out);
    }
  }

  private static String values(OptionText text) {
    Option option = text.option();
    String usual = option.defaultValue().isEmpty() ? text.unset() : option.defaultValue();
    return option.allowed()
        + (usual.isEmpty() ? "" : "  (default " + OptionText.plain(usual) + ")");
  }

  private static void wrapped(String text, PrintStream out) {
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && INDENT.length() + line.length() + word.length() >= COLUMNS) {
        out.println(INDENT + line);
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    out.println(INDENT + line);
  }
}
