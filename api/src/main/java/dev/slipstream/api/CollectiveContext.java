package dev.slipstream.api;

import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * The view that a collective host task has of the ranks that run it, and the operations by which
 * they exchange values. All ranks must call the same methods in the same order, with the same types
 * and roots, on the thread of the task. Otherwise they end with an error that lists the call of
 * each rank.
 *
 * <p>Arrays may be empty. The caller may use its arrays again when the method returns; results are
 * new arrays. Elements keep their bits. Values are combined in the order of the ranks, so that
 * results are the same on every rank and in every run.
 */
public interface CollectiveContext extends Partition {
  /** The number of this rank, from 0 on. */
  int rank();

  /** The number of ranks. */
  int size();

  /** Returns when all ranks have called it. */
  void barrier();

  /**
   * Sends the values of one rank to all ranks.
   *
   * @param values the values to send; ignored on other ranks, which may pass null
   * @param root the rank that sends its values
   * @return the values of the root, the same on every rank
   * @throws IllegalArgumentException if there is no such rank
   */
  byte[] broadcast(byte[] values, int root);

  /** As {@link #broadcast(byte[], int)}. */
  int[] broadcast(int[] values, int root);

  /** As {@link #broadcast(byte[], int)}. */
  long[] broadcast(long[] values, int root);

  /** As {@link #broadcast(byte[], int)}. */
  float[] broadcast(float[] values, int root);

  /** As {@link #broadcast(byte[], int)}. */
  double[] broadcast(double[] values, int root);

  /**
   * Sends the values of each rank to all ranks, in the order of the ranks.
   *
   * @param values of any length, which may differ between ranks
   * @return the values of all ranks, concatenated
   */
  byte[] allGather(byte[] values);

  /** As {@link #allGather(byte[])}. */
  int[] allGather(int[] values);

  /** As {@link #allGather(byte[])}. */
  long[] allGather(long[] values);

  /** As {@link #allGather(byte[])}. */
  float[] allGather(float[] values);

  /** As {@link #allGather(byte[])}. */
  double[] allGather(double[] values);

  /**
   * Combines the elements of all ranks, each with those at the same index, and returns the results
   * to all ranks.
   *
   * @param values of the same length on all ranks
   * @param operator combines the result of lower ranks with the value of the next one; the same on
   *     all ranks, and without side effects
   * @throws IllegalArgumentException if lengths differ
   */
  int[] allReduce(int[] values, IntBinaryOperator operator);

  /** As {@link #allReduce(int[], IntBinaryOperator)}. */
  long[] allReduce(long[] values, LongBinaryOperator operator);

  /** As {@link #allReduce(int[], IntBinaryOperator)}. */
  double[] allReduce(double[] values, DoubleBinaryOperator operator);

  /** Combines one number of each rank, in their order. */
  long allReduceLong(long value, LongBinaryOperator operator);

  /** Combines one number of each rank, in their order. */
  double allReduceDouble(double value, DoubleBinaryOperator operator);

  /**
   * Sends the values of each rank to one rank, in the order of the ranks.
   *
   * @param values of any length, which may differ between ranks
   * @param root the rank that receives them
   * @return the values of all ranks, concatenated; empty on other ranks
   * @throws IllegalArgumentException if there is no such rank
   */
  byte[] gather(byte[] values, int root);

  /** As {@link #gather(byte[], int)}. */
  int[] gather(int[] values, int root);

  /** As {@link #gather(byte[], int)}. */
  long[] gather(long[] values, int root);

  /** As {@link #gather(byte[], int)}. */
  float[] gather(float[] values, int root);

  /** As {@link #gather(byte[], int)}. */
  double[] gather(double[] values, int root);

  /**
   * Sends each rank an equal part of one rank's values, cut as by {@link HostMapper#evenSplit()}:
   * if the length is no multiple of the number of ranks, the first ranks receive one element more.
   *
   * @param values the values to send; ignored on other ranks, which may pass null
   * @param root the rank that sends its values
   * @return this rank's part
   * @throws IllegalArgumentException if there is no such rank
   */
  byte[] scatter(byte[] values, int root);

  /** As {@link #scatter(byte[], int)}. */
  int[] scatter(int[] values, int root);

  /** As {@link #scatter(byte[], int)}. */
  long[] scatter(long[] values, int root);

  /** As {@link #scatter(byte[], int)}. */
  float[] scatter(float[] values, int root);

  /** As {@link #scatter(byte[], int)}. */
  double[] scatter(double[] values, int root);

  /**
   * The values that an MPI library needs for a communicator of these ranks. All ranks must call it,
   * like the methods above.
   *
   * @return empty if MPI has not started all ranks ({@code mpirun}, or another launcher that sets
   *     {@code OMPI_COMM_WORLD_RANK} or {@code PMIX_RANK})
   */
  Optional<MpiGroup> mpi();
}
