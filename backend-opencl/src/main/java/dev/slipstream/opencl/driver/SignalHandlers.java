package dev.slipstream.opencl.driver;

import dev.slipstream.runtime.execution.RuntimeThreads;
import java.util.concurrent.locks.LockSupport;
import org.lwjgl.system.JNI;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Platform;
import org.lwjgl.system.SharedLibrary;
import org.lwjgl.system.linux.LinuxLibrary;

/**
 * Keeps the virtual machine's signal handlers in place. Drivers that compile with LLVM (PoCL and
 * others) install handlers of their own when they start, and leave them. The machine would then end
 * at the first null dereference in compiled code, which raises SIGSEGV, and at SIGTERM without
 * running the shutdown hooks. This class therefore saves the handlers before a driver starts or
 * compiles. During the call a thread restores handlers that change, as soon as it sees the change.
 * Linux only; elsewhere it does nothing. Thread-safe.
 *
 * <p>Handlers that the program installs through Java during such a call belong to the virtual
 * machine, and stay. One that native code of the program installs is mistaken for the driver's.
 */
public final class SignalHandlers {
  /**
   * The signals that drivers take and that the virtual machine or programs use: HUP, INT, QUIT,
   * ILL, TRAP, ABRT, BUS, FPE, USR1, SEGV, USR2, PIPE, TERM, XCPU, XFSZ, SYS.
   */
  private static final int[] SIGNALS = {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 15, 24, 25, 31};

  /** The size of glibc's {@code struct sigaction} is 152 bytes; musl's is the same. */
  private static final int BYTES = 152;

  /** The handler's address is its first eight bytes; not all of the rest is ever written. */
  private static final int HANDLER = 0;

  private static final long PAUSE_NANOS = 20_000;

  /** Handlers belong to the process, so all devices must share the saved ones. */
  private static final SignalHandlers OF_THE_PROCESS = new SignalHandlers();

  private final long sigaction;
  private final long noted;
  private final long current;

  /** Known before a driver is called: its handlers must not stay for longer than microseconds. */
  private final JvmCode machine = JvmCode.find();

  private int calls;

  private SignalHandlers() {
    long function = 0;
    if (Platform.get() == Platform.LINUX) {
      // Never freed: the handlers are as long-lived as the process.
      SharedLibrary library = new LinuxLibrary("libc.so.6");
      function = library.getFunctionAddress("sigaction");
    }
    this.sigaction = function;
    this.noted = function == 0 ? 0 : MemoryUtil.nmemCallocChecked(SIGNALS.length, BYTES);
    this.current = function == 0 ? 0 : MemoryUtil.nmemCallocChecked(1, BYTES);
  }

  /**
   * Saves the handlers before a driver is called, and watches them; {@link #putBack} must follow.
   * LWJGL's native part must have been loaded.
   */
  public static void note() {
    OF_THE_PROCESS.begin();
  }

  /** Restores the handlers that have changed since {@link #note}, and ends the watch. */
  public static void putBack() {
    OF_THE_PROCESS.end();
  }

  private synchronized void begin() {
    calls++;
    if (sigaction == 0 || calls > 1) {
      return;
    }
    for (int s = 0; s < SIGNALS.length; s++) {
      JNI.invokePPI(SIGNALS[s], 0L, noted + (long) s * BYTES, sigaction);
    }
    Thread watch = RuntimeThreads.named("slipstream-signals", this::watch);
    watch.start();
  }

  private void watch() {
    while (restoreWithinCalls()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private synchronized boolean restoreWithinCalls() {
    if (calls > 0) {
      restore();
    }
    return calls > 0;
  }

  private synchronized void end() {
    calls--;
    restore();
  }

  private void restore() {
    for (int s = 0; sigaction != 0 && s < SIGNALS.length; s++) {
      long wanted = noted + (long) s * BYTES;
      JNI.invokePPI(SIGNALS[s], 0L, current, sigaction);
      long found = MemoryUtil.memGetAddress(current + HANDLER);
      if (MemoryUtil.memGetAddress(wanted + HANDLER) == found) {
        continue;
      }
      if (machine.contains(found)) {
        MemoryUtil.memCopy(current, wanted, BYTES);
      } else {
        JNI.invokePPI(SIGNALS[s], wanted, 0L, sigaction);
      }
    }
  }
}
