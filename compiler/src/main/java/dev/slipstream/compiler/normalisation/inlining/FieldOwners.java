package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import java.util.Optional;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;

/**
 * Gives each field one name. Java compilers write the class through which a field is accessed: the
 * same field is {@code Solver.rows} in a method of {@code Solver}, and {@code Base.rows} in an
 * inherited method. Without one name they would count as two fields, and as two arrays.
 */
public final class FieldOwners {
  private FieldOwners() {}

  /** Names all fields by the classes that declare them, if the loop's class may access these. */
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
