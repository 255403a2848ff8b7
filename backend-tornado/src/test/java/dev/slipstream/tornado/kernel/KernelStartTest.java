package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import java.io.InputStream;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** What an iteration reads and checks before it begins. */
class KernelStartTest {
  /** Two dimensions, an array that is read and one that is written. */
  public static final class Scaled {
    private Scaled() {}

    public static void body(int i, int j, int n, float[] from, float[] to) {
      to[i * n + j] = from[i * n + j] * n;
    }
  }

  private static List<AbstractInsnNode> generated() throws Exception {
    String file = "/" + Scaled.class.getName().replace('.', '/') + ".class";
    try (InputStream in = KernelStartTest.class.getResourceAsStream(file)) {
      GeneratedKernel kernel =
          new KernelGenerator("slip.test", Facts.of("PTX", "5.2.0").orElseThrow())
              .generate(
                  new RangeKernel(
                      "Scaled",
                      Scaled.class.getName(),
                      in.readAllBytes(),
                      2,
                      List.of(
                          new KernelParameter("n", "I"),
                          new KernelParameter("from", "[F"),
                          new KernelParameter("to", "[F"))),
                  RowForm.EQUAL);
      ClassNode node = new ClassNode();
      new ClassReader(kernel.kernelFile()).accept(node, ClassReader.SKIP_FRAMES);
      return StreamSupport.stream(node.methods.get(0).instructions.spliterator(), false)
          .filter(n -> n.getOpcode() >= 0)
          .toList();
    }
  }

  private static int[] places(List<AbstractInsnNode> code, Predicate<AbstractInsnNode> which) {
    return IntStream.range(0, code.size()).filter(i -> which.test(code.get(i))).toArray();
  }

  private static boolean isCall(AbstractInsnNode node, String array, String name) {
    return node instanceof MethodInsnNode call
        && call.owner.endsWith(array)
        && call.name.equals(name);
  }

  @Test
  void oneConditionDecidesInTwoDimensionsAndAllScalarsAreReadBefore() throws Exception {
    List<AbstractInsnNode> code = generated();
    int[] conditions =
        places(code, n -> n instanceof JumpInsnNode && n.getOpcode() != Opcodes.GOTO);
    // The other condition is that of the read that never happens.
    assertThat(conditions).hasSize(2);
    int[] scalars = places(code, n -> isCall(n, "IntArray", "get"));
    // Start, step and count of each dimension, the zero, n and the two lengths.
    assertThat(scalars).hasSize(3 * 2 + 1 + 1 + 2 + 1);
    assertThat(IntStream.of(scalars).filter(place -> place < conditions[0])).hasSize(10);
  }

  @Test
  void theReadThatLetsAnArrayBeCopiedInStandsWhereNoIterationComes() throws Exception {
    List<AbstractInsnNode> code = generated();
    int[] stores = places(code, n -> isCall(n, "FloatArray", "set"));
    int[] conditions =
        places(code, n -> n instanceof JumpInsnNode && n.getOpcode() != Opcodes.GOTO);
    assertThat(stores).hasSize(2);
    assertThat(stores[0]).isLessThan(conditions[1]);
    assertThat(stores[1]).isGreaterThan(conditions[1]);
    assertThat(code.get(stores[0] + 1).getOpcode()).isEqualTo(Opcodes.GOTO);
    assertThat(isCall(code.get(stores[1] - 1), "FloatArray", "get")).isTrue();
  }
}
