package dev.slipstream.agent.rewriting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NamedLoopsTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log =
      Log.to(new PrintStream(said, true, StandardCharsets.UTF_8), LogLevel.WARN);

  @Test
  void entriesAreMissingUntilTheirLoopIsFound() {
    NamedLoops loops = NamedLoops.parse("a.B#c:12, a.B#d@0,", log);

    assertThat(loops.missing()).containsExactly("a.B#c:12", "a.B#d@0");
    loops.found(new LoopName("a.B", "c", 13, 0));
    assertThat(loops.missing()).hasSize(2);
    loops.found(new LoopName("a.B", "c", 12, 5));
    loops.found(new LoopName("a.B", "d", -1, 0));
    assertThat(loops.missing()).isEmpty();
    assertThat(loops.selection().mentions("a.B", "c")).isTrue();
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void anEntryThatNamesNoLoopIsSaidAndTheOthersCount() {
    NamedLoops loops = NamedLoops.parse("nonsense,a.B#c:12", log);

    assertThat(loops.missing()).containsExactly("a.B#c:12");
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("slipstream.loops", "'nonsense'");
  }

  @Test
  void nothingIsNamedByAnEmptyText() {
    assertThat(NamedLoops.parse("", log).missing()).isEmpty();
    assertThat(said.size()).isZero();
  }
}
