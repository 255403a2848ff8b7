package dev.slipstream.agent.rewriting;

import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Says when each instruction of a method comes, whatever its kind, after its label and frame. */
abstract class InstructionVisitor extends MethodVisitor {

  InstructionVisitor(MethodVisitor next) {
    super(Opcodes.ASM9, next);
  }

  /** The following instructions belong to this source line. */
  abstract void lineBegins(int line);

  /** The next instruction is about to be visited; what is written now comes in front of it. */
  abstract void beforeInstruction();

  @Override
  public void visitLineNumber(int line, Label start) {
    lineBegins(line);
    super.visitLineNumber(line, start);
  }

  @Override
  public void visitInsn(int opcode) {
    beforeInstruction();
    super.visitInsn(opcode);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    beforeInstruction();
    super.visitIntInsn(opcode, operand);
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    beforeInstruction();
    super.visitVarInsn(opcode, variable);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    beforeInstruction();
    super.visitTypeInsn(opcode, type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    beforeInstruction();
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    beforeInstruction();
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    beforeInstruction();
    super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    beforeInstruction();
    super.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitLdcInsn(Object value) {
    beforeInstruction();
    super.visitLdcInsn(value);
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    beforeInstruction();
    super.visitIincInsn(variable, increment);
  }

  @Override
  public void visitTableSwitchInsn(int from, int to, Label other, Label... labels) {
    beforeInstruction();
    super.visitTableSwitchInsn(from, to, other, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    beforeInstruction();
    super.visitLookupSwitchInsn(other, keys, labels);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    beforeInstruction();
    super.visitMultiANewArrayInsn(descriptor, dimensions);
  }
}
