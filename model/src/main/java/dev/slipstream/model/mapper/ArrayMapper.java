package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The elements of one array that the chunks of one execution read and write. Immutable.
 *
 * @param parameters the kernel's parameters that hold the array, as indices
 * @param name the array in the program's notation
 * @param shape its axes
 * @param reads the elements that are read
 * @param isDeclared whether the user has declared which elements are read
 * @param writes the elements that are written, including those that are not certainly written
 * @param certain the elements that are certainly written, for chunks that are cut where the loop
 *     may be; a part of {@code writes}, which may be empty
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
   * The accesses of one direction.
   *
   * @param name the mapper's name for users
   * @param boxes the boxes of each chunk
   * @param traces traces that give the accessed elements exactly in small chunks; if there are
   *     none, the boxes apply
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
   * Whether a chunk certainly writes each element that {@link #writes} names for it, if it is cut
   * where the loop may be. This always holds if {@link #writesAll}, and otherwise for small chunks
   * whose iterations can be followed.
   */
  public boolean writesAll(Box chunk) {
    return writesAll || AccessTrace.boxes(writes.traces, chunk).isPresent();
  }

  /** The elements that are written or read, as lines of text: {@code v: write one-to-one}. */
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
