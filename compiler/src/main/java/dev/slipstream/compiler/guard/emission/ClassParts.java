package dev.slipstream.compiler.guard.emission;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A class of which only some methods are parsed; the bytes of the others remain as they are. */
public final class ClassParts {
  private static final String INITIALISER = "<clinit>";

  private final ClassReader reader;
  private final Set<MethodNode> chosen = new HashSet<>();
  private final ClassNode node;
  private final int count;

  /**
   * @param choice selects the methods that are parsed, by their numbers in the file
   */
  public ClassParts(ClassReader reader, IntPredicate choice) {
    this.reader = reader;
    this.node =
        new ClassNode(Opcodes.ASM9) {
          private int number;

          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            boolean isChosen = choice.test(number++);
            if (!isChosen && !name.equals(INITIALISER) && !name.startsWith(OwnMethods.PREFIX)) {
              return null;
            }
            MethodVisitor method =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            if (isChosen) {
              chosen.add(methods.get(methods.size() - 1));
            }
            return method;
          }
        };
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    this.count = node.methods.size();
  }

  /**
   * The class with the chosen methods and those that are always parsed: its initialiser, and
   * methods that another instrumentation may have added.
   */
  public ClassNode node() {
    return node;
  }

  public boolean isChosen(MethodNode method) {
    return chosen.contains(method);
  }

  /**
   * Writes the class file.
   *
   * @param changed names and descriptors of the methods of the tree that replace those of the file;
   *     methods that were added to the tree are written, too
   * @throws org.objectweb.asm.MethodTooLargeException if a method is too large for the JVM
   */
  public byte[] write(Set<String> changed) {
    Map<String, MethodNode> byName = new HashMap<>();
    for (MethodNode method : node.methods.subList(0, count)) {
      byName.put(method.name + method.desc, method);
    }
    byName.keySet().retainAll(changed);
    List<MethodNode> added = node.methods.subList(count, node.methods.size());
    // ASM copies methods unchanged if they go from a reader directly to a writer that was created
    // from it.
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodNode method = byName.get(name + descriptor);
            if (method == null) {
              return super.visitMethod(access, name, descriptor, signature, exceptions);
            }
            method.accept(writer);
            return null;
          }

          @Override
          public void visitEnd() {
            for (MethodNode method : added) {
              method.accept(writer);
            }
            super.visitEnd();
          }
        },
        0);
    return writer.toByteArray();
  }
}
