package dev.slipstream.tornado.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Finds the successors of a method's instructions, ignoring exceptions. */
final class Successors {
  private final InsnList code;

  Successors(InsnList code) {
    this.code = code;
  }

  /**
   * Returns the instructions that can be reached, as indices.
   *
   * @param start the first instruction, which counts as reached
   * @param walls instructions that are reached, but not left
   */
  BitSet reachedFrom(int start, BitSet walls) {
    BitSet reached = new BitSet(code.size());
    Deque<Integer> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      int index = open.pop();
      if (reached.get(index)) {
        continue;
      }
      reached.set(index);
      if (!walls.get(index)) {
        for (AbstractInsnNode next : after(code.get(index))) {
          open.push(code.indexOf(next));
        }
      }
    }
    return reached;
  }

  /**
   * Returns the last jump back to the start of each loop, as indices, in the order of the loops.
   */
  static NavigableMap<Integer, Integer> loops(InsnList code) {
    NavigableMap<Integer, Integer> ends = new TreeMap<>();
    for (AbstractInsnNode node : code) {
      if (node instanceof JumpInsnNode jump && code.indexOf(jump.label) < code.indexOf(node)) {
        // Jumps are visited in order, so the last one stays.
        ends.put(code.indexOf(jump.label), code.indexOf(node));
      }
    }
    return ends;
  }

  /** Returns the instructions between a place and a jump back to it, as indices. */
  static BitSet looping(InsnList code) {
    BitSet looping = new BitSet();
    loops(code).forEach(looping::set);
    return looping;
  }

  /** Whether an instruction ends the method. */
  static boolean ends(int opcode) {
    return (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) || opcode == Opcodes.ATHROW;
  }

  /** Returns the possible successors of an instruction. */
  static List<AbstractInsnNode> after(AbstractInsnNode node) {
    List<AbstractInsnNode> next = new ArrayList<>();
    boolean goesOn = node.getOpcode() != Opcodes.GOTO && !ends(node.getOpcode());
    if (node instanceof JumpInsnNode jump) {
      next.add(jump.label);
    } else if (node instanceof TableSwitchInsnNode table) {
      addAll(next, table.dflt, table.labels);
      goesOn = false;
    } else if (node instanceof LookupSwitchInsnNode lookup) {
      addAll(next, lookup.dflt, lookup.labels);
      goesOn = false;
    }
    if (goesOn && node.getNext() != null) {
      next.add(node.getNext());
    }
    return next;
  }

  private static void addAll(
      List<AbstractInsnNode> next, LabelNode otherwise, List<LabelNode> labels) {
    next.add(otherwise);
    next.addAll(labels);
  }
}
