package dev.slipstream.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.device.DriverCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.JNI;
import org.lwjgl.system.SharedLibrary;
import org.lwjgl.system.linux.LinuxLibrary;
import sun.misc.Signal;
import sun.misc.SignalHandler;

class SignalHandlersTest {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int TRAP = 5;

  @Test
  void aHandlerThatWasInstalledDuringTheCallOfADriverIsTakenAwayAgain() throws Exception {
    Assumptions.assumeTrue(Files.exists(STATUS), "only Linux says which signals are caught");
    assertThat(isCaught()).isFalse();

    SignalHandlers.note();
    installNatively();
    SignalHandlers.putBack();

    assertThat(isCaught()).isFalse();
  }

  @Test
  void soItIsForOthersThatCallDrivers() throws Exception {
    Assumptions.assumeTrue(Files.exists(STATUS), "only Linux says which signals are caught");
    DriverCalls calls = DriverCalls.find(SignalHandlersTest.class.getClassLoader());
    assertThat(calls).isInstanceOf(OpenClCalls.class);

    calls.begin();
    installNatively();
    calls.end();

    assertThat(isCaught()).isFalse();
  }

  @Test
  void callsWithinCallsPutBackWhatWasThereBeforeTheFirst() throws Exception {
    Assumptions.assumeTrue(Files.exists(STATUS), "only Linux says which signals are caught");

    SignalHandlers.note();
    installNatively();
    SignalHandlers.note();
    SignalHandlers.putBack();
    boolean after = isCaught();
    SignalHandlers.putBack();

    assertThat(after).isFalse();
    assertThat(isCaught()).isFalse();
  }

  @Test
  void aHandlerIsTakenAwayWhileTheDriverIsStillAtWork() throws Exception {
    Assumptions.assumeTrue(Files.exists(STATUS), "only Linux says which signals are caught");

    SignalHandlers.note();
    try {
      installNatively();
      // A thread of the backend checks the handlers every few milliseconds.
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (isCaught() && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(isCaught()).isFalse();
    } finally {
      SignalHandlers.putBack();
    }
  }

  @Test
  void aHandlerThatTheProgramInstallsMeanwhileStays() throws Exception {
    Assumptions.assumeTrue(Files.exists(STATUS), "only Linux says which signals are caught");
    Signal trap = new Signal("TRAP");

    SignalHandlers.note();
    SignalHandler before = Signal.handle(trap, signal -> {});
    try {
      SignalHandlers.putBack();
      assertThat(isCaught()).isTrue();
    } finally {
      Signal.handle(trap, before);
    }
    assertThat(isCaught()).isFalse();
  }

  /** Installs a function of the C library as a handler, which is never called. */
  private static void installNatively() {
    SharedLibrary library = new LinuxLibrary("libc.so.6");
    long handler = library.getFunctionAddress("abort");
    JNI.invokePP(TRAP, handler, library.getFunctionAddress("signal"));
  }

  private static boolean isCaught() throws Exception {
    String caught =
        Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith("SigCgt:"))
            .findFirst()
            .orElseThrow();
    long mask = Long.parseUnsignedLong(caught.substring("SigCgt:".length()).trim(), 16);
    return (mask >>> (TRAP - 1) & 1) != 0;
  }
}
