package dev.slipstream.compiler.normalisation.scalar;

import dev.slipstream.compiler.classfile.ClassFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;

/** The fields of classes whose objects local variables can replace. */
final class Replaceable {
  private final ClassFiles files;
  private final Map<String, Optional<List<Field>>> known = new HashMap<>();

  Replaceable(ClassFiles files) {
    this.files = files;
  }

  /**
   * A field.
   *
   * @param owner the internal name of the class that declares it
   */
  record Field(String owner, String name, String descriptor) {}

  /** The fields of a class and those above it; empty if not all of them are known. */
  Optional<List<Field>> fields(String className) {
    return known.computeIfAbsent(className, this::collect);
  }

  private Optional<List<Field>> collect(String className) {
    List<Field> fields = new ArrayList<>();
    String name = className;
    while (!name.equals("java/lang/Object") && !name.equals("java/lang/Record")) {
      Optional<ClassNode> found = name.startsWith("java/") ? Optional.empty() : files.find(name);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      ClassNode node = found.get();
      boolean isFinalized =
          node.methods.stream().anyMatch(m -> m.name.equals("finalize") && m.desc.equals("()V"));
      if (isFinalized || node.superName == null) {
        return Optional.empty();
      }
      for (FieldNode field : node.fields) {
        if (!ClassFiles.has(field.access, Opcodes.ACC_STATIC)) {
          fields.add(new Field(name, field.name, field.desc));
        }
      }
      name = node.superName;
    }
    return Optional.of(List.copyOf(fields));
  }

  /** The field to which an access to an object of a known class refers. */
  Optional<Field> field(FieldInsnNode access) {
    return files
        .field(access.owner, access.name, access.desc)
        .filter(found -> !ClassFiles.has(found.member().access, Opcodes.ACC_STATIC))
        .map(found -> new Field(found.owner().name, access.name, access.desc));
  }

  /**
   * Whether objects of a class are of a type.
   *
   * @return empty if a class in between could not be read
   */
  Optional<Boolean> isSubtype(String className, String type) {
    return files.isSubtype(className, type);
  }
}
