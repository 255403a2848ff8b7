package dev.slipstream.agent.kept;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what the loops of one class are compiled to when they are reached, for later starts of the
 * program. Thread-safe.
 */
public final class KeptForms {
  private final KeptEntries entries;
  private final byte[] classFile;
  private LoopsOfClass loops;

  /**
   * @param classFile the class file that contains them
   * @param loops what was known of the class before
   */
  KeptForms(KeptEntries entries, byte[] classFile, LoopsOfClass loops) {
    this.entries = entries;
    this.classFile = classFile;
    this.loops = loops;
  }

  /**
   * Keeps a form. Forms that cannot be written are compiled again in each start.
   *
   * @param index the loop's index among the class's loops of its kind
   */
  public synchronized void add(int index, KeptForm form) {
    if (form.isWritable()) {
      List<KeptOpenLoop> open = new ArrayList<>(loops.open());
      open.set(index, open.get(index).with(form));
      List<Integer> numbers = new ArrayList<>(loops.numbers());
      numbers.add(form.loop().site());
      loops = new LoopsOfClass(loops.classFile(), numbers, loops.taken(), open, loops.refused());
      entries.add(ClassKey.of(classFile, KeptLoops.FORM), LoopsFormat.write(loops));
    }
  }
}
