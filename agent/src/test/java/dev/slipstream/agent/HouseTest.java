package dev.slipstream.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Formatter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks the project's structure: packages without cycles, unique class names, a small device SPI.
 */
class HouseTest {
  /** The largest number of types that a device must know, besides the values of the model. */
  private static final int MOST_TYPES_OF_THE_SPI = 20;

  private static final int MOST_LINES = 500;

  /** Classes of the runtime that the product does not use. */
  private static final Set<String> USED_BY_TESTS_ALONE =
      Set.of(
          // Devices that work when a test tells them to.
          "dev.slipstream.runtime.scheduling.OwnLanes");

  private static JavaClasses all;

  @BeforeAll
  static void importClasses() {
    all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.slipstream");
    assertThat(all).hasSizeGreaterThan(500);
  }

  @Test
  void noPackagesImportEachOtherInOrBetweenModules() {
    slices().matching("dev.slipstream.(**)").should().beFreeOfCycles().check(all);
  }

  @Test
  void everyClassHasItsOwnSimpleName() throws Exception {
    Map<String, List<Path>> byName = new TreeMap<>();
    for (Path source : sources()) {
      byName.computeIfAbsent(source.getFileName().toString(), n -> new ArrayList<>()).add(source);
    }
    byName.values().removeIf(files -> files.size() == 1);
    assertThat(byName).isEmpty();
  }

