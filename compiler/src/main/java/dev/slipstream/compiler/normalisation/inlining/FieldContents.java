package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Determines what the class of a field stores in the field. */
final class FieldContents {
  private FieldContents() {}

  /** The assumed class of the object in a field: the only one whose objects are stored there. */
  static Optional<String> made(ClassFiles files, Receivers.Source.Field field) {
    Set<String> classes = new HashSet<>();
    for (FieldInsnNode store : stores(files, field)) {
      AbstractInsnNode value = store.getPrevious();
      classes.add(
          value instanceof MethodInsnNode call && call.name.equals("<init>") ? call.owner : "");
    }
    return classes.size() == 1 && !classes.contains("")
        ? Optional.of(classes.iterator().next())
        : Optional.empty();
  }

  /**
   * The lambda that a final field certainly contains once it is set, if the lambda captured
   * nothing.
   */
  static Optional<Lambda> lambda(ClassFiles files, Receivers.Source.Field field) {
    boolean isFinal =
        files
            .field(field.owner(), field.name(), field.descriptor())
            .filter(found -> ClassFiles.has(found.member().access, Opcodes.ACC_FINAL))
            .isPresent();
    Set<FieldInsnNode> stores = stores(files, field);
    return isFinal
            && stores.size() == 1
            && stores.iterator().next().getPrevious() instanceof InvokeDynamicInsnNode creation
            && Lambda.isMadeBy(creation)
            && Lambda.captured(creation).length == 0
        ? Optional.of(new Lambda(creation, java.util.List.of()))
        : Optional.empty();
  }

  private static Set<FieldInsnNode> stores(ClassFiles files, Receivers.Source.Field field) {
    Set<FieldInsnNode> stores = new HashSet<>();
    Optional<ClassFiles.Declared<FieldNode>> found =
        files.field(field.owner(), field.name(), field.descriptor());
    if (found.isPresent()) {
      ClassNode owner = found.get().owner();
      for (MethodNode method : owner.methods) {
        for (AbstractInsnNode node : method.instructions) {
          if ((node.getOpcode() == Opcodes.PUTFIELD || node.getOpcode() == Opcodes.PUTSTATIC)
              && node instanceof FieldInsnNode store
              && store.owner.equals(owner.name)
              && store.name.equals(field.name())
              && store.desc.equals(field.descriptor())) {
            stores.add(store);
          }
        }
      }
    }
    return stores;
  }
}
