package dev.slipstream.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureReasonTest {
  @Test
  void whatADeviceSaysIsOneLine() {
    DeviceException failure = new DeviceException("the build failed:\n  line 3: no fp64\n\n");
    assertThat(FailureReason.of(failure)).isEqualTo("the build failed: · line 3: no fp64");
  }

  @Test
  void errorsOfTheJvmAreSaidInTheUsersWords() {
    assertThat(FailureReason.of(new OutOfMemoryError("Java heap space")))
        .isEqualTo("there is not enough memory (Java heap space)");
    assertThat(FailureReason.of(new StackOverflowError())).contains("-Xss");
    assertThat(FailureReason.of(new NoClassDefFoundError("a/B")))
        .isEqualTo("a class is missing or does not fit (a/B)");
  }

  @Test
  void anUnexpectedFailureIsNamedByItsClass() {
    assertThat(FailureReason.of(new IllegalStateException("late")))
        .isEqualTo("an unexpected IllegalStateException (late)");
    assertThat(FailureReason.of(new IllegalStateException(" ")))
        .as("a blank message says nothing")
        .isEqualTo("an unexpected IllegalStateException");
  }

  @Test
  void aFailureSaysWhetherTheLoopCanRunElsewhere() {
    Exception cause = new Exception("the driver");
    DeviceException partial = DeviceException.afterPartialResults("lost", cause);
    assertThat(partial.hostArraysChanged()).isTrue();
    assertThat(partial.isRefusal()).isFalse();
    DeviceException refusal = DeviceException.refusedAtLaunch("it cannot", cause);
    assertThat(refusal.hostArraysChanged()).isFalse();
    assertThat(refusal.isRefusal()).isTrue();
    assertThat(refusal.violation()).isZero();
    assertThat(DeviceException.violated(7).violation()).isEqualTo(7);
    assertThat(DeviceException.violated(7).hostArraysChanged()).isFalse();
  }

  @Test
  void ofTwoCostsOfSharingTheLesserOnesCount() {
    SharingCost one = new SharingCost(10, 2, 1.5, 4);
    SharingCost other = new SharingCost(5, 3, 0.5, 8);
    assertThat(one.orLess(other)).isEqualTo(new SharingCost(5, 2, 0.5, 4));
  }
}
