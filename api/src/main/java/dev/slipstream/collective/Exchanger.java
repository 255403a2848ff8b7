package dev.slipstream.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;

/** The patterns in which ranks exchange bytes. */
final class Exchanger {
  /** Fewer bytes than that are combined by each rank for itself. */
  private static final int SHORT = 8192;

  private final Channel channel;
  private final int rank;
  private final int size;

  Exchanger(Channel channel) {
    this.channel = channel;
    this.rank = channel.rank();
    this.size = channel.size();
  }

  /** What one rank has, on every rank; along a binomial tree. */
  byte[] broadcast(byte[] own, int root) {
    require(root);
    int place = Math.floorMod(rank - root, size);
    byte[] content = own.clone();
    int bit = 1;
    for (; bit < size; bit <<= 1) {
      if ((place & bit) != 0) {
        content = channel.receive(Math.floorMod(place - bit + root, size));
        break;
      }
    }
    for (bit >>= 1; bit > 0; bit >>= 1) {
      if (place + bit < size) {
        channel.send(Math.floorMod(place + bit + root, size), content);
      }
    }
    return content;
  }

  /** What each rank has, on every rank. */
  List<byte[]> allGather(byte[] own) {
    for (int step = 1; step < size; step++) {
      channel.send((rank + step) % size, own);
    }
    return received(own);
  }

  private List<byte[]> received(byte[] own) {
    List<byte[]> all = new ArrayList<>();
    for (int from = 0; from < size; from++) {
      all.add(from == rank ? own : channel.receive(from));
    }
    return all;
  }

  /** What each rank has, on one of them; nothing on others. */
  List<byte[]> gather(byte[] own, int root) {
    require(root);
    if (rank == root) {
      return received(own);
    }
    channel.send(root, own);
    return List.of();
  }

  /**
   * Equal parts of what one rank has, to each its own.
   *
   * @param width the bytes of an element
   */
  byte[] scatter(byte[] all, int width, int root) {
    require(root);
    if (rank != root) {
      return channel.receive(root);
    }
    for (int to = 0; to < size; to++) {
      if (to != rank) {
        channel.send(to, part(all, width, to));
      }
    }
    return part(all, width, rank);
  }

  /**
   * Combines what all ranks have, those of lower ranks first. Long arrays are combined in parts,
   * each by one rank.
   *
   * @param width the bytes of an element
   * @param operator combines arrays of one length
   */
  byte[] allReduce(byte[] own, int width, BinaryOperator<byte[]> operator) {
    if (own.length < SHORT) {
      return combined(allGather(own), operator);
    }
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      channel.send(to, part(own, width, to));
    }
    byte[] mine = combined(received(part(own, width, rank)), operator);
    return joined(allGather(mine));
  }

  private static byte[] combined(List<byte[]> all, BinaryOperator<byte[]> operator) {
    byte[] result = all.get(0).clone();
    for (int from = 1; from < all.size(); from++) {
      if (all.get(from).length != result.length) {
        throw new IllegalArgumentException(
            "ranks combine arrays of different lengths: "
                + result.length
                + " bytes on rank 0 and "
                + all.get(from).length
                + " on rank "
                + from);
      }
      result = operator.apply(result, all.get(from));
    }
    return result;
  }

  private byte[] part(byte[] all, int width, int part) {
    int elements = all.length / width;
    return Arrays.copyOfRange(
        all, width * start(part, elements), width * start(part + 1, elements));
  }

  /** The same parts as those of even splits. */
  private int start(int part, int elements) {
    return part * (elements / size) + Math.min(part, elements % size);
  }

  static byte[] joined(List<byte[]> parts) {
    int length = 0;
    for (byte[] part : parts) {
      length = Math.addExact(length, part.length);
    }
    byte[] all = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private void require(int root) {
    if (root < 0 || root >= size) {
      throw new IllegalArgumentException("there is no rank " + root + ", only 0 to " + (size - 1));
    }
  }
}
