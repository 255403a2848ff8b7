package dev.slipstream.agent.ranks;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that ends the ranks of this host if the launcher is gone without having done so: after
 * {@code kill -9}, when nothing of the launcher runs any more. It knows by the end of its standard
 * input, has a session of its own, so that what ends the launcher does not reach it, and ends with
 * the launcher.
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

  /** A rank was started. */
  void started(long pid) {
    say("started " + pid);
  }

  /** A rank has ended: its number may be another process's from now on. */
  void ended(long pid) {
    say("ended " + pid);
  }

  private synchronized void say(String what) {
    try {
      orders.write((what + "\n").getBytes(StandardCharsets.US_ASCII));
      orders.flush();
    } catch (IOException gone) {
      // Somebody has ended it; the run goes on without.
    }
  }

  @Override
  public synchronized void close() throws IOException {
    orders.close();
  }
}
