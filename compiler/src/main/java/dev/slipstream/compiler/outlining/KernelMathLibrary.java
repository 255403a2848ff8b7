package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.classfile.Instructions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods of {@code dev.slipstream.compiler.emulation.math} that one kernel class uses. They
 * are copied into it, so that the class remains closed and every device runs the same code.
 */
final class KernelMathLibrary {
  private static final String PACKAGE = "dev/slipstream/compiler/emulation/math/";

  /** The prefix of the copies' names in a kernel class. */
  private static final String COPY = "KernelMath_";

  private final String kernelClass;
  private final Map<String, MethodInsnNode> used = new LinkedHashMap<>();
  private final Map<String, ClassNode> classes = new LinkedHashMap<>();

  /**
   * @param kernelClass the internal name of the kernel's class
   */
  KernelMathLibrary(String kernelClass) {
    this.kernelClass = kernelClass;
  }

  /**
   * The kernel's call of a method of the package.
   *
   * @param owner the simple name of the method's class
   */
  MethodInsnNode call(String owner, String name, String descriptor) {
    return use(new MethodInsnNode(Opcodes.INVOKESTATIC, PACKAGE + owner, name, descriptor));
  }

  private MethodInsnNode use(MethodInsnNode call) {
    used.put(call.owner + "." + call.name + call.desc, call);
    return local(call);
  }

  private MethodInsnNode local(MethodInsnNode call) {
    // No two methods of the package share a name.
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC, kernelClass, COPY + call.name, call.desc, false);
  }

  /** Copies of the used methods and of those that they use. */
  List<MethodNode> methods() {
    List<MethodNode> copies = new ArrayList<>();
    Deque<MethodInsnNode> open = new ArrayDeque<>(used.values());
    while (!open.isEmpty()) {
      MethodInsnNode call = open.pop();
      MethodNode original = find(call);
      MethodNode copy =
          new MethodNode(
              Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, local(call).name, call.desc, null, null);
      original.accept(copy);
      for (AbstractInsnNode node : copy.instructions.toArray()) {
        if (node instanceof MethodInsnNode inner && inner.owner.startsWith(PACKAGE)) {
          if (used.putIfAbsent(inner.owner + "." + inner.name + inner.desc, inner) == null) {
            open.push(inner);
          }
          copy.instructions.set(node, local(inner));
        }
      }
      copies.add(copy);
    }
    return copies;
  }

  private MethodNode find(MethodInsnNode call) {
    ClassNode owner = classes.computeIfAbsent(call.owner, KernelMathLibrary::read);
    return Instructions.method(owner, call.name, call.desc)
        .orElseThrow(() -> new IllegalStateException(call.owner + "." + call.name + " is missing"));
  }

  private static ClassNode read(String internalName) {
    try (InputStream in =
        KernelMathLibrary.class.getResourceAsStream("/" + internalName + ".class")) {
      if (in == null) {
        throw new IllegalStateException(internalName + ".class is missing from the agent");
      }
      ClassNode node = new ClassNode();
      new ClassReader(in.readAllBytes()).accept(node, ClassReader.SKIP_FRAMES);
      return node;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
