package dev.slipstream.tornado.kernel;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Finds places where ways meet each of which comes straight from the end of a loop, as after {@code
 * if (a) { for (…) x++; } else { for (…) x--; }}. Of a variable that differs between them TornadoVM
 * 5.2 takes the value that it has after the second one, whichever way was gone. Only what is stored
 * in an array counts as something between a loop's end and such a place: all else may be computed
 * elsewhere.
 */
final class MeetingLoops {
  private final InsnList code;
  private final Predicate<MethodInsnNode> hasLoop;
  private final List<List<Integer>> before = new ArrayList<>();

  /** The last jump back to the place where each loop begins, as indices. */
  private final Map<Integer, Integer> ends = new HashMap<>();

  /** The loops from whose ends a way comes, and the decisions that end them, as indices. */
  private record Way(TreeSet<Integer> loops, NavigableSet<Integer> decisions) {
    Way() {
      this(new TreeSet<>(), new TreeSet<>());
    }

    void add(Way other) {
      loops.addAll(other.loops);
      decisions.addAll(other.decisions);
    }
  }

  private MeetingLoops(InsnList code, Predicate<MethodInsnNode> hasLoop) {
    this.code = code;
    this.hasLoop = hasLoop;
    for (int i = 0; i < code.size(); i++) {
      before.add(new ArrayList<>());
    }
    for (AbstractInsnNode node : code) {
      for (AbstractInsnNode next : Successors.after(node)) {
        before.get(code.indexOf(next)).add(code.indexOf(node));
      }
      if (node instanceof JumpInsnNode jump && code.indexOf(jump.label) < code.indexOf(node)) {
        ends.merge(code.indexOf(jump.label), code.indexOf(node), Math::max);
      }
    }
  }

  /**
   * Whether there is such a place.
   *
   * @param hasLoop whether a method that is called has a loop, or calls one that has
   */
  static boolean areIn(InsnList code, Predicate<MethodInsnNode> hasLoop) {
    MeetingLoops meeting = new MeetingLoops(code, hasLoop);
    for (int place = 0; place < code.size(); place++) {
      if (meeting.isMixedUp(place)) {
        return true;
      }
    }
    return meeting.areMixedUp(meeting.results(), code.size());
  }

  private boolean isMixedUp(int place) {
    return !ends.containsKey(place) && areMixedUp(before.get(place), place);
  }

  /** Where a method returns a value: these ways meet where it is called. */
  private List<Integer> results() {
    List<Integer> results = new ArrayList<>();
    for (AbstractInsnNode node : code) {
      if (node.getOpcode() >= Opcodes.IRETURN && node.getOpcode() <= Opcodes.ARETURN) {
        results.add(code.indexOf(node));
      }
    }
    return results;
  }

  private boolean areMixedUp(List<Integer> ways, int place) {
    if (ways.size() < 2) {
      return false;
    }
    Way all = new Way();
    for (int from : ways) {
      Optional<Way> way = way(from, place, new BitSet());
      if (way.isEmpty()) {
        return false;
      }
      all.add(way.get());
    }
    return all.loops.size() > 1 || storesBetween(all.decisions);
  }

  /** Whether a variable may differ between the first and the last decision of a loop. */
  private boolean storesBetween(NavigableSet<Integer> decisions) {
    for (int i = decisions.first(); i < decisions.last(); i++) {
      int opcode = code.get(i).getOpcode();
      boolean stores = opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
      if (stores || code.get(i) instanceof IincInsnNode) {
        return true;
      }
    }
    return false;
  }

  /** From which loops' ends a way comes straight; empty if from something else. */
  private Optional<Way> way(int from, int to, BitSet seen) {
    int at = from;
    int next = to;
    while (!seen.get(at)) {
      seen.set(at);
      AbstractInsnNode node = code.get(at);
      if (isKept(node)) {
        return Optional.empty();
      }
      if (node instanceof MethodInsnNode call && hasLoop.test(call)) {
        return Optional.of(ended(at, at));
      }
      if (Successors.after(node).size() > 1) {
        int left = next;
        int decision = at;
        return ends.entrySet().stream()
            .filter(loop -> isIn(loop, decision) && !isIn(loop, left))
            .findFirst()
            .map(loop -> ended(loop.getKey(), decision));
      }
      List<Integer> ways = before.get(at);
      if (ways.isEmpty() || ends.containsKey(at)) {
        return Optional.empty();
      }
      if (ways.size() > 1) {
        return joined(at, ways, seen);
      }
      next = at;
      at = ways.get(0);
    }
    return Optional.empty();
  }

  /** The same for several ways that have met before. */
  private Optional<Way> joined(int place, List<Integer> ways, BitSet seen) {
    Optional<Integer> chosen = decision(place, ways);
    if (chosen.isPresent() && !before.get(chosen.get()).isEmpty()) {
      // A choice between values may become one without ways.
      return way(before.get(chosen.get()).get(0), chosen.get(), seen);
    }
    Way all = new Way();
    for (int each : ways) {
      Optional<Way> way = way(each, place, (BitSet) seen.clone());
      if (way.isEmpty()) {
        return Optional.empty();
      }
      all.add(way.get());
    }
    return Optional.of(all);
  }

  /** The one decision from which all of some ways come, with nothing between but values. */
  private Optional<Integer> decision(int place, List<Integer> ways) {
    TreeSet<Integer> decisions = new TreeSet<>();
    for (int way : ways) {
      int at = way;
      while (Successors.after(code.get(at)).size() == 1) {
        if (isKept(code.get(at)) || before.get(at).size() != 1) {
          return Optional.empty();
        }
        at = before.get(at).get(0);
      }
      int decision = at;
      if (ends.entrySet().stream().anyMatch(loop -> isIn(loop, decision) && !isIn(loop, place))) {
        return Optional.empty();
      }
      decisions.add(at);
    }
    return decisions.size() == 1 ? Optional.of(decisions.first()) : Optional.empty();
  }

  private static boolean isIn(Map.Entry<Integer, Integer> loop, int index) {
    return index >= loop.getKey() && index <= loop.getValue();
  }

  private static Way ended(int loop, int decision) {
    Way way = new Way();
    way.loops.add(loop);
    way.decisions.add(decision);
    return way;
  }

  private static boolean isKept(AbstractInsnNode node) {
    return (node.getOpcode() >= Opcodes.IASTORE && node.getOpcode() <= Opcodes.SASTORE)
        || (node instanceof MethodInsnNode call && call.name.equals("set"));
  }
}
