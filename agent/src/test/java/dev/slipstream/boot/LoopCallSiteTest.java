package dev.slipstream.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The gate in front of a loop decides by the execution's work, which is the second argument here.
 */
class LoopCallSiteTest {
  private static final AtomicInteger SUBMITTED = new AtomicInteger();

  private final LoopGate gate = new LoopGate();
  private LoopCallSite callSite;

  @SuppressWarnings("UnusedMethod") // Found by its name.
  private static int submit(int start, double work) {
    SUBMITTED.incrementAndGet();
    return start + 100;
  }

  @BeforeEach
  void link() throws Exception {
    SUBMITTED.set(0);
    MethodHandle submit =
        MethodHandles.lookup()
            .findStatic(
                LoopCallSiteTest.class,
                "submit",
                MethodType.methodType(int.class, int.class, double.class));
    callSite = new LoopCallSite(submit);
  }

  @AfterEach
  void nothingIsAway() {
    Guards.shortest = Guards.NONE;
  }

  @Test
  void eachExecutionIsSubmittedAsLongAsThereIsNoGate() throws Throwable {
    gate.always(1000);
    assertThat(enter(3, 1)).isEqualTo(103);
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
    assertThat(SUBMITTED).hasValue(3);
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
    assertThat(SUBMITTED).hasValue(3);
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
    assertThatThrownBy(() -> callSite.gate(workClass("other"), gate))
        .isInstanceOf(ReflectiveOperationException.class);
    assertThat(enter(3, 1)).isEqualTo(103);
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

  /** Returns a class whose method returns its second argument. */
  static byte[] workClass(String method) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17, Opcodes.ACC_FINAL, "dev/slipstream/boot/Work", null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, method, "(ID)D", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.DLOAD, 1);
    code.visitInsn(Opcodes.DRETURN);
    code.visitMaxs(2, 3);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
