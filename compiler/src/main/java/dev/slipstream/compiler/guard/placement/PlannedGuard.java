package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.guard.platform.NamedMethod;
import dev.slipstream.compiler.guard.scan.CallFences.Fence;
import java.util.Optional;

/** What is to stand at one instruction, which its number in the unchanged method names. */
public sealed interface PlannedGuard {
  /** The instruction's number. */
  int number();

  /**
   * For an access, a guard of its array.
   *
   * @param kind what it allows, a {@link GuardKind}; 0 if a guard stands before already
   */
  record OfArray(int number, int kind) implements PlannedGuard {}

  /**
   * For an access, a guard of its element alone.
   *
   * @param kind as above; reads have one
   */
  record OfElement(int number, int kind) implements PlannedGuard {}

  /**
   * For an instruction that stores a row.
   *
   * @param kind what is allowed for the row that comes, as above
   * @param replaces whether the row that goes may have been written
   */
  record OfStoredRow(int number, int kind, boolean replaces) implements PlannedGuard {}

  /**
   * For a call.
   *
   * @param rescuing the block of the call, if arrays that it writes or holds are taken back when it
   *     throws; otherwise those count as kept
   */
  record OfCall(int number, Fence fence, Optional<Block> rescuing) implements PlannedGuard {}

  /** For a call that makes code without guards. */
  record OfMadeCode(int number, String reason) implements PlannedGuard {}

  /** For a call that is about a method which it names. */
  record OfNamedMethod(int number, NamedMethod method) implements PlannedGuard {}
}
