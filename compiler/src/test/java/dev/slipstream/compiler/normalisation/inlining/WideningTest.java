package dev.slipstream.compiler.normalisation.inlining;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.util.Printer;

class WideningTest {
  @ParameterizedTest
  @CsvSource({"I,J,I2L", "S,D,I2D", "C,F,I2F", "J,D,L2D", "J,F,L2F", "F,D,F2D"})
  void aNumberBecomesALargerOneByOneInstruction(String from, String to, String instruction) {
    List<String> written = new ArrayList<>();
    assertThat(write(from, to, written)).isTrue();
    assertThat(written).containsExactly(instruction);
  }

  @ParameterizedTest
  @CsvSource({"I,I", "B,I", "Z,I", "D,D", "Ljava/lang/String;,Ljava/lang/Object;", "[I,[I"})
  void whatIsOfTheSameKindStaysAsItIs(String from, String to) {
    List<String> written = new ArrayList<>();
    assertThat(write(from, to, written)).isTrue();
    assertThat(written).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"J,I", "D,F", "I,Ljava/lang/Integer;", "Ljava/lang/Integer;,I", "V,I"})
  void whatWouldLoseNumbersOrNeedABoxIsNotConverted(String from, String to) {
    assertThat(write(from, to, new ArrayList<>())).isFalse();
  }

  private static boolean write(String from, String to, List<String> written) {
    InsnList code = new InsnList();
    boolean possible = Lambda.widen(Type.getType(from), Type.getType(to), code);
    for (AbstractInsnNode node : code) {
      written.add(Printer.OPCODES[node.getOpcode()]);
    }
    return possible;
  }
}
