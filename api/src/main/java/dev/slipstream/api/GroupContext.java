package dev.slipstream.api;

import dev.slipstream.collective.ArrayKind;
import dev.slipstream.collective.Channel;
import dev.slipstream.collective.Exchanger;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/** The context of one collective host task on a rank. */
final class GroupContext implements CollectiveContext {
  private final Partition partition;
  private final Channel channel;
  private final Exchanger exchanger;
  private final Map<String, String> environment;

  /**
   * @param partition the part that this rank runs
   * @param channel reaches the other ranks
   * @param environment the variables of this process
   */
  GroupContext(Partition partition, Channel channel, Map<String, String> environment) {
    this.partition = partition;
    this.channel = channel;
    this.exchanger = new Exchanger(channel);
    this.environment = environment;
  }

  @Override
  public long from() {
    return partition.from();
  }

  @Override
  public long to() {
    return partition.to();
  }

  @Override
  public IndexRange iterations() {
    return partition.iterations();
  }

  @Override
  public IndexRange allocationWindow(Object array) {
    return partition.allocationWindow(array);
  }

  @Override
  public int rank() {
    return channel.rank();
  }

  @Override
  public int size() {
    return channel.size();
  }

  @Override
  public void barrier() {
    exchanger.barrier();
  }

  @Override
  public byte[] broadcast(byte[] values, int root) {
    return exchanger.broadcast(ArrayKind.BYTES, values, root);
  }

  @Override
  public int[] broadcast(int[] values, int root) {
    return exchanger.broadcast(ArrayKind.INTS, values, root);
  }

  @Override
  public long[] broadcast(long[] values, int root) {
    return exchanger.broadcast(ArrayKind.LONGS, values, root);
  }

  @Override
  public float[] broadcast(float[] values, int root) {
    return exchanger.broadcast(ArrayKind.FLOATS, values, root);
  }

  @Override
  public double[] broadcast(double[] values, int root) {
    return exchanger.broadcast(ArrayKind.DOUBLES, values, root);
  }

  @Override
  public byte[] allGather(byte[] values) {
    return exchanger.allGather(ArrayKind.BYTES, values);
  }

  @Override
  public int[] allGather(int[] values) {
    return exchanger.allGather(ArrayKind.INTS, values);
  }

  @Override
  public long[] allGather(long[] values) {
    return exchanger.allGather(ArrayKind.LONGS, values);
  }

  @Override
  public float[] allGather(float[] values) {
    return exchanger.allGather(ArrayKind.FLOATS, values);
  }

  @Override
  public double[] allGather(double[] values) {
    return exchanger.allGather(ArrayKind.DOUBLES, values);
  }

  @Override
  public byte[] gather(byte[] values, int root) {
    return exchanger.gather(ArrayKind.BYTES, values, root);
  }

  @Override
  public int[] gather(int[] values, int root) {
    return exchanger.gather(ArrayKind.INTS, values, root);
  }

  @Override
  public long[] gather(long[] values, int root) {
    return exchanger.gather(ArrayKind.LONGS, values, root);
  }

  @Override
  public float[] gather(float[] values, int root) {
    return exchanger.gather(ArrayKind.FLOATS, values, root);
  }

  @Override
  public double[] gather(double[] values, int root) {
    return exchanger.gather(ArrayKind.DOUBLES, values, root);
  }

  @Override
  public byte[] scatter(byte[] values, int root) {
    return exchanger.scatter(ArrayKind.BYTES, values, root);
  }

  @Override
  public int[] scatter(int[] values, int root) {
    return exchanger.scatter(ArrayKind.INTS, values, root);
  }

  @Override
  public long[] scatter(long[] values, int root) {
    return exchanger.scatter(ArrayKind.LONGS, values, root);
  }

  @Override
  public float[] scatter(float[] values, int root) {
    return exchanger.scatter(ArrayKind.FLOATS, values, root);
  }

  @Override
  public double[] scatter(double[] values, int root) {
    return exchanger.scatter(ArrayKind.DOUBLES, values, root);
  }

  @Override
  public int[] allReduce(int[] values, IntBinaryOperator operator) {
    return exchanger.allReduce(values, operator);
  }

  @Override
  public long[] allReduce(long[] values, LongBinaryOperator operator) {
    return exchanger.allReduce(values, operator);
  }

  @Override
  public double[] allReduce(double[] values, DoubleBinaryOperator operator) {
    return exchanger.allReduce(values, operator);
  }

  @Override
  public long allReduceLong(long value, LongBinaryOperator operator) {
    return exchanger.allReduce(new long[] {value}, operator)[0];
  }

  @Override
  public double allReduceDouble(double value, DoubleBinaryOperator operator) {
    return exchanger.allReduce(new double[] {value}, operator)[0];
  }

  @Override
  public Optional<MpiGroup> mpi() {
    int[] worldRanks = exchanger.mpi(MpiGroup.worldRank(environment));
    boolean areKnown = Arrays.stream(worldRanks).allMatch(each -> each >= 0);
    boolean areDistinct = Arrays.stream(worldRanks).distinct().count() == worldRanks.length;
    return areKnown && areDistinct
        ? Optional.of(new MpiGroup(worldRanks, channel.number()))
        : Optional.empty();
  }
}
