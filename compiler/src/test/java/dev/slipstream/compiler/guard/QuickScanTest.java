package dev.slipstream.compiler.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.guard.emission.GuardForm;
import dev.slipstream.compiler.guard.emission.GuardedClass;
import dev.slipstream.compiler.guard.placement.GuardPlan;
import dev.slipstream.compiler.guard.placement.MethodFacts;
import dev.slipstream.compiler.guard.placement.MotionBarriers;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import dev.slipstream.compiler.guard.scan.ClassBytes;
import dev.slipstream.compiler.guard.scan.ClassHeader;
import dev.slipstream.compiler.guard.scan.ClassScan;
import dev.slipstream.compiler.guard.scan.Hierarchy;
import dev.slipstream.compiler.guard.scan.KnownClasses;
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
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** The first scan of classes misses nothing, and reads each of the other classes once. */
class QuickScanTest {
  private static final GuardPass QUICK = new GuardPass(Witness.NAME, 0);

  @Test
  void aQuickScanMissesNothingThatACloseOneFindsInOurPrograms() {
    Corpus.namedPrograms().forEach(program -> compare(program.classes()));
    compare(Corpus.sciMark());
    compare(Corpus.randomKernels(20261122, 0, 60));
  }

  @ParameterizedTest
  @ValueSource(classes = {ClassReader.class, Assertions.class, Test.class, CsvSource.class})
  void aQuickScanMissesNothingThatACloseOneFindsInALibrary(Class<?> ofLibrary) throws Exception {
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

  @Test
  void aCallOfAMethodOfAClassThatIsNotFoundIsScannedCloselyUntilThatClassIsLoaded() {
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

  private static void compare(Map<String, byte[]> classes) {
    classes.values().forEach(bytes -> compare(bytes, library(classes)));
  }

  private static GuardedClass compare(byte[] classFile, ClassLibrary library) {
    GuardedClass quick = QUICK.guard(classFile, library, GuardForm.OWN_METHODS);
    ClassBytes bytes = new ClassBytes(classFile);
    KnownClasses known = new KnownClasses();
    ClassScan scan =
        ClassScan.of(
            bytes, new Hierarchy(ClassHeader.of(bytes), library, known), new PlatformCalls());
    ClassNode node = new ClassNode();
    bytes.reader().accept(node, ClassReader.EXPAND_FRAMES);
    ClassFiles files = ClassFiles.ofDeclarations(node, library);
    MotionBarriers barriers = new MotionBarriers(files, known);
    List<String> needing = new ArrayList<>();
    for (int m = 0; m < node.methods.size(); m++) {
      if (needsGuards(node.methods.get(m), files, barriers, scan)) {
        String name =
            node.name.replace('/', '.') + "." + node.methods.get(m).name + node.methods.get(m).desc;
        assertThat(scan.mayLeak() || scan.mayNeedGuards(m)).as(name).isTrue();
        needing.add(name);
      }
    }
    quick.unguarded().stream()
        .filter(method -> method.reason().startsWith("it would grow"))
        .forEach(method -> needing.remove(method.method()));
    assertThat(quick.guarded()).as(node.name).containsExactlyElementsOf(needing);
    if (!scan.mayLeak()) {
      assertThat(scan.leaks(files)).as(node.name).isEmpty();
    }
    return quick;
  }

  private static boolean needsGuards(
      MethodNode method, ClassFiles files, MotionBarriers barriers, ClassScan scan) {
    try {
      return method.instructions.size() > 0
          && !new GuardPlan(
                  new MethodFacts(files, method, barriers, scan.calls()),
                  files.self().version & 0xFFFF,
                  scan.foreign())
              .isEmpty();
    } catch (AnalyzerException damaged) {
      throw new AssertionError(damaged);
    }
  }

  private static ClassLibrary library(Map<String, byte[]> classes) {
    return GuardedProgram.library(classes);
  }

  private static Map<String, byte[]> javac(String source) {
    return TestProgram.javac("Program", source, List.of("--release", "17"));
  }
}
