package dev.slipstream.agent.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.calls.ArrayMethods.Named;
import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.ChildJvm.Outcome;
import dev.slipstream.agent.child.ChildProgram;
import dev.slipstream.agent.child.OpenClHere;
import dev.slipstream.fixture.LongTests;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Methods of the JDK with arrays that loops have just written on a device. */
class JdkCallsIT {
  private static final int VARIANTS = LongTests.count(1, 18);

  /** Removes what differs between two plain runs: results contain identity hash codes. */
  private static final String OTHER_IDENTITY = "-XX:hashCode=2";

  @TempDir private Path folder;

  @Test
  void everyMethodOfTheJdkThatHasToDoWithArraysDoesWhatItDoesInPlainJava() throws Exception {
    OpenClHere.assume();
    List<Named> methods = ArrayMethods.all();
    CallProgram program = CallProgram.of(methods, VARIANTS);
    List<String> sources = new ArrayList<>(program.sources());
    for (String name : List.of("Changes", "Digest", "Parts", "Trial")) {
      sources.add(source(name));
    }
    String release = Integer.toString(Runtime.version().feature());
    ChildProgram.compile(
        folder,
        List.of("--release", release, "-g", "-cp", ChildProgram.apiJar().toString()),
        sources.toArray(String[]::new));

    List<String> plain = lines(ChildJvm.plain());
    List<String> again =
        lines(
            ChildJvm.plain()
                .jvmOption("-XX:+UnlockExperimentalVMOptions")
                .jvmOption(OTHER_IDENTITY));
    ChildJvm jvm =
        ChildJvm.withAgent()
            .property("slipstream.device", "opencl")
            .property("slipstream.log", "info");
    Outcome with = jvm.in(folder).run(folder, "AllCalls");
    List<String> lines = with.out().lines().toList();

    assertThat(with.err()).doesNotContain("each loop ends before the program continues");
    assertThat(lines).as(with.err()).hasSameSizeAs(plain).contains("end");
    int thrown = 0;
    int unsteady = 0;
    List<String> differences = new ArrayList<>();
    for (int k = 0; k < program.calls().size(); k++) {
      thrown += plain.get(k).contains(" thrown ") ? 1 : 0;
      if (!plain.get(k).equals(again.get(k))) {
        unsteady++;
      } else if (!plain.get(k).equals(lines.get(k))) {
        differences.add(program.calls().get(k) + "\n" + plain.get(k) + "\n" + lines.get(k));
      }
    }
    System.out.printf(
        "%d methods of the JDK, %d calls, of which %d throw; %d differ in plain Java, too;"
            + " nothing was made for %d methods: %s%n",
        methods.size(),
        program.calls().size(),
        thrown,
        unsteady,
        program.unmade().size(),
        program.unmade());
    assertThat(differences).isEmpty();
    assertThat(program.unmade().size()).isLessThan(methods.size() / 10);
    assertThat(thrown).isLessThan(program.calls().size() / 3);
    assertThat(unsteady).isLessThan(program.calls().size() / 50);
  }

  private List<String> lines(ChildJvm jvm) {
    Outcome outcome = jvm.in(folder).run(folder, "AllCalls");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    return outcome.out().lines().toList();
  }

  private static String source(String name) throws IOException {
    try (InputStream in = JdkCallsIT.class.getResourceAsStream("/calls/" + name + ".java")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
