package dev.slipstream.collective;

import java.nio.ByteBuffer;

/**
 * What a rank has called: all call the same.
 *
 * @param task which task of the group it belongs to
 * @param number which call of the task it is
 * @param element what arrays hold, as in the name of their class
 * @param root the rank from which or to which values go, 0 where there is none
 */
record Call(int task, int number, Operation operation, char element, int root) {
  /** The bytes of the form that {@link #write} gives it. */
  static final int BYTES = 14;

  /** What can be called. */
  enum Operation {
    BARRIER('|', "barrier"),
    BROADCAST('B', "broadcast"),
    ALL_GATHER('A', "allGather"),
    GATHER('G', "gather"),
    SCATTER('S', "scatter"),
    ALL_REDUCE('R', "allReduce"),
    MPI('M', "mpi");

    private final char letter;
    private final String method;

    Operation(char letter, String method) {
      this.letter = letter;
      this.method = method;
    }

    private static Operation of(int letter) {
      for (Operation operation : values()) {
        if (operation.letter == letter) {
          return operation;
        }
      }
      throw new IllegalArgumentException("there is no operation " + letter);
    }
  }

  void write(ByteBuffer out) {
    out.putInt(task);
    out.putInt(number);
    out.put((byte) operation.letter);
    out.put((byte) element);
    out.putInt(root);
  }

  /**
   * Reads what was written.
   *
   * @throws IllegalArgumentException if nothing was
   */
  static Call read(ByteBuffer in) {
    return new Call(in.getInt(), in.getInt(), Operation.of(in.get()), (char) in.get(), in.getInt());
  }

  /** For messages, {@code broadcast(double[]) with root 0, call 1 of task 1 of the group}. */
  String text() {
    String arrays =
        switch (element) {
          case 'B' -> "byte[]";
          case 'I' -> "int[]";
          case 'J' -> "long[]";
          case 'F' -> "float[]";
          default -> "double[]";
        };
    String arguments =
        switch (operation) {
          case BARRIER, MPI -> "()";
          case ALL_GATHER, ALL_REDUCE -> "(" + arrays + ")";
          case BROADCAST, GATHER, SCATTER -> "(" + arrays + ") with root " + root;
        };
    return operation.method
        + arguments
        + ", call "
        + (number + 1L)
        + " of task "
        + (task + 1L)
        + " of the group";
  }
}
