package dev.slipstream.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardsTest {
  /** HotSpot's FreqInlineSize, the same on all processors. */
  private static final int LONGEST_INLINED = 325;

  /** HotSpot's MaxInlineSize, for methods that are not called often. */
  private static final int LONGEST_INLINED_ANYWHERE = 35;

  private static final List<String> CALLS = new ArrayList<>();

  @BeforeAll
  static void listen() {
    assertThat(Guards.install(new Listening())).isTrue();
    assertThat(Guards.install(new Listening())).isFalse();
  }

  @BeforeEach
  void forget() {
    CALLS.clear();
    Guards.shortest(10);
  }

  @AfterEach
  void nothingIsOnADevice() {
    Guards.shortest(Integer.MAX_VALUE);
  }

  @Test
  void arraysThatAreTooShortAreSortedOut() {
    for (Object array : List.of(new int[9], new double[9], new byte[0], "text", new Object[20])) {
      Guards.read(array);
      Guards.write(array);
      Guards.written(array);
      Guards.beginRead(array);
      Guards.beginWrite(array);
      Guards.endWrite(array);
      Guards.handedOut(array, 1);
      Guards.handedOut(array, 3);
    }
    Guards.read(null);
    Guards.beginRead(null);
    Guards.beginWrite(null);
    Guards.endWrite(null);

    assertThat(CALLS).isEmpty();
  }

  @Test
  void allTypesOfArraysAreTold() {
    for (Object array :
        List.of(
            new boolean[10],
            new byte[10],
            new char[10],
            new short[10],
            new int[10],
            new long[10],
            new float[10],
            new double[10])) {
      CALLS.clear();
      Guards.read(array);
      Guards.beginRead(array);
      Guards.beginWrite(array);
      Guards.endWrite(array);
      assertThat(CALLS).as(array.toString()).containsExactly("reads", "reads", "writes", "written");
    }
  }

  @Test
  void ofTheMethodsThatAreNamedOnlyThoseAboutMethodsAreTold() throws Exception {
    Guards.named(MethodHandles.class, "filterReturnValue");
    Guards.named(MethodHandles.publicLookup(), "bind");
    Guards.named(Method.class.getMethod("invoke", Object.class, Object[].class), null);

    Guards.named(String.class, "length");
    Guards.named("text", "length");
    Guards.named(GuardsTest.class, "invoke");
    Guards.named(String.class.getMethod("length"), null);
    Guards.named(MethodHandles.class, null);
    Guards.named(null, "invoke");

    assertThat(CALLS)
        .containsExactly(
            "named MethodHandles filterReturnValue", "named Lookup bind", "named Method invoke");
  }

  @Test
  void whatTheProgramsOwnMethodsGetByReflectionIsNotKept() throws Exception {
    Object[] arguments = {new double[20]};
    Method own = GuardsTest.class.getDeclaredMethod("sum", double[].class);
    Guards.reflected(own, null, arguments);
    Guards.cameOutOf(new double[20], own);
    Constructor<?> made = Held.class.getDeclaredConstructor(double[].class);
    Guards.reflected(made, null, arguments);
    Guards.cameOutOf(new Held(new double[20]), made);
    Guards.reflected(null, null, null);
    assertThat(CALLS).isEmpty();
  }

  @Test
  void whatTheJdkGetsByReflectionIsKept() throws Exception {
    Object[] arguments = {new double[20]};
    Method sort = Arrays.class.getMethod("sort", double[].class);
    Summing lambda = Arrays::hashCode;
    InvocationHandler handler = (of, method, given) -> 3.0;
    Object proxy =
        Proxy.newProxyInstance(
            GuardsTest.class.getClassLoader(), new Class<?>[] {Summing.class}, handler);
    Guards.cameOutOf(new double[20], sort);
    assertThat(CALLS).containsExactly("synchronous");

    for (Method notOfProgram :
        List.of(
            sort,
            Class.forName("com.sun.tools.javac.Main").getMethod("compile", String[].class),
            lambda.getClass().getMethod("sum", double[].class),
            proxy.getClass().getMethod("sum", double[].class),
            GuardsTest.class.getDeclaredMethod("filled", double[].class))) {
      CALLS.clear();
      Guards.reflected(notOfProgram, null, arguments);
      assertThat(CALLS).as(notOfProgram.toString()).containsExactly("synchronous");
    }
    CALLS.clear();
    Guards.reflected(sort, List.of(new double[20]), null);
    assertThat(CALLS).containsExactly("fence for object");
  }

  interface Summing {
    double sum(double[] of);
  }

  record Held(double[] array) {}

  @SuppressWarnings("UnusedMethod") // Found by its name.
  private static native void filled(double[] array);

  @SuppressWarnings("UnusedMethod") // Found by its name.
  private static double sum(double[] of) {
    return of[0];
  }

  @Test
  void elementsAreToldWhereThereAreSome() {
    double[] array = new double[10];
    Guards.readElement(array, 0);
    Guards.writeElement(array, 9);
    Guards.writtenElement(array, 9);
    Guards.readElement(array, 10);
    Guards.writeElement(new int[9], 3);
    Guards.readElement(null, 0);

    assertThat(CALLS).containsExactly("reads 0", "writes 9", "written 9");
  }

  @Test
  void nothingButWhatIsKeptIsToldWhileNothingIsOnADevice() {
    Guards.shortest(Integer.MAX_VALUE);
    Guards.read(new int[1000]);
    Guards.handedOut(new int[3][4], 5);
    Guards.handedOut(new Object(), 6);
    assertThat(CALLS).isEmpty();

    Guards.handedOut(new int[1], 4);
    Guards.cameOut(new int[2][3]);
    assertThat(CALLS).containsExactly("synchronous", "synchronous");
  }

  @Test
  void whatACallHoldsIsToldAlsoWhileNothingIsOnADevice() {
    Guards.shortest(Integer.MAX_VALUE);
    Guards.hold(new int[10], 2);
    Guards.release(new int[10], 2);
    Guards.hold(new Object(), 6);
    Guards.release(new Object(), 6);
    Guards.beginNative();
    Guards.endNative();

    assertThat(CALLS)
        .containsExactly("hold", "release", "hold all", "release all", "hold all", "release all");
  }

  @Test
  void anArrayThatACallHoldsIsCopiedBackAndReportedIfItIsOnADevice() {
    Guards.hold(new int[10], 3);
    Guards.release(new int[10], 3);
    Guards.hold(new int[10], 1);
    Guards.release(new int[10], 1);
    Guards.hold(new Object(), 6);
    Guards.beginNative();

    assertThat(CALLS)
        .containsExactly(
            "hold",
            "writes",
            "release",
            "written",
            "hold",
            "reads",
            "release",
            "hold all",
            "reads all",
            "hold all",
            "fence");
  }

  @Test
  void elementsThatAreObjectsMayUseAnyArrayWhileACallReadsThem() {
    Guards.hold(new Object[] {"text"}, 5);
    Guards.hold(new int[3][4], 5);
    Guards.release(new int[3][4], 5);
    Guards.release(new Object[] {"text"}, 5);

    assertThat(CALLS).containsExactly("hold all", "reads", "reads", "release all");
  }

  @Test
  void arraysOfReferencesAreToldWhereArraysCanBeReachedThroughThem() {
    Guards.handedOut(new int[3][4], 5);
    Guards.handedOut(new String[3], 5);
    Guards.handedOut(new Object[3], 4);
    Guards.handedOut(new String[3][], 4);

    assertThat(CALLS).containsExactly("reads", "synchronous");
  }

  @Test
  void objectsThatMayHoldArraysAreAFence() {
    Guards.handedOut(List.of(new int[20]), 4);
    Guards.handedOut("text", 4);
    Guards.handedOut(new Object(), 6);

    assertThat(CALLS).as("the last only reads").containsExactly("fence for object", "reads all");
  }

  @Test
  void theCellsSayWhetherAnythingIsOnADevice() {
    assertThat(Guards.CELL_I[0] != 0 && Guards.CELL_D[0] != 0 && Guards.CELL_Z[0]).isTrue();
    Guards.shortest(Integer.MAX_VALUE);
    assertThat(Guards.CELL_I[0] == 0 && Guards.CELL_D[0] == 0 && !Guards.CELL_Z[0]).isTrue();
  }

  @Test
  void guardsRestOnlyWhileNothingIsOnADevice() {
    assertThat(Guards.inUse()).isTrue();
    assertThat(Guards.rest()).isFalse();
    assertThat(Guards.inUse()).isTrue();

    Guards.shortest(Integer.MAX_VALUE);
    assertThat(Guards.inUse()).isTrue();
    assertThat(Guards.rest()).isTrue();
    assertThat(Guards.inUse()).isFalse();
    Guards.handedOut(new int[20], 3);
    Guards.read(new int[20]);
    assertThat(CALLS).isEmpty();

    Guards.shortest(10);
    assertThat(Guards.inUse()).isTrue();
    Guards.read(new int[20]);
    assertThat(CALLS).containsExactly("reads");
  }

  @Test
  void guardsThatRestStillTellWhatIsKept() {
    Guards.shortest(Integer.MAX_VALUE);
    assertThat(Guards.rest()).isTrue();
    Guards.handedOut(new int[1], 4);
    Guards.cameOut(new int[2]);
    Guards.unguarded("because");

    assertThat(CALLS).containsExactly("synchronous", "synchronous", "unguarded because");
  }

  @Test
  void compiledCodeNoticesThatGuardsAreInUseAgain() {
    for (int round = 0; round < 5; round++) {
      Guards.shortest(Integer.MAX_VALUE);
      assertThat(Guards.rest()).isTrue();
      int[] array = new int[20];
      for (int i = 0; i < 20_000; i++) {
        Guards.read(array);
      }
      assertThat(CALLS).isEmpty();
      Guards.shortest(10);
      Guards.read(array);
      assertThat(CALLS).containsExactly("reads");
      CALLS.clear();
    }
  }

  @Test
  void rowsThatAreNotThereAreNull() {
    int[][] rows = {{1}, null};
    assertThat(Guards.row(rows, 0)).isSameAs(rows[0]);
    assertThat(Guards.row(rows, 1)).isNull();
    assertThat(Guards.row(rows, 2)).isNull();
    assertThat(Guards.row(rows, -1)).isNull();
    assertThat(Guards.row(null, 0)).isNull();
  }

  @Test
  void rowsAreReportedTogetherIfOneOfThemIsLongEnough() {
    Guards.readRows(new int[3][10]);
    Guards.beginWriteRows(new double[][] {null, new double[9], new double[10]});
    Guards.endWriteRows(new Object[] {"text", new byte[10], new int[10]});
    Guards.writtenRows(new float[1][20]);
    assertThat(CALLS).containsExactly("reads", "writes", "written", "written");

    CALLS.clear();
    Guards.readRows(null);
    Guards.readRows("text");
    Guards.readRows(new int[20]);
    Guards.readRows(new int[20][9]);
    Guards.readRows(new int[2][20][20]);
    Guards.endWriteRows(new String[20]);
    Guards.shortest(Integer.MAX_VALUE);
    Guards.beginWriteRows(new int[20][20]);
    assertThat(CALLS).isEmpty();
  }

  @Test
  void whatGuardsCallIsTooLongToBeInlined() throws IOException {
    assertThat(codeSize(GuardedUse.class, "report")).isGreaterThan(LONGEST_INLINED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "beginRead",
        "beginWrite",
        "endWrite",
        "readRows",
        "beginWriteRows",
        "endWriteRows",
        "writtenRows",
        "read",
        "write",
        "written",
        "readElement",
        "writeElement",
        "writtenElement",
        "handedOut",
        "takenBack",
        "row"
      })
  void whatStandsOutsideLoopsIsShortEnoughToBeInlinedThere(String name) throws IOException {
    assertThat(codeSize(Guards.class, name)).isLessThanOrEqualTo(LONGEST_INLINED_ANYWHERE);
    assertThat(codeSize(ArrayKinds.class, "length")).isLessThanOrEqualTo(LONGEST_INLINED_ANYWHERE);
    assertThat(codeSize(ArrayKinds.class, "mayReach"))
        .isLessThanOrEqualTo(LONGEST_INLINED_ANYWHERE);
  }

  private static int codeSize(Class<?> owner, String name) throws IOException {
    List<Integer> sizes = new ArrayList<>();
    try (InputStream in = owner.getResourceAsStream(owner.getSimpleName() + ".class")) {
      new ClassReader(in.readAllBytes())
          .accept(
              new ClassVisitor(Opcodes.ASM9, new ClassWriter(0)) {
                @Override
                public MethodVisitor visitMethod(
                    int access,
                    String method,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] exceptions) {
                  return new MethodVisitor(
                      Opcodes.ASM9,
                      super.visitMethod(access, method, descriptor, signature, exceptions)) {
                    @Override
                    public void visitMaxs(int maxStack, int maxLocals) {
                      Label end = new Label();
                      super.visitLabel(end);
                      super.visitMaxs(maxStack, maxLocals);
                      if (method.equals(name)) {
                        sizes.add(end.getOffset());
                      }
                    }
                  };
                }
              },
              0);
    }
    return sizes.get(0);
  }

  private static final class Listening implements ArrayGuard {
    @Override
    public @Nullable CompletableFuture<Object> snapshot(Object array, int from, int to) {
      CALLS.add("snapshot");
      return null;
    }

    @Override
    public void reads(Object array, int index) {
      CALLS.add("reads" + of(index));
    }

    @Override
    public void writes(Object array, int index) {
      CALLS.add("writes" + of(index));
    }

    @Override
    public void written(Object array, int index) {
      CALLS.add("written" + of(index));
    }

    private static String of(int index) {
      return index == ArrayGuard.ALL ? "" : " " + index;
    }

    @Override
    public void fence() {
      CALLS.add("fence");
    }

    @Override
    public void readsAll(boolean allButLost) {
      CALLS.add("reads all");
    }

    @Override
    public void fenceForObject() {
      CALLS.add("fence for object");
    }

    @Override
    public void synchronous(Object array) {
      CALLS.add("synchronous");
    }

    @Override
    public void hold(Object array) {
      CALLS.add("hold");
    }

    @Override
    public void release(Object array) {
      CALLS.add("release");
    }

    @Override
    public void holdAll() {
      CALLS.add("hold all");
    }

    @Override
    public void releaseAll() {
      CALLS.add("release all");
    }

    @Override
    public void named(Class<?> type, String name) {
      CALLS.add("named " + type.getSimpleName() + " " + name);
    }

    @Override
    public void unguarded(String reason) {
      CALLS.add("unguarded " + reason);
    }
  }
}
