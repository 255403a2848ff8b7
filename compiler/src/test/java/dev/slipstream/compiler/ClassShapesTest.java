package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.discovery.LoopSelection;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Loops at all positions of all kinds of class files: the rewritten class is valid and runs. */
class ClassShapesTest {
  private static final String STENCIL =
      """
      public class Program {
        double[] u; int w;
        static double[] run(int n) {
          Program p = new Program();
          p.u = new double[n * n]; p.w = n;
          for (int k = 0; k < p.u.length; k++) p.u[k] = k % 11;
          return p.step(n);
        }
        double[] step(int n) {
          double[] v = new double[n * n]; double last = 0; int i, j;
          for (i = 1; i < w - 1; i++)
            for (j = 1; j < w - 1; j++) {
              last = u[i * w + j];
              v[i * n + j] = last + 0.25 * (u[i * w + j - 1] + u[(i - 1) * w + j]);
            }
          v[0] = i;
          return v;
        }
      }
      """;

  @Test
  void classesOfAllVersionsAreRewritten() throws Throwable {
    for (int version : new int[] {45, 46, 47, 48, 49, 50, 51, 52, 55, 61}) {
      Map<String, byte[]> classes =
          changed(TestProgram.javac("Program", STENCIL, List.of("-g", "--release", "8")), version);
      TestProgram program =
          new TestProgram(classes, LoopSelection.parse("Program#step:11,Program#step:12"));
      assertThat(program.refused()).as("version %d", version).isEmpty();
      same(program, 14);
      assertThat(program.runs()).as("version %d", version).hasSize(1);
      ClassReader rewritten =
          new ClassReader(Optional.ofNullable(program.rewritten().get("Program")).orElseThrow());
      assertThat(rewritten.readShort(6)).isEqualTo((short) version);
    }
  }

