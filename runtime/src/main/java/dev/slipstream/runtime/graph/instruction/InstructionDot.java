package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.DotText;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import java.util.List;
import java.util.Locale;

/** Writes instruction graphs as DOT. */
public final class InstructionDot {
  private InstructionDot() {}

  /**
   * Writes the instruction graph of one node with a title.
   *
   * @param node the node
   * @param graph the graph recorded on it
   * @param title the text above the picture; empty for none
   * @return the text, equal for equal graphs and titles
   */
  public static String text(NodeId node, RecordedGraph<Instruction> graph, String title) {
    return new DotText<>(
            "instructions of " + node, InstructionDot::label, InstructionDot::attributes)
        .of(graph, title);
  }

  private static String attributes(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel || instruction instanceof Instruction.HostWork) {
      return "style=filled, fillcolor=lightblue";
    } else if (instruction instanceof Instruction.Copy || isTransfer(instruction)) {
      return "style=filled, fillcolor=lightgray";
    }
    return instruction instanceof Instruction.Mark ? "style=rounded" : "";
  }

  private static boolean isTransfer(Instruction instruction) {
    return instruction instanceof Instruction.Send
        || instruction instanceof Instruction.Receive
        || instruction instanceof Instruction.SplitReceive
        || instruction instanceof Instruction.AwaitReceive;
  }

  private static String label(Instruction instruction) {
    return "I" + instruction.id() + " " + text(instruction);
  }

  private static String text(Instruction instruction) {
    if (instruction instanceof Instruction.Allocate allocate) {
      return "allocate "
          + allocate.allocation()
          + "\n"
          + held(allocate.allocation(), Region.of(allocate.allocation().box()))
          + "\n"
          + allocate.bytes()
          + " bytes";
    } else if (instruction instanceof Instruction.Free free) {
      return "free " + free.allocation();
    } else if (instruction instanceof Instruction.Copy copy) {
      return "copy for "
          + copy.reason().name().toLowerCase(Locale.ROOT)
          + "\nfrom "
          + copy.source()
          + "\nto "
          + copy.destination()
          + "\n"
          + held(copy.destination(), copy.region());
    } else if (instruction instanceof Instruction.Clear clear) {
      return "clear " + clear.destination() + "\n" + held(clear.destination(), clear.region());
    } else if (instruction instanceof Instruction.Kernel kernel) {
      return kernel.task()
          + " on device "
          + kernel.device()
          + "\n"
          + kernel.chunk()
          + work(kernel.bindings());
    } else if (instruction instanceof Instruction.HostWork host) {
      return host.task() + "\n" + host.chunk() + work(host.bindings());
    }
    return isTransfer(instruction) ? transfer(instruction) : other(instruction);
  }

  private static String transfer(Instruction instruction) {
    if (instruction instanceof Instruction.Send send) {
      Pilot pilot = send.pilot();
      return "send M"
          + pilot.message().number()
          + " of "
          + pilot.transfer()
          + " to "
          + pilot.to()
          + "\nfrom "
          + send.source()
          + "\n"
          + held(send.source(), Region.of(pilot.box()));
    } else if (instruction instanceof Instruction.Receive receive) {
      return "receive " + receive.transfer() + to(receive.destination(), receive.region());
    } else if (instruction instanceof Instruction.SplitReceive receive) {
      return "split receive " + receive.transfer() + to(receive.destination(), receive.region());
    }
    Instruction.AwaitReceive await = (Instruction.AwaitReceive) instruction;
    return "await receive " + await.transfer() + to(await.destination(), await.region());
  }

  private static String other(Instruction instruction) {
    if (instruction instanceof Instruction.Fence fence) {
      return fence.task().toString();
    }
    return ((Instruction.Mark) instruction).task().toString();
  }

  private static String to(Allocation destination, Region region) {
    return "\nto " + destination + "\n" + held(destination, region);
  }

  private static String held(Allocation allocation, Region region) {
    return allocation.buffer().text(region);
  }

  private static String work(List<Binding> bindings) {
    StringBuilder text = new StringBuilder();
    for (Binding binding : bindings) {
      if (binding.allocation().isPresent()) {
        String mode = binding.access().mode().name().toLowerCase(Locale.ROOT).replace('_', '-');
        text.append('\n').append(mode).append(' ');
        text.append(binding.access().buffer().text(binding.region()));
        text.append(" in ").append(binding.allocation().get().id());
      }
    }
    return text.toString();
  }
}