  @Test
  void noClassIsLongerThanAReaderCanFollow() throws Exception {
    List<String> tooLong = new ArrayList<>();
    for (Path source : sources()) {
      try (Stream<String> lines = Files.lines(source)) {
        long count = lines.count();
        if (count > MOST_LINES) {
          tooLong.add(source + " has " + count + " lines");
        }
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void noTextOfTheProductDependsOnTheLanguageOfTheUser() {
    noClasses()
        .that(DescribedPredicate.describe("belong to the product", HouseTest::isOfTheProduct))
        .should()
        .callMethod(String.class, "formatted", Object[].class)
        .orShould()
        .callMethod(String.class, "format", String.class, Object[].class)
        .orShould()
        .callMethod(String.class, "toUpperCase")
        .orShould()
        .callMethod(String.class, "toLowerCase")
        .orShould()
        .callMethod(PrintStream.class, "printf", String.class, Object[].class)
        .orShould()
        .callMethod(PrintStream.class, "format", String.class, Object[].class)
        .orShould()
        .callMethod(PrintWriter.class, "printf", String.class, Object[].class)
        .orShould()
        .callMethod(PrintWriter.class, "format", String.class, Object[].class)
        .orShould()
        .callConstructor(Formatter.class)
        .orShould()
        .callConstructor(Formatter.class, Appendable.class)
        .because("digits and letters are others in other languages, and kernels are texts, too")
        .check(all);
  }

  /**
   * A decorator that inherits a default method fails silently. Trees, which are sealed, pass
   * nothing on.
   */
  @Test
  void whoPassesCallsOnToAnotherOfItsKindPassesOnEach() {
    List<String> swallowed = new ArrayList<>();
    for (JavaClass type : all) {
      for (JavaClass kind : type.getAllRawInterfaces()) {
        if (isOurs(kind) && isHeldBy(type, kind) && !kind.reflect().isSealed()) {
          for (JavaMethod method : kind.getMethods()) {
            if (isDefault(method) && !declares(type, method)) {
              swallowed.add(type.getName() + " does not pass on " + method.getFullName());
            }
          }
        }
      }
    }
    assertThat(swallowed).isEmpty();
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().startsWith("dev.slipstream");
  }

  /** Whether there is a single object to which the class may pass calls on. */
  private static boolean isHeldBy(JavaClass type, JavaClass kind) {
    return type.getFields().stream()
        .anyMatch(
            field ->
                field.getRawType().equals(kind)
                    && !field.getModifiers().contains(JavaModifier.STATIC));
  }

  private static boolean isDefault(JavaMethod method) {
    return !method.getModifiers().contains(JavaModifier.ABSTRACT)
        && !method.getModifiers().contains(JavaModifier.STATIC)
        && !method.getModifiers().contains(JavaModifier.PRIVATE)
        && !method.getModifiers().contains(JavaModifier.SYNTHETIC);
  }

  private static boolean declares(JavaClass type, JavaMethod method) {
    return type.tryGetMethod(
            method.getName(),
            method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new))
        .isPresent();
  }

  @Test
  void aDeviceHasToKnowFewTypes() {
    Set<String> reached = new TreeSet<>();
    Deque<JavaClass> waiting = new ArrayDeque<>();
    waiting.add(all.get("dev.slipstream.runtime.device.DeviceBackend"));
    while (!waiting.isEmpty()) {
      JavaClass type = waiting.remove();
      if (isOfTheRuntime(type) && reached.add(type.getName())) {
        waiting.addAll(named(type));
      }
    }
    assertThat(reached).hasSizeLessThanOrEqualTo(MOST_TYPES_OF_THE_SPI);
  }

  /** Returns the types in a type's public part: its supertypes, and the types of its members. */
  private static Set<JavaClass> named(JavaClass type) {
    Set<JavaClass> named = new HashSet<>();
    type.getRawInterfaces().forEach(named::add);
    type.getRawSuperclass().ifPresent(named::add);
    for (JavaCodeUnit unit : type.getCodeUnits()) {
      if (unit.getModifiers().contains(JavaModifier.PUBLIC)) {
        named.addAll(unit.getReturnType().getAllInvolvedRawTypes());
        unit.getParameterTypes().forEach(p -> named.addAll(p.getAllInvolvedRawTypes()));
        named.addAll(unit.getExceptionTypes());
      }
    }
    type.getFields().stream()
        .filter(field -> field.getModifiers().contains(JavaModifier.PUBLIC))
        .forEach(field -> named.addAll(field.getType().getAllInvolvedRawTypes()));
    Set<JavaClass> elements = new HashSet<>();
    named.forEach(one -> elements.add(one.getBaseComponentType()));
    return elements;
  }

  private static boolean isOfTheRuntime(JavaClass type) {
    return type.getPackageName().startsWith("dev.slipstream.runtime");
  }

  @Test
  void everyClassOfTheRuntimeIsUsedByTheProductItself() throws Exception {
    ReachedClasses reached = new ReachedClasses(all);
    for (JavaClass type : all) {
      if (isOfTheProduct(type) && !isOfTheRuntime(type)) {
        reached.enter(type);
      }
    }
    for (String service : services()) {
      reached.enter(all.get(service));
    }
    assertThat(reached.unused("dev.slipstream.runtime"))
        .containsExactlyInAnyOrderElementsOf(USED_BY_TESTS_ALONE);
  }

  private static boolean isOfTheProduct(JavaClass type) {
    return !type.getPackageName().startsWith("dev.slipstream.demo")
        && !type.getPackageName().startsWith("dev.slipstream.benchmarks");
  }

  /** Returns the classes of the runtime that are found by their names. */
  private static List<String> services() throws IOException {
    List<String> services = new ArrayList<>();
    Path named = Path.of("..", "runtime", "src", "main", "resources", "META-INF", "services");
    try (Stream<Path> files = Files.list(named)) {
      for (Path file : files.toList()) {
        services.addAll(Files.readAllLines(file));
      }
    }
    return services;
  }

  /** Returns all main sources except the programs of users. */
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module :
        List.of(
            "api",
            "model",
            "compiler",
            "runtime",
            "agent",
            "backend-opencl",
            "backend-tornado",
            "transport-ucx")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.endsWith("package-info.java"))
            .forEach(sources::add);
      }
    }
    assertThat(sources).hasSizeGreaterThan(500);
    return sources;
  }
}
