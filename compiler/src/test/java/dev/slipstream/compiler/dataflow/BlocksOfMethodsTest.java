package dev.slipstream.compiler.dataflow;

import static dev.slipstream.compiler.JavaMethods.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.JavaMethods;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

class BlocksOfMethodsTest {
  private static final MethodNode NEST =
      JavaMethods.of(
              """
              static void nest(int n) {
                before();
                for (int i = 0; i < n; i++) {
                  outer();
                  for (int j = 0; j < i; j++) { inner(); }
                  if (n > 5) { rare(); }
                }
                after();
              }
              static void before() {}
              static void outer() {}
              static void inner() {}
              static void rare() {}
              static void after() {}
              """)
          .method("nest");

  private final ControlFlow flow = ControlFlow.of(NEST);

  private Block blockOf(String called) {
    return flow.blockAt(call(NEST, called));
  }

  @Test
  void loopsHoldTheirBodiesAndTheOuterOneComesFirst() {
    List<NaturalLoop> loops = flow.loops();
    assertThat(loops).hasSize(2);
    NaturalLoop outer = loops.get(0);
    NaturalLoop inner = loops.get(1);
    assertThat(outer.encloses(inner)).isTrue();
    assertThat(inner.encloses(outer)).isFalse();
    assertThat(outer.blocks())
        .contains(blockOf("outer"), blockOf("inner"), blockOf("rare"))
        .doesNotContain(blockOf("before"), blockOf("after"));
    assertThat(inner.blocks()).contains(blockOf("inner")).doesNotContain(blockOf("outer"));
  }

  @Test
  void aBlockDominatesWhatIsReachedThroughItAlone() {
    assertThat(flow.dominates(blockOf("before"), blockOf("after"))).isTrue();
    assertThat(flow.dominates(blockOf("outer"), blockOf("inner"))).isTrue();
    assertThat(flow.dominates(blockOf("outer"), blockOf("after"))).as("n may be 0").isFalse();
    assertThat(flow.dominates(blockOf("rare"), blockOf("inner"))).isFalse();
  }

  @Test
  void loopsOfJavaAreEnteredThroughTheirHeadersAlone() {
    assertThat(flow.isReducible()).isTrue();
  }

  @Test
  void aCircleWithTwoEntriesIsNoLoop() {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "circle", "(I)V", null, null);
    Label first = new Label();
    Label second = new Label();
    method.visitVarInsn(Opcodes.ILOAD, 0);
    method.visitJumpInsn(Opcodes.IFEQ, second);
    method.visitLabel(first);
    method.visitIincInsn(0, 1);
    method.visitLabel(second);
    method.visitIincInsn(0, 2);
    method.visitVarInsn(Opcodes.ILOAD, 0);
    method.visitJumpInsn(Opcodes.IFNE, first);
    method.visitInsn(Opcodes.RETURN);
    ControlFlow circle = ControlFlow.of(method);
    assertThat(circle.loops()).isEmpty();
    assertThat(circle.isReducible()).isFalse();
  }

  @Test
  void blocksOfWhichEveryWayEndsInAThrowAreKnown() {
    MethodNode method =
        JavaMethods.of(
                """
                static int checked(int i, int n) {
                  if (i >= n) {
                    String text = n < 0 ? negative() : large();
                    throw new IllegalArgumentException(text);
                  }
                  return fine();
                }
                static String negative() { return ""; }
                static String large() { return ""; }
                static int fine() { return 1; }
                """)
            .method("checked");
    ControlFlow checked = ControlFlow.of(method);
    assertThat(checked.throwingBlocks())
        .contains(checked.blockAt(call(method, "negative")), checked.blockAt(call(method, "large")))
        .doesNotContain(checked.blockAt(call(method, "fine")), checked.blocks().get(0));
  }
}
