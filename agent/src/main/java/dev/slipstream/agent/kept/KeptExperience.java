package dev.slipstream.agent.kept;

import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.launch.LoopExperience;
import dev.slipstream.runtime.launch.ProgramExperience;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps between the starts of a program which of its loops have gained more than their preparation
 * has taken. Thread-safe.
 */
public final class KeptExperience {
  private final KeptEntries entries;
  private final ProgramExperience earlier;

  private KeptExperience(KeptEntries entries) {
    this.entries = entries;
    this.earlier = entries.find(ClassKey.NONE, KeptExperience::read).orElse(ProgramExperience.NONE);
  }

  /**
   * Returns what is kept for a program.
   *
   * @param folder need not exist
   * @param name the file's name; programs of the same name replace each other's times
   * @param program a description of everything that the times of its loops depend on
   */
  public static KeptExperience of(Path folder, String name, String program, Log log) {
    return new KeptExperience(new KeptEntries(folder, "learnt-", name, program, log));
  }

  /** What earlier starts have learnt. */
  public ProgramExperience earlier() {
    return earlier;
  }

  /** Keeps something for later starts. */
  public void keep(ProgramExperience learnt) {
    entries.add(ClassKey.NONE, write(learnt));
    entries.write(there -> true);
  }

  private static byte[] write(ProgramExperience learnt) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(learnt.pause());
      out.writeBoolean(learnt.opensDevices());
      out.writeInt(learnt.loops().size());
      for (Map.Entry<LoopName, LoopExperience> loop : learnt.loops().entrySet()) {
        LoopsFormat.write(out, loop.getKey());
        write(out, loop.getValue());
      }
    } catch (IOException inMemory) {
      throw new IllegalStateException("bytes cannot be written to memory", inMemory);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, LoopExperience loop) throws IOException {
    out.writeLong(loop.pause());
    out.writeInt(loop.magnitude());
    out.writeInt(loop.runs());
    out.writeDouble(loop.nanos());
    out.writeInt(loop.hostRuns());
    out.writeDouble(loop.hostNanos());
    out.writeDouble(loop.hostCost());
    out.writeBoolean(loop.isHostKnown());
    out.writeLong(loop.measured());
  }

  private static ProgramExperience read(byte[] bytes, int offset, int length) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, offset, length));
    long pause = in.readLong();
    boolean opensDevices = in.readBoolean();
    Map<LoopName, LoopExperience> loops = new HashMap<>();
    long now = System.currentTimeMillis();
    for (int left = in.readInt(); left > 0; left--) {
      loops.put(LoopsFormat.name(in), loop(in).at(now));
    }
    return new ProgramExperience(pause, opensDevices, loops);
  }

  private static LoopExperience loop(DataInputStream in) throws IOException {
    return new LoopExperience(
        in.readLong(),
        in.readInt(),
        in.readInt(),
        in.readDouble(),
        in.readInt(),
        in.readDouble(),
        in.readDouble(),
        in.readBoolean(),
        in.readLong());
  }
}
