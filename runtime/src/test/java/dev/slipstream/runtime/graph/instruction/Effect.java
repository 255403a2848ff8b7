package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The access of an instruction to one allocation.
 *
 * @param instruction the instruction
 * @param allocation the allocation
 * @param region the elements
 * @param writes whether it writes them
 */
record Effect(Instruction instruction, Allocation allocation, Region region, boolean writes) {
  boolean conflictsWith(Effect other) {
    return (writes || other.writes) && region.intersects(other.region);
  }

  private static Effect read(Instruction instruction, Allocation allocation, Region region) {
    return new Effect(instruction, allocation, region, false);
  }

  private static Effect write(Instruction instruction, Allocation allocation, Region region) {
    return new Effect(instruction, allocation, region, true);
  }

  private static Effect writeAll(Instruction instruction, Allocation allocation) {
    return write(instruction, allocation, Region.of(allocation.box()));
  }

  /**
   * All effects of an instruction; the elements that a fence accesses are in the arrays from {@code
   * heaps}.
   */
  static List<Effect> of(Instruction of, Function<Buffer, Allocation> heaps) {
    if (of instanceof Instruction.Allocate allocate) {
      return List.of(writeAll(of, allocate.allocation()));
    } else if (of instanceof Instruction.Free free) {
      return List.of(writeAll(of, free.allocation()));
    } else if (of instanceof Instruction.Copy copy) {
      return List.of(
          read(of, copy.source(), copy.region()), write(of, copy.destination(), copy.region()));
    } else if (of instanceof Instruction.Clear clear) {
      return List.of(write(of, clear.destination(), clear.region()));
    } else if (of instanceof Instruction.Kernel kernel) {
      return work(of, kernel.task(), kernel.chunk(), kernel.bindings());
    } else if (of instanceof Instruction.HostWork host) {
      return work(of, host.task(), host.chunk(), host.bindings());
    } else if (of instanceof Instruction.Send send) {
      return List.of(read(of, send.source(), Region.of(send.pilot().box())));
    } else if (of instanceof Instruction.Receive receive) {
      return List.of(write(of, receive.destination(), receive.region()));
    } else if (of instanceof Instruction.SplitReceive receive) {
      return List.of(write(of, receive.destination(), receive.region()));
    } else if (of instanceof Instruction.AwaitReceive await) {
      return List.of(write(of, await.destination(), await.region()));
    } else if (of instanceof Instruction.Fence fence) {
      return fence.task().uses().all().stream()
          .map(
              use ->
                  read(of, heaps.apply(fence.task().copy().orElse(use.buffer())), use.consumed()))
          .toList();
    }
    return List.of();
  }

  private static List<Effect> work(
      Instruction of, WorkTask task, Box chunk, List<Binding> bindings) {
    List<Effect> effects = new ArrayList<>();
    for (Binding binding : bindings) {
      if (binding.allocation().isPresent()) {
        Allocation allocation = binding.allocation().get();
        if (binding.access().mode().consumes()) {
          effects.add(read(of, allocation, binding.region()));
        }
        if (binding.access().mode().produces()) {
          effects.add(write(of, allocation, binding.region()));
        }
      }
    }
    return effects;
  }
}
