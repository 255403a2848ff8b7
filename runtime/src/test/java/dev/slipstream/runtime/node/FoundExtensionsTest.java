package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.fixture.Output;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.instruction.SchedulingPolicy;
import dev.slipstream.runtime.graph.task.HorizonPolicy;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.machine.Backends;
import dev.slipstream.runtime.memory.DirectMemory;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that extensions are found in jars, and that a broken one is reported and does no harm. */
class FoundExtensionsTest {
  @TempDir private Path folder;
  private final Output output = new Output();

  private Extensions find(URLClassLoader loader) {
    return Extensions.find(loader, output.log(LogLevel.WARN));
  }

  @Test
  void aDeviceBackendOfAJarIsFoundBesideTheUsualOnes() throws Exception {
    TestJar jar =
        new TestJar()
            .provide(
                DeviceBackend.class,
                "Abacus",
                """
                public class Abacus implements DeviceBackend {
                  public String name() { return "abacus"; }
                  public List<Device> open() { return List.of(); }
                  public List<Finding> diagnose() { return List.of(); }
                }
                """);
    try (URLClassLoader loader = jar.load(folder)) {
      assertThat(Backends.find(loader, 1, Log.none()))
          .extracting(DeviceBackend::name)
          .contains("abacus", "cpu");
    }
  }

  @Test
  void withoutExtensionsTheUsualOnesAreUsed() {
    Extensions usual = Extensions.find(FoundExtensionsTest.class.getClassLoader(), Log.none());
    InstructionOptions options = usual.instructions(1, NodeTopology.of(2, true, 1000));
    assertThat(options.scheduling()).isSameAs(SchedulingPolicy.FIRST_DEVICE);
    assertThat(options.topology()).isEqualTo(NodeTopology.of(2, true, 1000));
    assertThat(usual.horizons()).isSameAs(StepHorizons.USUAL);
    assertThat(usual.trace()).isSameAs(TraceSink.OFF);
    assertThat(usual.memory()).isInstanceOf(DirectMemory.class);
    assertThat(usual.commands(3).nodes()).isEqualTo(3);
  }

  @Test
  void ofTwoImplementationsOfOneKindNeitherIsUsedAndBothAreNamed() throws Exception {
    TestJar jar = new TestJar();
    for (String name : List.of("One", "Two")) {
      jar.provide(
          HorizonPolicy.class,
          name,
          "public class "
              + name
              + " implements HorizonPolicy { public boolean due(Need need) { return true; } }");
    }
    try (URLClassLoader loader = jar.load(folder)) {
      assertThat(find(loader).horizons()).isSameAs(StepHorizons.USUAL);
    }
    assertThat(output.text())
        .contains("there are 2 implementations of HorizonPolicy, and none of them is used: ext.One")
        .contains("ext.Two", "extension.jar", "leave one of them on the class path");
  }

  @Test
  void anImplementationThatCannotBeLoadedIsNamedAndTheOtherIsUsed() throws Exception {
    TestJar jar =
        new TestJar()
            .register(HorizonPolicy.class, "ext.NotThere")
            .provide(
                HorizonPolicy.class,
                "Broken",
                "public class Broken implements HorizonPolicy {"
                    + " static final int WIDTH = Integer.parseInt(\"wide\");"
                    + " public boolean due(Need need) { return true; } }")
            .provide(
                HorizonPolicy.class,
                "Whole",
                "public class Whole implements HorizonPolicy {"
                    + " public boolean due(Need need) { return need.tasks() > 7; } }");
    try (URLClassLoader loader = jar.load(folder)) {
      HorizonPolicy policy = find(loader).horizons();
      assertThat(policy.due(new HorizonPolicy.Need(0, 0, 8))).isTrue();
      assertThat(policy.due(new HorizonPolicy.Need(99, 99, 7))).isFalse();
    }
    assertThat(output.text())
        .contains("a HorizonPolicy cannot be loaded and is left out", "ext.NotThere", "ext.Broken");
  }
}
