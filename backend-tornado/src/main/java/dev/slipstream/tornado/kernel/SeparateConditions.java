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
 * Keeps conditions apart that lead to one place, as those of {@code a && b} do. TornadoVM 5.2 joins
 * such conditions into one and then forgets what of it is negated: it makes {@code a || b} of
 * {@code !a || !b}.
 *
 * <p>Instead, each of the conditions chooses a number, and a condition on that number alone chooses
 * the place. The numbers are different terms of a variable that is always zero, which the compiler
 * does not know, so that it cannot undo this. Ends of loops, which are several conditions too, are
 * left as they are: TornadoVM does not join those.
 */
final class SeparateConditions {
  private final InsnList code;
  private final int zero;
  private final int choice;

  /**
   * A conditional jump and one of the two places that it leads to.
   *
   * @param jump the jump
   * @param jumps whether the place is its label, not the instruction after it
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
   * @param choice a local variable that is not used
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

  /** Lets jumps to unconditional jumps lead to where those lead. */
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
   * Conditions, in the order of the code, that lead to one place, and of which each leads to the
   * next otherwise.
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
   * Whether one condition is always the way to another one, and, where it does not lead to the
   * place itself, leads nowhere else.
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

  /** Whether a jump leads behind a jump back to a place before it. */
  private boolean leavesLoop(int from, int target) {
    for (int i = from; i < target; i++) {
      if (code.get(i) instanceof JumpInsnNode back && code.indexOf(back.label) <= from) {
        return true;
      }
    }
    return false;
  }

  /** The instruction at or after labels. */
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
    // Of zero + 1, where zero is hidden in the sum, the compiler knows that it is not zero.
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
    // The other of the two places follows.
    added.add(new JumpInsnNode(last.jumps ? Opcodes.IFEQ : Opcodes.IFNE, jumped));
    code.insert(last.jump, added);
  }

  private void redirect(Edge edge, LabelNode chosen, JumpInsnNode last) {
    if (edge.jumps) {
      edge.jump.label = chosen;
    } else if (edge.jump != last) {
      // What follows is a jump to the place.
      ((JumpInsnNode) skipMarks(edge.jump.getNext())).label = chosen;
    }
  }
}
