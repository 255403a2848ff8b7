package dev.slipstream.runtime.coherence;

import dev.slipstream.model.kernel.ArrayAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A device that fails on request, with the loops of a program that uses it. */
class FailingDevice {
  static final int LENGTH = 6;

  LazyStream device = new LazyStream();
  Coherence coherence = new Coherence(device);

  /** The reasons why loops ran again, one for each repetition. */
  final List<String> again = new ArrayList<>();

  /**
   * The loop {@code to[i] = keep * to[i] + 3 * from[i] + 1} for a range.
   *
   * @param keep 0 if the old elements do not count
   * @param stride 2 if every other element is left as it is
   */
  record Step(int[] from, int[] to, int begin, int end, int keep, int stride) {
    Step(int[] from, int[] to, int begin, int end, int keep) {
      this(from, to, begin, end, keep, 1);
    }

    List<LoopArray> arrays() {
      return List.of(new LoopArray(from, false), new LoopArray(to, true));
    }

    List<ArrayAccess> accesses() {
      int reads = keep == 0 ? begin : end;
      return List.of(
          new ArrayAccess(0, begin, end, begin, begin, false),
          new ArrayAccess(1, begin, reads, begin, end, stride == 1));
    }

    void run(int[] in, int[] out) {
      for (int i = begin; i < end; i += stride) {
        out[i] = keep * out[i] + 3 * in[i] + 1;
      }
    }
  }

  /** Runs a loop as a loop's site does: on the device, or immediately. */
  boolean loop(Step step) {
    Repetition repetition =
        new Repetition() {
          @Override
          public List<ArrayAccess> accesses() {
            return step.accesses();
          }

          @Override
          public void run(List<Object> arrays, String reason) {
            again.add(reason);
            step.run((int[]) arrays.get(0), (int[]) arrays.get(1));
          }
        };
    Optional<String> submitted =
        coherence.submit(
            step.arrays(),
            nanos -> {},
            Optional.of(repetition),
            buffers -> true,
            buffers -> {
              device.loop(
                  step.arrays().stream().map(use -> buffers.apply(use.array())).toList(),
                  List.of(false, true),
                  arrays -> step.run(arrays.get(0), arrays.get(1)));
              return "submitted";
            });
    if (submitted.isEmpty()) {
      coherence.reads(step.from());
      coherence.writes(step.to());
      step.run(step.from(), step.to());
      coherence.writes(step.to());
    }
    return submitted.isPresent();
  }

  static Step whole(int[] from, int[] to) {
    return new Step(from, to, 0, LENGTH, 0);
  }

  static int[] filled(int with) {
    int[] array = new int[LENGTH];
    Arrays.fill(array, with);
    return array;
  }
}