  /** The same class with another version; without stack maps where the version has none. */
  private static Map<String, byte[]> changed(Map<String, byte[]> classes, int version) {
    Map<String, byte[]> changed = new HashMap<>();
    classes.forEach(
        (name, bytes) -> {
          ClassWriter writer = new ClassWriter(0);
          new ClassReader(bytes)
              .accept(
                  new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public void visit(
                        int old,
                        int access,
                        String className,
                        String signature,
                        String superName,
                        String[] interfaces) {
                      int minor = version == 45 ? 3 << 16 : 0;
                      super.visit(
                          version | minor, access, className, signature, superName, interfaces);
                    }
                  },
                  version < 50 ? ClassReader.SKIP_FRAMES : 0);
          changed.put(name, writer.toByteArray());
        });
    return changed;
  }

  @Test
  void loopsWithoutDebugInformationAreNamedByTheirNumber() throws Throwable {
    Map<String, byte[]> classes =
        TestProgram.javac("Program", STENCIL, List.of("-g:none", "--release", "17"));
    TestProgram program = new TestProgram(classes, LoopSelection.parse("Program#step@0"));
    assertThat(program.refused()).isEmpty();
    assertThat(program.kernel().name().toString()).isEqualTo("Program.step@0");
    same(program, 14);
    assertThat(program.runs()).hasSize(1);
    TestProgram both =
        new TestProgram(classes, LoopSelection.parse("Program#step@0,Program#step@1"));
    assertThat(both.kernel().kernel().dimensions()).isEqualTo(2);
    same(both, 14);
  }

  @Test
  void loopsWithTheirHeadBelowTheBodyAreTaken() throws Throwable {
    for (int version : new int[] {Opcodes.V1_1, Opcodes.V1_5, Opcodes.V17}) {
      for (boolean triangular : new boolean[] {false, true}) {
        Map<String, byte[]> classes = Map.of("Program", headBelow(version, triangular));
        TestProgram program =
            new TestProgram(classes, LoopSelection.parse("Program#fill@0,Program#fill@1"));
        assertThat(program.refused()).isEmpty();
        same(program, 9);
        assertThat(program.runs()).isNotEmpty();
        TestProgram annotated =
            new TestProgram(
                Map.of("Program", annotated(headBelow(version, triangular))), LoopSelection.none());
        assertThat(annotated.refused()).isEmpty();
        same(annotated, 9);
        assertThat(annotated.runs()).hasSize(1);
      }
    }
  }

  /**
   * {@code for (i = 0; i < n; i++) for (j = 0; j < (triangular ? i : n); j++) a[i * n + j] = j -
   * i}, as compilers write it that jump to the condition below the body.
   */
  private static byte[] headBelow(int version, boolean triangular) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(
        version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "Program", null, "java/lang/Object", null);
    MethodVisitor run =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "(I)[I", null, null);
    run.visitCode();
    run.visitVarInsn(Opcodes.ILOAD, 0);
    run.visitVarInsn(Opcodes.ILOAD, 0);
    run.visitInsn(Opcodes.IMUL);
    run.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
    run.visitVarInsn(Opcodes.ASTORE, 1);
    run.visitVarInsn(Opcodes.ILOAD, 0);
    run.visitVarInsn(Opcodes.ALOAD, 1);
    run.visitMethodInsn(Opcodes.INVOKESTATIC, "Program", "fill", "(I[I)V", false);
    run.visitVarInsn(Opcodes.ALOAD, 1);
    run.visitInsn(Opcodes.ARETURN);
    run.visitMaxs(0, 0);
    run.visitEnd();
    MethodVisitor fill =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "fill", "(I[I)V", null, null);
    Label outerBody = new Label();
    Label outerHead = new Label();
    Label innerBody = new Label();
    Label innerHead = new Label();
    fill.visitCode();
    fill.visitInsn(Opcodes.ICONST_0);
    fill.visitVarInsn(Opcodes.ISTORE, 2);
    fill.visitJumpInsn(Opcodes.GOTO, outerHead);
    fill.visitLabel(outerBody);
    fill.visitInsn(Opcodes.ICONST_0);
    fill.visitVarInsn(Opcodes.ISTORE, 3);
    fill.visitJumpInsn(Opcodes.GOTO, innerHead);
    fill.visitLabel(innerBody);
    fill.visitVarInsn(Opcodes.ALOAD, 1);
    fill.visitVarInsn(Opcodes.ILOAD, 2);
    fill.visitVarInsn(Opcodes.ILOAD, 0);
    fill.visitInsn(Opcodes.IMUL);
    fill.visitVarInsn(Opcodes.ILOAD, 3);
    fill.visitInsn(Opcodes.IADD);
    fill.visitVarInsn(Opcodes.ILOAD, 3);
    fill.visitVarInsn(Opcodes.ILOAD, 2);
    fill.visitInsn(Opcodes.ISUB);
    fill.visitInsn(Opcodes.IASTORE);
    fill.visitIincInsn(3, 1);
    fill.visitLabel(innerHead);
    fill.visitVarInsn(Opcodes.ILOAD, 3);
    fill.visitVarInsn(Opcodes.ILOAD, triangular ? 2 : 0);
    fill.visitJumpInsn(Opcodes.IF_ICMPLT, innerBody);
    fill.visitIincInsn(2, 1);
    fill.visitLabel(outerHead);
    fill.visitVarInsn(Opcodes.ILOAD, 2);
    fill.visitVarInsn(Opcodes.ILOAD, 0);
    fill.visitJumpInsn(Opcodes.IF_ICMPLT, outerBody);
    fill.visitInsn(Opcodes.RETURN);
    fill.visitMaxs(0, 0);
    fill.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** The outer loop's variable annotated, from its first store to the end of the method. */
  private static byte[] annotated(byte[] classFile) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
                return name.equals("fill") ? new Annotating(next) : next;
              }
            },
            0);
    return writer.toByteArray();
  }

  private static final class Annotating extends MethodVisitor {
    private final Label from = new Label();
    private boolean placed;

    Annotating(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitVarInsn(int opcode, int slot) {
      super.visitVarInsn(opcode, slot);
      if (!placed && opcode == Opcodes.ISTORE) {
        placed = true;
        super.visitLabel(from);
      }
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      Label to = new Label();
      super.visitLabel(to);
      super.visitLocalVariableAnnotation(
              org.objectweb.asm.TypeReference.LOCAL_VARIABLE << 24,
              null,
              new Label[] {from},
              new Label[] {to},
              new int[] {2},
              "Ldev/slipstream/api/Parallel;",
              true)
          .visitEnd();
      super.visitMaxs(stack, locals);
    }
  }

  @Test
  void loopsInAllPlacesOfAClassAreTaken() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int[] table = new int[30];
            static { for (@Parallel int i = 0; i < table.length; i++) table[i] = i * i; }
            final int[] own;
            int[] other = new int[30];
            { for (@Parallel int i = 0; i < other.length; i++) other[i] = 3 * i; }
            Program(int n) {
              own = new int[n];
              for (@Parallel int i = 0; i < n; i++) own[i] = i + other[i];
            }
            interface Filler {
              default int[] fill(int n) {
                int[] a = new int[n];
                for (@Parallel int i = 0; i < n; i++) a[i] = i ^ 5;
                return a;
              }
              static void twice(int[] a) { for (@Parallel int i = 0; i < a.length; i++) a[i] *= 2; }
            }
            static class Nested implements Filler {
              int[] sum(int[] a) {
                int[] b = fill(a.length);
                for (@Parallel int i = 0; i < a.length; i++) b[i] += a[i];
                return b;
              }
            }
            class Inner {
              int[] sum() {
                int[] b = new int[30];
                for (@Parallel int i = 0; i < b.length; i++) b[i] = own[i] - other[i];
                return b;
              }
            }
            static int[] bySwitch(String what) {
              int[] a = new int[30];
              switch (what) {
                case "up": for (@Parallel int i = 0; i < 30; i++) a[i] = i; break;
                case "down": for (@Parallel int i = 29; i >= 0; i--) a[i] = -i; break;
                default: return a;
              }
              return a;
            }
            static Object[] run(int n) {
              Program p = new Program(n);
              int[] anonymous = new Object() {
                int[] make() {
                  int[] a = new int[30];
                  for (@Parallel int i = 0; i < 30; i++) a[i] = i * 7;
                  return a;
                }
              }.make();
              Filler.twice(anonymous);
              return new Object[] {table, p.own, p.other, new Nested().sum(table), p.new Inner().sum(),
                  bySwitch("up"), bySwitch("down"), anonymous};
            }
            """);
    assertThat(program.refused()).isEmpty();
    same(program, 30);
    assertThat(program.runs()).hasSize(10);
  }

  @Test
  void aLoopInALambdaIsTaken() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static int[] run(int n) {
              int[] a = new int[n];
              Runnable r = () -> { for (@Parallel int i = 0; i < n; i++) a[i] = i * 3; };
              r.run();
              return a;
            }
            """);
    assertThat(program.refused()).isEmpty();
    same(program, 30);
    assertThat(program.runs()).hasSize(1);
  }

  private static void same(TestProgram program, Object... arguments) throws Throwable {
    program.launchWith(new CheckedLaunch(Optional.empty()));
    program.kernels().forEach(kernel -> TestProgram.verify(kernel.kernel().classFile()));
    assertThat(program.rewritten()).isNotEmpty();
    assertThat(text(program.taken("run", arguments)))
        .isEqualTo(text(program.plain("run", arguments)));
  }

  private static String text(Object result) {
    return Arrays.deepToString(new Object[] {result});
  }
}
