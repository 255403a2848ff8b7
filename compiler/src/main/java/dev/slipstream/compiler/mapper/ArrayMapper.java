package dev.slipstream.compiler.mapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the chunks of one execution read and write of one array. Immutable.
 *
 * @param parameters the kernel's parameters that hold the array, as indices
 * @param name how the program calls it
 * @param shape its axes
 * @param reads what is read
 * @param writes what is written; elements that are not certainly written are in it too
 * @param writesAll whether each element in {@code writes} is certainly written, for chunks that
 *     keep to what {@link LoopMappers#split} says; if not, their old content is needed too
 */
public record ArrayMapper(
    Set<Integer> parameters,
    String name,
    ArrayShape shape,
    Access reads,
    Access writes,
    boolean writesAll) {

  /** Copies the set. */
  public ArrayMapper {
    parameters = Set.copyOf(parameters);
  }

  /** One direction of accesses. */
  public static final class Access {
    private final List<Piece> pieces;
    private final IndexBox domain;
    private final MapperName name;

    Access(List<Piece> pieces, IndexBox domain, MapperName name) {
      this.pieces = List.copyOf(pieces);
      this.domain = domain;
      this.name = name;
    }

    /** What users call it. */
    public MapperName name() {
      return name;
    }

    /** The same accesses under another name. */
    Access named(MapperName other) {
      return new Access(pieces, domain, other);
    }

    /** Whether there is no access. */
    public boolean isNone() {
      return pieces.isEmpty();
    }

    /** How many boxes a chunk has at most. */
    public int size() {
      return pieces.size();
    }

    /**
     * The elements of a chunk, in a time that depends on the number of boxes and axes alone.
     *
     * @param chunk iterations, counted from 0 along each loop; not empty
     * @return boxes of the array's shape, none of them empty; they may overlap
     */
    public List<IndexBox> map(IndexBox chunk) {
      List<IndexBox> boxes = new ArrayList<>(pieces.size());
      for (int p = 0; p < pieces.size(); p++) {
        IndexBox box = pieces.get(p).map(chunk, domain);
        if (!box.isEmpty()) {
          boxes.add(box);
        }
      }
      return boxes;
    }

    List<Piece> pieces() {
      return pieces;
    }
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
