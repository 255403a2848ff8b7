package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.Liveness;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The places of a method at which inserted code can look for an array before the program itself has
 * come there: without exceptions, and without initialising classes.
 */
public final class ReachablePlaces {
  private static final int MOST_STEPS = 4;

  private final ClassFiles files;
  private final MethodNode method;
  private @Nullable Boolean hasThis;

  ReachablePlaces(ClassFiles files, MethodNode method) {
    this.files = files;
    this.method = method;
  }

  /** Whether a place can be found again. */
  boolean contain(Place place) {
    return steps(place) <= MOST_STEPS;
  }

  private int steps(Place place) {
    if (place instanceof Place.Rows rows) {
      return steps(rows.base());
    }
    if (place instanceof Place.Local) {
      return 1;
    }
    if (place instanceof Place.Static field) {
      // That class is initialised, or being so in this thread, when the method's code runs.
      return files.isSelfOrAbove(field.owner())
              && exists(field.owner(), field.name(), field.descriptor())
          ? 1
          : MOST_STEPS + 1;
    }
    if (place instanceof Place.Field field) {
      return field.base() instanceof Place.Row
              || !exists(field.owner(), field.name(), field.descriptor())
          ? MOST_STEPS + 1
          : steps(field.base()) + 1;
    }
    return place instanceof Place.Row row ? steps(row.base()) + 1 : MOST_STEPS + 1;
  }

  private boolean exists(String owner, String name, String descriptor) {
    return files.field(owner, name, descriptor).isPresent();
  }

  /** Whether finding a place takes jumps, and so frames. */
  boolean jumps(Place place) {
    if (place instanceof Place.Field field) {
      return !isThis(field.base()) || jumps(field.base());
    }
    if (place instanceof Place.Rows rows) {
      return jumps(rows.base());
    }
    return place instanceof Place.Row row && jumps(row.base());
  }

  /** Whether a place is the object that the method was called on, and so is not {@code null}. */
  public boolean isThis(Place place) {
    return place.equals(new Place.Local(0)) && hasThis();
  }

  private boolean hasThis() {
    Boolean known = hasThis;
    if (known == null) {
      known = !ClassFiles.has(method.access, Opcodes.ACC_STATIC);
      for (AbstractInsnNode node : method.instructions) {
        known &= Liveness.writtenSlot(node) != 0;
      }
      hasThis = known;
    }
    return known;
  }
}
