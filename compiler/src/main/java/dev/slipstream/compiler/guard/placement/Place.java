package dev.slipstream.compiler.guard.placement;

import java.util.ArrayList;
import java.util.List;

/** The place from which a value was read: a name under which the same array can be found again. */
public sealed interface Place {
  /** The place of a value without a name. */
  enum Unknown implements Place {
    UNKNOWN
  }

  /** The content of a local variable. */
  record Local(int slot) implements Place {
    @Override
    public boolean mentions(int other) {
      return slot == other;
    }
  }

  /**
   * An {@code int}: the sum of a local variable's content and a constant, added as the JVM adds.
   *
   * @param slot the variable, or {@link #NONE}
   */
  record Int(int slot, int constant) implements Place {
    /** The slot of a constant alone. */
    public static final int NONE = -1;

    @Override
    public boolean mentions(int other) {
      return slot == other;
    }
  }

  /** The content of a static field. */
  record Static(String owner, String name, String descriptor) implements Place {
    @Override
    public boolean mentionsField(String other, String type) {
      return name.equals(other) && descriptor.equals(type);
    }
  }

  /** A place that is reached through another place. */
  sealed interface Inner extends Place {
    /** The place through which it is reached. */
    Place base();

    @Override
    default boolean mentions(int slot) {
      return base().mentions(slot);
    }

    @Override
    default boolean mentionsField(String name, String descriptor) {
      return base().mentionsField(name, descriptor);
    }

    @Override
    default boolean mentionsRow() {
      return base().mentionsRow();
    }

    @Override
    default boolean mentionsResult(int instruction) {
      return base().mentionsResult(instruction);
    }
  }

  /** The content of an object's field. */
  record Field(Place base, String owner, String name, String descriptor) implements Inner {
    @Override
    public boolean mentionsField(String other, String type) {
      return (name.equals(other) && descriptor.equals(type)) || base.mentionsField(other, type);
    }
  }

  /** An element of an array of references. */
  record Row(Place base, Int index) implements Inner {
    @Override
    public boolean mentions(int slot) {
      return base.mentions(slot) || index.mentions(slot);
    }

    @Override
    public boolean mentionsRow() {
      return true;
    }
  }

  /** All elements of an array of references, at any index. */
  record Rows(Place base) implements Inner {}

  /** The value that an instruction left on the stack when it ran last. */
  record Result(int instruction) implements Place {
    @Override
    public boolean mentionsResult(int other) {
      return instruction == other;
    }
  }

  /** Whether the place is reached through a local variable. */
  default boolean mentions(int slot) {
    return false;
  }

  /**
   * Whether the place is reached through a field. Fields of the same name and type count as the
   * same.
   */
  default boolean mentionsField(String name, String descriptor) {
    return false;
  }

  /**
   * Whether the place is reached through one element of an array of references. The place of all
   * elements together is unaffected by a store of one.
   */
  default boolean mentionsRow() {
    return false;
  }

  /** Whether the place is reached through an instruction's result. */
  default boolean mentionsResult(int instruction) {
    return false;
  }

  /**
   * The places of an array, and the places of all rows of the arrays of references that hold it
   * there.
   */
  static List<Place> withRows(List<Place> names) {
    List<Place> all = new ArrayList<>(names);
    for (Place name : names) {
      if (name instanceof Row row) {
        all.add(new Rows(row.base));
      }
    }
    return all;
  }

  /** Whether other code may change the value at the place. */
  default boolean isInMemory() {
    return this instanceof Static || this instanceof Field || this instanceof Row;
  }
}
