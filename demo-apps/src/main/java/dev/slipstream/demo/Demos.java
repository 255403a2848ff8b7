package dev.slipstream.demo;

import java.util.Arrays;
import java.util.Optional;

/** Starts the program named by the first argument, with the remaining arguments. */
public final class Demos {
  private Demos() {}

  public static void main(String[] args) {
    String names = String.join(", ", Program.titles());
    if (args.length == 0) {
      System.out.println("Give the name of a program, then its options: " + names);
      return;
    }
    Optional<Program> program = Program.named(args[0]);
    if (program.isEmpty()) {
      System.err.println("There is no program '" + args[0] + "': choose one of " + names);
      System.exit(2);
    }
    program.orElseThrow().main().accept(Arrays.copyOfRange(args, 1, args.length));
  }
}
