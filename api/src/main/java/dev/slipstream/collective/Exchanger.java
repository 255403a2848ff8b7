package dev.slipstream.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * The patterns in which ranks exchange arrays in one collective host task. All ranks call the same
 * methods in the same order. Results are new arrays.
 */
public final class Exchanger {
  /** Arrays with fewer bytes are combined by each rank on its own. */
  static final int SHORT = 8192;

  private final Channel channel;
  private final int rank;
  private final int size;
  private int calls;

  /**
   * @param channel reaches the other ranks
   */
  public Exchanger(Channel channel) {
    this.channel = channel;
    this.rank = channel.rank();
    this.size = channel.size();
  }

  private <A> CallMessages<A> begin(Call.Operation operation, ArrayKind<A> kind, int root) {
    if (root < 0 || root >= size) {
      throw new IllegalArgumentException("there is no rank " + root + ", only 0 to " + (size - 1));
    }
    Call call = new Call(channel.task(), calls++, operation, kind.letter(), root);
    return new CallMessages<>(channel, call, kind);
  }

  /**
   * Waits until all ranks have called it. In each round a rank receives messages, directly or
   * indirectly, from twice as many others as in the previous one (dissemination barrier; Hensgen,
   * Finkel and Manber, 1988).
   */
  public void barrier() {
    CallMessages<byte[]> messages = begin(Call.Operation.BARRIER, ArrayKind.BYTES, 0);
    byte[] message = messages.message(new byte[0], 0, 0, 0);
    for (int step = 1; step < size; step <<= 1) {
      messages.send((rank + step) % size, message);
      messages.receive(Math.floorMod(rank - step, size));
    }
  }

  /**
   * Sends the values of one rank to every rank; along a binomial tree.
   *
   * @param own ignored on other ranks
   */
  public <A> A broadcast(ArrayKind<A> kind, A own, int root) {
    CallMessages<A> messages = begin(Call.Operation.BROADCAST, kind, root);
    List<Integer> receivers = new ArrayList<>();
    int place = Math.floorMod(rank - root, size);
    int above = place == 0 ? Integer.highestOneBit(size) << 1 : Integer.lowestOneBit(place);
    for (int bit = above >> 1; bit > 0; bit >>= 1) {
      if (place + bit < size) {
        receivers.add((place + bit + root) % size);
      }
    }
    if (place > 0) {
      return passedOn(kind, messages, (place - above + root) % size, receivers);
    }
    sendAll(kind, given(own), messages, receivers);
    return kind.copy(own, 0, kind.length(own));
  }

  private static <A> void sendAll(
      ArrayKind<A> kind, A own, CallMessages<A> messages, List<Integer> receivers) {
    int total = kind.length(own);
    int at = 0;
    do {
      int count = Math.min(messages.step(), total - at);
      byte[] message = messages.message(own, at, count, total);
      for (int to : receivers) {
        messages.send(to, message);
      }
      at += count;
    } while (at < total);
  }

  private static <A> A passedOn(
      ArrayKind<A> kind, CallMessages<A> messages, int from, List<Integer> receivers) {
    Segment next = messages.receive(from);
    A all = kind.create(next.total());
    int at = 0;
    while (true) {
      for (int to : receivers) {
        messages.send(to, next.message());
      }
      at += messages.put(next, all, at);
      if (at == kind.length(all)) {
        return all;
      }
      next = messages.receive(from);
    }
  }

  /** Concatenates the values of all ranks on every rank. */
  public <A> A allGather(ArrayKind<A> kind, A own) {
    return joined(kind, given(own), begin(Call.Operation.ALL_GATHER, kind, 0), /* sends= */ true);
  }

  /** Concatenates the values of all ranks on one rank; the result is empty on others. */
  public <A> A gather(ArrayKind<A> kind, A own, int root) {
    CallMessages<A> messages = begin(Call.Operation.GATHER, kind, root);
    if (rank == root) {
      return joined(kind, given(own), messages, /* sends= */ false);
    }
    sendAll(kind, given(own), messages, List.of(root));
    return kind.create(0);
  }

  /** Collects the MPI rank of each rank. */
  public int[] mpi(int own) {
    CallMessages<int[]> messages = begin(Call.Operation.MPI, ArrayKind.INTS, 0);
    return joined(ArrayKind.INTS, new int[] {own}, messages, /* sends= */ true);
  }

  /** Receives from all others in turn, so that all can continue sending. */
  private <A> A joined(ArrayKind<A> kind, A own, CallMessages<A> messages, boolean sends) {
    int mine = kind.length(own);
    int longest = mine;
    Segment[] first = new Segment[size];
    int[] start = new int[size + 1];
    sendStep(own, 0, mine, messages, sends);
    for (int from = 0; from < size; from++) {
      int total = mine;
      if (from != rank) {
        first[from] = messages.receive(from);
        total = first[from].total();
      }
      longest = Math.max(longest, total);
      start[from + 1] = sum(start[from], total);
    }
    A all = kind.create(start[size]);
    System.arraycopy(own, 0, all, start[rank], mine);
    for (long at = 0; at == 0 || at < longest; at += messages.step()) {
      if (at > 0 && at < mine) {
        sendStep(own, (int) at, mine, messages, sends);
      }
      for (int from = 0; from < size; from++) {
        if (from != rank && (at == 0 || start[from] + at < start[from + 1])) {
          Segment next = at == 0 ? first[from] : messages.receive(from);
          messages.put(next, all, start[from] + (int) at);
        }
      }
    }
    return all;
  }

