package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabelledLinesTest {
  private final ByteArrayOutputStream target = new ByteArrayOutputStream();
  private final LabelledLines lines = new LabelledLines("[rank 2] ", target);

  private void write(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    lines.write(bytes, bytes.length);
  }

  private String written() {
    return target.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyLineIsLabelledHoweverItComes() {
    write("a");
    write("b\n\nc\nd");
    assertThat(written()).isEqualTo("[rank 2] ab\n[rank 2] \n[rank 2] c\n");
    write("é\n");
    assertThat(written()).endsWith("[rank 2] dé\n");
  }

  @Test
  void aLastLineWithoutAnEndGetsOne() {
    write("last");
    assertThat(written()).isEmpty();
    lines.end();
    lines.end();
    assertThat(written()).isEqualTo("[rank 2] last\n");
  }

  @Test
  void aVeryLongLineIsCut() {
    byte[] some = new byte[LabelledLines.MOST_BYTES];
    lines.write(some, some.length);
    assertThat(target.size()).isEqualTo(some.length + "[rank 2] \n".length());
  }

  @Test
  void linesOfSeveralRanksDoNotMix() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < 4; rank++) {
      LabelledLines own = new LabelledLines(rank + ":", target);
      byte[] bytes = ("" + rank).repeat(10).getBytes(StandardCharsets.UTF_8);
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  own.write(bytes, bytes.length);
                  own.write(new byte[] {'\n'}, 1);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(written().lines()).hasSize(4000).allMatch(line -> line.matches("(.):\\1{10}"));
  }
}
