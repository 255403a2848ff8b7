package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.dataflow.Value;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds small arrays that a method creates for one of its loops alone. The JIT replaces such arrays
 * by variables, as long as no call gets them (Choi et al., Escape Analysis for Java, 1999).
 */
final class LocalArrays {
  /** The length of the longest array that HotSpot replaces by variables. */
  private static final int MOST_ELEMENTS = 64;

  private static final int NONE = -1;

  private final ControlFlow flow;
  private final NaturalLoop loop;

  /**
   * @param flow the method's
   */
  LocalArrays(ControlFlow flow, NaturalLoop loop) {
    this.flow = flow;
    this.loop = loop;
  }

  /**
   * A new array like the one in a local variable at the loop's entry; empty unless it is such an
   * array. What the loop leaves in it is not read afterwards.
   */
  Optional<Object> prototype(Value.Entry local) {
    BitSet written = new BitSet();
    for (int i = 0; i < flow.instructions().size(); i++) {
      if (writes(flow.instruction(i), local.slot())) {
        written.set(i);
      }
    }
    int header = loop.header().first();
    BitSet seen = new BitSet();
    int creation = NONE;
    if (after(NONE, written).get(header)) {
      return Optional.empty();
    }
    for (int store = written.nextSetBit(0); store >= 0; store = written.nextSetBit(store + 1)) {
      BitSet reached = after(store, written);
      if (reached.get(header)) {
        if (creation != NONE) {
          return Optional.empty();
        }
        creation = store;
        seen = reached;
      }
    }
    for (int i = seen.nextSetBit(0); i >= 0; i = seen.nextSetBit(i + 1)) {
      if (flow.instruction(i) instanceof VarInsnNode use
          && use.var == local.slot()
          && !loop.contains(flow.blockAt(i))) {
        return Optional.empty();
      }
    }
    return creation == NONE ? Optional.empty() : createdBefore(creation);
  }

  private static boolean writes(AbstractInsnNode node, int slot) {
    if (!(node instanceof VarInsnNode variable)) {
      return false;
    }
    boolean isWide =
        variable.getOpcode() == Opcodes.LSTORE || variable.getOpcode() == Opcodes.DSTORE;
    return variable.getOpcode() >= Opcodes.ISTORE
        && variable.getOpcode() <= Opcodes.ASTORE
        && (variable.var == slot || (isWide && variable.var + 1 == slot));
  }

  /** The positions that are reached from the one after another, up to the next write. */
  private BitSet after(int position, BitSet written) {
    BitSet reached = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    open.add(position + 1);
    while (!open.isEmpty()) {
      int i = open.remove();
      Block block = flow.blockAt(i);
      while (i <= block.last() && !reached.get(i) && !written.get(i)) {
        reached.set(i++);
      }
      // An exception may be thrown before the write.
      boolean isThrough = i > block.last();
      int from = isThrough ? 0 : block.normalSuccessors().size();
      for (Block next : block.successors().subList(from, block.successors().size())) {
        if (!reached.get(next.first())) {
          open.add(next.first());
        }
      }
    }
    return reached;
  }

  /** The array that the instructions before a position create, with a constant length. */
  private Optional<Object> createdBefore(int position) {
    Block block = flow.blockAt(position);
    int creation = before(position, block);
    int constant = creation < 0 ? creation : before(creation, block);
    if (constant < 0
        || !(flow.instructions().get(creation) instanceof IntInsnNode array)
        || array.getOpcode() != Opcodes.NEWARRAY) {
      return Optional.empty();
    }
    OptionalInt length = constant(flow.instructions().get(constant));
    return length.isPresent() && length.getAsInt() >= 0 && length.getAsInt() <= MOST_ELEMENTS
        ? Optional.of(Array.newInstance(elements(array.operand), length.getAsInt()))
        : Optional.empty();
  }

  /** The position of the instruction before another one in its block; negative if none. */
  private int before(int position, Block block) {
    for (int i = position - 1; i >= block.first(); i--) {
      if (flow.instructions().get(i).getOpcode() >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static OptionalInt constant(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    if (opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5) {
      return OptionalInt.of(opcode - Opcodes.ICONST_0);
    }
    return node instanceof IntInsnNode push && opcode != Opcodes.NEWARRAY
        ? OptionalInt.of(push.operand)
        : OptionalInt.empty();
  }

  private static Class<?> elements(int type) {
    return switch (type) {
      case Opcodes.T_BOOLEAN -> boolean.class;
      case Opcodes.T_CHAR -> char.class;
      case Opcodes.T_FLOAT -> float.class;
      case Opcodes.T_DOUBLE -> double.class;
      case Opcodes.T_BYTE -> byte.class;
      case Opcodes.T_SHORT -> short.class;
      case Opcodes.T_INT -> int.class;
      default -> long.class;
    };
  }
}
