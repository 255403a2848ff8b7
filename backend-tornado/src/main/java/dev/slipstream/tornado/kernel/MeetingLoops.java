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
 * Finds places where several paths meet that all come directly from the end of a loop, as after
 * {@code if (a) { for (…) x++; } else { for (…) x--; }}. Kernels with such places are refused,
 * because of TornadoVM 5.2: if a variable differs between the paths, it always takes the value at
 * the end of the second one. Only a store into an array counts as code between a loop's end and
 * such a place, because the compiler may move all other code.
 */
final class MeetingLoops {
  private final InsnList code;
  private final Predicate<MethodInsnNode> hasLoop;
  private final List<List<Integer>> before = new ArrayList<>();

  /** The instructions of each loop, as indices, by its first instruction. */
  private final Map<Integer, BitSet> loops = new HashMap<>();

  /**
   * The loops from whose ends a path comes, the decisions that end them, and the instructions
   * passed after that; all as indices.
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

  /**
   * Adds the instructions of the loop of a backward jump: those that lead to the jump and are
   * reached from its target.
   */
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
   * Whether the code has such a place.
   *
   * @param hasLoop whether a called method has a loop, or calls a method that has one
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

  /** Returns the places where a method returns a value: these paths meet at the call. */
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

  /**
   * Whether a variable may change between the first and the last decision of a loop, or after it.
   */
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

  /**
   * Returns the loops from whose ends a path directly comes; empty if it comes from anything else.
   */
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

  /** Returns the same for several paths that have met before. */
  private Optional<Way> joined(int place, List<Integer> ways, BitSet seen) {
    Optional<Integer> chosen = decision(place, ways);
    if (chosen.isPresent() && !before.get(chosen.get()).isEmpty()) {
      // The compiler may replace a choice between values by an instruction without branches.
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

  /** Returns the only decision from which some paths come, with nothing but values in between. */
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
