package dev.slipstream.compiler.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

class CodeSizeTest {
  @Test
  void eachInstructionHasItsLeastSize() {
    MethodNode method = new MethodNode();
    method.visitInsn(Opcodes.ICONST_0); // 1
    method.visitVarInsn(Opcodes.ISTORE, 3); // 1
    method.visitVarInsn(Opcodes.ILOAD, 4); // 2
    method.visitIntInsn(Opcodes.SIPUSH, 500); // 3
    method.visitIntInsn(Opcodes.BIPUSH, 50); // 2
    method.visitLdcInsn(1.5f); // 2
    method.visitIincInsn(3, 1); // 3
    method.visitFieldInsn(Opcodes.GETSTATIC, "A", "b", "I"); // 3
    method.visitMethodInsn(Opcodes.INVOKEINTERFACE, "A", "c", "()V", true); // 5
    Label end = new Label();
    method.visitTableSwitchInsn(0, 1, end, end, end); // 13 + 2 * 4
    method.visitLabel(end); // 0
    method.visitInsn(Opcodes.RETURN); // 1
    assertThat(CodeSize.of(method.instructions)).isEqualTo(44);
  }

  @Test
  void theJitCompilesMethodsOfUpToEightThousandBytes() {
    MethodNode method = new MethodNode();
    for (int i = 0; i < 7999; i++) {
      method.visitInsn(Opcodes.NOP);
    }
    method.visitInsn(Opcodes.RETURN);
    assertThat(CodeSize.isInterpreted(method.instructions)).isFalse();
    method.visitInsn(Opcodes.RETURN);
    assertThat(CodeSize.isInterpreted(method.instructions)).isTrue();
  }
}
