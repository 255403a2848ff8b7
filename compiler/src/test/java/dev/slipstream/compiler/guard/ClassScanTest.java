package dev.slipstream.compiler.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.classfile.ClassLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;

/** What a first look at classes leaves out, and what it remembers of them. */
class ClassScanTest {
  private static final GuardPass QUICK = new GuardPass(Witness.NAME, 0);
  private static final GuardPass CLOSE =
      new GuardPass(Witness.NAME, node -> false, /* looksAtAll= */ true);

  @Test
  void aFirstLookLeavesNothingOutThatACloseOneFindsInOurPrograms() {
    Corpus.namedPrograms().forEach(program -> compare(program.classes()));
    compare(Corpus.sciMark());
    compare(Corpus.randomKernels(20261122, 0, 60));
  }

  @ParameterizedTest
  @ValueSource(classes = {ClassReader.class, Assertions.class, Test.class, CsvSource.class})
  void aFirstLookLeavesNothingOutThatACloseOneFindsInALibrary(Class<?> ofLibrary) throws Exception {
    Path jar = Path.of(ofLibrary.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<GuardedClass> outcomes = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      List<JarEntry> entries = Collections.list(file.entries());
      for (int i = 0; i < entries.size(); i++) {
        String name = entries.get(i).getName();
        // Some of a large library.
        if (name.endsWith(".class") && !name.startsWith("META-INF") && i % 5 == 0) {
          outcomes.add(
              compare(file.getInputStream(entries.get(i)).readAllBytes(), library(Map.of())));
        }
      }
    }
    assertThat(outcomes).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          new StringBuilder().append((Object) a)                       | false
          String.valueOf((Object) a)                                   | false
          System.out.print((Object) a)                                 | false
          String.valueOf(new char[3])                                  | true
          new StringBuilder().append(new char[3])                      | true
          java.util.Arrays.sort(o)                                     | false
          java.util.Arrays.equals(o, o)                                | false
          java.util.Arrays.deepEquals(o, o)                            | true
          java.util.Arrays.fill(a, 1)                                  | true
          System.arraycopy((Object) a, 0, (Object) a, 1, 1)            | true
          java.lang.reflect.Array.get(a, 1)                            | true
          o.clone()                                                    | false
          new int[3][3].clone()                                        | false
          a.clone()                                                    | true
          java.nio.IntBuffer.wrap(a)                                   | true
          java.nio.IntBuffer.allocate(5).array()                       | true
          new java.util.ArrayList<Object>().add(a)                     | false
          new Inner(a)                                                 | false
          own(a)                                                       | false
          inherited(a)                                                 | false
          new Stream().write(new byte[3], 0, 3)                        | true
          new Stream().toString()                                      | false
          Native.go(a)                                                 | true
          Below.go(a)                                                  | true
          Unknown.class.getName()                                      | false
          a[0] = 1                                                     | true
          o[0] = a                                                     | false
          o.toString()                                                 | false
          """)
  void onlyCodeThatUsesElementsOrGivesThemAwayIsLookedAtClosely(String code, boolean closely) {
    Map<String, byte[]> classes =
        javac(
            """
            class Above { static void inherited(Object a) { } }
            class Inner { Inner(Object a) { } }
            class Stream extends java.io.ByteArrayOutputStream { }
            class Native { static native void go(Object a); }
            class Below extends Native { }
            class Unknown { }
            public class Program extends Above {
              static void own(Object a) { }
              static void run(int[] a, Object[] o) { %s; }
            }
            """
                .formatted(code));
    byte[] program = classes.get("Program");

    assertThat(scan(program, library(classes)).needsGuards()).isEqualTo(closely);
  }

  @Test
  void aMethodThatTheJdkCallsWithArraysIsLookedAtClosely() {
    Map<String, byte[]> classes =
        javac(
            """
            public class Program extends java.io.InputStream {
              public int read() { return 0; }
              public int read(byte[] b, int from, int n) { return n; }
              public int own(byte[] b) { return 3; }
            }
            """);
    ClassScan scan = scan(classes.get("Program"), library(classes));

    List<Boolean> methods = new ArrayList<>();
    for (int m = 0; m < 4; m++) {
      methods.add(scan.mayNeedGuards(m));
    }
    assertThat(methods).containsExactly(false, false, true, false);
  }

  @Test
  void aCallOfAMethodOfAClassThatIsNotFoundIsLookedAtCloselyUntilThatClassIsLoaded() {
    Map<String, byte[]> classes =
        javac(
            """
            class Other { static void go(Object a) { } }
            public class Program { static void run(int[] a) { Other.go(a); } }
            """);
    ClassLibrary nothing = name -> Optional.empty();
    KnownClasses known = new KnownClasses();

    assertThat(QUICK.guard(classes.get("Program"), nothing, known, GuardForm.DIRECT).guarded())
        .containsExactly("Program.run([I)V");
    QUICK.guard(classes.get("Other"), nothing, known, GuardForm.DIRECT);
    assertThat(QUICK.guard(classes.get("Program"), nothing, known, GuardForm.DIRECT).guarded())
        .isEmpty();
  }

  @Test
  void aClassIsLookedForOnceForAllThatCallIt() {
    Map<String, byte[]> classes =
        javac(
            """
            class Other { static void go(Object a) { } }
            class First { static void run(int[] a) { Other.go(a); } }
            class Second { static void run(int[] a) { Other.go(a); Other.go(null); } }
            """);
    List<String> lookedFor = new ArrayList<>();
    ClassLibrary library =
        name -> {
          lookedFor.add(name);
          return library(classes).find(name);
        };
    KnownClasses known = new KnownClasses();
    QUICK.guard(classes.get("First"), library, known, GuardForm.DIRECT);
    QUICK.guard(classes.get("Second"), library, known, GuardForm.DIRECT);

    assertThat(lookedFor).containsExactly("Other");
  }

  @Test
  void switchesAndWideInstructionsAreSteppedOver() {
    StringBuilder locals = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      locals.append("int i").append(i).append(" = n + ").append(i).append("; ");
    }
    Map<String, byte[]> classes =
        javac(
            "public class Program { static int run(int n, int[] a) { "
                + locals
                + "i299 += 1000; i298++; switch (n) { case 1: n++; break; case 2: n--; break; case"
                + " 3: n += 2; } switch (n) { case 1: n++; break; case 2000: n--; break; case"
                + " -70000: n += 2; } return n + i299 + i298 + a[1]; } static int none(int n) {"
                + " switch (n) { case 1: return 7; default: return 9; } } }");
    ClassScan scan = scan(classes.get("Program"), library(classes));

    assertThat(scan.mayNeedGuards(1)).isTrue();
    assertThat(scan.mayNeedGuards(2)).isFalse();
  }

  private static void compare(Map<String, byte[]> classes) {
    classes.values().forEach(bytes -> compare(bytes, library(classes)));
  }

  private static GuardedClass compare(byte[] classFile, ClassLibrary library) {
    GuardedClass quick = QUICK.guard(classFile, library, GuardForm.OWN_METHODS);
    GuardedClass close = CLOSE.guard(classFile, library, GuardForm.OWN_METHODS);
    String name = new ClassReader(classFile).getClassName();
    assertThat(quick.guarded()).as(name).isEqualTo(close.guarded());
    assertThat(quick.unguarded()).as(name).isEqualTo(close.unguarded());
    assertThat(quick.ownMethods()).as(name).isEqualTo(close.ownMethods());
    assertThat(quick.classFile().isPresent()).as(name).isEqualTo(close.classFile().isPresent());
    quick
        .classFile()
        .ifPresent(bytes -> assertThat(bytes).as(name).isEqualTo(close.classFile().orElseThrow()));
    return quick;
  }

  private static ClassScan scan(byte[] classFile, ClassLibrary library) {
    ClassBytes bytes = new ClassBytes(classFile);
    PlatformCalls platform = new PlatformCalls();
    Hierarchy hierarchy = new Hierarchy(ClassHeader.of(bytes), library, new KnownClasses());
    return ClassScan.of(
        bytes,
        new CallFences(bytes, hierarchy, platform),
        new Leaks(hierarchy, platform),
        new ForeignArrays(hierarchy, platform));
  }

  private static ClassLibrary library(Map<String, byte[]> classes) {
    return GuardedProgram.library(classes);
  }

  private static Map<String, byte[]> javac(String source) {
    return TestProgram.javac("Program", source, List.of("--release", "17"));
  }
}
