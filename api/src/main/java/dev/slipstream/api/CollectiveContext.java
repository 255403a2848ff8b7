package dev.slipstream.api;

import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * What a collective host task knows of the ranks that run it with this one, and how it exchanges
 * something with them. All ranks call the same methods in the same order, on the thread of the
 * task, with arrays of the same length where nothing else is said.
 *
 * <p>Results are new arrays. Values are combined in the order of the ranks, so that they are the
 * same on every rank and in every run.
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
   * @param values what it has; others may give null
   * @param root the rank that has it
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
   * Gives all ranks what each has, in the order of the ranks. They may have arrays of different
   * lengths.
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
   * Combines the elements of all ranks, each with those at the same index.
   *
   * @param operator combines two of them, those of lower ranks first
   */
  long[] allReduce(long[] values, LongBinaryOperator operator);

  /** As {@link #allReduce(long[], LongBinaryOperator)}. */
  double[] allReduce(double[] values, DoubleBinaryOperator operator);

  /** Combines one number of each rank, in their order. */
  long allReduceLong(long value, LongBinaryOperator operator);

  /** Combines one number of each rank, in their order. */
  double allReduceDouble(double value, DoubleBinaryOperator operator);

  /**
   * Gives one rank what each has, in the order of the ranks.
   *
   * @param root the rank that gets it
   * @return all; empty on other ranks
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
   * Gives each rank an equal part of what one has, as {@link HostMapper#evenSplit()} cuts it.
   *
   * @param values what it has; others may give null
   * @param root the rank that has it
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
}
