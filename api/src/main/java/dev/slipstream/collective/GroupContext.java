package dev.slipstream.collective;

import dev.slipstream.api.CollectiveContext;
import dev.slipstream.api.IndexRange;
import dev.slipstream.api.Partition;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** What ranks exchange in a collective host task, over a channel of their group. */
public final class GroupContext implements CollectiveContext {
  private final Partition partition;
  private final Exchanger exchanger;
  private final int rank;
  private final int size;

  /**
   * @param partition what this rank runs
   * @param channel reaches the other ranks
   */
  public GroupContext(Partition partition, Channel channel) {
    this.partition = partition;
    this.exchanger = new Exchanger(channel);
    this.rank = channel.rank();
    this.size = channel.size();
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
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void barrier() {
    exchanger.allGather(new byte[0]);
  }

  @Override
  public byte[] broadcast(byte[] values, int root) {
    return exchanger.broadcast(rank == root ? values : new byte[0], root);
  }

  @Override
  public byte[] allGather(byte[] values) {
    return Exchanger.joined(exchanger.allGather(values));
  }

  @Override
  public byte[] gather(byte[] values, int root) {
    return Exchanger.joined(exchanger.gather(values, root));
  }

  @Override
  public byte[] scatter(byte[] values, int root) {
    return exchanger.scatter(rank == root ? values : new byte[0], 1, root);
  }

  @Override
  public int[] broadcast(int[] values, int root) {
    return Bytes.ints(exchanger.broadcast(rank == root ? Bytes.of(values) : new byte[0], root));
  }

  @Override
  public int[] allGather(int[] values) {
    return Bytes.ints(Exchanger.joined(exchanger.allGather(Bytes.of(values))));
  }

  @Override
  public int[] gather(int[] values, int root) {
    return Bytes.ints(Exchanger.joined(exchanger.gather(Bytes.of(values), root)));
  }

  @Override
  public int[] scatter(int[] values, int root) {
    return Bytes.ints(exchanger.scatter(rank == root ? Bytes.of(values) : new byte[0], 4, root));
  }

  @Override
  public long[] broadcast(long[] values, int root) {
    return Bytes.longs(exchanger.broadcast(rank == root ? Bytes.of(values) : new byte[0], root));
  }

  @Override
  public long[] allGather(long[] values) {
    return Bytes.longs(Exchanger.joined(exchanger.allGather(Bytes.of(values))));
  }

  @Override
  public long[] gather(long[] values, int root) {
    return Bytes.longs(Exchanger.joined(exchanger.gather(Bytes.of(values), root)));
  }

  @Override
  public long[] scatter(long[] values, int root) {
    return Bytes.longs(exchanger.scatter(rank == root ? Bytes.of(values) : new byte[0], 8, root));
  }

  @Override
  public float[] broadcast(float[] values, int root) {
    return Bytes.floats(exchanger.broadcast(rank == root ? Bytes.of(values) : new byte[0], root));
  }

  @Override
  public float[] allGather(float[] values) {
    return Bytes.floats(Exchanger.joined(exchanger.allGather(Bytes.of(values))));
  }

  @Override
  public float[] gather(float[] values, int root) {
    return Bytes.floats(Exchanger.joined(exchanger.gather(Bytes.of(values), root)));
  }

  @Override
  public float[] scatter(float[] values, int root) {
    return Bytes.floats(exchanger.scatter(rank == root ? Bytes.of(values) : new byte[0], 4, root));
  }

  @Override
  public double[] broadcast(double[] values, int root) {
    return Bytes.doubles(exchanger.broadcast(rank == root ? Bytes.of(values) : new byte[0], root));
  }

  @Override
  public double[] allGather(double[] values) {
    return Bytes.doubles(Exchanger.joined(exchanger.allGather(Bytes.of(values))));
  }

  @Override
  public double[] gather(double[] values, int root) {
    return Bytes.doubles(Exchanger.joined(exchanger.gather(Bytes.of(values), root)));
  }

  @Override
  public double[] scatter(double[] values, int root) {
    return Bytes.doubles(exchanger.scatter(rank == root ? Bytes.of(values) : new byte[0], 8, root));
  }

  @Override
  public long allReduceLong(long value, LongBinaryOperator operator) {
    return allReduce(new long[] {value}, operator)[0];
  }

  @Override
  public long[] allReduce(long[] values, LongBinaryOperator operator) {
    return Bytes.longs(
        exchanger.allReduce(
            Bytes.of(values), 8, (lower, higher) -> combinedLongs(lower, higher, operator)));
  }

  private static byte[] combinedLongs(byte[] lower, byte[] higher, LongBinaryOperator operator) {
    long[] all = Bytes.longs(lower);
    long[] more = Bytes.longs(higher);
    for (int i = 0; i < all.length; i++) {
      all[i] = operator.applyAsLong(all[i], more[i]);
    }
    return Bytes.of(all);
  }

  @Override
  public double allReduceDouble(double value, DoubleBinaryOperator operator) {
    return allReduce(new double[] {value}, operator)[0];
  }

  @Override
  public double[] allReduce(double[] values, DoubleBinaryOperator operator) {
    return Bytes.doubles(
        exchanger.allReduce(
            Bytes.of(values), 8, (lower, higher) -> combinedDoubles(lower, higher, operator)));
  }

  private static byte[] combinedDoubles(
      byte[] lower, byte[] higher, DoubleBinaryOperator operator) {
    double[] all = Bytes.doubles(lower);
    double[] more = Bytes.doubles(higher);
    for (int i = 0; i < all.length; i++) {
      all[i] = operator.applyAsDouble(all[i], more[i]);
    }
    return Bytes.of(all);
  }
}
