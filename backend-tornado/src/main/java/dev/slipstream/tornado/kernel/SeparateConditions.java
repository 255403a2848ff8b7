package dev.slipstream.tornado.kernel;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Separates conditions that lead to the same place, as those of {@code a && b} do. A workaround for
 * TornadoVM 5.2, which joins such conditions into one and then loses negations: {@code !a || !b}
 * becomes {@code a || b}.
 *
 * <p>Instead, each condition selects a number, and one condition on that number selects the place.
 * The numbers are different terms of a variable that is always zero; the compiler does not know
 * this, so it cannot undo the change. The ends of loops, which also consist of several conditions,
 * stay unchanged, because TornadoVM does not join those.
 */
final class SeparateConditions {
  private final InsnList code;
  private final int zero;
  private final int choice;

  /**
   * A conditional jump and one of its two targets.
   *
   * @param jump the jump
   * @param jumps whether the target is the jump's label, not the instruction after it
   */
  private record Edge(JumpInsnNode jump, boolean jumps) {}

  private SeparateConditions(MethodNode method, int zero, int choice) {
    this.code = method.instructions;
    this.zero = zero;
    this.choice = choice;
  }

  /**
   * Changes a method.
   *
   * @param zero the local variable that is always zero
   * @param choice an unused local variable
   */
  static void in(MethodNode method, int zero, int choice) {
    SeparateConditions conditions = new SeparateConditions(method, zero, choice);
    conditions.jumpToTheEnd();
    for (Optional<List<Edge>> shared = conditions.sharedPlace();
        shared.isPresent();
        shared = conditions.sharedPlace()) {
      conditions.separate(shared.get());
    }
  }

  /** Redirects jumps to unconditional jumps to the final target. */
  private void jumpToTheEnd() {
    for (AbstractInsnNode node : code) {
      if (node instanceof JumpInsnNode jump) {
        for (int hops = 0; hops < code.size(); hops++) {
          AbstractInsnNode target = skipMarks(jump.label);
          if (target.getOpcode() != Opcodes.GOTO || target == jump) {
            break;
          }
          jump.label = ((JumpInsnNode) target).label;
        }
      }
    }
  }

  /**
   * Finds conditions, in the order of the code, that lead to one place, and each of which otherwise
   * leads to the next one.
   */
  private Optional<List<Edge>> sharedPlace() {
    Map<Integer, List<Edge>> edges = new TreeMap<>();
    for (AbstractInsnNode node : code) {
      if (node instanceof JumpInsnNode jump && jump.getOpcode() != Opcodes.GOTO) {
        int taken = place(jump.label);
        int passed = place(jump.getNext());
        add(edges, new Edge(jump, true), taken);
        if (passed != taken) {
          add(edges, new Edge(jump, false), passed);
        }
      }
    }
    for (Map.Entry<Integer, List<Edge>> shared : edges.entrySet()) {
      List<Edge> all = shared.getValue();
      for (int last = all.size(); last > 1; last--) {
        int first = last - 1;
        while (first > 0 && leadsTo(all.get(first - 1), all.get(first), shared.getKey())) {
          first--;
        }
        if (first < last - 1) {
          return Optional.of(List.copyOf(all.subList(first, last)));
        }
      }
    }
    return Optional.empty();
  }

  private int place(AbstractInsnNode to) {
    AbstractInsnNode end = skipMarks(to);
    if (end instanceof JumpInsnNode last && last.getOpcode() == Opcodes.GOTO) {
      end = skipMarks(last.label);
    }
    return code.indexOf(end);
  }

  private void add(Map<Integer, List<Edge>> edges, Edge edge, int place) {
    int from = code.indexOf(edge.jump);
    if (place > from && !leavesLoop(from, place)) {
      edges.computeIfAbsent(place, t -> new ArrayList<>()).add(edge);
    }
  }

  /**
   * Whether {@code next} is reached only through {@code one}, and {@code one} leads nowhere but to
   * the place or to {@code next}.
   */
  private boolean leadsTo(Edge one, Edge next, int place) {
    int first = code.indexOf(one.jump);
    int second = code.indexOf(next.jump);
    Successors successors = new Successors(code);
    BitSet walls = new BitSet();
    walls.set(first);
    if (successors.reachedFrom(0, walls).get(second)) {
      return false;
    }
    walls.clear();
    walls.set(second);
    walls.set(place);
    AbstractInsnNode otherwise = one.jumps ? one.jump.getNext() : one.jump.label;
    BitSet between = successors.reachedFrom(code.indexOf(otherwise), walls);
    return between.get(second)
        && between.stream().allMatch(i -> i == place || !Successors.ends(code.get(i).getOpcode()));
  }

  /** Whether a jump leaves a loop: its target lies after a jump back to a place before it. */
  private boolean leavesLoop(int from, int target) {
    for (int i = from; i < target; i++) {
      if (code.get(i) instanceof JumpInsnNode back && code.indexOf(back.label) <= from) {
        return true;
      }
    }
    return false;
  }

  /** Returns the first instruction at or after some labels. */
  static AbstractInsnNode skipMarks(AbstractInsnNode start) {
    AbstractInsnNode node = start;
    while (node.getOpcode() < 0 && node.getNext() != null) {
      node = node.getNext();
    }
    return node;
  }

  private void separate(List<Edge> edges) {
    Edge last = edges.get(edges.size() - 1);
    LabelNode jumped = last.jump.label;
    LabelNode join = new LabelNode();
    InsnList added = new InsnList();
    LabelNode otherChosen = new LabelNode();
    LabelNode lastChosen = new LabelNode();
    added.add(new JumpInsnNode(Opcodes.GOTO, last.jumps ? otherChosen : lastChosen));
    for (int e = 0; e < edges.size(); e++) {
      LabelNode chosen = e == edges.size() - 1 ? lastChosen : new LabelNode();
      added.add(chosen);
      added.add(new VarInsnNode(Opcodes.ILOAD, zero));
      added.add(new LdcInsnNode(2 * e + 3));
      added.add(new InsnNode(Opcodes.IMUL));
      added.add(new VarInsnNode(Opcodes.ISTORE, choice));
      added.add(new JumpInsnNode(Opcodes.GOTO, join));
      redirect(edges.get(e), chosen, last.jump);
    }
    added.add(otherChosen);
    added.add(new VarInsnNode(Opcodes.ILOAD, zero));
    // The compiler knows that zero + 1, with the zero hidden in the sum, is not zero.
    added.add(new LdcInsnNode(2 * edges.size() + 3));
    added.add(new InsnNode(Opcodes.IMUL));
    added.add(new InsnNode(Opcodes.ICONST_1));
    added.add(new InsnNode(Opcodes.IADD));
    added.add(new VarInsnNode(Opcodes.ISTORE, choice));
    if (!last.jumps) {
      last.jump.label = otherChosen;
    }
    added.add(join);
    added.add(new VarInsnNode(Opcodes.ILOAD, choice));
    // The other target follows.
    added.add(new JumpInsnNode(last.jumps ? Opcodes.IFEQ : Opcodes.IFNE, jumped));
    code.insert(last.jump, added);
  }

  private void redirect(Edge edge, LabelNode chosen, JumpInsnNode last) {
    if (edge.jumps) {
      edge.jump.label = chosen;
    } else if (edge.jump != last) {
      // A jump to the place follows.
      ((JumpInsnNode) skipMarks(edge.jump.getNext())).label = chosen;
    }
  }
}
