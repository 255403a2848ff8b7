package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.Scratch;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines the elements of one array that an iteration has certainly written at a point, on each
 * path to it. A counted loop that has completed has written the elements of all its turns.
 */
final class WrittenElements {
  /** The most paths that are kept apart; more are merged into what all of them have written. */
  private static final int MOST_WAYS = 8;

  private final NestStructure nest;
  private final Map<Block, List<Step>> steps = new HashMap<>();
  private final Map<Polynomial, Integer> indices = new HashMap<>();
  private final IdentityHashMap<AccessSite, Integer> indexOf = new IdentityHashMap<>();
  private final Map<NaturalLoop, Way> turns = new HashMap<>();
  private final Map<Block, Set<Way>> starts;
  private final Set<Way> atEnd = new LinkedHashSet<>();

  /** A write, and its position among the instructions. */
  record Write(AccessSite site, int position) {}

  /**
   * The key by which writes are distinguished.
   *
   * @param index the number of its index, as a sum, among all distinct ones
   */
  private record Key(int index, List<CountedLoop> own) {}

  /**
   * A cover, and the block that writes it. The hash code is cached, because sets of paths need it
   * very often.
   */
  private static final class Made {
    private final Key key;
    private final Scratch.Cover cover;
    private final Block block;
    private final int hash;

    Made(Key key, Scratch.Cover cover, Block block) {
      this.key = key;
      this.cover = cover;
      this.block = block;
      this.hash = cover.hashCode();
    }

    /** This write under the conditions that hold for both. */
    Made and(Made other) {
      if (equals(other)) {
        return this;
      }
      List<Condition> conditions = new ArrayList<>(cover.conditions());
      conditions.retainAll(other.cover.conditions());
      return new Made(key, cover.where(conditions), block);
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof Made made
              && hash == made.hash
              && block == made.block
              && cover.equals(made.cover));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** A write that the kernel does not check, when it is made. */
  private record Step(int position, Made made) {}

  /**
   * The writes on one path.
   *
   * @param made the writes; of several to the same elements the last one
   */
  private record Way(Map<Key, Made> made) {

    Way with(List<Made> further) {
      if (further.isEmpty()) {
        return this;
      }
      Map<Key, Made> more = new LinkedHashMap<>(made);
      for (Made each : further) {
        more.put(each.key, each);
      }
      return new Way(more);
    }

    Way without(NaturalLoop loop) {
      Map<Key, Made> rest = new LinkedHashMap<>(made);
      rest.values().removeIf(each -> loop.contains(each.block));
      return new Way(rest);
    }

    /** The writes that are on both paths, under the conditions that hold on both. */
    Way and(Way other) {
      Map<Key, Made> both = new LinkedHashMap<>();
      made.forEach(
          (key, mine) -> {
            Made its = other.made.get(key);
            if (its != null) {
              both.put(key, mine.and(its));
            }
          });
      return new Way(both);
    }

    List<Scratch.Cover> covers() {
      return made.values().stream().map(each -> each.cover).toList();
    }
  }

  /**
   * @param writes the writes to the array by their blocks, in the order of the program
   */
  WrittenElements(NestStructure nest, Map<Block, List<Write>> writes) {
    this.nest = nest;
    writes.forEach(
        (block, there) -> {
          List<Step> made = steps.computeIfAbsent(block, each -> new ArrayList<>());
          for (Write write : there) {
            AccessSite site = write.site();
            if (!site.checked()) {
              Scratch.Cover cover = new Scratch.Cover(site, site.conditions(), List.of());
              made.add(new Step(write.position(), made(cover, block)));
            }
          }
        });
    Set<NaturalLoop> loops = new HashSet<>();
    for (Block block : nest.body()) {
      loops.addAll(nest.loopsAround(block));
    }
    loops.stream()
        .sorted(Comparator.comparingInt(loop -> loop.blocks().size()))
        .forEach(loop -> turns.put(loop, turn(loop)));
    Block entry = nest.stay(nest.dimensions().size() - 1);
    this.starts = follow(entry, nest.body());
    starts.forEach(
        (block, ways) -> {
          for (Block next : block.successors()) {
            if (nest.endsIteration(block, next)) {
              ways.forEach(way -> atEnd.add(leave(after(block, way), block, next)));
            }
          }
        });
  }

  private Made made(Scratch.Cover cover, Block block) {
    Integer index = indexOf.get(cover.site());
    if (index == null) {
      Polynomial sum = Polynomial.of(cover.site().index());
      index = indices.computeIfAbsent(sum, each -> indices.size());
      indexOf.put(cover.site(), index);
    }
    return new Made(new Key(index, cover.own()), cover, block);
  }

