package dev.slipstream.compiler.guard;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces instructions that no guard may be moved across by calls of {@code Math}, which only
 * compute. The pass then moves guards across them.
 */
final class HiddenEvents {
  private static final String OWNER = "java/lang/Math";

  private final Predicate<AbstractInsnNode> events;
  private final Map<String, AbstractInsnNode> hidden = new HashMap<>();

  /**
   * @param events selects the instructions; a selected call must return nothing
   */
  HiddenEvents(Predicate<AbstractInsnNode> events) {
    this.events = events;
  }

  /** The classes in the form that the pass receives. */
  Map<String, byte[]> hide(Map<String, byte[]> classes) {
    Map<String, byte[]> without = new HashMap<>();
    classes.forEach((name, bytes) -> without.put(name, edit(bytes, this::hide)));
    return without;
  }

  private void hide(MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (events.test(instruction)) {
        String name = "event" + hidden.size();
        hidden.put(name, instruction);
        method.instructions.set(
            instruction,
            new MethodInsnNode(Opcodes.INVOKESTATIC, OWNER, name, descriptor(instruction)));
      }
    }
  }

  /**
   * A descriptor with as many values as the instruction takes and leaves, each of them a number.
   */
  private static String descriptor(AbstractInsnNode event) {
    return switch (event.getOpcode()) {
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> "(I)V";
      case Opcodes.INVOKEDYNAMIC ->
          "("
              + "I".repeat(Type.getArgumentTypes(((InvokeDynamicInsnNode) event).desc).length)
              + ")I";
      case Opcodes.GETSTATIC -> "()I";
      default -> ((MethodInsnNode) event).desc;
    };
  }

  /** A guarded class with the hidden instructions restored. */
  byte[] show(byte[] guarded) {
    return edit(guarded, this::show);
  }

  private void show(MethodNode method) {
    for (AbstractInsnNode instruction : method.instructions.toArray()) {
      if (instruction instanceof MethodInsnNode call
          && call.owner.equals(OWNER)
          && hidden.containsKey(call.name)) {
        method.instructions.set(instruction, hidden.get(call.name).clone(Map.of()));
      }
    }
  }

  private static byte[] edit(byte[] classFile, Consumer<MethodNode> change) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    node.methods.forEach(change);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }
}
