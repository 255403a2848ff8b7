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
import java.util.Arrays;
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
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
  private final Map<Key, Integer> keys = new HashMap<>();
  private final IdentityHashMap<AccessSite, Integer> indexOf = new IdentityHashMap<>();
  private final Map<NaturalLoop, Way> turns = new HashMap<>();
  private final Map<Block, Set<Way>> starts;

  /** What is complete in blocks, by the number of their own writes that are. */
  private final Map<Block, Map<Integer, List<List<Scratch.Cover>>>> before = new HashMap<>();

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
    /** The number of its key. */
    private final int key;

    private final Scratch.Cover cover;
    private final Block block;
    private final int hash;

    Made(int key, Scratch.Cover cover, Block block) {
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

  /** The writes on one path. The hash code and the list of covers are cached. */
  private static final class Way {
    private static final Way NONE = new Way(new @Nullable Made[0]);

    private final @Nullable Made[] made;
    private final int hash;
    private @Nullable List<Scratch.Cover> covers;

    /**
     * @param made by the numbers of their keys; of several writes to the same elements the last one
     */
    Way(@Nullable Made[] made) {
      int size = made.length;
      while (size > 0 && made[size - 1] == null) {
        size--;
      }
      this.made = size == made.length ? made : Arrays.copyOf(made, size);
      this.hash = Arrays.hashCode(this.made);
    }

    Way with(List<Made> further) {
      if (further.isEmpty()) {
        return this;
      }
      int size = made.length;
      for (Made each : further) {
        size = Math.max(size, each.key + 1);
      }
      @Nullable Made[] more = Arrays.copyOf(made, size);
      for (Made each : further) {
        more[each.key] = each;
      }
      return new Way(more);
    }

    Way without(NaturalLoop loop) {
      @Nullable Made[] rest = made.clone();
      for (int key = 0; key < rest.length; key++) {
        Made each = rest[key];
        if (each != null && loop.contains(each.block)) {
          rest[key] = null;
        }
      }
      return new Way(rest);
    }

    /** The writes that are on both paths, under the conditions that hold on both. */
    Way and(Way other) {
      @Nullable Made[] both = new @Nullable Made[Math.min(made.length, other.made.length)];
      for (int key = 0; key < both.length; key++) {
        Made mine = made[key];
        Made its = other.made[key];
        both[key] = mine == null || its == null ? null : mine.and(its);
      }
      return new Way(both);
    }

    List<Scratch.Cover> covers() {
      List<Scratch.Cover> known = covers;
      if (known == null) {
        List<Scratch.Cover> all = new ArrayList<>(made.length);
        for (Made each : made) {
          if (each != null) {
            all.add(each.cover);
          }
        }
        known = List.copyOf(all);
        covers = known;
      }
      return known;
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || (other instanceof Way way && hash == way.hash && Arrays.equals(made, way.made));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * @param writes the writes to the array by their blocks, in the order of the program
   */
  WrittenElements(NestStructure nest, Map<Block, List<Write>> writes) {
    this.nest = nest;
    SortedMap<Block, List<Write>> inOrder = new TreeMap<>(Comparator.comparingInt(Block::index));
    inOrder.putAll(writes);
    inOrder.forEach(
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
    Key key = new Key(index, cover.own());
    return new Made(keys.computeIfAbsent(key, each -> keys.size()), cover, block);
  }

  /** The writes that are complete before an instruction, on each path to it. */
  List<List<Scratch.Cover>> before(Block block, int position) {
    int many = 0;
    for (Step step : steps.getOrDefault(block, List.of())) {
      many += step.position() < position ? 1 : 0;
    }
    return before
        .computeIfAbsent(block, each -> new HashMap<>())
        .computeIfAbsent(many, each -> covers(with(block, firstWrites(block, each))));
  }

  private Set<Way> with(Block block, List<Made> further) {
    Set<Way> ways = new LinkedHashSet<>();
    for (Way way : starts.getOrDefault(block, Set.of())) {
      ways.add(way.with(further));
    }
    return ways;
  }

  /** The writes that are complete at the end of the iteration, on each path. */
  List<List<Scratch.Cover>> atEnd() {
    return covers(limited(atEnd));
  }

  /** The writes of each turn of a loop. */
  List<Scratch.Cover> eachTurn(NaturalLoop loop) {
    return turns.getOrDefault(loop, Way.NONE).covers();
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
    return all == null ? Way.NONE : all;
  }

  /** The paths from a block to the starts of others. Each loop in between counts as one step. */
  private Map<Block, Set<Way>> follow(Block entry, Collection<Block> blocks) {
    Map<Block, Set<Way>> found = new LinkedHashMap<>();
    found.put(entry, Set.of(Way.NONE));
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
    return way.with(firstWrites(block, steps.getOrDefault(block, List.of()).size()));
  }

  /** The first writes of a block. */
  private List<Made> firstWrites(Block block, int many) {
    List<Made> found = new ArrayList<>();
    for (Step step : steps.getOrDefault(block, List.of()).subList(0, many)) {
      found.add(step.made());
    }
    return found;
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
