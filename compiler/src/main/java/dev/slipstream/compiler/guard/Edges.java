package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** The edges between a method's blocks, and the code that is to run when they are taken. */
final class Edges {
  static final int FIRST_WITH_FRAMES = 50;

  private final MethodNode method;
  private final ControlFlow flow;
  private final boolean needsFrames;
  private final List<AbstractInsnNode> firstNodes = new ArrayList<>();
  private final List<AbstractInsnNode> lastInstructions = new ArrayList<>();
  private final List<BitSet> written = new ArrayList<>();
  private final List<Optional<FrameShape>> frames = new ArrayList<>();
  private final List<List<TryCatchBlockNode>> covering = new ArrayList<>();
  private final List<Set<Block>> successors = new ArrayList<>();
  private final Map<LabelNode, Block> targets = new HashMap<>();
  private final Map<Block, Map<Block, Calls>> calls = new LinkedHashMap<>();

  /**
   * What happens on an edge.
   *
   * @param left the loops that are left, outer ones first
   */
  private record Calls(List<GuardCall> calls, List<NaturalLoop> left) {
    static final Calls NONE = new Calls(List.of(), List.of());
  }

  /**
   * @param method the method, whose instructions are still those of the control flow
   */
  Edges(MethodNode method, ControlFlow flow, int classVersion) {
    this.method = method;
    this.flow = flow;
    this.needsFrames = classVersion >= FIRST_WITH_FRAMES;
    for (Block block : flow.blocks()) {
      written.add(flow.writtenSlots(List.of(block)));
      firstNodes.add(flow.instructions().get(block.first()));
      lastInstructions.add(flow.lastInstruction(block));
      frames.add(findFrame(block));
      List<TryCatchBlockNode> handlers = new ArrayList<>();
      for (TryCatchBlockNode handler : method.tryCatchBlocks) {
        if (block.first() >= flow.instructions().indexOf(handler.start)
            && block.first() < flow.instructions().indexOf(handler.end)) {
          handlers.add(handler);
        }
      }
      covering.add(List.copyOf(handlers));
    }
    for (Block block : flow.blocks()) {
      Set<Block> normal = new LinkedHashSet<>();
      AbstractInsnNode last = lastInstructions.get(block.index());
      if (fallsThrough(last) && block.index() + 1 < flow.blocks().size()) {
        normal.add(flow.blocks().get(block.index() + 1));
      }
      for (LabelNode target : ControlFlow.targets(last)) {
        targets.put(target, flow.blockAt(target));
        normal.add(flow.blockAt(target));
      }
      successors.add(normal);
    }
  }

  /** The blocks that follow unless an exception is thrown. */
  Set<Block> successors(Block block) {
    return successors.get(block.index());
  }

  /** The handlers of exceptions in a block, those that are asked first first. */
  List<TryCatchBlockNode> covering(Block block) {
    return covering.get(block.index());
  }

  /** The frame at the start of a block, if it is written in the class file. */
  Optional<FrameShape> frame(Block block) {
    return frames.get(block.index());
  }

  /** Whether code with jumps can be inserted where a loop is entered, and where it is left. */
  boolean haveFrames(NaturalLoop loop, boolean alsoWhereItIsLeft) {
    if (!needsFrames) {
      return true;
    }
    boolean all = frame(loop.header()).isPresent();
    if (alsoWhereItIsLeft) {
      for (Block block : loop.blocks()) {
        for (Block successor : successors(block)) {
          all &= loop.contains(successor) || frame(successor).isPresent();
        }
      }
    }
    return all;
  }

  /**
   * The frame at a loop's header without the variables that the loop writes: it holds in the whole
   * loop and where it is left. Empty if there is none in the class file.
   */
  Optional<FrameShape> unchanged(NaturalLoop loop) {
    BitSet changed = new BitSet();
    loop.blocks().forEach(block -> changed.or(written.get(block.index())));
    return frame(loop.header()).map(shape -> shape.without(changed));
  }

  /** Lets the dispatcher be called where a loop is entered, after what was added before. */
  void enter(Block from, NaturalLoop loop, List<GuardCall> added) {
    calls(from, loop.header()).calls.addAll(added);
  }

  /** Lets the dispatcher be called where a loop is left, after what was added before. */
  void leave(Block from, Block to, NaturalLoop loop, List<GuardCall> added) {
    calls(from, to).calls.addAll(added);
    calls(from, to).left.add(0, loop);
  }

  private Calls calls(Block from, Block to) {
    return calls
        .computeIfAbsent(to, block -> new LinkedHashMap<>())
        .computeIfAbsent(from, block -> new Calls(new ArrayList<>(), new ArrayList<>()));
  }

  /** Inserts all calls. */
  void insert(Evaluation evaluation) {
    calls.forEach((to, from) -> insert(to, from, evaluation));
  }

