package dev.slipstream.compiler.random;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Kernels' class files with instructions changed. */
final class KernelEdits {
  private KernelEdits() {}

  /** Replaces some instructions by others, in the methods that contain the loop. */
  static UnaryOperator<byte[]> opcodes(Map<Integer, Integer> replaced) {
    return classFile ->
        edited(
            classFile,
            (body, instruction) -> {
              Integer other = replaced.get(instruction.getOpcode());
              if (other != null && instruction instanceof JumpInsnNode jump) {
                body.instructions.set(jump, new JumpInsnNode(other, jump.label));
              } else if (other != null) {
                body.instructions.set(instruction, new InsnNode(other));
              }
            });
  }

  /**
   * Computes {@code c + a * b} as {@code fma(a, b, c)} where the two instructions are neighbours.
   */
  static byte[] contracted(byte[] classFile) {
    byte[] edited =
        edited(
            classFile,
            (body, instruction) -> {
              AbstractInsnNode next = instruction.getNext();
              int opcode = instruction.getOpcode();
              boolean isDouble = opcode == Opcodes.DMUL && next.getOpcode() == Opcodes.DADD;
              boolean isFloat = opcode == Opcodes.FMUL && next.getOpcode() == Opcodes.FADD;
              if (isDouble || isFloat) {
                String type = isDouble ? "D" : "F";
                String descriptor = "(" + type.repeat(3) + ")" + type;
                body.instructions.set(next, new InsnNode(Opcodes.NOP));
                body.instructions.set(
                    instruction,
                    new MethodInsnNode(
                        Opcodes.INVOKESTATIC, owner(classFile), "contracted", descriptor, false));
              }
            });
    ClassNode node = read(edited);
    node.methods.add(fma("D", Opcodes.DLOAD, 2, Opcodes.DRETURN));
    node.methods.add(fma("F", Opcodes.FLOAD, 1, Opcodes.FRETURN));
    return write(node);
  }

  private static MethodNode fma(String type, int load, int size, int result) {
    String descriptor = "(" + type.repeat(3) + ")" + type;
    MethodNode fma =
        new MethodNode(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, "contracted", descriptor, null, null);
    fma.instructions.add(new VarInsnNode(load, size));
    fma.instructions.add(new VarInsnNode(load, 2 * size));
    fma.instructions.add(new VarInsnNode(load, 0));
    fma.instructions.add(
        new MethodInsnNode(Opcodes.INVOKESTATIC, "java/lang/Math", "fma", descriptor, false));
    fma.instructions.add(new InsnNode(result));
    return fma;
  }

  /** Makes every comparison of an index with a length give that the index is smaller. */
  static byte[] unchecked(byte[] classFile) {
    return edited(
        classFile,
        (body, instruction) -> {
          if (instruction instanceof MethodInsnNode call
              && call.name.equals("compareUnsigned")
              && call.getNext().getOpcode() == Opcodes.IFLT) {
            body.instructions.insert(call, new InsnNode(Opcodes.ICONST_M1));
            body.instructions.set(call, new InsnNode(Opcodes.POP2));
          }
        });
  }

  /** A change at an instruction of the loop. */
  @FunctionalInterface
  private interface InstructionEdit {
    void edit(MethodNode body, AbstractInsnNode instruction);
  }

  private static byte[] edited(byte[] classFile, InstructionEdit edit) {
    ClassNode node = read(classFile);
    for (MethodNode method : node.methods) {
      if (List.of("body", "range", "run").contains(method.name)) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
          edit.edit(method, instruction);
        }
      }
    }
    return write(node);
  }

  private static String owner(byte[] classFile) {
    return new ClassReader(classFile).getClassName();
  }

  private static ClassNode read(byte[] classFile) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    return node;
  }

  private static byte[] write(ClassNode node) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }
}
