package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs {@code run} of programs without changes, with its loops as kernels, and on an OpenCL device
 * if there is one, and compares all bits.
 */
final class SameEverywhere
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private final SharedDevice device = new SharedDevice();
  private CheckedLaunch launch = CheckedLaunch.comparingLater(Optional.empty());
  private int runs;

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
    program.kernels().forEach(kernel -> TestProgram.verify(kernel.kernel().classFile()));
    int before = program.runs().size();
    program.launchWith(launch);
    String expected = outcome(() -> program.plain("run", arguments));
    String actual = outcome(() -> program.taken("run", arguments));
    assertThat(actual).isEqualTo(expected);
    runs += program.runs().size() - before;
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
  public void beforeAll(ExtensionContext context) {
    device.beforeAll(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    launch = CheckedLaunch.comparingLater(device.get());
    runs = 0;
  }

  /** Compares the results of the test's programs with those of the device. */
  @Override
  public void afterEach(ExtensionContext context) {
    launch.compare();
    assertThat(launch.untranslatable()).isEmpty();
    // Executions that would throw run on devices, too, but are not counted.
    assertThat(launch.onDevice()).isGreaterThanOrEqualTo(device.get().isPresent() ? runs : 0);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    device.afterAll(context);
  }
}
