package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.OutputFile;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandDot;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionDot;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskDot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The graphs of a run, as DOT files in the folder of {@code slipstream.graphs}: {@code tasks.dot},
 * {@code commands-N0.dot} and {@code instructions-N0.dot}. Each file contains the first and the
 * last {@value #KEPT} vertices of its graph; a text above the picture tells how many are left out
 * between them. Thread-safe.
 */
public final class GraphFiles {
  /** How many of the first, and of the last, vertices of a graph are kept. */
  static final int KEPT = 500;

  private record Pictures(
      NodeId node,
      RecordedGraph<Task> tasks,
      RecordedGraph<Command> commands,
      RecordedGraph<Instruction> instructions) {}

  private final Optional<Path> folder;
  private final Log log;
  private final List<Pictures> all = new ArrayList<>();

  /**
   * Creates the files of a run; writes nothing yet.
   *
   * @param folder their folder; if empty, nothing is recorded or written
   * @param log receives a message if they cannot be written
   */
  public GraphFiles(Optional<Path> folder, Log log) {
    this.folder = folder;
    this.log = log;
  }

  /**
   * Returns recorders for the graphs of one stream of tasks. The files of the second stream of a
   * run, if there is one, end in {@code -2}, and so on.
   *
   * @param node the node that the stream belongs to
   * @return new recorders; {@link GraphRecorders#OFF} if graphs are not recorded
   */
  public synchronized GraphRecorders recorders(NodeId node) {
    if (folder.isEmpty()) {
      return GraphRecorders.OFF;
    }
    Pictures pictures =
        new Pictures(
            node,
            new RecordedGraph<>(KEPT, KEPT),
            new RecordedGraph<>(KEPT, KEPT),
            new RecordedGraph<>(KEPT, KEPT));
    all.add(pictures);
    return new GraphRecorders(pictures.tasks(), pictures.commands(), pictures.instructions());
  }

  /**
   * Writes the graphs as they are now, over those of earlier runs. If the folder cannot be written,
   * this is logged, and the program continues.
   */
  public synchronized void write() {
    if (folder.isEmpty() || all.isEmpty()) {
      return;
    }
    try {
      OutputFile.createFolder(folder.get());
      for (int i = 0; i < all.size(); i++) {
        write(folder.get(), all.get(i), i == 0 ? ".dot" : "-" + (i + 1) + ".dot");
      }
    } catch (IOException | SecurityException unwritable) {
      log.error(
          "the graphs cannot be written to "
              + folder.get()
              + ": "
              + OutputFile.reason(unwritable)
              + "; set slipstream.graphs to a folder that can be written");
    }
  }

  private static void write(Path folder, Pictures pictures, String ending) throws IOException {
    NodeId node = pictures.node();
    OutputFile.write(
        folder.resolve("tasks" + ending), TaskDot.text(pictures.tasks(), title(pictures.tasks())));
    OutputFile.write(
        folder.resolve("commands-" + node + ending),
        CommandDot.text(node, pictures.commands(), title(pictures.commands())));
    OutputFile.write(
        folder.resolve("instructions-" + node + ending),
        InstructionDot.text(node, pictures.instructions(), title(pictures.instructions())));
  }

  private static String title(RecordedGraph<?> graph) {
    return graph.leftOut() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "the first and the last %,d of %,d: %,d between them are left out",
            KEPT,
            graph.added(),
            graph.leftOut());
  }
}
