package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.TornadoVmHere;
import dev.slipstream.fixture.LongTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random programs under the agent, with a device, print the same as in plain Java. */
class RandomProgramsIT {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_122);
  private static final int PROGRAMS = LongTests.count(2, 12);

  /** Most programs have more; fewer mean that something has ended deferral early. */
  private static final int LOOPS_EACH = 10;

  /** TornadoVM takes long to compile each loop. */
  private static final int ON_TORNADOVM = 4;

  @Test
  void programsInOneProcessSayTheSameWithOpenCl(@TempDir Path folder) throws IOException {
    OpenClHere.assume();
    ChildJvm jvm = ChildJvm.withAgent().optimising().property("slipstream.device", "opencl");
    programsSayTheSame(folder, jvm, PROGRAMS);
  }

  @Test
  void programsInOneProcessSayTheSameWithTornadoVm(@TempDir Path folder) throws IOException {
    TornadoVmHere.assume();
    programsSayTheSame(folder, TornadoVmHere.withAgent(folder), ON_TORNADOVM);
  }

  private static void programsSayTheSame(Path folder, ChildJvm jvm, int count) throws IOException {
    ProgramBatch batch = ProgramBatch.of(SEED, count);
    ChildProgram.compile(folder, batch.sources().toArray(String[]::new));
    Path report = folder.resolve("report.json");
    List<Path> classPath = List.of(folder, ChildProgram.apiJar());
    ChildJvm.Outcome plain = ChildJvm.plain().run(classPath, ProgramBatch.MAIN);
    ChildJvm.Outcome deferred =
        jvm.property("slipstream.deferred", "true")
            .property("slipstream.report.file", report.toString())
            .run(classPath, ProgramBatch.MAIN);
    assertThat(plain.exit()).as(plain.err()).isZero();
    assertThat(deferred.out().lines()).as(deferred.err()).containsExactlyElementsOf(lines(plain));
    assertThat(deferred(report)).isGreaterThan(LOOPS_EACH * count);
  }

  /** The number of loops that were submitted to run later. */
  private static int deferred(Path report) throws IOException {
    Matcher loops = Pattern.compile("\"loops\"\\s*:\\s*(\\d+)").matcher(Files.readString(report));
    return loops.find() ? Integer.parseInt(loops.group(1)) : 0;
  }

  private static List<String> lines(ChildJvm.Outcome outcome) {
    return outcome.out().lines().toList();
  }
}
