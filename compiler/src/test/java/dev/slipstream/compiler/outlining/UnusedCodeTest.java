package dev.slipstream.compiler.outlining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.JavaMethods;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.util.Printer;

/**
 * The code that is removed from kernels: instructions that never run, parameters that nothing
 * reads.
 */
class UnusedCodeTest {
  @Test
  void whatNoWayLeadsToIsRemoved() {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "body", "(I)V", null, null);
    Label end = new Label();
    method.visitIincInsn(0, 1);
    method.visitJumpInsn(Opcodes.GOTO, end);
    method.visitInsn(Opcodes.ICONST_1);
    method.visitInsn(Opcodes.POP);
    method.visitLabel(end);
    method.visitInsn(Opcodes.RETURN);
    UnusedCode.removeDead(method.instructions);
    assertThat(instructions(method.instructions)).containsExactly("IINC", "GOTO", "RETURN");
  }

  @Test
  void whatMayRunStays() {
    InsnList code =
        JavaMethods.of("static int f(int n) { while (n > 9) n /= 2; return n; }")
            .method("f")
            .instructions;
    List<String> before = instructions(code);
    UnusedCode.removeDead(code);
    assertThat(instructions(code)).isEqualTo(before);
  }

  @Test
  void parametersAreNumberedAnewWithoutThoseThatNothingReads() {
    // Two loop variables, then four parameters, then a variable of the body.
    InsnList body = new InsnList();
    for (int slot : new int[] {0, 1, 5, 3, 6, 5}) {
      body.add(new VarInsnNode(Opcodes.ILOAD, slot));
      body.add(new InsnNode(Opcodes.POP));
    }
    assertThat(UnusedCode.removeParameters(body, 2, 4)).containsExactly(1, 3);
    List<Integer> slots = new ArrayList<>();
    for (AbstractInsnNode node : body) {
      if (node instanceof VarInsnNode variable) {
        slots.add(variable.var);
      }
    }
    assertThat(slots).containsExactly(0, 1, 3, 2, 6, 3);
  }

  private static List<String> instructions(InsnList code) {
    List<String> names = new ArrayList<>();
    for (AbstractInsnNode node : code) {
      if (node.getOpcode() >= 0) {
        names.add(Printer.OPCODES[node.getOpcode()]);
      }
    }
    return names;
  }
}
