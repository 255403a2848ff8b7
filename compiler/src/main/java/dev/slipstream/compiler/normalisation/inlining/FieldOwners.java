package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;

/**
 * Gives each field one name. Java compilers write the class through which a field is reached: the
 * same field is {@code Solver.rows} in a method of {@code Solver}, and {@code Base.rows} in one
 * that it inherits. Each would count as a field, and as an array, of its own.
 */
public final class FieldOwners {
  private FieldOwners() {}

  /** Names all fields by the classes that declare them, where the loop's class may do so. */
  public static void unify(InsnList instructions, ClassFiles files) {
    for (AbstractInsnNode node : instructions) {
      if (node instanceof FieldInsnNode field) {
        Optional<ClassFiles.Declared<FieldNode>> found =
            files.field(field.owner, field.name, field.desc);
        if (found.isPresent() && files.mayRead(found.get(), found.get().owner().name)) {
          field.owner = found.get().owner().name;
        }
      }
    }
  }
}
