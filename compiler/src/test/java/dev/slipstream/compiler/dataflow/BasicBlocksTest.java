package dev.slipstream.compiler.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** The blocks of a method with a loop and a handler, before and after code is inserted. */
class BasicBlocksTest {
  private static final String SOURCE =
      """
      public class Program {
        static int run(int n) {
          int sum = 0;
          for (int i = 0; i < n; i++) {
            try {
              sum += 100 / (n - i - 1);
            } catch (ArithmeticException e) {
              sum--;
            }
          }
          return sum;
        }
      }
      """;

  private final MethodNode method = compile();
  private final ControlFlow flow = ControlFlow.of(method);

  private static MethodNode compile() {
    ClassNode node = new ClassNode();
    byte[] program =
        TestProgram.javac("Program", SOURCE, List.of("--release", "17")).get("Program");
    new ClassReader(program).accept(node, ClassReader.EXPAND_FRAMES);
    return node.methods.stream().filter(m -> m.name.equals("run")).findFirst().orElseThrow();
  }

  @Test
  void anExceptionsWayIsASuccessorAndNoNormalOne() {
    Block dividing = blockOf(Opcodes.IDIV);
    Block handler = flow.blockAt(method.tryCatchBlocks.get(0).handler);

    assertThat(dividing.handlers()).containsExactly(method.tryCatchBlocks.get(0));
    assertThat(dividing.successors()).contains(handler);
    assertThat(dividing.normalSuccessors()).isNotEmpty().doesNotContain(handler);
    assertThat(handler.handlers()).isEmpty();
    assertThat(handler.normalSuccessors()).isEqualTo(handler.successors());
  }

  @Test
  void theLoopIsFoundWithItsHandler() {
    NaturalLoop loop = flow.loops().get(0);

    assertThat(flow.loops()).hasSize(1);
    assertThat(loop.contains(blockOf(Opcodes.IDIV))).isTrue();
    assertThat(loop.contains(flow.blockAt(method.tryCatchBlocks.get(0).handler))).isTrue();
    assertThat(loop.contains(blockOf(Opcodes.IRETURN))).isFalse();
    assertThat(flow.dominates(loop.header(), blockOf(Opcodes.IRETURN))).isTrue();
    assertThat(flow.dominates(blockOf(Opcodes.IDIV), blockOf(Opcodes.IRETURN))).isFalse();
  }

  @Test
  void blocksAndLabelsStayThoseOfTheMethodBeforeCodeIsInserted() {
    Block returning = blockOf(Opcodes.IRETURN);
    AbstractInsnNode last = flow.lastInstruction(returning);
    JumpInsnNode leaving = (JumpInsnNode) flow.lastInstruction(flow.loops().get(0).header());
    LabelNode inserted = new LabelNode();
    method.instructions.insert(inserted);
    method.instructions.insert(new InsnNode(Opcodes.NOP));

    assertThat(flow.instruction(returning.last())).isSameAs(last);
    assertThat(flow.lastInstruction(returning)).isSameAs(last);
    assertThat(flow.isTarget(returning, leaving.label)).isTrue();
    assertThat(flow.blockAt(leaving.label)).isSameAs(returning);
    assertThat(flow.blocks()).noneMatch(block -> flow.isTarget(block, inserted));
  }

  private Block blockOf(int opcode) {
    for (Block block : flow.blocks()) {
      for (int i = block.first(); i <= block.last(); i++) {
        if (flow.instruction(i).getOpcode() == opcode) {
          return block;
        }
      }
    }
    throw new AssertionError("no instruction " + opcode);
  }
}
