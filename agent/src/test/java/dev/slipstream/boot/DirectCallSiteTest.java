package dev.slipstream.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Loops of class files from before Java 7 have gates, too. */
class DirectCallSiteTest {
  private final LoopGate gate = new LoopGate();
  private final DirectCallSite callSite = new DirectCallSite();

  private boolean passes(double work) {
    return callSite.passes(3, new Object[] {work});
  }

  @Test
  void withoutAGateEachExecutionIsSubmitted() {
    gate.always(1000);
    assertThat(passes(1)).isFalse();
  }

  @Test
  void smallExecutionsPassAndAreCounted() throws Exception {
    callSite.gate(workClass("workOf"), gate);
    assertThat(passes(1)).as("closed").isFalse();
    gate.always(1000);
    for (int i = 0; i < 50; i++) {
      assertThat(passes(999)).isTrue();
    }
    assertThat(gate.passedAlways()).isEqualTo(50);
    assertThat(passes(1000)).isFalse();
    assertThat(gate.looked()).isEqualTo(1000);
  }

  @Test
  void valuesOfOtherTypesAreSubmitted() throws Exception {
    callSite.gate(workClass("workOf"), gate);
    gate.always(1000);
    assertThat(callSite.passes(3, new Object[] {"a text"})).isFalse();
    assertThat(callSite.passes(3, new Object[0])).isFalse();
  }

  @Test
  void whatIsNoSuchClassLeavesTheCallSiteWithoutAGate() {
    assertThatThrownBy(() -> callSite.gate(workClass("other"), gate))
        .isInstanceOf(NoSuchMethodException.class);
    gate.always(1000);
    assertThat(passes(1)).isFalse();
  }

  @Test
  void callSitesAreKeptUntilTheirClassIsUnloaded() {
    int site = Integer.MAX_VALUE;
    assertThat(DirectCallSite.keep(site, callSite)).isSameAs(callSite);
    assertThat(DirectCallSite.keep(site, new DirectCallSite())).isSameAs(callSite);
    assertThat(DirectCallSite.of(site)).isSameAs(callSite);
    LoopDispatch.forget(Set.of(site));
    assertThat(DirectCallSite.of(site)).isNull();
  }

  /** Returns a class whose method returns the first captured value. */
  private static byte[] workClass(String work) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        Opcodes.V17, Opcodes.ACC_FINAL, "dev/slipstream/boot/Work", null, "java/lang/Object", null);
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_STATIC, work, "(I[Ljava/lang/Object;)D", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.AALOAD);
    code.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Double");
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Double", "doubleValue", "()D", false);
    code.visitInsn(Opcodes.DRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
