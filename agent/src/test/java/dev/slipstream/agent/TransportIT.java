package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.SaxpySource;
import dev.slipstream.boot.AgentClassLoader;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The finished jar holds the transport between nodes, which costs a program on one node nothing.
 */
class TransportIT {
  @TempDir private Path folder;

  @Test
  void theTransportOfTheFinishedJarOpensItsNativeLibrary() throws Exception {
    AgentClassLoader loader = new AgentClassLoader(ChildJvm.agentJar());
    String communication = "dev.slipstream.runtime.communication.";
    Object transport =
        loader
            .loadClass(communication + "Transports")
            .getMethod("find", ClassLoader.class)
            .invoke(null, loader);
    Class<?> service = loader.loadClass(communication + "Transport");
    assertThat(service.getMethod("name").invoke(transport)).isEqualTo("ucx");
    Object port = null;
    try {
      port = service.getMethod("open", Duration.class).invoke(transport, Duration.ofSeconds(10));
    } catch (InvocationTargetException e) {
      String reason = e.getCause().getMessage();
      assumeFalse(reason.contains("libucx0"), reason);
      throw e;
    }
    Class<?> end = loader.loadClass(communication + "Transport$Port");
    assertThat((byte[]) end.getMethod("address").invoke(port)).isNotEmpty();
    end.getMethod("close").invoke(port);
  }

  @Test
  void aProgramOnOneNodeLoadsNoClassOfIt() throws Exception {
    ChildProgram.compile(folder, SaxpySource.SOURCE);
    Path classes = folder.resolve("classes.log");
    Outcome outcome =
        ChildJvm.withAgent()
            .jvmOption("-Xlog:class+load:file=" + classes)
            .property("slipstream.device", "cpu")
            .run(folder, "Saxpy");
    assertThat(outcome.exit()).isZero();
    try (Stream<String> loaded = Files.lines(classes)) {
      assertThat(
              loaded.filter(
                  line ->
                      line.contains("openucx")
                          || line.contains("slipstream.ucx")
                          || line.contains("slipstream.runtime.membership")
                          || line.contains("slipstream.runtime.communication.Transport")))
          .isEmpty();
    }
  }
}
