package dev.slipstream.compiler.outlining;

import dev.slipstream.model.loop.LoopName;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Inserts call sites in front of refused loops, where the program must stop at them. */
public final class RefusalSites {
  /** The line of a loop without line numbers; its call comes first in the method. */
  private static final int NO_LINE = -1;

  private RefusalSites() {}

  /**
   * Inserts them.
   *
   * @param classFile the class of the loops
   * @param sites the loops, with the numbers of the call sites
   */
  public static byte[] insert(byte[] classFile, Map<LoopName, Integer> sites) {
    ClassReader reader = new ClassReader(classFile);
    ClassNode node = new ClassNode();
    reader.accept(node, 0);
    for (Map.Entry<LoopName, Integer> site : sites.entrySet()) {
      for (MethodNode method : node.methods) {
        if (method.name.equals(site.getKey().method())) {
          mark(method.instructions, site.getKey().line(), site.getValue());
        }
      }
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }

  /** Puts the call in front of the first instruction of a loop's line. */
  private static void mark(InsnList code, int line, int site) {
    boolean isThere = line == NO_LINE;
    for (AbstractInsnNode instruction : code) {
      isThere |= instruction instanceof LineNumberNode number && number.line == line;
      if (isThere && instruction.getOpcode() >= 0) {
        code.insertBefore(instruction, call(site));
        return;
      }
    }
  }

  /** The call that throws; it leaves the stack and the locals unchanged. */
  private static InsnList call(int site) {
    InsnList call = new InsnList();
    call.add(new InsnNode(Opcodes.ICONST_0));
    call.add(new InsnNode(Opcodes.ICONST_0));
    call.add(new TypeInsnNode(Opcodes.ANEWARRAY, "java/lang/Object"));
    call.add(new LdcInsnNode(site));
    call.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            CallSiteWriter.DISPATCH_CLASS,
            "submit",
            "(I[Ljava/lang/Object;I)I"));
    call.add(new InsnNode(Opcodes.POP));
    return call;
  }
}
