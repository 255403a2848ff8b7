package dev.slipstream.compiler.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** The witness detects guards that are missing, or that are in the wrong place. */
class GuardMutationTest {
  private static final List<String> METHODS =
      List.of(
          "plain",
          "single",
          "several",
          "reading",
          "updating",
          "throwing",
          "calling",
          "locking",
          "watching",
          "initialising",
          "composing",
          "searching",
          "scaling",
          "replacing");

  private static final String PROGRAM =
      """
      public class Program {
        static volatile int flag;
        static int counter;
        double[] field = new double[8];

        static class Late {
          static int value = compute();
          static int compute() { return ++counter; }
        }

        static double plain() { return new Program().sum(new double[8], new double[8][8]); }

        double sum(double[] a, double[][] rows) {
          double s = 0;
          for (int i = 0; i < a.length; i++) {
            a[i] = i;
            s += a[i] + field[i] + rows[2][i];
          }
          a[1] = s;
          s += rows[1][2];
          return s;
        }

        static int throwing() {
          int[] a = make();
          int i = 0;
          try {
            while (true) { a[i++] = 7; }
          } catch (ArrayIndexOutOfBoundsException e) {
            return i;
          }
        }

        static int single() {
          int[] a = make();
          a[0] = 3;
          return a.length;
        }

        static int updating() {
          int[] a = make();
          a[a.length - 1] += 3;
          return a.length;
        }

        static int several() {
          int[] a = make();
          a[0] = 3;
          a[1] = 4;
          return a.length;
        }

        static int reading() {
          int[] a = make();
          return a[0] + a[1];
        }

        static int[] make() { return new int[5]; }
        static void touch() { counter++; }

        static int calling() {
          int[] a = make();
          int s = 0;
          for (int i = 0; i < a.length; i++) { s += a[i]; touch(); }
          return s;
        }

        static int locking() {
          int[] a = make();
          int s = a[0];
          synchronized (a) { s += a[1]; }
          return s + a[2];
        }

        static int watching() {
          int[] a = make();
          int s = 0;
          for (int i = 0; i < a.length; i++) { s += a[i] + flag; }
          return s;
        }

        static int initialising() {
          int[] a = make();
          int s = a[0];
          s += Late.value;
          return s + a[1];
        }

        static int[][] table() { return new int[][] {make(), make(), make()}; }

        static int searching() {
          int[][] t = table();
          int s = 0;
          for (int k = 0; k < 5; k++) {
            for (int i = 0; i < 3; i++) { s += t[i][k]; }
          }
          return s;
        }

        static int scaling() {
          int[][] t = table();
          for (int k = 0; k < 5; k++) {
            for (int i = 0; i < 3; i++) { t[i][k] *= 2; }
            int[] row = t[0];
            t[0] = t[1];
            t[1] = row;
          }
          return t.length;
        }

        static int replacing() {
          int[][] t = table();
          int[] other = make();
          for (int k = 0; k < 5; k++) {
            for (int i = 0; i < 3; i++) { t[i][k] = k; }
            t[2] = other;
          }
          return t.length;
        }

        static String composing() {
          int[] a = make();
          int i = a[0];
          String text = "i" + i;
          return text + a[1];
        }
      }
      """;

  private static final String FOREIGN =
      """
      public class Program {
        static native void outside();
        static int[] make() { return new int[] {3, 1, 2}; }
        static int run() {
          int[] a = make();
          java.util.Arrays.sort(a);
          int s = java.util.Arrays.hashCode(a);
          java.util.Arrays.setAll(a, i -> i);
          int[] b = java.nio.IntBuffer.wrap(a).array();
          try { outside(); } catch (UnsatisfiedLinkError e) { s++; }
          return s + b[1];
        }
      }
      """;

  private static final Map<String, byte[]> CLASSES =
      TestProgram.javac("Program", PROGRAM, List.of("-g", "--release", "17"));

