package dev.slipstream.agent;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the table of modules and their allowed dependencies. */
class ArchitectureTest {
  private static final String API = "dev.slipstream.api..";
  private static final String COLLECTIVE = "dev.slipstream.collective..";
  private static final String MODEL = "dev.slipstream.model..";
  private static final String COMPILER = "dev.slipstream.compiler..";
  private static final String RUNTIME = "dev.slipstream.runtime..";
  private static final String OPENCL = "dev.slipstream.opencl..";
  private static final String TORNADO = "dev.slipstream.tornado..";
  private static final String UCX = "dev.slipstream.ucx..";
  private static final String AGENT = "dev.slipstream.agent..";
  private static final String BOOT = "dev.slipstream.boot..";

  /** Packages that every module may use: the JDK, and annotations without effect. */
  private static final String[] ANYWHERE = {
    "java..", "javax..", "jdk..", "sun..", "org.jspecify.annotations.."
  };

  private static final Pattern BACKEND =
      Pattern.compile("\"[^\"]*dev\\.slipstream\\.(?:opencl|tornado|ucx)");

  private static JavaClasses all;

  @BeforeAll
  static void importClasses() {
    all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.slipstream");
    for (String module : List.of(API, COLLECTIVE, MODEL, COMPILER, RUNTIME, AGENT, BOOT)) {
      assertThat(all.that(resideInAPackage(module))).as(module).isNotEmpty();
    }
  }

  @Test
  void theApiDependsOnNothing() {
    mayDependOn(COLLECTIVE);
    mayDependOn(API, COLLECTIVE);
  }

  @Test
  void theModelDependsOnTheJdkAlone() {
    mayDependOn(MODEL);
  }

  @Test
  void theCompilerDependsOnAsmTheModelAndTheApi() {
    mayDependOn(COMPILER, MODEL, API, "org.objectweb.asm..");
  }

  @Test
  void theCompilerIsPure() {
    noClasses()
        .that()
        .resideInAPackage(COMPILER)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.lang.instrument..", "java.nio.file..", "java.net..")
        .check(all);
  }

  @Test
  void theRuntimeDependsOnTheModelTheApiAndMicrometer() {
    mayDependOn(RUNTIME, MODEL, API, "io.micrometer..");
  }

  @Test
  void theOpenClBackendDependsOnRuntimeCompilerAndLwjgl() {
    mayDependOn(OPENCL, MODEL, RUNTIME, COMPILER, "org.lwjgl..", "org.objectweb.asm..");
  }

  @Test
  void theTornadoBackendDependsOnRuntimeCompilerAndAsmAndFindsTornadoVmAtRunTime() {
    mayDependOn(TORNADO, MODEL, RUNTIME, COMPILER, "org.objectweb.asm..");
  }

  @Test
  void theUcxTransportDependsOnTheRuntimeAndJucx() {
    mayDependOn(UCX, MODEL, RUNTIME, "org.openucx.jucx..");
  }

  @Test
  void theAgentDependsOnCompilerRuntimeAndByteBuddy() {
    mayDependOn(AGENT, BOOT, MODEL, COMPILER, RUNTIME, "net.bytebuddy..");
  }

  @Test
  void theBootClassesDependOnNothing() {
    mayDependOn(BOOT);
  }

  @Test
  void theEntryKnowsTheIsolatedClassesByNameOnly() {
    noClasses()
        .that()
        .resideInAPackage("dev.slipstream.agent")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "dev.slipstream.agent.*..", MODEL, COMPILER, RUNTIME, OPENCL, TORNADO, UCX)
                .or(
                    resideInAPackage(BOOT)
                        // Of which the command line makes one.
                        .and(
                            DescribedPredicate.not(
                                JavaClass.Predicates.simpleName("AgentClassLoader")))))
        .check(all);
  }

  @Test
  void theRuntimeNamesNoBackend() throws Exception {
    Path sources = Path.of("..", "runtime", "src", "main", "java");
    try (Stream<Path> files = Files.walk(sources)) {
      List<Path> naming = files.filter(Files::isRegularFile).filter(this::namesBackend).toList();
      assertThat(naming).isEmpty();
    }
  }

  private boolean namesBackend(Path source) {
    try {
      return BACKEND.matcher(Files.readString(source)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void mayDependOn(String module, String... others) {
    DescribedPredicate<JavaClass> allowed =
        resideInAnyPackage(others)
            .or(resideInAPackage(module))
            .or(resideInAnyPackage(ANYWHERE))
            .or(
                DescribedPredicate.describe(
                    "arrays and primitives", c -> c.getPackageName().isEmpty()));
    classes()
        .that()
        .resideInAPackage(module)
        .should()
        .onlyDependOnClassesThat(allowed)
        .allowEmptyShould(true)
        .check(all);
  }
}
