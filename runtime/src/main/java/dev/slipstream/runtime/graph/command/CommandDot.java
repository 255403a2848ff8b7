package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.DotText;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.WorkTask;

/** Writes command graphs as DOT. */
public final class CommandDot {
  private CommandDot() {}

  /**
   * Writes the command graph of one node with a title.
   *
   * @param node the node
   * @param graph the graph recorded on it
   * @param title the text above the picture; empty for none
   * @return the text, equal for equal graphs and titles
   */
  public static String text(NodeId node, RecordedGraph<Command> graph, String title) {
    return new DotText<>("commands of " + node, CommandDot::label, CommandDot::attributes)
        .of(graph, title);
  }

  private static String attributes(Command command) {
    if (command instanceof Command.Push || command instanceof Command.AwaitPush) {
      return "style=filled, fillcolor=lightgray";
    }
    return command instanceof Command.Mark ? "style=rounded" : "";
  }

  private static String label(Command command) {
    return "C" + command.id() + " " + text(command);
  }

  private static String text(Command command) {
    if (command instanceof Command.Execution execution) {
      return execution.task()
          + "\n"
          + execution.chunk()
          + uses(execution.task(), execution.chunk());
    } else if (command instanceof Command.Push push) {
      StringBuilder text = new StringBuilder("push ").append(push.transfer());
      push.targets().forEach((node, region) -> sent(text, node, push.buffer(), region));
      return text.toString();
    } else if (command instanceof Command.AwaitPush await) {
      return "await push " + await.transfer() + "\n" + await.buffer().text(await.region());
    } else if (command instanceof Command.Fence fence) {
      return fence.task() + uses(fence.task(), Box.SCALAR);
    }
    return ((Command.Mark) command).task().toString();
  }

  private static void sent(StringBuilder text, NodeId node, Buffer buffer, Region region) {
    text.append("\nto ").append(node).append(": ");
    text.append(buffer.text(region));
  }

  private static String uses(WorkTask task, Box box) {
    Chunk chunk = new Chunk(box, task.geometry().space());
    StringBuilder text = new StringBuilder();
    for (BufferUse use : task.uses().all()) {
      Region consumed = use.consumed(chunk);
      Region produced = use.produced(chunk);
      if (!consumed.isEmpty()) {
        text.append("\nreads ").append(use.buffer().text(consumed));
      }
      if (!produced.isEmpty()) {
        text.append("\nwrites ").append(use.buffer().text(produced));
      }
    }
    return text.toString();
  }
}
