package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
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
 * @param isDeclared whether the user has said what is read
 * @param writes what is written; elements that are not certainly written are in it too
 * @param certain what is certainly written, for chunks that are cut where the loop may be; a part
 *     of {@code writes}, which may be empty
 * @param writesAll whether each element in {@code writes} is certainly written, for chunks that are
 *     cut where the loop may be; if not, their old content is needed too
 */
public record ArrayMapper(
    Set<Integer> parameters,
    String name,
    ArrayShape shape,
    Access reads,
    boolean isDeclared,
    Access writes,
    Access certain,
    boolean writesAll) {

  /** Copies the set. */
  public ArrayMapper {
    parameters = Set.copyOf(parameters);
  }

  /**
   * One direction of accesses.
   *
   * @param name what users call it
   * @param boxes of each chunk
   * @param traces tell what is accessed in small chunks, unless there are none; else the boxes do
   * @param domain all elements of the array
   */
  public record Access(String name, List<AccessBox> boxes, List<AccessTrace> traces, Box domain) {
    /** Copies the lists. */
    public Access {
      boxes = List.copyOf(boxes);
      traces = List.copyOf(traces);
    }

    /** Whether there is no access. */
    public boolean isNone() {
      return boxes.isEmpty() && traces.isEmpty();
    }

    /**
     * The elements of a chunk.
     *
     * @param chunk iterations, counted from 0 along each loop, the outermost first; not empty
     * @return boxes of the array's shape, none of them empty; they may overlap
     */
    public List<Box> map(Box chunk) {
      return AccessTrace.boxes(traces, chunk).orElseGet(() -> mapped(chunk));
    }

    private List<Box> mapped(Box chunk) {
      List<Box> mapped = new ArrayList<>(boxes.size());
      for (AccessBox one : boxes) {
        Box box = one.map(chunk, domain);
        if (!box.isEmpty()) {
          mapped.add(box);
        }
      }
      return mapped;
    }

    /** The elements of a chunk, which is not empty, as disjoint boxes. */
    public Region region(Box chunk) {
      return Region.of(map(chunk));
    }
  }

  /**
   * Whether each element that {@link #writes} names for a chunk is certainly written by it, if it
   * is cut where the loop may be: always if {@link #writesAll}, else in small chunks whose
   * iterations can be followed.
   */
  public boolean writesAll(Box chunk) {
    return writesAll || AccessTrace.boxes(writes.traces, chunk).isPresent();
  }

  /** What is written, {@code v: write one-to-one}, or read, or both, as lines. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!reads.isNone()) {
      lines.add(name + ": read " + reads.name);
    }
    if (!writes.isNone()) {
      lines.add(name + (writesAll ? ": write " : ": may write ") + writes.name);
    }
    return lines;
  }
}
