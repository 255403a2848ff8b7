package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;

/** Listens to what is odd about a program's accesses. */
public interface Diagnostics {
  /** Something odd. */
  sealed interface Note {
    /** The note for people. */
    String text();
  }

  /**
   * A task reads elements that nobody wrote. Java arrays are zeroed, so this is no error.
   *
   * @param task the task
   * @param name its loop: class, method and line
   * @param buffer the buffer
   * @param region the elements
   */
  record UninitialisedRead(TaskId task, String name, Buffer buffer, Region region) implements Note {
    @Override
    public String text() {
      return name + " reads " + buffer.text(region) + ", which nothing has written: it is all zero";
    }
  }

  /**
   * Two chunks of one task write the same elements, so that the result depends on which is last.
   *
   * @param task the task
   * @param name its loop: class, method and line
   * @param buffer the buffer
   * @param region the elements
   */
  record OverlappingWrites(TaskId task, String name, Buffer buffer, Region region) implements Note {
    @Override
    public String text() {
      return name
          + " writes "
          + buffer.text(region)
          + " in more than one chunk: give this write a range mapper whose chunks do not overlap,"
          + " or do not split the loop";
    }
  }

  /** Diagnostics that nobody wants; what would find them is not even computed. */
  Diagnostics OFF =
      new Diagnostics() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public void report(Note note) {
          throw new IllegalStateException("diagnostics are off: " + note.text());
        }
      };

  /** Whether to look for anything. */
  boolean isOn();

  /**
   * Takes a note.
   *
   * @param note what is odd
   */
  void report(Note note);
}
