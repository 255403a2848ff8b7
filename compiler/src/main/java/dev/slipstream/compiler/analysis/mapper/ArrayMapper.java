package dev.slipstream.compiler.analysis.mapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the chunks of one execution read and write of one array. Immutable.
 *
 * @param parameters the kernel's parameters that hold the array, as indices
 * @param name how the program calls it
 * @param shape its axes
 * @param reads what is read
 * @param writes what is written; elements that are not certainly written are in it too
 * @param certain what is certainly written, for chunks that keep to what {@link LoopMappers#split}
 *     says; a part of {@code writes}, which may be empty
 * @param writesAll whether each element in {@code writes} is certainly written, for chunks that
 *     keep to what {@link LoopMappers#split} says; if not, their old content is needed too
 */
public record ArrayMapper(
    Set<Integer> parameters,
    String name,
    ArrayShape shape,
    Access reads,
    Access writes,
    Access certain,
    boolean writesAll) {

  /** Copies the set. */
  public ArrayMapper {
    parameters = Set.copyOf(parameters);
  }

  /** One direction of accesses. */
  public static final class Access {
    private final List<AccessBox> pieces;
    private final IndexBox domain;
    private final MapperName name;
    private final BoxFormula[] formulas;
    private final List<AccessTrace> traces;

    /** What each chunk asks for. */
    private final int axes;

    private final boolean isFollowed;

    /**
     * @param traces tell what is accessed in small chunks, unless there are none; else the pieces
     *     do
     */
    Access(List<AccessBox> pieces, IndexBox domain, MapperName name, List<AccessTrace> traces) {
      this.traces = List.copyOf(traces);
      this.isFollowed = !traces.isEmpty();
      this.pieces = List.copyOf(pieces);
      this.domain = domain;
      this.axes = domain.axes();
      this.name = name;
      this.formulas = new BoxFormula[pieces.size()];
      for (int p = 0; p < formulas.length; p++) {
        formulas[p] = new BoxFormula(pieces.get(p), domain);
      }
    }

    /** What users call it. */
    public MapperName name() {
      return name;
    }

    /** Some of the accesses. */
    Access only(Predicate<AccessBox> wanted) {
      List<AccessBox> some = new ArrayList<>();
      for (AccessBox piece : pieces) {
        if (wanted.test(piece)) {
          some.add(piece);
        }
      }
      return new Access(some, domain, name, traces);
    }

    /** The same accesses under another name. */
    Access named(MapperName other) {
      return new Access(pieces, domain, other, traces);
    }

    /** Whether there is no access. */
    public boolean isNone() {
      return pieces.isEmpty() && !isFollowed;
    }

    /**
     * Whether what small chunks access is found iteration by iteration, because in larger ones no
     * few boxes have all of it and nothing else. Then only {@link #map(IndexBox)} tells.
     */
    public boolean isFollowed() {
      return isFollowed;
    }

    /**
     * Whether it is exactly what is accessed that {@link #map(IndexBox)} tells of a chunk, by
     * following its iterations.
     */
    boolean isFollowed(IndexBox chunk) {
      return AccessTrace.boxes(traces, chunk.ends()).isPresent();
    }

    /** How many boxes a chunk has at most, unless its iterations are followed. */
    public int size() {
      return formulas.length;
    }

    /**
     * The elements of a chunk, in a time that depends on the number of boxes and axes alone.
     *
     * @param chunk iterations, counted from 0 along each loop; not empty
     * @return boxes of the array's shape, none of them empty; they may overlap
     */
    public List<IndexBox> map(IndexBox chunk) {
      if (isFollowed) {
        Optional<List<IndexBox>> followed = AccessTrace.boxes(traces, chunk.ends());
        if (followed.isPresent()) {
          return followed.get();
        }
      }
      return formulas.length == 1 ? one(chunk.ends()) : several(chunk.ends());
    }

    private List<IndexBox> one(long[] chunk) {
      long[] ends = new long[2 * axes];
      return formulas[0].map(chunk, ends) ? List.of(IndexBox.owning(ends)) : List.of();
    }

    private List<IndexBox> several(long[] chunk) {
      if (formulas.length == 0) {
        return List.of();
      }
      List<IndexBox> boxes = new ArrayList<>(formulas.length);
      for (BoxFormula formula : formulas) {
        long[] ends = new long[2 * axes];
        if (formula.map(chunk, ends)) {
          boxes.add(IndexBox.owning(ends));
        }
      }
      return boxes;
    }

    /**
     * One of the boxes of a chunk, without a new object.
     *
     * @param number which one, 0 to {@link #size} - 1
     * @param chunk for each loop, the outermost first, the first iteration and the first one behind
     *     the chunk, which is not empty
     * @param box takes for each axis, slowest first, the first index and the first one behind the
     *     box
     * @return whether there is an element in it; if not, what {@code box} holds means nothing
     */
    public boolean map(int number, long[] chunk, long[] box) {
      return formulas[number].map(chunk, box);
    }

    /** How many axes the array has. */
    public int axes() {
      return axes;
    }

    List<AccessBox> pieces() {
      return pieces;
    }
  }

  /**
   * Whether each element that {@link #writes} names for a chunk is certainly written by it, for
   * chunks that keep to what {@link LoopMappers#split} says: always if {@link #writesAll}, else in
   * small chunks whose iterations can be followed.
   */
  public boolean writesAll(IndexBox chunk) {
    return writesAll || writes.isFollowed(chunk);
  }

  /** Whether the user has said what is read. */
  public boolean isDeclared() {
    return reads.name() instanceof MapperName.Declared;
  }

  /** What is written, {@code v: write one-to-one}, or read, or both, as lines. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!reads.isNone()) {
      lines.add(name + ": read " + reads.name().text());
    }
    if (!writes.isNone()) {
      lines.add(name + (writesAll ? ": write " : ": may write ") + writes.name().text());
    }
    return lines;
  }
}
