package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.ArrayRows;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.transfer.ArrayLayout;
import dev.slipstream.runtime.transfer.ArrayPart;
import dev.slipstream.runtime.transfer.ElementsBefore;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The use of one array by one launch that the program waits for, merged over all parameters that
 * are this array, with its memory meanwhile. Ranges count elements of the outermost array. Used by
 * the launching thread.
 */
final class EagerArray {
  private final Object array;
  private int readFrom;
  private int readTo;
  private int writtenFrom;
  private int writtenTo;
  private boolean writesAll = true;
  private @Nullable ArrayLayout layout;
  private @Nullable DeviceBuffer buffer;
  private final List<DeviceBuffer> tables = new ArrayList<>();
  private Optional<ElementsBefore> before = Optional.empty();

  /** Creates the use of an array without accesses. */
  EagerArray(Object array) {
    this.array = array;
  }

  /** The array itself; compared by identity. */
  Object array() {
    return array;
  }

  /**
   * Adds the access through one of the launch's parameters. All accesses are added before anything
   * else.
   */
  void add(ArrayAccess access) {
    if (access.reads()) {
      boolean first = readTo == readFrom;
      readFrom = first ? access.readFrom() : Math.min(readFrom, access.readFrom());
      readTo = first ? access.readTo() : Math.max(readTo, access.readTo());
    }
    if (access.writes()) {
      if (!writes()) {
        writtenFrom = access.writtenFrom();
        writtenTo = access.writtenTo();
        writesAll = access.writesAll();
      } else {
        addWritten(access.writtenFrom(), access.writtenTo(), access.writesAll());
      }
    }
  }

  private void addWritten(int from, int to, boolean all) {
    int hullFrom = Math.min(writtenFrom, from);
    int hullTo = Math.max(writtenTo, to);
    boolean coveredByOld = writesAll && writtenFrom == hullFrom && writtenTo == hullTo;
    boolean coveredByNew = all && from == hullFrom && to == hullTo;
    boolean coveredByBoth = writesAll && all && from <= writtenTo && writtenFrom <= to;
    writesAll = coveredByOld || coveredByNew || coveredByBoth;
    writtenFrom = hullFrom;
    writtenTo = hullTo;
  }

  /** Whether any element is read or written. */
  boolean accessed() {
    return readTo > readFrom || writes();
  }

  private boolean writes() {
    return writtenTo > writtenFrom;
  }

  /**
   * Whether the launch may skip elements in the written range, so that they are compared
   * afterwards.
   */
  private boolean keepsBefore() {
    return writes() && !writesAll;
  }

  /**
   * The size in bytes of the buffer that is needed for the array.
   *
   * @throws IllegalArgumentException if it is not an array of primitives, nor of arrays of them
   */
  long bytes() {
    return layout().type().bytes(layout().size());
  }

  private ArrayLayout layout() {
    ArrayLayout known = layout;
    if (known == null) {
      int from = readTo > readFrom ? readFrom : writtenFrom;
      int first = writes() ? Math.min(from, writtenFrom) : from;
      known = ArrayLayout.of(array, first, Math.max(readTo, writtenTo));
      layout = known;
    }
    return known;
  }

  /**
   * Allocates memory for the array if it is accessed, and copies the tables to the device by which
   * kernels find its rows.
   *
   * @param olds keeps the elements that are compared after the launch
   * @return the size of the tables in bytes
   */
  long take(DeviceSession session, ElementsBefore.Memory olds) throws DeviceException {
    if (!accessed()) {
      return 0;
    }
    ArrayLayout known = layout();
    buffer = session.take(Math.max(1, bytes()));
    if (keepsBefore()) {
      before =
          Optional.of(olds.take(known.type(), known.start(writtenFrom), known.start(writtenTo)));
    }
    Optional<ArrayRows> rows = known.rows();
    long bytes = 0;
    if (rows.isPresent()) {
      for (ByteBuffer table : session.memory().tables(rows.get())) {
        DeviceBuffer taken = session.take(table.remaining());
        tables.add(taken);
        bytes += table.remaining();
        session.write(taken, 0, table);
      }
    }
    return bytes;
  }

  /** Frees the memory. */
  void giveBack(DeviceSession session) throws DeviceException {
    DeviceBuffer taken = buffer;
    buffer = null;
    before = Optional.empty();
    if (taken != null) {
      session.memory().giveBack(taken);
    }
    while (!tables.isEmpty()) {
      session.memory().giveBack(tables.remove(tables.size() - 1));
    }
  }

  /** The array as a kernel gets it. */
  DeviceArray onDevice() {
    DeviceBuffer taken = buffer;
    if (taken == null) {
      return DeviceArray.untouched(Array.getLength(array));
    }
    ArrayLayout known = layout();
    return new DeviceArray(
        Optional.of(taken), tables, known.heights(), known.rowLength(), known.length(), 0);
  }

  /**
   * The part that has to be on the device before the launch; for a partly written range, the
   * elements for the comparison.
   */
  Optional<ArrayPart> upload() {
    boolean reads = readTo > readFrom;
    if (!keepsBefore()) {
      return reads ? Optional.of(part(readFrom, readTo)) : Optional.empty();
    }
    int from = reads ? Math.min(readFrom, writtenFrom) : writtenFrom;
    return Optional.of(part(from, reads ? Math.max(readTo, writtenTo) : writtenTo));
  }

  /** The part that is copied back after the launch. */
  Optional<ArrayPart> download() {
    return writes() ? Optional.of(part(writtenFrom, writtenTo)) : Optional.empty();
  }

  private ArrayPart part(int from, int to) {
    DeviceBuffer taken = buffer;
    if (taken == null) {
      throw new IllegalStateException("an array has no memory on the device");
    }
    ArrayLayout known = layout();
    return new ArrayPart(known, known.start(from), known.start(to), taken, 0, before);
  }
}
