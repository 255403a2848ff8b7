package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.opencl.OpenClTestDevice;
import java.util.Arrays;
import java.util.Optional;

/**
 * Runs {@code run} of programs as it is, with its loops as kernels, and on an OpenCL device if
 * there is one, and compares all bits.
 */
final class SameEverywhere implements AutoCloseable {
  private final Optional<OpenClTestDevice> device = OpenClTestDevice.open("");

  /** A program whose loops are all taken and run as kernels each time. */
  TestProgram taken(String members, Object... arguments) throws Throwable {
    TestProgram program = run(members, arguments);
    assertThat(program.stays()).isEmpty();
    assertThat(program.runs()).isNotEmpty();
    return program;
  }

  /** A program whose loop is taken but stays on the host. */
  TestProgram stays(String reason, String members, Object... arguments) throws Throwable {
    TestProgram program = run(members, arguments);
    assertThat(program.runs()).isEmpty();
    assertThat(program.stays()).isNotEmpty().allMatch(stay -> stay.contains(reason));
    return program;
  }

  /** A program whose loop is refused. */
  void refused(String reason, String members, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of(members);
    assertThat(program.kernels()).isEmpty();
    assertThat(program.refused()).hasSize(1);
    assertThat(program.refused().get(0).reason()).contains(reason);
    compare(program, arguments);
  }

  /** A program whose loops are taken; compares the results. */
  TestProgram run(String members, Object... arguments) throws Throwable {
    TestProgram program = TestProgram.of(members);
    assertThat(program.refused()).isEmpty();
    compare(program, arguments);
    return program;
  }

  /** Compares the results. */
  void compare(TestProgram program, Object... arguments) throws Throwable {
    program.kernels().forEach(kernel -> TestProgram.verify(kernel.classFile()));
    int before = program.runs().size();
    CheckedLaunch launch = new CheckedLaunch(device);
    program.launchWith(launch);
    String expected = outcome(() -> program.plain("run", arguments));
    String actual = outcome(() -> program.taken("run", arguments));
    assertThat(actual).isEqualTo(expected);
    assertThat(launch.untranslatable()).isEmpty();
    // What would throw runs on devices, too, but is not counted as a run.
    assertThat(launch.onDevice())
        .isGreaterThanOrEqualTo(device.isPresent() ? program.runs().size() - before : 0);
  }

  @FunctionalInterface
  private interface Call {
    Object run() throws Throwable;
  }

  private static String outcome(Call call) {
    try {
      return Arrays.deepToString(new Object[] {call.run()});
    } catch (AssertionError e) {
      throw e;
    } catch (Throwable e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    device.ifPresent(OpenClTestDevice::close);
  }
}
