package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.LoopReport;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.agent.child.SaxpySource;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A driver's failures change no result. */
class OpenClFailureIT {
  @TempDir private Path folder;

  @BeforeEach
  void compile() {
    ChildProgram.compile(folder, SaxpySource.SOURCE);
  }

  @Test
  void theLoopRunsOnAnOpenClDevice() {
    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    Outcome with = onOpenCl().run(folder, "Saxpy");

    assertThat(with.out()).isEqualTo(plain.out());
    OpenClHere.assume();
    assertThat(with).isEqualTo(plain);
    assertThat(report().of(SaxpySource.loop()))
        .containsEntry("where", "opencl:0")
        .containsEntry("runs", "3")
        .hasEntrySatisfying(
            "launches",
            launches -> assertThat(Integer.parseInt(launches)).isGreaterThanOrEqualTo(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "build", "launch"})
  void theResultsAreTheSameWhereItFails(String step) {
    OpenClHere.assume();
    Outcome plain = ChildJvm.plain().run(folder, "Saxpy");
    Outcome with = onOpenCl().property("slipstream.test.opencl.fail", step).run(folder, "Saxpy");

    assertThat(with.exit()).isZero();
    assertThat(with.out()).isEqualTo(plain.out());
    assertThat(with.errLines()).hasSizeLessThanOrEqualTo(1);
    assertThat(report().of(SaxpySource.loop()).get("where")).doesNotContain("opencl");
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "build", "launch"})
  void strictModeMakesItAnErrorThatNamesTheLoop(String step) {
    OpenClHere.assume();
    Outcome strict =
        onOpenCl()
            .property("slipstream.test.opencl.fail", step)
            .property("slipstream.strict", "true")
            .run(folder, "Saxpy");

    assertThat(strict.exit()).isEqualTo(1);
    assertThat(strict.err()).contains("SlipstreamException", SaxpySource.loop());
  }

  private ChildJvm onOpenCl() {
    return ChildJvm.withAgent()
        .property("slipstream.device", "opencl")
        .property("slipstream.report.file", folder.resolve("report.json").toString());
  }

  private LoopReport report() {
    return LoopReport.read(folder.resolve("report.json"));
  }
}
