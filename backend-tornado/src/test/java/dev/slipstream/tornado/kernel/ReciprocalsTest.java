package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Quotients by a whole number that no loop changes become products. */
class ReciprocalsTest {
  /** Quotients. */
  public static final class Quotients {
    private Quotients() {}

    public static float byWhole(int n, long m, float a) {
      float sum = 0;
      for (int k = 0; k < n; k++) {
        sum += a * k / n + a / m;
      }
      return sum;
    }

    static float byWhatChanges(int n, float a, float b) {
      float sum = 0;
      for (int k = 1; k < n; k++) {
        sum += a / k + a / b;
      }
      return sum / n;
    }
  }

  private static ClassNode quotients() throws Exception {
    ClassNode node = new ClassNode();
    new ClassReader(Quotients.class.getName())
        .accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    node.methods.forEach(method -> Reciprocals.in(method.instructions));
    return node;
  }

  private static long count(String method, int opcode) throws Exception {
    MethodNode found =
        quotients().methods.stream().filter(m -> m.name.equals(method)).findFirst().orElseThrow();
    return StreamSupport.stream(found.instructions.spliterator(), false)
        .filter(n -> n.getOpcode() == opcode)
        .count();
  }

  @Test
  void quotientsByWholeNumbersThatStayAreProductsWithTheirReciprocals() throws Exception {
    assertThat(count("byWhole", Opcodes.FCONST_1)).isEqualTo(2);
    assertThat(count("byWhole", Opcodes.FMUL)).isEqualTo(3);
  }

  @Test
  void othersStayQuotients() throws Exception {
    assertThat(count("byWhatChanges", Opcodes.FCONST_1)).isZero();
    assertThat(count("byWhatChanges", Opcodes.FMUL)).isZero();
  }

  @Test
  void theProductsAreNearlyTheQuotients() throws Exception {
    ClassNode node = quotients();
    node.name = "dev/slipstream/tornado/kernel/Changed";
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    node.nestHostClass = null;
    node.innerClasses.clear();
    node.accept(writer);
    Class<?> changed =
        new ClassLoader(ReciprocalsTest.class.getClassLoader()) {
          Class<?> define(byte[] file) {
            return defineClass("dev.slipstream.tornado.kernel.Changed", file, 0, file.length);
          }
        }.define(writer.toByteArray());
    float product =
        (float)
            changed
                .getMethod("byWhole", int.class, long.class, float.class)
                .invoke(null, 300, 7L, 0.7f);
    assertThat(product).isCloseTo(Quotients.byWhole(300, 7, 0.7f), within(1e-3f));
  }
}
