package dev.slipstream.agent.coherence;

import dev.slipstream.boot.Guards;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Guards that are removed from classes again.
 *
 * @param method the dispatcher's method that is not called
 * @param mode for arrays that are handed out, the affected mode; 0 for all
 */
record LeftOut(String method, int mode) {
  /** No guard is left out. */
  static final LeftOut NOTHING = new LeftOut("", 0);

  Map<String, byte[]> from(Map<String, byte[]> classes) {
    if (method.isEmpty()) {
      return classes;
    }
    Map<String, byte[]> changed = new HashMap<>();
    classes.forEach((name, classFile) -> changed.put(name, from(classFile)));
    return changed;
  }

  private byte[] from(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    for (MethodNode each : node.methods) {
      for (AbstractInsnNode instruction : each.instructions.toArray()) {
        if (instruction instanceof MethodInsnNode call && isMeant(call)) {
          for (Type type : Type.getArgumentTypes(call.desc)) {
            each.instructions.insertBefore(call, new InsnNode(pop(type)));
          }
          each.instructions.remove(call);
        }
      }
    }
    ClassWriter writer = new ClassWriter(0);
    node.accept(writer);
    return writer.toByteArray();
  }

  private static int pop(Type type) {
    return type.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP;
  }

  private boolean isMeant(MethodInsnNode call) {
    return call.owner.equals(Type.getInternalName(Guards.class))
        && call.name.equals(method)
        && (mode == 0
            || (call.getPrevious() instanceof IntInsnNode pushed && pushed.operand == mode));
  }

  @Override
  public String toString() {
    return method + (mode == 0 ? "" : " " + mode);
  }
}
