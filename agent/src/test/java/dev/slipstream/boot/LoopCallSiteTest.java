package dev.slipstream.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The gate in front of a loop decides by the execution's work, which is the second argument here.
 */
class LoopCallSiteTest {
  private static final int SITE = 1_000_001;

  private final LoopGate gate = new LoopGate();
  private final LoopCallSite callSite =
      new LoopCallSite(MethodType.methodType(int.class, int.class, double.class), SITE);

  @AfterEach
  void nothingIsAway() {
    Guards.shortest = Guards.NONE;
  }

  @Test
  void eachExecutionIsSubmittedAsLongAsThereIsNoGate() throws Throwable {
    gate.always(1000);
    // Another test may have installed a dispatcher in this JVM, which cannot be undone.
    assertThat(enter(3, 1)).isEqualTo(LoopDispatch.submit(3, new Object[] {1.0}, SITE));
    assertThat(gate.passedAlways()).isZero();
  }

  @Test
  void theFirstExecutionsPassUntilTheirWorkAddsUp() throws Throwable {
    gate.first(1000);
    callSite.gate(workClass("work"), gate);
    assertThat(enter(3, 1001)).as("a large one").isEqualTo(103);
    assertThat(enter(3, 400)).isEqualTo(3);
    assertThat(enter(3, 600)).isEqualTo(3);
    assertThat(enter(3, 1)).as("another small one").isEqualTo(103);
    assertThat(enter(3, Double.NaN)).as("work that is not known").isEqualTo(103);
    assertThat(gate.passedFirst()).isEqualTo(2);
  }

  @Test
  void smallExecutionsPassAndAreCounted() throws Throwable {
    callSite.gate(workClass("work"), gate);
    assertThat(enter(3, 1)).as("closed").isEqualTo(103);
    gate.always(1000);
    for (int i = 0; i < 50; i++) {
      assertThat(enter(3, 999)).isEqualTo(3);
    }
    assertThat(gate.passedAlways()).isEqualTo(50);
    assertThat(enter(3, 1000)).isEqualTo(103);
    assertThat(gate.looked()).isEqualTo(1000);
    assertThat(enter(3, Double.NaN)).as("work that is not known").isEqualTo(103);
    assertThat(gate.looked()).isNaN();
  }

  @Test
  void theNextExecutionsPassThatAreSmallOrOfUnknownWork() throws Throwable {
    callSite.gate(workClass("work"), gate);
    gate.next(3, 5000);
    assertThat(enter(7, 4999)).isEqualTo(7);
    assertThat(enter(7, Double.NaN)).isEqualTo(7);
    assertThat(enter(7, 5000)).as("too large").isEqualTo(107);
    assertThat(enter(7, Double.POSITIVE_INFINITY)).as("has to be checked").isEqualTo(107);
    assertThat(enter(7, 1)).isEqualTo(7);
    assertThat(enter(7, 1)).as("the next but three").isEqualTo(107);
    assertThat(gate.passedNext()).isEqualTo(3);
  }

  @Test
  void withoutALimitTheNextExecutionsPassWhateverTheirWork() throws Throwable {
    callSite.gate(workClass("work"), gate);
    gate.next(2, Double.NaN);
    assertThat(enter(7, Double.POSITIVE_INFINITY)).isEqualTo(7);
    assertThat(enter(7, 1e18)).isEqualTo(7);
    assertThat(enter(7, Double.POSITIVE_INFINITY)).as("the next but two").isEqualTo(107);
    assertThat(gate.looked()).isInfinite();
  }

  @Test
  void whatIsNoSuchClassLeavesTheCallSiteAsItIs() throws Throwable {
    gate.always(1000);
    assertThatThrownBy(() -> callSite.gate(new byte[10], gate)).isInstanceOf(LinkageError.class);
    assertThatThrownBy(() -> callSite.gate(workClass("work", "other"), gate))
        .isInstanceOf(ReflectiveOperationException.class);
    enter(3, 1);
    assertThat(gate.passedAlways()).isZero();
  }

  @Test
  void aGateBeforeTheFirstExecutionIsThereFromTheFirstOneOn() throws Throwable {
    gate.always(1000);
    callSite.gate(workClass("work"), gate);
    assertThat(callSite.linked()).isSameAs(callSite.linked());
    assertThat(enter(3, 1)).isEqualTo(3);
    assertThat(enter(3, 1000)).isEqualTo(103);
    assertThat(gate.passedAlways()).isEqualTo(1);
  }

  @Test
  void onlyArraysAsLongAsTheShortestOnADeviceMayBeAway() {
    assertThat(LoopGate.mayBeAway(new float[1000])).isFalse();
    Guards.shortest = 100;
    assertThat(LoopGate.mayBeAway(new float[99])).isFalse();
    assertThat(LoopGate.mayBeAway(new float[100])).isTrue();
    assertThat(LoopGate.mayBeAway(new double[3][100])).isTrue();
    assertThat(LoopGate.mayBeAway(new double[100][3])).isFalse();
    assertThat(LoopGate.mayBeAway(new double[0][])).isFalse();
    assertThat(LoopGate.mayBeAway(null)).isFalse();
  }

  private int enter(int start, double work) throws Throwable {
    return (int) callSite.linked().dynamicInvoker().invokeExact(start, work);
  }

  private static byte[] workClass(String work) {
    return workClass(work, "enter");
  }

  /**
   * Returns a class whose first method returns its second argument. Its second method adds 100 to
   * the first argument where a compiled loop would be submitted.
   */
  private static byte[] workClass(String work, String enter) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(
        Opcodes.V17, Opcodes.ACC_FINAL, "dev/slipstream/boot/Work", null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, work, "(ID)D", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.DLOAD, 1);
    code.visitInsn(Opcodes.DRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    code = writer.visitMethod(Opcodes.ACC_STATIC, enter, "(ID)I", null, null);
    code.visitCode();
    String handles = "java/lang/invoke/MethodHandles";
    String lookup = "Ljava/lang/invoke/MethodHandles$Lookup;";
    code.visitMethodInsn(Opcodes.INVOKESTATIC, handles, "lookup", "()" + lookup, false);
    code.visitLdcInsn("_");
    code.visitLdcInsn(Type.getType(LoopGate.class));
    String read = "(" + lookup + "Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;";
    code.visitMethodInsn(Opcodes.INVOKESTATIC, handles, "classData", read, false);
    code.visitTypeInsn(Opcodes.CHECKCAST, "dev/slipstream/boot/LoopGate");
    code.visitVarInsn(Opcodes.DLOAD, 1);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "dev/slipstream/boot/LoopGate", "passes", "(D)Z", false);
    Label submit = new Label();
    code.visitJumpInsn(Opcodes.IFEQ, submit);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(submit);
    code.visitIincInsn(0, 100);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