  /** The writes that are complete before an instruction, on each path to it. */
  List<List<Scratch.Cover>> before(Block block, int position) {
    Set<Way> ways = new LinkedHashSet<>();
    for (Way way : starts.getOrDefault(block, Set.of())) {
      ways.add(until(block, position, way));
    }
    return covers(ways);
  }

  /** The writes that are complete at the end of the iteration, on each path. */
  List<List<Scratch.Cover>> atEnd() {
    return covers(limited(atEnd));
  }

  /** The writes of each turn of a loop. */
  List<Scratch.Cover> eachTurn(NaturalLoop loop) {
    return turns.getOrDefault(loop, new Way(Map.of())).covers();
  }

  private static List<List<Scratch.Cover>> covers(Set<Way> ways) {
    return ways.stream().map(Way::covers).toList();
  }

  /** The writes of each turn of a loop, on all paths through it. */
  private Way turn(NaturalLoop loop) {
    Map<Block, Set<Way>> there = follow(loop.header(), loop.blocks());
    Way all = null;
    for (Block end : loop.header().predecessors()) {
      for (Way way : loop.contains(end) ? there.getOrDefault(end, Set.of()) : Set.<Way>of()) {
        Way written = leave(after(end, way), end, loop.header());
        all = all == null ? written : all.and(written);
      }
    }
    return all == null ? new Way(Map.of()) : all;
  }

  /** The paths from a block to the starts of others. Each loop in between counts as one step. */
  private Map<Block, Set<Way>> follow(Block entry, Collection<Block> blocks) {
    Map<Block, Set<Way>> found = new LinkedHashMap<>();
    found.put(entry, Set.of(new Way(Map.of())));
    for (Block block : inOrder(entry, blocks)) {
      Set<Way> ways = limited(found.getOrDefault(block, Set.of()));
      found.put(block, ways);
      for (Block next : block.successors()) {
        if (isForward(block, next, blocks)) {
          Set<Way> there = found.computeIfAbsent(next, b -> new LinkedHashSet<>());
          ways.forEach(way -> there.add(leave(after(block, way), block, next)));
        }
      }
    }
    return found;
  }

  /** Whether a jump ends neither a turn of a loop nor the iteration, and remains in the blocks. */
  private boolean isForward(Block from, Block to, Collection<Block> blocks) {
    return blocks.contains(to)
        && !nest.endsIteration(from, to)
        && nest.loopsAround(from).stream().noneMatch(loop -> loop.header() == to);
  }

  /** The blocks in an order in which each follows all that lead to it. */
  private List<Block> inOrder(Block entry, Collection<Block> blocks) {
    Deque<Block> order = new ArrayDeque<>();
    Set<Block> seen = new HashSet<>();
    Deque<Block> path = new ArrayDeque<>();
    path.push(entry);
    while (!path.isEmpty()) {
      Block block = path.peek();
      seen.add(block);
      Optional<Block> next =
          block.successors().stream()
              .filter(to -> !seen.contains(to) && isForward(block, to, blocks))
              .findFirst();
      if (next.isPresent()) {
        path.push(next.get());
      } else {
        order.addFirst(path.pop());
      }
    }
    return List.copyOf(order);
  }

  private static Set<Way> limited(Set<Way> ways) {
    return ways.size() <= MOST_WAYS ? ways : Set.of(ways.stream().reduce(Way::and).orElseThrow());
  }

  private Way after(Block block, Way way) {
    return until(block, Integer.MAX_VALUE, way);
  }

  private Way until(Block block, int position, Way way) {
    List<Made> further = new ArrayList<>();
    for (Step step : steps.getOrDefault(block, List.of())) {
      if (step.position() < position) {
        further.add(step.made());
      }
    }
    return way.with(further);
  }

  /**
   * The path behind a jump, which may leave loops: the writes of a turn count only if all turns
   * have been completed.
   */
  private Way leave(Way way, Block from, Block to) {
    List<NaturalLoop> around = nest.loopsAround(from);
    Way then = way;
    for (int l = around.size() - 1; l >= 0; l--) {
      NaturalLoop loop = around.get(l);
      if (loop.contains(to)) {
        continue;
      }
      then = then.without(loop);
      Optional<CountedLoop> counted = nest.counted(loop);
      if (from == loop.header() && counted.isPresent()) {
        List<Made> all = new ArrayList<>();
        for (Scratch.Cover cover : eachTurn(loop)) {
          all.add(made(cover.in(counted.get()), loop.header()));
        }
        then = then.with(all);
      }
    }
    return then;
  }
}