  @Test
  void nothingIsFoundWhereNothingIsChanged() {
    assertThat(failures("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read",
        "write",
        "written",
        "readElement",
        "writeElement",
        "writtenElement",
        "beginRead",
        "beginWrite",
        "endWrite",
        "readRows",
        "beginWriteRows",
        "endWriteRows"
      })
  void aKindOfGuardThatIsLeftOutIsFound(String kind) {
    assertThat(failures(kind)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handedOut",
        "takenBack",
        "hold",
        "release",
        "cameOut",
        "beginNative",
        "endNative"
      })
  void aFenceOfACallThatIsLeftOutIsFound(String kind) {
    GuardedProgram program =
        new GuardedProgram(TestProgram.javac("Program", FOREIGN, List.of("-g", "--release", "17")));

    assertThat(program.witnessed("Program", "run")).isEmpty();
    assertThat(program.witnessed(bytes -> without(bytes, kind), "Program", "run")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"write", "written"})
  void rowsThatComeOrGoWithoutAWordAreFound(String kind) {
    GuardedProgram program = new GuardedProgram(CLASSES);

    assertThat(program.witnessed("Program", "replacing")).isEmpty();
    assertThat(program.witnessed(bytes -> without(bytes, kind), "Program", "replacing"))
        .isNotEmpty();
  }

  @Test
  void handlersThatAreLeftOutAreFound() {
    GuardedProgram program = new GuardedProgram(CLASSES);
    assertThat(program.witnessed(GuardMutationTest::withoutRescue, "Program", "throwing"))
        .isNotEmpty();
  }

  @Test
  void guardsThatAreMovedAcrossCallsAreFound() {
    assertThat(failures(node -> node instanceof MethodInsnNode call && call.name.equals("touch")))
        .isNotEmpty();
    assertThat(failures(node -> node.getOpcode() == Opcodes.INVOKEDYNAMIC)).isNotEmpty();
  }

  @Test
  void guardsThatAreMovedAcrossMonitorsAreFound() {
    assertThat(
            failures(
                node ->
                    node.getOpcode() == Opcodes.MONITORENTER
                        || node.getOpcode() == Opcodes.MONITOREXIT))
        .isNotEmpty();
  }

  @Test
  void guardsThatAreMovedAcrossVolatileFieldsOrInitialisationsAreFound() {
    HiddenEvents fields = new HiddenEvents(node -> node.getOpcode() == Opcodes.GETSTATIC);
    GuardedProgram program = new GuardedProgram(fields.hide(CLASSES));
    assertThat(program.witnessed(fields::show, "Program", "watching")).isNotEmpty();
    assertThat(program.witnessed(fields::show, "Program", "initialising")).isNotEmpty();
  }

  @Test
  void nothingIsFoundWhereNoEventIsHidden() {
    assertThat(failures(node -> false)).isEmpty();
  }

  /**
   * The errors that are found if guards were moved across events that were hidden from the pass.
   */
  private static List<String> failures(Predicate<AbstractInsnNode> events) {
    HiddenEvents hidden = new HiddenEvents(events);
    return failures(new GuardedProgram(hidden.hide(CLASSES)), hidden::show);
  }

  private static List<String> failures(String leftOut) {
    return failures(new GuardedProgram(CLASSES), bytes -> without(bytes, leftOut));
  }

  private static List<String> failures(GuardedProgram program, UnaryOperator<byte[]> mutation) {
    List<String> failures = new ArrayList<>();
    for (String method : METHODS) {
      failures.addAll(program.witnessed(mutation, "Program", method));
    }
    return failures;
  }

  private static byte[] without(byte[] classFile, String guard) {
    return edit(
        classFile,
        next ->
            new MethodVisitor(Opcodes.ASM9, next) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (owner.equals(Witness.NAME) && name.equals(guard)) {
                  for (int i = 0; i < Type.getArgumentTypes(descriptor).length; i++) {
                    super.visitInsn(Opcodes.POP);
                  }
                } else {
                  super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                }
              }
            });
  }

  private static byte[] withoutRescue(byte[] classFile) {
    return edit(
        classFile,
        next ->
            new MethodVisitor(Opcodes.ASM9, next) {
              @Override
              public void visitTryCatchBlock(
                  Label start, Label end, Label handler, @Nullable String type) {
                if (type != null) {
                  super.visitTryCatchBlock(start, end, handler, type);
                }
              }
            });
  }

  private static byte[] edit(byte[] classFile, UnaryOperator<MethodVisitor> change) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            return change.apply(super.visitMethod(access, name, descriptor, signature, exceptions));
          }
        },
        0);
    return writer.toByteArray();
  }
}
