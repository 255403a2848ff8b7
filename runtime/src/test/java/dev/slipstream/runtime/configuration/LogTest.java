package dev.slipstream.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.slipstream.runtime.fixture.Output;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogTest {
  private final Output output = new Output();

  @Test
  void messagesUpToTheLevelAreWritten() {
    Log log = output.log(LogLevel.INFO);
    log.error("one");
    log.warn("two – ü");
    log.info(() -> "three");
    log.debug(
        () -> {
          throw new AssertionError("was made");
        });
    assertThat(output.text().lines())
        .containsExactly("[slipstream] one", "[slipstream] two – ü", "[slipstream] three");
  }

  @Test
  void offSaysNothing() {
    Log log = output.log(LogLevel.OFF);
    log.error("one");
    assertThat(output.text()).isEmpty();
  }

  @Test
  void aSingleLineLogKeepsTheFurtherMessagesForTheReport() {
    Log log = Log.singleLine(output.stream);
    log.warn("one");
    log.error("two");
    log.warn("three");
    log.warn("two");
    assertThat(output.text().lines()).containsExactly("[slipstream] one");
    assertThat(log.withheld()).containsExactly("two", "three");
  }

  @Test
  void aBrokenStreamOrMessageNeverReachesTheCaller() {
    PrintStream broken =
        new PrintStream(OutputStream.nullOutputStream()) {
          @Override
          public void write(byte[] bytes, int offset, int length) {
            throw new IllegalStateException("closed");
          }
        };
    Log log = Log.to(broken, LogLevel.TRACE);
    assertThatCode(() -> log.error("one")).doesNotThrowAnyException();
    assertThatCode(
            () ->
                log.info(
                    () -> {
                      throw new StackOverflowError();
                    }))
        .doesNotThrowAnyException();
  }

  @Test
  void theCauseOfAFailureIsShownAtDebug() {
    output.log(LogLevel.DEBUG).debug(() -> "failed", new Exception("a", new Exception("b")));
    assertThat(output.text())
        .contains("[slipstream] failed", "java.lang.Exception: a", "caused by", "b", "    at ");
  }

  @Test
  void linesOfSeveralThreadsDoNotMix() throws InterruptedException {
    Log log = output.log(LogLevel.INFO);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      String message = String.valueOf(t).repeat(50);
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 100; i++) {
                  log.info(() -> message);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(output.text().lines()).hasSize(400).allMatch(l -> l.matches(".* (\\d)\\1{49}"));
  }
}
