package dev.slipstream.agent.ranks;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that ends the ranks of this host if the launcher ends without doing so, as after {@code
 * kill -9}. It notices that by the end of its standard input. It has a session of its own, so that
 * a signal to the launcher's group does not reach it. It ends with the launcher.
 */
final class OrphanGuard implements Closeable {
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM QUIT
      ranks=
      while read -r what rank; do
        kept=
        for one in $ranks; do
          [ "$one" = "$rank" ] || kept="$kept $one"
        done
        ranks=$kept
        [ "$what" = ended ] || ranks="$ranks $rank"
      done
      for signal in TERM TERM TERM TERM TERM KILL; do
        left=
        for rank in $ranks; do
          kill -$signal "$rank" 2>/dev/null && left=yes
        done
        [ -n "$left" ] || exit 0
        sleep 1
      done
      """;

  private final OutputStream orders;

  private OrphanGuard(OutputStream orders) {
    this.orders = orders;
  }

  /**
   * Starts the process.
   *
   * @throws IOException if there is no shell
   */
  static OrphanGuard start() throws IOException {
    List<String> command = new ArrayList<>(Session.own());
    command.addAll(List.of("sh", "-c", SCRIPT));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new OrphanGuard(process.getOutputStream());
  }

  /** Registers a rank that was started. */
  void started(long pid) {
    say("started " + pid);
  }

  /** Removes a rank that has ended: another process may get its number. */
  void ended(long pid) {
    say("ended " + pid);
  }

  private synchronized void say(String what) {
    try {
      orders.write((what + "\n").getBytes(StandardCharsets.US_ASCII));
      orders.flush();
    } catch (IOException gone) {
      // The guard process was ended; the run goes on without it.
    }
  }

  @Override
  public synchronized void close() throws IOException {
    orders.close();
  }
}
