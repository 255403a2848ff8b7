package dev.slipstream.compiler.classfile;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** The instructions of a class's methods, apart from annotations and debug information. */
public final class MethodBodies {
  private MethodBodies() {}

  /** Whether two class files contain the same methods with the same instructions. */
  public static boolean same(byte[] first, byte[] second) {
    Map<String, byte[]> others = of(second);
    Map<String, byte[]> bodies = of(first);
    return bodies.keySet().equals(others.keySet())
        && bodies.entrySet().stream()
            .allMatch(body -> Arrays.equals(body.getValue(), others.get(body.getKey())));
  }

  private static Map<String, byte[]> of(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    Map<String, byte[]> bodies = new HashMap<>();
    for (MethodNode method : node.methods) {
      bodies.put(method.name + method.desc, body(method));
    }
    return bodies;
  }

  /** A class file for a single method, so that its constants are in the order of their use. */
  private static byte[] body(MethodNode method) {
    MethodNode plain = new MethodNode(method.access, method.name, method.desc, null, null);
    for (AbstractInsnNode instruction : method.instructions) {
      instruction.visibleTypeAnnotations = null;
      instruction.invisibleTypeAnnotations = null;
    }
    for (TryCatchBlockNode handler : method.tryCatchBlocks) {
      handler.visibleTypeAnnotations = null;
      handler.invisibleTypeAnnotations = null;
    }
    plain.instructions = method.instructions;
    plain.tryCatchBlocks = method.tryCatchBlocks;
    plain.maxStack = method.maxStack;
    plain.maxLocals = method.maxLocals;
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Body", null, "java/lang/Object", null);
    plain.accept(writer);
    return writer.toByteArray();
  }
}
