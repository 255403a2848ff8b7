package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program of loops of all kinds that runs for long: its results stay correct, and nothing grows.
 */
class SoakIT {
  /** How long it runs; a separate suite sets this. */
  private static final int SECONDS = Integer.getInteger("slipstream.test.soak", 0);

  private static final int SAMPLES = 20;

  /** The figures of each sample, and how much each may grow from the second quarter to the last. */
  private enum Figure {
    HEAP_KIB(1.25, 8_192),
    METASPACE_KIB(1.15, 2_048),
    RSS_KIB(1.2, 65_536),
    MAPPINGS(1.2, 100),
    HANDLES(1, 8),
    THREADS(1, 8);

    final double factor;
    final long more;

    Figure(double factor, long more) {
      this.factor = factor;
      this.more = more;
    }
  }

  @TempDir private Path folder;

  @Test
  void aProgramOfManyLoopsIsRightAndNothingGrows() throws Exception {
    Assumptions.assumeTrue(SECONDS > 0, "only ./slipstream verify --suite soak runs for so long");
    OpenClHere.assume();
    ChildProgram.compile(folder, source("Soak"), source("SoakLoops"), source("Reloaded"));
    List<long[]> samples = run();
    List<String> grown = new ArrayList<>();
    for (Figure figure : Figure.values()) {
      long before = least(samples.subList(SAMPLES / 4, SAMPLES / 2), figure);
      long last = least(samples.subList(SAMPLES - SAMPLES / 4, SAMPLES), figure);
      System.out.println(
          figure + ": at least " + before + " in the second quarter, " + last + " in the last one");
      if (last > before * figure.factor + figure.more) {
        grown.add(figure + " from " + before + " to " + last);
      }
    }
    System.out.println(samples.get(SAMPLES - 1)[0] + " operations in " + SECONDS + " s");
    assertThat(grown).isEmpty();
  }

  /**
   * What is needed while nothing is pending: on a busy machine some samples include the arrays of
   * loops that have not run yet.
   */
  private static long least(List<long[]> samples, Figure figure) {
    return samples.stream().mapToLong(sample -> sample[1 + figure.ordinal()]).min().orElseThrow();
  }

  private static String source(String name) throws IOException {
    try (var resource = SoakIT.class.getResourceAsStream("/soak/" + name + ".java")) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The number of operations until each sample, and the figures. */
  private List<long[]> run() throws Exception {
    Path err = folder.resolve("err.txt");
    String classPath = folder + File.pathSeparator + ChildProgram.apiJar();
    Process program =
        ChildJvm.withAgent()
            .optimising()
            .property("slipstream.device", "opencl")
            .property("slipstream.report", "off")
            .environment("POCL_CACHE_DIR", folder.resolve("pocl").toString())
            .jvmOption("-Xmx256m")
            .in(folder)
            .builder(List.of("-cp", classPath, "Soak", "" + SECONDS, "" + SAMPLES))
            .redirectError(err.toFile())
            .start();
    List<long[]> samples = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        System.out.println(line);
        samples.add(Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray());
      }
      assertThat(program.waitFor()).as(Files.readString(err)).isZero();
    } finally {
      program.destroyForcibly();
    }
    assertThat(Files.readString(err)).isEmpty();
    assertThat(samples).hasSize(SAMPLES);
    return samples;
  }
}
