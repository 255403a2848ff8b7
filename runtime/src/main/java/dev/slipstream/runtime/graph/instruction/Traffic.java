package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Region;

/**
 * How much one node moves, in bytes.
 *
 * @param kernels the number of kernels, which move nothing
 * @param uploaded from the heap or host memory to devices
 * @param downloaded from devices to the heap or host memory
 * @param exchanged directly between devices
 * @param onHost between the heap and host memory, or from one array to another
 * @param resized within a memory, into larger allocations
 * @param spilled from devices to the host because memory was short; a part of what is downloaded
 * @param sent to other nodes
 */
public record Traffic(
    long kernels,
    long uploaded,
    long downloaded,
    long exchanged,
    long onHost,
    long resized,
    long spilled,
    long sent) {
  /** Nothing. */
  public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0, 0, 0);

  /**
   * Returns what one instruction moves.
   *
   * @param instruction the instruction
   * @return its traffic
   */
  public static Traffic of(Instruction instruction) {
    if (instruction instanceof Instruction.Kernel) {
      return new Traffic(1, 0, 0, 0, 0, 0, 0, 0);
    } else if (instruction instanceof Instruction.Copy copy) {
      boolean spill = copy.reason() == Instruction.Copy.Reason.SPILL;
      return copied(copy.source(), copy.destination(), copy.region(), spill);
    } else if (instruction instanceof Instruction.Send send) {
      long bytes = send.source().buffer().bytes(send.pilot().box().area());
      return new Traffic(0, 0, 0, 0, 0, 0, 0, bytes);
    }
    return NONE;
  }

  private static Traffic copied(
      Allocation source, Allocation destination, Region region, boolean spill) {
    MemoryId from = source.memory();
    MemoryId to = destination.memory();
    long bytes = source.buffer().bytes(region.area());
    if (from.equals(MemoryId.HEAP) && to.equals(MemoryId.HEAP)) {
      return new Traffic(0, 0, 0, 0, bytes, 0, 0, 0);
    } else if (from.equals(to)) {
      return new Traffic(0, 0, 0, 0, 0, bytes, 0, 0);
    } else if (from.isDevice()) {
      return to.isDevice()
          ? new Traffic(0, 0, 0, bytes, 0, 0, 0, 0)
          : new Traffic(0, 0, bytes, 0, 0, 0, spill ? bytes : 0, 0);
    }
    return to.isDevice()
        ? new Traffic(0, bytes, 0, 0, 0, 0, 0, 0)
        : new Traffic(0, 0, 0, 0, bytes, 0, 0, 0);
  }

  /**
   * Returns the sum of two traffics.
   *
   * @param other the other one
   * @return both together
   */
  public Traffic plus(Traffic other) {
    return new Traffic(
        kernels + other.kernels,
        uploaded + other.uploaded,
        downloaded + other.downloaded,
        exchanged + other.exchanged,
        onHost + other.onHost,
        resized + other.resized,
        spilled + other.spilled,
        sent + other.sent);
  }
}
