package dev.slipstream.compiler.guard.placement;

import java.util.ArrayList;
import java.util.List;

/** Where a value was found: a name under which the same array can be found again. */
public sealed interface Place {
  /** That of a value without a name. */
  enum Unknown implements Place {
    UNKNOWN
  }

  /** What a local variable holds. */
  record Local(int slot) implements Place {
    @Override
    public boolean mentions(int other) {
      return slot == other;
    }
  }

  /**
   * An {@code int}: what a local variable holds and a constant, added as the JVM adds.
   *
   * @param slot the variable, or {@link #NONE}
   */
  record Int(int slot, int constant) implements Place {
    /** That there is no variable. */
    public static final int NONE = -1;

    @Override
    public boolean mentions(int other) {
      return slot == other;
    }
  }

  /** What a static field holds. */
  record Static(String owner, String name, String descriptor) implements Place {
    @Override
    public boolean mentionsField(String other, String type) {
      return name.equals(other) && descriptor.equals(type);
    }
  }

  /** What is found through another place. */
  sealed interface Inner extends Place {
    /** That other place. */
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

  /** What an object's field holds. */
  record Field(Place base, String owner, String name, String descriptor) implements Inner {
    @Override
    public boolean mentionsField(String other, String type) {
      return (name.equals(other) && descriptor.equals(type)) || base.mentionsField(other, type);
    }
  }

  /** What an array of references holds. */
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

  /** All that an array of references holds, at any index. */
  record Rows(Place base) implements Inner {}

  /** What an instruction left on the stack when it ran last. */
  record Result(int instruction) implements Place {
    @Override
    public boolean mentionsResult(int other) {
      return instruction == other;
    }
  }

  /** Whether it is found through a local variable. */
  default boolean mentions(int slot) {
    return false;
  }

  /** Whether it is found through a field; fields of one name and type are taken for the same. */
  default boolean mentionsField(String name, String descriptor) {
    return false;
  }

  /**
   * Whether it is found through one element of an array of references. All elements together are
   * the same place whatever is stored there.
   */
  default boolean mentionsRow() {
    return false;
  }

  /** Whether it is found through an instruction's result. */
  default boolean mentionsResult(int instruction) {
    return false;
  }

  /** Some places of an array, and the arrays of references that hold it there. */
  static List<Place> withRows(List<Place> names) {
    List<Place> all = new ArrayList<>(names);
    for (Place name : names) {
      if (name instanceof Row row) {
        all.add(new Rows(row.base));
      }
    }
    return all;
  }

  /** Whether other code may change what is found there. */
  default boolean isInMemory() {
    return this instanceof Static || this instanceof Field || this instanceof Row;
  }
}
