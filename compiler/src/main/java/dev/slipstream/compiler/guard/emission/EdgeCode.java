package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.guard.placement.FrameShape;
import dev.slipstream.compiler.guard.placement.StackMaps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Inserts code that runs when the edges between a method's blocks are taken. */
final class EdgeCode {
  private final MethodNode method;
  private final ControlFlow flow;
  private final StackMaps maps;
  private final PlaceCode places;
  private final Map<Block, Map<Block, Calls>> calls = new LinkedHashMap<>();

  EdgeCode(MethodNode method, StackMaps maps, PlaceCode places) {
    this.method = method;
    this.flow = maps.flow();
    this.maps = maps;
    this.places = places;
  }

  /**
   * The calls on an edge.
   *
   * @param left the loops that the edge leaves, outer ones first
   */
  private record Calls(List<GuardCall> calls, List<NaturalLoop> left) {
    static final Calls NONE = new Calls(List.of(), List.of());
  }

  /**
   * Adds calls of the dispatcher where a loop is entered, behind the calls that were added before.
   */
  void enter(NaturalLoop loop, List<GuardCall> added) {
    for (Block from : loop.header().predecessors()) {
      if (!added.isEmpty() && !loop.contains(from)) {
        calls(from, loop.header()).calls.addAll(added);
      }
    }
  }

  /** Adds calls of the dispatcher where a loop is left, behind the calls that were added before. */
  void leave(NaturalLoop loop, List<GuardCall> added) {
    for (Block from : flow.blocks()) {
      if (!added.isEmpty() && loop.contains(from)) {
        for (Block to : from.normalSuccessors()) {
          if (!loop.contains(to)) {
            calls(from, to).calls.addAll(added);
            calls(from, to).left.add(0, loop);
          }
        }
      }
    }
  }

  private Calls calls(Block from, Block to) {
    Map<Block, Calls> toBlock = calls.get(to);
    if (toBlock == null) {
      toBlock = new LinkedHashMap<>();
      calls.put(to, toBlock);
    }
    Calls known = toBlock.get(from);
    if (known == null) {
      known = new Calls(new ArrayList<>(), new ArrayList<>());
      toBlock.put(from, known);
    }
    return known;
  }

  /** Inserts all calls. */
  void insert() {
    for (Map.Entry<Block, Map<Block, Calls>> block : calls.entrySet()) {
      insert(block.getKey(), block.getValue());
    }
  }

  private void insert(Block to, Map<Block, Calls> from) {
    AbstractInsnNode start = flow.instruction(to.first());
    Optional<Block> above = above(to);
    // The calls that are placed directly in front of the block, if any may be.
    Calls before = above.isPresent() ? from.getOrDefault(above.get(), Calls.NONE) : Calls.NONE;
    boolean free = above.isEmpty();
    Map<Calls, LabelNode> entries = new LinkedHashMap<>();
    for (Map.Entry<Block, Calls> edge : from.entrySet()) {
      AbstractInsnNode last = flow.lastInstruction(edge.getKey());
      LabelNode target = firstTarget(last, to);
      if (target != null && last.getOpcode() == Opcodes.GOTO) {
        method.instructions.insertBefore(last, code(edge.getValue(), to));
      } else if (target != null) {
        if (free) {
          before = edge.getValue();
          free = false;
        }
        LabelNode entry = entries.getOrDefault(edge.getValue(), new LabelNode());
        entries.put(edge.getValue(), entry);
        retarget(last, to, entry);
        if (!edge.getValue().equals(before) && entry.getNext() == null) {
          InsnList detour = entered(entry, edge.getValue(), to);
          detour.add(new JumpInsnNode(Opcodes.GOTO, target));
          method.instructions.add(detour);
        }
      }
    }
    if (!before.calls.isEmpty()) {
      LabelNode entry = entries.get(before);
      method.instructions.insertBefore(
          start, entry == null ? code(before, to) : entered(entry, before, to));
    }
  }

  private InsnList entered(LabelNode entry, Calls calls, Block to) {
    InsnList code = new InsnList();
    code.add(entry);
    Optional<FrameShape> shape = shape(calls, to);
    if (shape.isPresent()) {
      code.add(shape.get().node());
    }
    code.add(code(calls, to));
    return code;
  }

  private InsnList code(Calls calls, Block to) {
    InsnList code = new InsnList();
    for (GuardCall call : calls.calls) {
      code.add(places.code(call, shape(calls, to)));
    }
    return code;
  }

  /**
   * The frame on an edge: that of its end, with the variables that the loops which are left do not
   * write.
   */
  private Optional<FrameShape> shape(Calls calls, Block to) {
    Optional<FrameShape> shape = maps.at(to);
    for (NaturalLoop loop : calls.left) {
      Optional<FrameShape> unchanged = maps.throughout(loop);
      shape =
          shape.isPresent() && unchanged.isPresent()
              ? Optional.of(shape.get().and(unchanged.get()))
              : Optional.empty();
    }
    return shape;
  }

  /** The block that falls through into another one. */
  private Optional<Block> above(Block block) {
    if (block.index() == 0) {
      return Optional.empty();
    }
    Block above = flow.blocks().get(block.index() - 1);
    return Instructions.fallsThrough(flow.lastInstruction(above).getOpcode())
        ? Optional.of(above)
        : Optional.empty();
  }

  /** The first label by which a jump leads to a block; null if it does not lead there. */
  private @Nullable LabelNode firstTarget(AbstractInsnNode jump, Block to) {
    for (LabelNode target : ControlFlow.targets(jump)) {
      if (flow.isTarget(to, target)) {
        return target;
      }
    }
    return null;
  }

  private void retarget(AbstractInsnNode node, Block to, LabelNode entry) {
    if (node instanceof JumpInsnNode jump) {
      jump.label = entry;
    } else if (node instanceof TableSwitchInsnNode table) {
      retarget(table.labels, to, entry);
      table.dflt = flow.isTarget(to, table.dflt) ? entry : table.dflt;
    } else if (node instanceof LookupSwitchInsnNode lookup) {
      retarget(lookup.labels, to, entry);
      lookup.dflt = flow.isTarget(to, lookup.dflt) ? entry : lookup.dflt;
    }
  }

  private void retarget(List<LabelNode> labels, Block to, LabelNode entry) {
    for (int l = 0; l < labels.size(); l++) {
      if (flow.isTarget(to, labels.get(l))) {
        labels.set(l, entry);
      }
    }
  }
}
