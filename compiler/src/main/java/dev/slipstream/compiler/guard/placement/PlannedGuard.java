package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.guard.platform.NamedMethod;
import dev.slipstream.compiler.guard.platform.ReflectiveCall;
import dev.slipstream.compiler.guard.scan.CallFences.Fence;
import java.util.Optional;

/**
 * A guard that is planned at one instruction. The number of the instruction is the one in the
 * unchanged method.
 */
public sealed interface PlannedGuard {
  /** The instruction's number. */
  int number();

  /**
   * Guards the array of an access.
   *
   * @param kind the accesses that it allows, a {@link GuardKind}; 0 if another guard precedes the
   *     access already
   */
  record OfArray(int number, int kind) implements PlannedGuard {}

  /**
   * Guards the element of an access alone.
   *
   * @param kind as in {@link OfArray}; never 0 for reads
   */
  record OfElement(int number, int kind) implements PlannedGuard {}

  /**
   * Guards the rows at an instruction that stores a row.
   *
   * @param kind the accesses that it allows to the stored row, as in {@link OfArray}
   * @param replaces whether the replaced row may have been written
   */
  record OfStoredRow(int number, int kind, boolean replaces) implements PlannedGuard {}

  /**
   * Fences a call.
   *
   * @param rescuing the block of the call, if arrays that it writes or holds are taken back when it
   *     throws; otherwise those count as kept
   */
  record OfCall(int number, Fence fence, Optional<Block> rescuing) implements PlannedGuard {}

  /** Reports a call that makes code without guards. */
  record OfMadeCode(int number, String reason) implements PlannedGuard {}

  /** Reports what a call by reflection passes to the method that it calls, and gets from it. */
  record OfReflectiveCall(int number, ReflectiveCall call) implements PlannedGuard {}

  /** Reports the method that a call refers to. */
  record OfNamedMethod(int number, NamedMethod method) implements PlannedGuard {}
}