  private static <A> void sendStep(
      A own, int at, int total, CallMessages<A> messages, boolean sends) {
    if (sends) {
      messages.sendToOthers(
          messages.message(own, at, Math.min(messages.step(), total - at), total));
    }
  }

  private static int sum(int start, int length) {
    if (start + length < 0) {
      throw new IllegalArgumentException(
          "what all ranks give has more elements than an array can have: gather it in parts");
    }
    return start + length;
  }

  /**
   * Sends each rank an equal part of one rank's values.
   *
   * @param all ignored on other ranks
   */
  public <A> A scatter(ArrayKind<A> kind, A all, int root) {
    CallMessages<A> messages = begin(Call.Operation.SCATTER, kind, root);
    if (rank != root) {
      return passedOn(kind, messages, root, List.of());
    }
    int length = kind.length(given(all));
    for (long at = 0; at == 0 || at < part(0, length); at += messages.step()) {
      for (int to = 0; to < size; to++) {
        int part = part(to, length);
        if (to != rank && (at == 0 || at < part)) {
          int from = start(to, length) + (int) at;
          int count = (int) Math.min(messages.step(), part - at);
          messages.send(to, messages.message(all, from, count, part));
        }
      }
    }
    return kind.copy(all, start(rank, length), part(rank, length));
  }

  /** Combines the elements of all ranks, those of lower ranks first. */
  public int[] allReduce(int[] own, IntBinaryOperator operator) {
    return allReduce(
        ArrayKind.INTS,
        own,
        (lower, higher, count) -> {
          for (int i = 0; i < count; i++) {
            lower[i] = operator.applyAsInt(lower[i], higher[i]);
          }
        });
  }

  /** Combines the elements of all ranks, those of lower ranks first. */
  public long[] allReduce(long[] own, LongBinaryOperator operator) {
    return allReduce(
        ArrayKind.LONGS,
        own,
        (lower, higher, count) -> {
          for (int i = 0; i < count; i++) {
            lower[i] = operator.applyAsLong(lower[i], higher[i]);
          }
        });
  }

  /** Combines the elements of all ranks, those of lower ranks first. */
  public double[] allReduce(double[] own, DoubleBinaryOperator operator) {
    return allReduce(
        ArrayKind.DOUBLES,
        own,
        (lower, higher, count) -> {
          for (int i = 0; i < count; i++) {
            lower[i] = operator.applyAsDouble(lower[i], higher[i]);
          }
        });
  }

  /**
   * Combines arrays. Long ones are combined in parts, each by one rank, and not all at the same
   * time.
   */
  private <A> A allReduce(ArrayKind<A> kind, A own, Combination<A> combination) {
    CallMessages<A> messages = begin(Call.Operation.ALL_REDUCE, kind, 0);
    int length = kind.length(given(own));
    if (size == 1) {
      return kind.copy(own, 0, length);
    }
    if ((long) length * kind.width() < SHORT) {
      messages.sendToOthers(messages.message(own, 0, length, length));
      return combined(kind, own, 0, length, messages, combination);
    }
    A all = kind.create(length);
    long block = (long) messages.step() * size;
    for (long at = 0; at < length; at += block) {
      int begin = (int) at;
      int count = (int) Math.min(block, length - at);
      for (int to = 0; to < size; to++) {
        if (to != rank) {
          messages.send(
              to, messages.message(own, begin + start(to, count), part(to, count), length));
        }
      }
      int from = begin + start(rank, count);
      A mine = combined(kind, own, from, part(rank, count), messages, combination);
      System.arraycopy(mine, 0, all, from, part(rank, count));
      messages.sendToOthers(messages.message(mine, 0, part(rank, count), length));
      for (int of = 0; of < size; of++) {
        if (of != rank) {
          messages.put(messages.receive(of), all, begin + start(of, count));
        }
      }
    }
    return all;
  }

  /** Elements of this rank, combined with those that others send. */
  private <A> A combined(
      ArrayKind<A> kind,
      A own,
      int from,
      int count,
      CallMessages<A> messages,
      Combination<A> combination) {
    A result = kind.create(count);
    A higher = kind.create(count);
    for (int of = 0; of < size; of++) {
      A into = of == 0 ? result : higher;
      if (of == rank) {
        System.arraycopy(own, from, into, 0, count);
      } else {
        Segment segment = messages.receive(of);
        requireSameLength(kind.length(own), segment.total(), of);
        messages.put(segment, into, 0);
      }
      if (of > 0) {
        combination.combine(result, higher, count);
      }
    }
    return result;
  }

  private void requireSameLength(int own, int other, int from) {
    if (own != other) {
      throw new IllegalArgumentException(
          "allReduce needs arrays of the same length on all ranks: rank "
              + rank
              + " has "
              + own
              + " elements and rank "
              + from
              + " has "
              + other
              + ". Give all ranks as many, or use allGather, where lengths may differ");
    }
  }

  /** The start of a rank's part; parts are those of even splits. */
  private int start(int part, int length) {
    return (int) EvenParts.start(part, size, length, 1);
  }

  private int part(int part, int length) {
    return start(part + 1, length) - start(part, length);
  }

  private static <A> A given(A own) {
    return Objects.requireNonNull(own, "this rank has to give an array, not null");
  }
}
