package dev.slipstream.compiler.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.guard.emission.GuardForm;
import dev.slipstream.compiler.guard.emission.GuardedClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The positions of guards, and the summary of a class. */
class GuardPassTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          int s = 0; for (int i = 0; i < 9; i++) s += a[i];             | beginRead int[9]
          for (int i = 0; i < 0; i++) a[i] = 1;                         | beginWrite int[9], endWrite int[9]
          a[1] = 2;                                                     | writeElement 1 int[9], writtenElement 1 int[9]
          a[1] = 2; a[2] = 3;                                           | write int[9], written int[9], written int[9]
          int s = a[1] + a[2];                                          | read int[9]
          long[] l = Program.l; l[1] = b[2];                            | readElement 2 int[4], writeElement 1 long[6], writtenElement 1 long[6]
          a[1] = a[2] + a[3];                                           | write int[9], written int[9]
          a[1]++; a[2]++;                                               | write int[9], written int[9], written int[9]
          a[1]++;                                                       | writeElement 1 int[9], writtenElement 1 int[9]
          a[1] += 3;                                                    | writeElement 1 int[9], writtenElement 1 int[9]
          int i = 1; a[i] -= i;                                         | writeElement 1 int[9], writtenElement 1 int[9]
          int s = a[1]++;                                               | writeElement 1 int[9], writtenElement 1 int[9]
          int s = a[1] += 2;                                            | writeElement 1 int[9], writtenElement 1 int[9]
          a[1] = a[1] * 2;                                              | writeElement 1 int[9], writtenElement 1 int[9]
          a[1] += b[2];                                                 | writeElement 1 int[9], readElement 2 int[4], writtenElement 1 int[9]
          a[b[0] & 3]++;                                                | readElement 0 int[4], writeElement 0 int[9], writtenElement 0 int[9]
          long[] l = Program.l; l[1] *= 2; l = null;                    | writeElement 1 long[6], writtenElement 1 long[6]
          if (a[1] == 0) a[1]--;                                        | readElement 1 int[9], writeElement 1 int[9], writtenElement 1 int[9]
          a[1] += a[2];                                                 | write int[9], written int[9]
          int i = 1; a[i] = a[i] + i++ + a[i];                          | write int[9], written int[9]
          int i = 1; a[i++] = a[i];                                     | write int[9], written int[9]
          a[1]++; Thread.yield(); a[2]++;                               | writeElement 1 int[9], writtenElement 1 int[9], writeElement 2 int[9], writtenElement 2 int[9]
          b[0] = a[0]; a[1] = 2;                                        | write int[9], writeElement 0 int[4], writtenElement 0 int[4], written int[9]
          int s = a[0]; a = b; a[1] = s;                                | readElement 0 int[9], writeElement 1 int[4], writtenElement 1 int[4]
          int s = a[0]; Thread.yield(); a[1] = s;                       | readElement 0 int[9], writeElement 1 int[9], writtenElement 1 int[9]
          int s = a[0]; for (int i = 0; i < 9; i++) a[i] += s;          | write int[9], written int[9]
          a[1] = 2; for (int i = 0; i < 9; i++) a[i] = i;               | write int[9], written int[9], written int[9]
          int[] c = new int[3]; for (int i = 0; i < 3; i++) c[i] = i;   | none
          int[] c = a.clone(); c[1] = 2;                                | handedOut 1 int[9]
          java.util.Arrays.fill(a, 3);                                  | handedOut 2 int[9], takenBack int[9]
          System.arraycopy(a, 1, b, 1, 3);                              | handedOut 1 int[9], handedOut 2 int[4], takenBack int[4]
          java.util.Arrays.sort(a);                                     | handedOut 3 int[9], takenBack int[9]
          java.nio.IntBuffer.wrap(a);                                   | handedOut 4 int[9]
          java.nio.IntBuffer.allocate(5).array();                       | cameOut int[5]
          java.util.Arrays.deepToString(new Object[] {a});              | hold 5 Object[1], release 5 Object[1]
          java.util.List<int[]> l = java.util.List.of(a); l.get(0);     | none
          Object[] o = new Object[3]; System.arraycopy(o, 0, o, 1, 2);  | none
          String t = "x"; t.equals(a);                                  | none
          """)
  void guardsStandWhereTheyAreNeeded(String body, String calls) {
    String program =
        "public class Program { static int[] a = new int[9]; static int[] b = new int[4];"
            + " static long[] l = new long[6];"
            + " static void run(int[] a, int[] b) { "
            + body
            + " } static void run() { run(a, b); } }";
    List<String> made = guard(program).calls("Program", "run");

    assertThat(made.isEmpty() ? "none" : String.join(", ", made)).isEqualTo(calls);
  }

  @Test
  void nativeMethodsAreFencedAndNamed() {
    GuardedProgram program =
        guard(
            """
            public class Program {
              static native void go(int[] a);
              static void run() { try { go(new int[3]); } catch (UnsatisfiedLinkError e) { } }
            }
            """);
    assertThat(program.outcomes().get(0).nativeMethods()).containsExactly("Program.go([I)V");
    assertThat(program.calls("Program", "run"))
        .containsExactly("beginNative String", "handedOut 4 int[3]", "endNative String");
  }

  @Test
  void nativeMethodsOfTheClassAreFencedAlsoIfTheyAreGivenNoArray() {
    GuardedProgram program =
        guard(
            """
            public class Program {
              static int[] a = new int[3];
              static native void go(int i);
              static void run() { try { go(3); } catch (UnsatisfiedLinkError e) { a[0] = 1; } }
            }
            """);
    assertThat(program.calls("Program", "run")).contains("beginNative String", "endNative String");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          java.util.Arrays.setAll(i, x -> 2 * x);                       | hold 3 int[9], release 3 int[9]
          new java.util.Random(3).nextBytes(b);                         | hold 2 byte[9], release 2 byte[9]
          new java.io.ByteArrayInputStream(new byte[0]).read(b);        | handedOut 4 byte[0], hold 2 byte[9], release 2 byte[9]
          System.out.write(b, 0, 0);                                    | hold 1 byte[9], release 1 byte[9]
          java.util.Arrays.deepHashCode(new int[1][1]);                 | hold 5 int[][1], release 5 int[][1]
          java.util.Arrays.fill(i, 3);                                  | handedOut 2 int[9], takenBack int[9]
          new String(b, java.nio.charset.StandardCharsets.UTF_8);       | handedOut 1 byte[9]
          new java.math.BigInteger(b);                                  | handedOut 1 byte[9]
          java.nio.ByteBuffer.allocate(9).get(b);                       | handedOut 2 byte[9], takenBack byte[9]
          new java.util.SplittableRandom(3).nextBytes(b);               | handedOut 2 byte[9], takenBack byte[9]
          java.util.Base64.getEncoder().encode(b, new byte[12]);        | handedOut 1 byte[9], handedOut 2 byte[12], takenBack byte[12]
          new java.util.zip.CRC32().update(b);                          | hold 1 byte[9], release 1 byte[9]
          System.arraycopy(i, 0, i, 1, 3);                              | handedOut 1 int[9], handedOut 2 int[9], takenBack int[9]
          """)
  void whatMayWaitOrCallTheProgramHoldsAnArrayUntilItReturns(String body, String calls) {
    String program =
        "public class Program { static void run(int[] i, byte[] b) throws Exception { "
            + body
            + " } }";
    List<String> made = guard(program).calls("Program", "run", new int[9], new byte[9]);
    assertThat(String.join(", ", made)).isEqualTo(calls);
  }

  @Test
  void anArrayThatIsHeldIsTheProgramsAgainWhenTheCallThrows() {
    GuardedProgram program =
        guard(
            """
            public class Program {
              static void run(int[] a) {
                try {
                  java.util.Arrays.setAll(a, i -> 2 / i);
                } catch (ArithmeticException e) {
                  a[0] = 1;
                }
              }
            }
            """);
    assertThat(program.calls("Program", "run", new int[3]))
        .startsWith("hold 3 int[3]", "release 3 int[3]");
  }

  @Test
  void whereNoHandlerCanStandAHeldArrayCountsAsKept() {
    GuardedProgram program =
        guard(
            """
            public class Program {
              Program(int[] a) { java.util.Arrays.setAll(a, i -> 2 * i); }
              static void run(int[] a) { new Program(a); }
            }
            """);
    assertThat(program.calls("Program", "run", new int[3])).containsExactly("handedOut 4 int[3]");
  }

  @Test
  void nativeMethodsThatAreCalledThroughOthersAreNamed() {
    GuardedProgram program =
        guard(
            """
            public class Program implements Runnable {
              public native void run();
              private native void own(int[] a);
            }
            """);
    assertThat(program.outcomes().get(0).unguarded())
        .singleElement()
        .satisfies(
            u -> {
              assertThat(u.method()).isEqualTo("Program.run()V");
              assertThat(u.reason()).contains("native");
            });
  }

  @Test
  void codeThatIsMadeOutOfSightIsToldBeforeItIsMade() {
    GuardedProgram program =
        guard(
            """
            import java.lang.invoke.MethodHandleProxies;
            import java.lang.invoke.MethodHandles;

            public class Program {
              static void handle() { MethodHandles.arrayElementGetter(int[].class); }
              static void hidden() throws Exception {
                try {
                  MethodHandles.lookup().defineHiddenClass(new byte[3], true);
                } catch (LinkageError e) { }
              }
              static void filtered() {
                MethodHandles.filterReturnValue(
                    MethodHandles.identity(int.class), MethodHandles.identity(int.class));
              }
              static void implemented() {
                MethodHandleProxies.asInterfaceInstance(
                    Runnable.class, MethodHandles.zero(void.class));
              }
              static void harmless() { MethodHandles.arrayElementVarHandle(int[].class); }
            }
            """);
    assertThat(program.calls("Program", "filtered"))
        .containsExactly(
            "unguarded a method handle made by filterReturnValue may use elements of arrays"
                + " String");
    assertThat(program.calls("Program", "implemented"))
        .contains(
            "unguarded what asInterfaceInstance makes may pass arrays to methods of the JDK"
                + " String");
    assertThat(program.calls("Program", "handle"))
        .singleElement()
        .asString()
        .startsWith("unguarded a method handle made by arrayElementGetter");
    assertThat(program.calls("Program", "hidden").get(0)).startsWith("handedOut 4 byte[3]");
    assertThat(program.calls("Program", "hidden"))
        .anySatisfy(call -> assertThat(call).startsWith("unguarded a hidden class"));
    assertThat(program.calls("Program", "harmless")).isEmpty();
  }

  @Test
  void methodsThatAreCalledOutOfSightAreNamedBefore() {
    GuardedProgram program =
        guard(
            """
            import java.lang.invoke.MethodHandles;
            import java.lang.invoke.MethodType;
            import java.lang.reflect.Method;

            public class Program {
              static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
              static final MethodType TYPE = MethodType.methodType(int.class);
              public static int made() { return 5; }
              static String name() { return "ma" + "de".trim(); }
              static void invoked() throws Exception {
                if ((int) Program.class.getMethod(name()).invoke(null) != 5) throw new Error();
              }
              static void found() throws Throwable {
                if ((int) LOOKUP.findStatic(Program.class, name(), TYPE).invoke() != 5) {
                  throw new Error();
                }
              }
              static void bound() throws Throwable {
                if ((int) LOOKUP.bind(name(), "length", TYPE).invoke() != 4) throw new Error();
              }
              static void special() throws Throwable {
                LOOKUP.findSpecial(Object.class, "hashCode", TYPE, Program.class);
                Method method = Object.class.getMethod("hashCode");
                LOOKUP.unreflect(method);
                LOOKUP.unreflectSpecial(method, Program.class);
              }
            }
            """);
    assertThat(program.calls("Program", "invoked"))
        .containsSubsequence(
            "reflected public static int Program.made() null Object[0]",
            "cameOutOf public static int Program.made() Integer");
    assertThat(program.calls("Program", "found")).contains("named class Program made String");
    assertThat(program.calls("Program", "bound")).contains("named made length String");
    String hashCode = "named public native int java.lang.Object.hashCode() null String";
    assertThat(program.calls("Program", "special"))
        .containsSubsequence("named class java.lang.Object hashCode String", hashCode, hashCode);
  }

  @Test
  void callsByReflectionAreToldWithAllThatTheyPassAndWithTheirResult() {
    GuardedProgram program =
        guard(
            """
            public class Program {
              public Program(int[] a) { }
              public String toString() { return "it"; }
              public int[] same(int[] a, long b) { return a; }
              static void called(int[] a) throws Exception {
                Object made = Program.class.getConstructor(int[].class).newInstance(a);
                Program.class.getMethod("same", int[].class, long.class).invoke(made, a, 3L);
              }
              static void applied(Object[] arguments, java.lang.reflect.Method of)
                  throws Exception {
                of.invoke(null, arguments);
              }
            }
            """);
    assertThat(program.calls("Program", "called", new int[3]))
        .containsSubsequence(
            "reflected public Program(int[]) null Object[1]",
            "cameOutOf public Program(int[]) Program",
            "reflected public int[] Program.same(int[],long) it Object[2]",
            "cameOutOf public int[] Program.same(int[],long) int[3]")
        .noneMatch(call -> call.startsWith("handedOut") || call.startsWith("named"));
  }

  @Test
  void referencesToWhatMakesCodeAreTold() {
    GuardedProgram program =
        guard(
            """
            import java.lang.invoke.MethodHandles;
            import java.util.function.*;

            public class Program {
              static Object maker() {
                BinaryOperator<java.lang.invoke.MethodHandle> maker =
                    MethodHandles::filterReturnValue;
                return maker;
              }
            }
            """);
    assertThat(program.outcomes().get(0).unguarded())
        .singleElement()
        .satisfies(
            u -> {
              assertThat(u.method()).startsWith("Program.maker()");
              assertThat(u.reason()).contains("filterReturnValue", "made");
            });
  }

  @Test
  void addedMethodsKeepTheSerialVersionAndAreTheSameWhenTheClassIsChangedAgain() {
    Map<String, byte[]> classes =
        TestProgram.javac(
            "Program",
            """
            public class Program implements java.io.Serializable {
              static int sum(int[] a, double[][] b) { a[0] = 1; return a[1] + (int) b[0][1]; }
            }
            """,
            List.of("--release", "17"));
    GuardPass pass = new GuardPass(Witness.NAME, 0);
    GuardedClass first =
        pass.guard(classes.get("Program"), GuardedProgram.library(classes), GuardForm.OWN_METHODS);
    GuardedClass again =
        pass.guard(
            classes.get("Program"),
            GuardedProgram.library(classes),
            GuardForm.with(first.ownMethods()));

    assertThat(first.ownMethods())
        .containsExactlyInAnyOrder(
            "slip$write([I)V", "slip$written([I)V", "slip$readElement([DI)V");
    assertThat(again.ownMethods()).isEqualTo(first.ownMethods());
    assertThat(serialVersion(first.classFile().orElseThrow()))
        .isEqualTo(serialVersion(classes.get("Program")));
  }

  @Test
  void addedMethodsDoNotReportArraysThatAreNeverOnADevice() {
    GuardedProgram program =
        new GuardedProgram(
            TestProgram.javac(
                "Program",
                """
                public class Program {
                  static void run() { use(new int[4]); use(new int[5]); }
                  static void use(int[] a) {
                    one(a);
                    for (int i = 0; i < 4; i++) { a[i] = i; Thread.onSpinWait(); }
                  }
                  static void one(int[] a) { a[0]++; }
                }
                """,
                List.of("--release", "17")),
            new GuardPass(Witness.NAME, 5),
            GuardForm.OWN_METHODS);
    program.verify();

    assertThat(program.calls("Program", "run"))
        .isNotEmpty()
        .allSatisfy(call -> assertThat(call).endsWith("int[5]"));
  }

  @Test
  void outsideTheLoopsOfAMethodGuardsCallTheDispatcherItself() {
    Map<String, byte[]> classes =
        TestProgram.javac(
            "Program",
            """
            public class Program {
              static void loops(int[] a, double[][] b) {
                a[0] = 1;
                a[1] = (int) b[0][1];
                for (int i = 0; i < 4; i++) { a[i] = i; Thread.onSpinWait(); }
              }
              static void straight(int[] a, double[][] b) { a[0] = 1; a[1] = (int) b[0][1]; }
              static void locked(int[] a) { synchronized (a) { a[0] = 1; a[1] = 2; } }
            }
            """,
            List.of("--release", "17"));

    assertThat(guardsOf("loops", classes))
        .containsExactly(
            "Witness.write",
            "Witness.written",
            "Witness.readElement",
            "Witness.written",
            "Program.slip$write",
            "Program.slip$written");
    for (String method : List.of("straight", "locked")) {
      assertThat(guardsOf(method, classes))
          .as(method)
          .isNotEmpty()
          .allSatisfy(call -> assertThat(call).startsWith("Program.slip$"));
    }
  }

  private static ClassNode guardedByAddedMethods(String name, Map<String, byte[]> classes) {
    byte[] guarded =
        new GuardPass(Witness.NAME, 0)
            .guard(classes.get(name), GuardedProgram.library(classes), GuardForm.OWN_METHODS)
            .classFile()
            .orElseThrow();
    ClassNode node = new ClassNode();
    new ClassReader(guarded).accept(node, 0);
    return node;
  }

  private static List<String> guardsOf(String method, Map<String, byte[]> classes) {
    List<String> calls = new ArrayList<>();
    for (MethodNode found : guardedByAddedMethods("Program", classes).methods) {
      for (AbstractInsnNode instruction : found.instructions) {
        if (found.name.equals(method)
            && instruction instanceof MethodInsnNode call
            && !call.owner.startsWith("java")) {
          calls.add(call.owner.substring(call.owner.lastIndexOf('/') + 1) + "." + call.name);
        }
      }
    }
    return calls;
  }

  @Test
  void rowsInClassesWithoutFramesAreGuardedByAddedMethods() {
    Map<String, byte[]> classes = Corpus.sciMark();
    List<String> direct = new ArrayList<>();
    for (MethodNode method : guardedByAddedMethods("jnt.scimark2.LU", classes).methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (!method.name.startsWith("slip$")
            && instruction instanceof MethodInsnNode call
            && call.owner.equals(Witness.NAME)
            && call.name.equals("read")) {
          direct.add(method.name);
        }
      }
    }

    assertThat(direct).isEmpty();
  }

  private static long serialVersion(byte[] classFile) {
    Class<?> type =
        new ClassLoader(GuardPassTest.class.getClassLoader()) {
          Class<?> define() {
            return defineClass("Program", classFile, 0, classFile.length);
          }
        }.define();
    return java.io.ObjectStreamClass.lookup(type).getSerialVersionUID();
  }

  @Test
  void referencesToMethodsOfTheJdkThatGetArraysAreNamed() {
    GuardedProgram program =
        guard(
            """
            public class Program {
              static void run(java.util.List<int[]> all) {
                all.forEach(java.util.Arrays::sort);
                all.forEach(System.out::println);
              }
            }
            """);
    assertThat(program.outcomes().get(0).unguarded())
        .singleElement()
        .satisfies(u -> assertThat(u.reason()).contains("java.util.Arrays::sort"));
  }

  @Test
  void referencesInConstantsThatAreComputedFromOthersAreNamed() {
    Handle invoke =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/ConstantBootstraps",
            "invoke",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
                + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;",
            false);
    Handle hash =
        new Handle(Opcodes.H_INVOKESTATIC, "java/util/Arrays", "hashCode", "([I)I", false);
    ConstantDynamic inner = new ConstantDynamic("inner", "I", invoke, hash);
    ConstantDynamic outer = new ConstantDynamic("outer", "I", invoke, hash, inner);
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Program", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "run", "()I", null, null);
    method.visitCode();
    method.visitLdcInsn(outer);
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(1, 0);
    method.visitEnd();
    writer.visitEnd();

    GuardedClass outcome =
        new GuardPass(Witness.NAME, 0)
            .guard(writer.toByteArray(), name -> Optional.empty(), GuardForm.DIRECT);

    assertThat(outcome.unguarded())
        .hasSize(2)
        .allSatisfy(u -> assertThat(u.reason()).contains("java.util.Arrays::hashCode"));
  }

  @Test
  void methodsThatWouldBecomeTooLargeForTheJitStayAsTheyAre() {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 900; i++) {
      body.append("next(a)[1] = 2;\n");
    }
    GuardedProgram program =
        guard(
            "public class Program { static int[] next(int[] a) { return a; }"
                + " static void large(int[] a) {"
                + body
                + "} static int run() { int[] a = new int[3]; large(a); return next(a)[1]; } }");
    GuardedClass outcome = program.outcomes().get(0);

    assertThat(outcome.unguarded())
        .singleElement()
        .satisfies(
            u -> {
              assertThat(u.method()).isEqualTo("Program.large([I)V");
              assertThat(u.reason()).startsWith("it would grow to ");
            });
    assertThat(outcome.guarded()).containsExactly("Program.run()I");
    assertThat(program.guarded("Program", "run").result()).isEqualTo(2);
  }

  @Test
  void classesWithoutArraysAreLeftAlone() {
    Map<String, byte[]> classes =
        TestProgram.javac(
            "Program",
            "public class Program { String[] names; int sum(int a) { return a + names.length; } }",
            List.of("--release", "17"));
    GuardedClass outcome =
        new GuardPass(Witness.NAME, 0)
            .guard(classes.get("Program"), GuardedProgram.library(classes), GuardForm.DIRECT);

    assertThat(outcome.classFile()).isEmpty();
  }

  @Test
  void theClassVersionStays() {
    Corpus.sciMark()
        .forEach(
            (name, bytes) -> {
              byte[] guarded =
                  new GuardPass(Witness.NAME, 0)
                      .guard(bytes, GuardedProgram.library(Map.of()), GuardForm.DIRECT)
                      .classFile()
                      .orElse(bytes);
              assertThat(guarded[7]).as(name).isEqualTo(bytes[7]);
            });
  }

  private static GuardedProgram guard(String source) {
    GuardedProgram program =
        new GuardedProgram(TestProgram.javac("Program", source, List.of("-g", "--release", "17")));
    program.verify();
    return program;
  }
}
