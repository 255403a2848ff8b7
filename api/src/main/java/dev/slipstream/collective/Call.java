package dev.slipstream.collective;

import java.nio.ByteBuffer;

/**
 * A call of a collective operation by a rank; all ranks must make the same one.
 *
 * @param task the number of its task in the group
 * @param number its number in the task
 * @param element the elements' type, as in the name of the arrays' class
 * @param root the rank from which or to which values are sent, 0 where there is none
 */
record Call(int task, int number, Operation operation, char element, int root) {
  /** The size of the form that {@link #write} produces. */
  static final int BYTES = 14;

  /** The operations. */
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
   * Reads a call that was written.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Call read(ByteBuffer in) {
    return new Call(in.getInt(), in.getInt(), Operation.of(in.get()), (char) in.get(), in.getInt());
  }

  /**
   * The text for messages, {@code broadcast(double[]) with root 0, call 1 of task 1 of the group}.
   */
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
