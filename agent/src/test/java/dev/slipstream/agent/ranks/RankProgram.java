package dev.slipstream.agent.ranks;

import dev.slipstream.agent.child.ChildProgram;
import java.nio.file.Path;
import java.util.List;

/** A program for runs of several ranks, each of which does what its argument says. */
final class RankProgram {
  private static final String SOURCE =
      """
      import java.nio.file.Files;
      import java.nio.file.Path;

      public class RankProgram {
        private static Path folder;

        public static void main(String[] arguments) throws Exception {
          String given = System.getenv("SLIPSTREAM_RANK");
          int rank = given == null ? 0 : Integer.parseInt(given);
          folder = Path.of(arguments[0]);
          switch (arguments[1]) {
            case "write" -> write(rank);
            case "read" -> {
              byte[] bytes = System.in.readAllBytes();
              System.out.write(bytes, 0, bytes.length);
              System.out.flush();
              System.err.println("read " + bytes.length);
            }
            case "say" ->
                System.err.println(
                    "is " + given
                        + " of " + System.getenv("SLIPSTREAM_SIZE")
                        + " at " + System.getenv("SLIPSTREAM_RENDEZVOUS")
                        + " with " + System.getenv("SLIPSTREAM_SECRET")
                        + " as " + System.getenv("SLIPSTREAM_PROCESS")
                        + " in " + ProcessHandle.current().pid()
                        + " at " + Path.of("").toAbsolutePath());
            case "exit" -> {
              // Rank 1 is the first to end.
              if (rank != 1) {
                await("failed");
              } else {
                Files.createFile(folder.resolve("failed"));
                Runtime.getRuntime().halt(7);
              }
            }
            case "hang" -> {
              if (rank == 1) {
                System.exit(7);
              }
              await("never");
            }
            case "wait" -> {
              Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
              Files.writeString(folder.resolve("pid" + rank + ".new"), "" + ProcessHandle.current().pid());
              Files.move(folder.resolve("pid" + rank + ".new"), folder.resolve("pid" + rank));
              await("never");
            }
            default -> throw new IllegalArgumentException(arguments[1]);
          }
        }

        private static void write(int rank) {
          byte[] all = new byte[3 * 256];
          for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
          }
          if (rank == 0) {
            System.out.write(all, 0, all.length);
            System.out.flush();
            System.err.print("no line end");
            System.err.flush();
          } else {
            for (int i = 0; i < 200; i++) {
              System.out.print("o" + rank);
              System.out.flush();
              System.err.println("e" + rank);
            }
            System.out.print("last of " + rank);
          }
        }

        private static void await(String file) throws Exception {
          while (!Files.exists(folder.resolve(file))) {
            Thread.sleep(20);
          }
        }
      }
      """;

  private RankProgram() {}

  /**
   * Compiles it into a folder.
   *
   * @return the words after the java command, without the argument
   */
  static List<String> compile(Path folder) {
    ChildProgram.compile(folder, SOURCE);
    // These tests start processes; other tests check what ranks do together.
    return List.of(
        "-XX:TieredStopAtLevel=1",
        "-Dslipstream.enabled=false",
        "-Dslipstream.peerTimeout=1",
        "-cp",
        folder.toString(),
        "RankProgram",
        folder.toString());
  }
}
