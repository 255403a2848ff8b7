package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** The classes of which the objects of a type may be, as far as the loop's class knows any. */
final class Implementations {
  private Implementations() {}

  /**
   * The only class of a type's objects that the loop's class declares, makes, or finds declared in
   * the type.
   *
   * @param hasObjects whether there can be objects of exactly a class
   */
  static Optional<String> only(ClassFiles files, String type, Predicate<String> hasObjects) {
    Set<String> names = new LinkedHashSet<>();
    ClassNode self = files.self();
    self.innerClasses.forEach(inner -> names.add(inner.name));
    files.find(type).ifPresent(node -> node.innerClasses.forEach(inner -> names.add(inner.name)));
    for (MethodNode method : self.methods) {
      for (AbstractInsnNode node : method.instructions) {
        if (node.getOpcode() == Opcodes.NEW) {
          names.add(((TypeInsnNode) node).desc);
        }
      }
    }
    names.removeIf(name -> !files.isSubtype(name, type).orElse(false) || !hasObjects.test(name));
    return names.size() == 1 ? Optional.of(names.iterator().next()) : Optional.empty();
  }
}
