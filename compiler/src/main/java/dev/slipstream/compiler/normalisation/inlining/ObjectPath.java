package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;

/**
 * The way to an object that a loop finds where it starts: a local variable or a static field, and
 * fields from there on.
 *
 * @param slot the local variable's slot, or {@link #NO_LOCAL} if the first field is static
 */
public record ObjectPath(int slot, List<Field> fields) {
  /** Stands for a slot where the way starts at a static field. */
  public static final int NO_LOCAL = -1;

  /** Copies the list. */
  public ObjectPath {
    fields = List.copyOf(fields);
  }

  /**
   * A field on the way.
   *
   * @param owner the internal name of the class through which it is named
   */
  public record Field(String owner, String name, String descriptor) {}

  /** The way to what is in a place; empty if it cannot be said. */
  static Optional<ObjectPath> of(ClassFiles files, Receivers.Source source) {
    if (source instanceof Receivers.Source.Local local) {
      return Optional.of(new ObjectPath(local.slot(), List.of()));
    }
    if (!(source instanceof Receivers.Source.Field field)) {
      return Optional.empty();
    }
    Field last = new Field(field.owner(), field.name(), field.descriptor());
    boolean isStatic =
        files
            .field(field.owner(), field.name(), field.descriptor())
            .filter(found -> ClassFiles.has(found.member().access, Opcodes.ACC_STATIC))
            .isPresent();
    return isStatic
        ? Optional.of(new ObjectPath(NO_LOCAL, List.of(last)))
        : of(files, field.base()).map(base -> base.then(last));
  }

  private ObjectPath then(Field field) {
    List<Field> longer = new ArrayList<>(fields);
    longer.add(field);
    return new ObjectPath(slot, longer);
  }
}
