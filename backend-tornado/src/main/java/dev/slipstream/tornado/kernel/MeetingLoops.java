package dev.slipstream.tornado.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
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

  /** The instructions of each loop, by the one where it begins, as indices. */
  private final Map<Integer, BitSet> loops = new HashMap<>();

  /**
   * The loops from whose ends a way comes, the decisions that end them, and what is passed after
   * that, as indices.
   */
  private record Way(NavigableSet<Integer> loops, NavigableSet<Integer> decisions, BitSet passed) {
    Way() {
      this(new TreeSet<>(), new TreeSet<>(), new BitSet());
    }

    void add(Way other) {
      loops.addAll(other.loops);
      decisions.addAll(other.decisions);
      passed.or(other.passed);
    }
  }

  private MeetingLoops(InsnList code, Predicate<MethodInsnNode> hasLoop) {
    this.code = code;
    this.hasLoop = hasLoop;
    for (int i = 0; i < code.size(); i++) {
      before.add(new ArrayList<>());
    }
    BitSet reached = new Successors(code).reachedFrom(0, new BitSet());
    reached.stream().forEach(this::addWays);
    reached.stream().forEach(this::addLoop);
  }

  private void addWays(int from) {
    for (AbstractInsnNode next : Successors.after(code.get(from))) {
      before.get(code.indexOf(next)).add(from);
    }
  }

  /** What leads to a jump back and is reached by way of where it goes. */
  private void addLoop(int jump) {
    for (AbstractInsnNode next : Successors.after(code.get(jump))) {
      int first = code.indexOf(next);
      if (first <= jump) {
        BitSet body = loops.computeIfAbsent(first, any -> new BitSet());
        body.set(first);
        Deque<Integer> open = new ArrayDeque<>(List.of(jump));
        while (!open.isEmpty()) {
          int index = open.pop();
          if (!body.get(index)) {
            body.set(index);
            open.addAll(before.get(index));
          }
        }
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
    List<Integer> ways = new ArrayList<>(before.get(place));
    if (loops.containsKey(place)) {
      ways.removeIf(loops.get(place)::get);
    }
    return areMixedUp(ways, place);
  }

  /** Where a method returns a value: these ways meet where it is called. */
  private List<Integer> results() {
    List<Integer> results = new ArrayList<>();
    for (AbstractInsnNode node : code) {
      boolean isResult = node.getOpcode() >= Opcodes.IRETURN && node.getOpcode() <= Opcodes.ARETURN;
      if (isResult && !before.get(code.indexOf(node)).isEmpty()) {
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
    return all.loops.size() > 1 || storesBetween(all.decisions, all.passed);
  }

  /** Whether a variable may differ between the first and the last decision of a loop, or later. */
  private boolean storesBetween(NavigableSet<Integer> decisions, BitSet passed) {
    BitSet between = (BitSet) passed.clone();
    between.set(decisions.first(), decisions.last() + 1);
    return between.stream().anyMatch(this::isStore);
  }

  private boolean isStore(int index) {
    AbstractInsnNode node = code.get(index);
    return node instanceof IincInsnNode
        || (node.getOpcode() >= Opcodes.ISTORE && node.getOpcode() <= Opcodes.ASTORE);
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
        return Optional.of(ended(at, at, seen));
      }
      if (Successors.after(node).size() > 1) {
        int left = next;
        int decision = at;
        return loops.entrySet().stream()
            .filter(loop -> loop.getValue().get(decision) && !loop.getValue().get(left))
            .findFirst()
            .map(loop -> ended(loop.getKey(), decision, seen));
      }
      List<Integer> ways = before.get(at);
      if (ways.isEmpty() || loops.containsKey(at)) {
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
      if (loops.values().stream().anyMatch(loop -> loop.get(decision) && !loop.get(place))) {
        return Optional.empty();
      }
      decisions.add(at);
    }
    return decisions.size() == 1 ? Optional.of(decisions.first()) : Optional.empty();
  }

  private static Way ended(int loop, int decision, BitSet passed) {
    Way way = new Way();
    way.loops.add(loop);
    way.decisions.add(decision);
    way.passed.or(passed);
    return way;
  }

  private static boolean isKept(AbstractInsnNode node) {
    return (node.getOpcode() >= Opcodes.IASTORE && node.getOpcode() <= Opcodes.SASTORE)
        || (node instanceof MethodInsnNode call && call.name.equals("set"));
  }
}
