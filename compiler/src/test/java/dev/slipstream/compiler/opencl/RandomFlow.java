package dev.slipstream.compiler.opencl;

import java.util.Random;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generates kernels whose blocks jump anywhere, including in ways that no Java program does, with
 * values left on the operand stack between blocks. Each ends because every block uses fuel.
 */
final class RandomFlow {
  private static final int FUEL = 2;
  private static final int STATE = 3;
  private static final int SIDE = 4;

  private final Random random;
  private final int blocks;
  private final int depth;
  private final Label[] labels;

  RandomFlow(Random random, int blocks) {
    this.random = random;
    this.blocks = blocks;
    this.depth = random.nextInt(3);
    this.labels = new Label[blocks];
  }

  /** A class file with {@code body(int i, int[] out)}. */
  byte[] classFile(String name) {
    // Old enough to need no stack maps.
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "body", "(I[I)V", null, null);
    code.visitCode();
    code.visitIntInsn(Opcodes.SIPUSH, 60);
    code.visitVarInsn(Opcodes.ISTORE, FUEL);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitVarInsn(Opcodes.ISTORE, STATE);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitVarInsn(Opcodes.ISTORE, SIDE);
    for (int d = 0; d < depth; d++) {
      code.visitIntInsn(Opcodes.BIPUSH, 11 + d);
    }
    for (int b = 0; b < blocks; b++) {
      labels[b] = new Label();
    }
    for (int b = 0; b < blocks; b++) {
      block(code, b);
    }
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private void block(MethodVisitor code, int number) {
    code.visitLabel(labels[number]);
    if (number < blocks - 1 && random.nextInt(6) == 0) {
      // A block that only jumps; always forward, so that no cycle of blocks uses no fuel.
      code.visitJumpInsn(Opcodes.GOTO, labels[number + 1 + random.nextInt(blocks - 1 - number)]);
      return;
    }
    Label go = new Label();
    code.visitIincInsn(FUEL, -1);
    code.visitVarInsn(Opcodes.ILOAD, FUEL);
    code.visitJumpInsn(Opcodes.IFGT, go);
    leave(code);
    code.visitLabel(go);
    code.visitVarInsn(Opcodes.ILOAD, STATE);
    code.visitIntInsn(Opcodes.BIPUSH, 31);
    code.visitInsn(Opcodes.IMUL);
    code.visitIntInsn(Opcodes.SIPUSH, number + 1);
    code.visitInsn(Opcodes.IADD);
    code.visitVarInsn(Opcodes.ISTORE, STATE);
    if (depth == 2 && random.nextBoolean()) {
      code.visitInsn(Opcodes.SWAP);
    }
    if (depth >= 1 && random.nextBoolean()) {
      code.visitVarInsn(Opcodes.ILOAD, STATE);
      code.visitInsn(Opcodes.IXOR);
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ISTORE, SIDE);
    }
    end(code, number);
  }

  private void end(MethodVisitor code, int number) {
    int kind = random.nextInt(8);
    if (kind == 0) {
      leave(code);
    } else if (kind == 1) {
      code.visitJumpInsn(Opcodes.GOTO, any());
    } else if (kind == 2) {
      bits(code, 7);
      code.visitTableSwitchInsn(1, 3, any(), any(), any(), any());
    } else if (kind == 3 && depth == 2) {
      code.visitInsn(Opcodes.DUP2);
      code.visitJumpInsn(Opcodes.IF_ICMPLT, any());
      code.visitJumpInsn(Opcodes.GOTO, any());
    } else {
      bits(code, 1 + random.nextInt(7));
      code.visitJumpInsn(random.nextBoolean() ? Opcodes.IFEQ : Opcodes.IFNE, any());
      if (number == blocks - 1 || random.nextInt(4) == 0) {
        code.visitJumpInsn(Opcodes.GOTO, any());
      }
    }
  }

  private void bits(MethodVisitor code, int mask) {
    code.visitVarInsn(Opcodes.ILOAD, STATE);
    code.visitIntInsn(Opcodes.BIPUSH, random.nextInt(20));
    code.visitInsn(Opcodes.ISHR);
    code.visitIntInsn(Opcodes.BIPUSH, mask);
    code.visitInsn(Opcodes.IAND);
  }

  private Label any() {
    return labels[random.nextInt(blocks)];
  }

  /** Stores the sum of all known values, and returns. */
  private void leave(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ILOAD, STATE);
    for (int d = 0; d < depth; d++) {
      code.visitIntInsn(Opcodes.BIPUSH, 17);
      code.visitInsn(Opcodes.IMUL);
      code.visitInsn(Opcodes.IADD);
    }
    code.visitVarInsn(Opcodes.ILOAD, SIDE);
    code.visitInsn(Opcodes.IADD);
    code.visitVarInsn(Opcodes.ISTORE, STATE);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitVarInsn(Opcodes.ILOAD, STATE);
    code.visitInsn(Opcodes.IASTORE);
    code.visitInsn(Opcodes.RETURN);
  }
}
