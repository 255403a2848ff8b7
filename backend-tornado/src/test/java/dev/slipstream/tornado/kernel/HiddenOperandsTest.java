package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Operands that TornadoVM or the device's compiler must not recognise are changed in kernels. */
class HiddenOperandsTest {
  private static final Set<Integer> OVERFLOWING =
      Set.of(Opcodes.IMUL, Opcodes.LMUL, Opcodes.INEG, Opcodes.LNEG);

  /** Squares, negatives and small numbers. */
  public static final class Squares {
    private Squares() {}

    public static void body(int i, long[] y) {
      byte small = (byte) i;
      short middle = (short) (i * i);
      y[i] = y[i] * y[i] + -y[i] + -i * small + Math.abs(i) + middle;
      y[i] += ((i << 31) >> 3) + (i ^ Integer.MIN_VALUE);
    }
  }

  private static List<AbstractInsnNode> generated() throws Exception {
    String file = "/" + Squares.class.getName().replace('.', '/') + ".class";
    try (InputStream in = HiddenOperandsTest.class.getResourceAsStream(file)) {
      GeneratedKernel kernel =
          new KernelGenerator("slip.test", Facts.of("OPENCL", "5.2.0").orElseThrow())
              .generate(
                  new RangeKernel(
                      "Squares",
                      Squares.class.getName(),
                      in.readAllBytes(),
                      1,
                      List.of(new KernelParameter("y", "[J"))),
                  RowForm.EQUAL);
      ClassNode node = new ClassNode();
      new ClassReader(kernel.kernelFile()).accept(node, ClassReader.SKIP_FRAMES);
      List<AbstractInsnNode> code = new ArrayList<>();
      for (MethodNode method : node.methods) {
        method.instructions.forEach(code::add);
      }
      return code;
    }
  }

  @Test
  void theLastOperandOfProductsAndNegativesIsASumWithTheHiddenZero() throws Exception {
    Set<Integer> sums = Set.of(Opcodes.IADD, Opcodes.LADD);
    List<AbstractInsnNode> overflowing =
        generated().stream().filter(node -> OVERFLOWING.contains(node.getOpcode())).toList();
    assertThat(overflowing).hasSizeGreaterThanOrEqualTo(6);
    assertThat(overflowing).allMatch(node -> sums.contains(node.getPrevious().getOpcode()));
  }

  @Test
  void noIntIsShiftedToTheLeftByAKnownNumberOfBits() throws Exception {
    List<AbstractInsnNode> shifts =
        generated().stream().filter(node -> node.getOpcode() == Opcodes.ISHL).toList();
    assertThat(shifts).hasSizeGreaterThanOrEqualTo(2);
    assertThat(shifts).allMatch(node -> node.getPrevious().getOpcode() == Opcodes.IADD);
  }

  @Test
  void noNumberIsCutToAByteOrShortByItsInstruction() throws Exception {
    Set<Integer> cuts = Set.of(Opcodes.I2B, Opcodes.I2S);
    assertThat(generated()).noneMatch(node -> cuts.contains(node.getOpcode()));
  }
}