  private void insert(Block to, Map<Block, Calls> from, Evaluation evaluation) {
    AbstractInsnNode start = firstNodes.get(to.index());
    Optional<Block> above = above(to);
    // The calls that stand right before the block, if any may stand there.
    Calls before = above.map(b -> from.getOrDefault(b, Calls.NONE)).orElse(Calls.NONE);
    boolean free = above.isEmpty();
    Map<Calls, LabelNode> entries = new LinkedHashMap<>();
    for (Map.Entry<Block, Calls> edge : from.entrySet()) {
      AbstractInsnNode last = lastInstructions.get(edge.getKey().index());
      boolean jumps = ControlFlow.targets(last).stream().anyMatch(target -> blockOf(target) == to);
      if (jumps && last.getOpcode() == Opcodes.GOTO) {
        method.instructions.insertBefore(last, code(edge.getValue(), to, evaluation));
      } else if (jumps) {
        if (free) {
          before = edge.getValue();
          free = false;
        }
        LabelNode target = firstTarget(last, to);
        LabelNode entry = entries.computeIfAbsent(edge.getValue(), list -> new LabelNode());
        retarget(last, to, entry);
        if (!edge.getValue().equals(before) && entry.getNext() == null) {
          InsnList detour = entered(entry, edge.getValue(), to, evaluation);
          detour.add(new JumpInsnNode(Opcodes.GOTO, target));
          method.instructions.add(detour);
        }
      }
    }
    if (!before.calls.isEmpty()) {
      LabelNode entry = entries.get(before);
      method.instructions.insertBefore(
          start,
          entry == null ? code(before, to, evaluation) : entered(entry, before, to, evaluation));
    }
  }

  private InsnList entered(LabelNode entry, Calls calls, Block to, Evaluation evaluation) {
    InsnList code = new InsnList();
    code.add(entry);
    shape(calls, to).ifPresent(shape -> code.add(shape.node()));
    code.add(code(calls, to, evaluation));
    return code;
  }

  private InsnList code(Calls calls, Block to, Evaluation evaluation) {
    InsnList code = new InsnList();
    calls.calls.forEach(call -> code.add(evaluation.code(call, shape(calls, to))));
    return code;
  }

  /**
   * What holds on an edge: the frame of its end, with what the loops that are left do not write.
   */
  private Optional<FrameShape> shape(Calls calls, Block to) {
    Optional<FrameShape> shape = frame(to);
    for (NaturalLoop loop : calls.left) {
      shape = shape.flatMap(before -> unchanged(loop).map(before::and));
    }
    return shape;
  }

  /** The block that runs into another one from above. */
  private Optional<Block> above(Block block) {
    if (block.index() == 0) {
      return Optional.empty();
    }
    Block above = flow.blocks().get(block.index() - 1);
    return fallsThrough(lastInstructions.get(above.index()))
        ? Optional.of(above)
        : Optional.empty();
  }

  /** The block that a label starts; remembered, as the instructions' numbers change. */
  private @Nullable Block blockOf(LabelNode label) {
    return targets.get(label);
  }

  private LabelNode firstTarget(AbstractInsnNode jump, Block to) {
    return ControlFlow.targets(jump).stream()
        .filter(target -> blockOf(target) == to)
        .findFirst()
        .orElseThrow();
  }

  private void retarget(AbstractInsnNode node, Block to, LabelNode entry) {
    if (node instanceof JumpInsnNode jump) {
      jump.label = entry;
    } else if (node instanceof TableSwitchInsnNode table) {
      table.labels.replaceAll(label -> blockOf(label) == to ? entry : label);
      table.dflt = blockOf(table.dflt) == to ? entry : table.dflt;
    } else if (node instanceof LookupSwitchInsnNode lookup) {
      lookup.labels.replaceAll(label -> blockOf(label) == to ? entry : label);
      lookup.dflt = blockOf(lookup.dflt) == to ? entry : lookup.dflt;
    }
  }

  private Optional<FrameShape> findFrame(Block block) {
    for (int i = block.first(); i <= block.last(); i++) {
      AbstractInsnNode node = flow.instructions().get(i);
      if (node instanceof FrameNode frame) {
        return Optional.of(FrameShape.of(frame));
      }
      if (node.getOpcode() >= 0) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean fallsThrough(AbstractInsnNode last) {
    return !endsFlow(last.getOpcode());
  }

  /** Whether the instruction after one of these is never the next. */
  static boolean endsFlow(int opcode) {
    return opcode == Opcodes.GOTO
        || opcode == Opcodes.TABLESWITCH
        || opcode == Opcodes.LOOKUPSWITCH
        || opcode == Opcodes.ATHROW
        || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
  }
}
