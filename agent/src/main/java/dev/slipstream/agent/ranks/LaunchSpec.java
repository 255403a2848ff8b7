package dev.slipstream.agent.ranks;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The processes that one host is to start.
 *
 * @param command the command line of every rank
 * @param folder the working directory
 * @param variables the variables that are added to the environment of every rank
 * @param ranks the numbers of the ranks
 */
record LaunchSpec(
    List<String> command, String folder, Map<String, String> variables, List<Integer> ranks) {
  LaunchSpec {
    command = List.copyOf(command);
    variables = Map.copyOf(variables);
    ranks = List.copyOf(ranks);
  }

  /** Returns what this host lacks, if anything. */
  Optional<String> obstacle() {
    Path here = Path.of(folder);
    if (!Files.isDirectory(here)) {
      return Optional.of("there is no folder " + folder);
    }
    String program = command.get(0);
    // The system looks up a name without a folder on the PATH.
    return !program.contains("/") || Files.isExecutable(here.resolve(program))
        ? Optional.empty()
        : Optional.of("there is no command " + program);
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(out, command);
      write(out, List.of(folder));
      for (List<String> texts :
          List.of(List.copyOf(variables.keySet()), List.copyOf(variables.values()))) {
        write(out, texts);
      }
      out.writeInt(ranks.size());
      for (int rank : ranks) {
        out.writeInt(rank);
      }
    } catch (IOException e) {
      throw new IllegalStateException("an array cannot fail", e);
    }
    return bytes.toByteArray();
  }

  static LaunchSpec of(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    List<String> command = texts(in);
    String folder = texts(in).get(0);
    List<String> names = texts(in);
    List<String> values = texts(in);
    Map<String, String> variables = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      variables.put(names.get(i), values.get(i));
    }
    List<Integer> ranks = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      ranks.add(in.readInt());
    }
    return new LaunchSpec(command, folder, variables, ranks);
  }

  private static void write(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      texts.add(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
    }
    return texts;
  }
}
