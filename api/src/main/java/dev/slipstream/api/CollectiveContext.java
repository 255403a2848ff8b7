package dev.slipstream.api;

import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * What a collective host task knows of the ranks that run it with this one, and how it exchanges
 * something with them. All ranks call the same methods in the same order, with the same types and
 * roots, on the thread of the task: where they do not, they end with an error that says what each
 * has called.
 *
 * <p>Arrays may be empty, and are the caller's again when the method returns; results are new
 * arrays. Elements keep their bits. Values are combined in the order of the ranks, so that they are
 * the same on every rank and in every run.
 */
public interface CollectiveContext extends Partition {
  /** The number of this rank, from 0 on. */
  int rank();

  /** How many ranks there are. */
  int size();

  /** Returns when all ranks have called it. */
  void barrier();

  /**
   * Gives all ranks what one of them has.
   *
   * @param values what it has; not looked at on other ranks, which may give null
   * @param root the rank that has it
   * @return the same on every rank, as long as the array of the root
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
   * Gives all ranks what each has, in the order of the ranks.
   *
   * @param values of any length, on each rank another one
   * @return all of them, one behind the other
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
   * Combines the elements of all ranks, each with those at the same index, and gives all ranks the
   * results.
   *
   * @param values of the same length on all ranks
   * @param operator combines what lower ranks have with what the next one has; the same on all
   *     ranks, and without side effects
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
   * Gives one rank what each has, in the order of the ranks.
   *
   * @param values of any length, on each rank another one
   * @param root the rank that gets it
   * @return all of them, one behind the other; empty on other ranks
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
   * Gives each rank an equal part of what one has, as {@link HostMapper#evenSplit()} cuts it: the
   * first ranks get one element more where they cannot all get as many.
   *
   * @param values what it has; not looked at on other ranks, which may give null
   * @param root the rank that has it
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
   * What an MPI library needs for a communicator of these ranks. All ranks call it, as the methods
   * above.
   *
   * @return empty where MPI has not started all ranks ({@code mpirun}, or another launcher that
   *     sets {@code OMPI_COMM_WORLD_RANK} or {@code PMIX_RANK})
   */
  Optional<MpiGroup> mpi();
}
