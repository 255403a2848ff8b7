package dev.slipstream.runtime.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Submits loops over arrays to a device that runs them when it is told to. */
abstract class CoherentLoops {
  static final int LENGTH = 6;

  final LazyStream device = new LazyStream();
  final Coherence coherence = new Coherence(device);

  /** Submits a loop that writes one array and reads others. */
  void loop(Consumer<List<int[]>> body, int[] written, int[]... read) {
    List<LoopArray> uses = new ArrayList<>(List.of(new LoopArray(written, true)));
    Arrays.stream(read).forEach(array -> uses.add(new LoopArray(array, false)));
    coherence.submit(
        uses,
        bufferOf -> {
          device.loop(
              uses.stream().map(use -> bufferOf.apply(use.array())).toList(),
              uses.stream().map(LoopArray::writes).toList(),
              body);
          return "submitted";
        });
  }

  /** A loop that adds one to each element of the array that it writes. */
  static void addOne(List<int[]> arrays) {
    Arrays.setAll(arrays.get(0), i -> arrays.get(0)[i] + 1);
  }
}
