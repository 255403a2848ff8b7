package dev.slipstream.compiler.guard;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;

/** Where a value was found: a name under which the same array can be found again. */
sealed interface Place {
  /** That of a value without a name. */
  enum Unknown implements Place {
    UNKNOWN
  }

  /** What a local variable holds. */
  record Local(int slot) implements Place {}

  /**
   * An {@code int}: what a local variable holds and a constant, added as the JVM adds.
   *
   * @param slot the variable, or {@link #NONE}
   */
  record Int(int slot, int constant) implements Place {
    static final int NONE = -1;
  }

  /** What a static field holds. */
  record Static(String owner, String name, String descriptor) implements Place {}

  /** What an object's field holds. */
  record Field(Place base, String owner, String name, String descriptor) implements Place {}

  /** What an array of references holds. */
  record Row(Place base, Int index) implements Place {}

  /** All that an array of references holds, at any index. */
  record Rows(Place base) implements Place {}

  /** What an instruction left on the stack when it ran last. */
  record Result(int instruction) implements Place {}

  /** Whether it is found through a local variable. */
  default boolean mentions(int slot) {
    if (this instanceof Local local) {
      return local.slot == slot;
    }
    if (this instanceof Int number) {
      return number.slot == slot;
    }
    if (this instanceof Field field) {
      return field.base.mentions(slot);
    }
    if (this instanceof Rows rows) {
      return rows.base.mentions(slot);
    }
    return this instanceof Row row && (row.base.mentions(slot) || row.index.mentions(slot));
  }

  /** Whether it is found through a field; fields of one name and type are taken for the same. */
  default boolean mentionsField(String name, String descriptor) {
    if (this instanceof Static field) {
      return field.name.equals(name) && field.descriptor.equals(descriptor);
    }
    if (this instanceof Field field) {
      return (field.name.equals(name) && field.descriptor.equals(descriptor))
          || field.base.mentionsField(name, descriptor);
    }
    if (this instanceof Rows rows) {
      return rows.base.mentionsField(name, descriptor);
    }
    return this instanceof Row row && row.base.mentionsField(name, descriptor);
  }

  /**
   * Whether it is found through one element of an array of references. All elements together are
   * the same place whatever is stored there.
   */
  default boolean mentionsRow() {
    return this instanceof Row
        || (this instanceof Field field && field.base.mentionsRow())
        || (this instanceof Rows rows && rows.base.mentionsRow());
  }

  /** Whether it is found through an instruction's result. */
  default boolean mentionsResult(int instruction) {
    if (this instanceof Result result) {
      return result.instruction == instruction;
    }
    if (this instanceof Field field) {
      return field.base.mentionsResult(instruction);
    }
    if (this instanceof Rows rows) {
      return rows.base.mentionsResult(instruction);
    }
    return this instanceof Row row && row.base.mentionsResult(instruction);
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

  /** Whether a value of this type may be a primitive array, or an array that holds some. */
  static boolean mayBeArray(Type type) {
    if (type.getSort() == Type.ARRAY) {
      Type element = type.getElementType();
      return element.getSort() != Type.OBJECT || Descriptors.isAnything(element.getInternalName());
    }
    return type.getSort() == Type.OBJECT && Descriptors.isAnything(type.getInternalName());
  }
}
