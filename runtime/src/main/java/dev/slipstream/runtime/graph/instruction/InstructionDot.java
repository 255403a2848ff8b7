package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.DotText;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import java.util.List;
import java.util.Locale;

/** Instruction graphs as DOT. */
public final class InstructionDot {
  private InstructionDot() {}

  /**
   * Writes the instruction graph of one node with a title.
   *
   * @param node the node
   * @param graph what was recorded on it
   * @param title stands above the picture; nothing does if it is empty
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
    } else if (instruction instanceof Instruction.Copy
        || instruction instanceof Instruction.Contribute
        || isTransfer(instruction)) {
      return "style=filled, fillcolor=lightgray";
    }
    return instruction instanceof Instruction.Mark ? "style=rounded" : "";
  }

  private static boolean isTransfer(Instruction instruction) {
    return instruction instanceof Instruction.Send
        || instruction instanceof Instruction.Receive
        || instruction instanceof Instruction.SplitReceive
        || instruction instanceof Instruction.AwaitReceive
        || instruction instanceof Instruction.GatherReceive;
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
          + work(kernel.bindings(), kernel.results());
    } else if (instruction instanceof Instruction.HostWork host) {
      return host.task() + "\n" + host.chunk() + work(host.bindings(), host.results());
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
    } else if (instruction instanceof Instruction.AwaitReceive await) {
      return "await receive " + await.transfer() + to(await.destination(), await.region());
    }
    Instruction.GatherReceive gather = (Instruction.GatherReceive) instruction;
    return "gather receive " + gather.transfer() + "\nto " + gather.destination();
  }

  private static String other(Instruction instruction) {
    if (instruction instanceof Instruction.FillIdentity fill) {
      return "fill with identity " + fill.destination();
    } else if (instruction instanceof Instruction.Contribute contribute) {
      return "contribution "
          + contribute.contributor()
          + "\nfrom "
          + contribute.source()
          + "\nto "
          + contribute.destination();
    } else if (instruction instanceof Instruction.Reduce reduce) {
      return "reduce "
          + reduce.reduction().id()
          + " of "
          + reduce.scope().name().toLowerCase(Locale.ROOT)
          + "\nfrom "
          + reduce.source()
          + "\nto "
          + reduce.destination();
    } else if (instruction instanceof Instruction.Fence fence) {
      return fence.task().toString();
    }
    return ((Instruction.Mark) instruction).task().toString();
  }

  private static String to(Allocation destination, Region region) {
    return "\nto " + destination + "\n" + held(destination, region);
  }

  private static String held(Allocation allocation, Region region) {
    return allocation.contents() == Allocation.Contents.CONTRIBUTIONS
        ? "contributions " + region.text(1)
        : allocation.buffer().text(region);
  }

  private static String work(List<Binding> bindings, List<Allocation> results) {
    StringBuilder text = new StringBuilder();
    for (Binding binding : bindings) {
      if (binding.allocation().isPresent()) {
        String mode = binding.access().mode().name().toLowerCase(Locale.ROOT).replace('_', '-');
        text.append('\n').append(mode).append(' ');
        text.append(binding.access().buffer().text(binding.region()));
        text.append(" in ").append(binding.allocation().get().id());
      }
    }
    for (Allocation result : results) {
      text.append("\nreduces to ").append(result.buffer().text(Region.of(Box.SCALAR)));
      text.append(" in ").append(result.id());
    }
    return text.toString();
  }
}
