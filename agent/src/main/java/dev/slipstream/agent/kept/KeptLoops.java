package dev.slipstream.agent.kept;

import dev.slipstream.compiler.CompiledClass;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.specialisation.OpenCallSite;
import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the classes of one program with its loops taken out between its starts. Call sites are
 * numbered for the whole program, so all kept numbers differ. Thread-safe.
 */
public final class KeptLoops {
  /** Classes with loops have the same form everywhere. */
  static final int FORM = 0;

  private static final int NO_NUMBER = -1;

  private final KeptEntries entries;
  private final int highest;
  private final Set<ClassKey> taken = ConcurrentHashMap.newKeySet();

  private KeptLoops(KeptEntries entries) {
    this.entries = entries;
    this.highest = highest(entries.before());
  }

  /**
   * Returns the kept loops of a program.
   *
   * @param folder need not exist
   * @param name the file's name; programs of the same name replace each other's classes
   * @param program a description of everything that its loops depend on besides their classes
   */
  public static KeptLoops of(Path folder, String name, String program, Log log) {
    return new KeptLoops(new KeptEntries(folder, "loops-", name, program, log));
  }

  private static int highest(Optional<KeptFile> file) {
    int highest = NO_NUMBER;
    if (file.isPresent()) {
      try {
        for (List<Integer> numbers : file.get().values(LoopsFormat::readNumbers)) {
          for (int number : numbers) {
            highest = Math.max(highest, number);
          }
        }
      } catch (IOException | RuntimeException damaged) {
        return Integer.MAX_VALUE;
      }
    }
    return highest;
  }

  /** Returns the lowest number that no kept call site has. */
  public int firstNumber() {
    return highest == Integer.MAX_VALUE ? 0 : highest + 1;
  }

  /**
   * Returns the loops that an earlier start has taken out of a class file; once only, since their
   * call sites have numbers.
   */
  public Optional<LoopsOfClass> take(byte[] classFile) {
    ClassKey key = ClassKey.of(classFile, FORM);
    return highest == Integer.MAX_VALUE || !taken.add(key)
        ? Optional.empty()
        : entries.find(key, LoopsFormat::read);
  }

  /** Keeps what the loops of a class that was {@linkplain #take taken} are compiled to. */
  public KeptForms forms(byte[] classFile, LoopsOfClass loops) {
    return new KeptForms(entries, classFile, loops);
  }

  /**
   * Keeps the loops of a class.
   *
   * @param numbers the numbers that were assigned to its call sites, in the order of the
   *     assignments
   * @return keeps what they are compiled to when they are reached
   */
  public KeptForms add(byte[] classFile, List<Integer> numbers, CompiledClass compiled) {
    List<KeptLoop> taken = new ArrayList<>();
    for (LoopKernel loop : compiled.kernels()) {
      taken.add(KeptLoop.of(loop));
    }
    List<KeptOpenLoop> open = new ArrayList<>();
    for (OpenCallSite loop : compiled.open()) {
      open.add(KeptOpenLoop.of(loop));
    }
    LoopsOfClass loops =
        new LoopsOfClass(compiled.classFile(), numbers, taken, open, compiled.refused());
    entries.add(ClassKey.of(classFile, FORM), LoopsFormat.write(loops));
    return forms(classFile, loops);
  }

  /**
   * Writes the loops that were added, unless another process has written some since this one
   * started: their numbers may be the same.
   */
  public void write() {
    entries.write(there -> highest(there) == highest);
  }
}
