package dev.slipstream.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AttemptsTest {
  private int calls;

  /** A failure that may be temporary. */
  private static final class Passing extends DeviceException {
    private static final long serialVersionUID = 1L;

    Passing(int number) {
      super("failure " + number);
    }

    @Override
    public boolean isTransient() {
      return true;
    }
  }

  @Test
  void whatFailsAndMayPassIsTriedAgain() throws Exception {
    Attempts.repeat(
        () -> {
          if (++calls < 3) {
            throw new Passing(calls);
          }
        });
    assertThat(calls).isEqualTo(3);
  }

  @Test
  void whatFailsEachTimeIsGivenUpWithItsLastFailure() {
    assertThatThrownBy(
            () ->
                Attempts.repeat(
                    () -> {
                      throw new Passing(++calls);
                    }))
        .hasMessage("failure 4");
  }

  @Test
  void whatDoesNotPassIsNotTriedAgain() {
    assertThatThrownBy(
            () ->
                Attempts.repeat(
                    () -> {
                      calls++;
                      throw new DeviceException("no such array");
                    }))
        .hasMessage("no such array");
    assertThat(calls).isEqualTo(1);
  }

  @Test
  void anInterruptionEndsTheTriesAndStaysPending() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () ->
                Attempts.repeat(
                    () -> {
                      throw new Passing(++calls);
                    }))
        .hasMessage("failure 1");
    assertThat(Thread.interrupted()).isTrue();
  }
}
