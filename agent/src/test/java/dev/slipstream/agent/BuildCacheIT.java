package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.SaxpySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that a driver built in one run is used in the next one, and never harms it. */
class BuildCacheIT {
  @TempDir private Path folder;
  private Path cache;
  private int reports;

  @BeforeEach
  void compile() {
    ChildProgram.compile(folder, SaxpySource.SOURCE);
    cache = folder.resolve("kernels");
  }

  @Test
  void theSecondRunTakesTheKernelFromTheCacheWithTheSameResults() throws Exception {
    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");

    Outcome first = onOpenCl("driver").run(folder, "Saxpy");
    assumeTaken();
    String built = report();
    Outcome second = onOpenCl("driver").run(folder, "Saxpy");
    String loaded = report();

    assertThat(first).isEqualTo(plain);
    assertThat(second).isEqualTo(plain);
    assertThat(built).contains("\"cacheHits\":0", "\"cacheMisses\":1");
    assertThat(loaded).contains("\"cacheHits\":1", "\"cacheMisses\":0");
  }

  @Test
  void kernelsAreFoundWhateverTheOrderInWhichTheirClassesAreLoaded() throws Exception {
    ChildProgram.compile(folder, ordered("One", "+"), ordered("Two", "-"), ORDER);

    Outcome first = onOpenCl("driver").run(folder, "Order", "One", "Two");
    Assumptions.assumeTrue(report().contains("\"opencl:0\""), "no OpenCL device is here");
    assertThat(report()).contains("\"cacheHits\":0", "\"cacheMisses\":2");

    Outcome second = onOpenCl("driver").run(folder, "Order", "Two", "One");
    assertThat(report()).contains("\"cacheHits\":2", "\"cacheMisses\":0");
    assertThat(second.out().lines().sorted())
        .containsExactlyElementsOf(first.out().lines().sorted().toList());
  }

  private static final String ORDER =
      """
      public class Order {
        public static void main(String[] names) throws Exception {
          for (String name : names) {
            int[] a = new int[100_000];
            Class.forName(name).getMethod("run", int[].class).invoke(null, (Object) a);
            System.out.println(name + " " + a[99_999]);
          }
        }
      }
      """;

  private static String ordered(String name, String operator) {
    return """
    import dev.slipstream.api.Parallel;

    public class %s {
      public static void run(int[] a) {
        for (@Parallel int i = 0; i < a.length; i++) a[i] = i %s 7;
      }
    }
    """
        .formatted(name, operator);
  }

  @Test
  void aTruncatedEntryIsBuiltAgain() throws Exception {
    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    onOpenCl("driver").run(folder, "Saxpy");
    assumeTaken();
    Path entry = entries().get(0);
    Files.write(entry, new byte[] {1, 2, 3});

    Outcome with = onOpenCl("driver").run(folder, "Saxpy");

    assertThat(with).isEqualTo(plain);
    assertThat(report()).contains("\"cacheHits\":0", "\"cacheMisses\":1");
    assertThat(entry).isRegularFile().satisfies(e -> assertThat(Files.size(e)).isGreaterThan(100));
  }

  @Test
  void severalProgramsFillOneFolderAtTheSameTime() throws Exception {
    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    onOpenCl("driver").property("slipstream.cache.dir", "off").run(folder, "Saxpy");
    assumeTaken();

    List<Process> programs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      // PoCL's own cache is not safe between processes, so each has one of its own.
      programs.add(
          onOpenCl("driver" + i)
              .builder(List.of("-cp", folder.toString(), "Saxpy"))
              .redirectOutput(folder.resolve("out" + i).toFile())
              .redirectError(folder.resolve("err" + i).toFile())
              .start());
    }
    for (int i = 0; i < programs.size(); i++) {
      assertThat(programs.get(i).waitFor(10, TimeUnit.MINUTES)).isTrue();
      assertThat(programs.get(i).exitValue()).isZero();
      assertThat(folder.resolve("out" + i)).hasContent(plain.out());
      assertThat(folder.resolve("err" + i)).isEmptyFile();
    }

    assertThat(entries()).singleElement().asString().endsWith(".clbin");
    assertThat(onOpenCl("driver").run(folder, "Saxpy")).isEqualTo(plain);
    assertThat(report()).contains("\"cacheHits\":1", "\"cacheMisses\":0");
  }

  @Test
  void aFolderThatCannotBeMadeChangesNothing() throws Exception {
    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    cache = Files.writeString(folder.resolve("a file"), "").resolve("below");

    Outcome with = onOpenCl("driver").run(folder, "Saxpy");
    assumeTaken();

    assertThat(with).isEqualTo(plain);
  }

  private ChildJvm onOpenCl(String driverCache) throws IOException {
    reports++;
    return ChildJvm.withAgent()
        .environment(
            "POCL_CACHE_DIR", Files.createDirectories(folder.resolve(driverCache)).toString())
        .environment("SLIPSTREAM_CACHE_DIR", cache.toString())
        .property("slipstream.device", "opencl")
        .property("slipstream.report.file", reportFile().toString());
  }

  private Path reportFile() {
    return folder.resolve("report" + reports + ".json");
  }

  private void assumeTaken() {
    Assumptions.assumeTrue(
        "opencl:0".equals(LoopReport.read(reportFile()).of(SaxpySource.loop()).get("where")),
        "no OpenCL device is here");
  }

  private String report() throws IOException {
    return Files.readString(reportFile()).replace(" ", "");
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(file -> file.toString().endsWith(".clbin")).toList();
    }
  }
}
