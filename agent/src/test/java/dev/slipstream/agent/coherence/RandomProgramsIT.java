package dev.slipstream.agent.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.TestProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random programs under the agent, with an OpenCL device, say what they say in plain Java. */
class RandomProgramsIT {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_122);
  private static final int PROGRAMS = 30;

  @BeforeAll
  static void anOpenClDeviceIsHere() {
    OpenClHere.assume();
  }

  @Test
  void programsInOneProcessSayTheSame(@TempDir Path folder) {
    System.out.println("seed " + SEED + ", " + PROGRAMS + " programs");
    List<FuzzProgram> programs =
        LongStream.range(SEED, SEED + PROGRAMS)
            .mapToObj(seed -> FuzzProgram.of(seed, /* platform= */ true))
            .toList();
    List<String> sources = new ArrayList<>();
    StringBuilder calls = new StringBuilder();
    for (FuzzProgram program : programs) {
      String name = program.shape().className();
      sources.add(program.source());
      calls.append("    System.out.println(\"").append(name).append("\");\n");
      calls.append("    System.out.println(").append(name).append(".run());\n");
    }
    sources.add(
        "public class All {\n  public static void main(String[] args) {\n" + calls + "  }\n}\n");
    TestProgram.compile(folder, sources.toArray(String[]::new));
    ChildJvm.Outcome plain = ChildJvm.plain().run(folder, "All");
    ChildJvm.Outcome deferred =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.deferred", "true")
            .property("slipstream.report", "off")
            .run(folder, "All");
    assertThat(plain.exit()).as(plain.err()).isZero();
    assertThat(deferred.out().lines()).as(deferred.err()).containsExactlyElementsOf(lines(plain));
  }

  private static List<String> lines(ChildJvm.Outcome outcome) {
    return outcome.out().lines().toList();
  }
}
