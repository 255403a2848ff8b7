package dev.slipstream.agent.kept;

import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.launch.LoopExperience;
import dev.slipstream.runtime.launch.ProgramExperience;
import dev.slipstream.runtime.launch.StartTimes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps between the starts of a program which of its loops have gained more than their preparation
 * has taken, and how long its starts were. Thread-safe.
 */
public final class KeptExperience {
  private static final String PREFIX = "learnt-";

  /** The form of the keys of what is known about whole starts. */
  private static final int STARTS = 1;

  /** The form of the keys of commands whose programs have loaded loops. */
  private static final int LOOPS = 2;

  /** Of how many commands the times are kept: of these, and of others with other hash codes. */
  private static final int MOST_COMMANDS = 64;

  private final KeptEntries entries;
  private final ThisStart start;
  private final ProgramExperience earlier;
  private final StartTimes times;
  private volatile ProgramExperience latest;
  private volatile long lasted;

  private KeptExperience(KeptEntries entries, ThisStart start) {
    this.entries = entries;
    this.start = start;
    this.earlier = entries.find(ClassKey.NONE, KeptExperience::read).orElse(ProgramExperience.NONE);
    this.latest = earlier;
    this.times = entries.find(key(STARTS), this::readTimes).orElse(StartTimes.NONE);
  }

  private ClassKey key(int form) {
    return new ClassKey(Math.floorMod(start.command().hashCode(), MOST_COMMANDS), 0, form);
  }

  /**
   * Returns what is kept for a program.
   *
   * @param folder need not exist
   * @param name the file's name; programs of the same name replace each other's times
   * @param program a description of everything that the times of its loops depend on
   */
  public static KeptExperience of(
      Path folder, String name, String program, ThisStart start, Log log) {
    return new KeptExperience(new KeptEntries(folder, PREFIX, name, program, log), start);
  }

  /** Whether anything may be kept for a program; a cheap test. */
  public static boolean mayExist(Path folder, String name) {
    return Files.exists(folder.resolve(PREFIX + name));
  }

  /** What earlier starts have learnt. */
  public ProgramExperience earlier() {
    return earlier;
  }

  /** Keeps something for later starts. */
  public void keep(ProgramExperience learnt) {
    latest = learnt;
    entries.add(ClassKey.NONE, write(learnt));
    entries.write(there -> true);
  }

  /** Whether an earlier start with the same arguments has loaded loops. */
  public boolean hadLoops() {
    return entries.find(key(LOOPS), this::isCommand).orElse(false);
  }

  /** The program has loaded loops, and ends. */
  public void endsAfterLoops() {
    if (!hadLoops()) {
      entries.add(key(LOOPS), withCommand(0).array());
      entries.write(there -> true);
    }
  }

  private boolean isCommand(byte[] bytes, int offset, int length) {
    return isCommand(ByteBuffer.wrap(bytes, offset, length));
  }

  /** Whether an entry is for this command, which it begins with. */
  private boolean isCommand(ByteBuffer in) {
    return new ClassKey(in.getLong(), in.getInt(), STARTS).equals(command());
  }

  /** The beginning of an entry for this command. */
  private ByteBuffer withCommand(int further) {
    ClassKey command = command();
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + further)
        .putLong(command.sums())
        .putInt(command.length());
  }

  /** For how long this start should leave the loops alone, in nanoseconds; 0 for not at all. */
  public long pause() {
    return times.pause();
  }

  /** The program begins to end: what its shutdown hooks take does not count. */
  public void ends() {
    lasted = start.nanos();
  }

  private long nanos() {
    return lasted == 0 ? start.nanos() : lasted;
  }

  /**
   * The program ends after a start that has taken its loops.
   *
   * @param gained how much shorter they have probably been, in nanoseconds
   */
  public void endsAfterTaking(double gained) {
    if (start.mayLeaveAlone()) {
      keep(times.afterTaking(nanos(), gained, latest.mayPay()));
    }
  }

  /** The program ends after a start that has left its loops alone. */
  public void endsAfterLeavingAlone() {
    keep(times.afterLeavingAlone(nanos()));
  }

  /** This start takes longer than the earlier ones: the next one takes the loops. */
  public void takesLonger() {
    keep(StartTimes.NONE);
  }

  private void keep(StartTimes learnt) {
    if (!learnt.equals(times)) {
      entries.add(key(STARTS), write(learnt));
      entries.write(there -> true);
    }
  }

  private byte[] write(StartTimes learnt) {
    return withCommand(Integer.BYTES + 3 * Long.BYTES)
        .putInt(learnt.taken())
        .putLong(learnt.withLoops())
        .putLong(learnt.alone())
        .putLong(learnt.pause())
        .array();
  }

  /** Starts with other arguments have other times. */
  private StartTimes readTimes(byte[] bytes, int offset, int length) {
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
    boolean isOfCommand = isCommand(in);
    StartTimes read = new StartTimes(in.getInt(), in.getLong(), in.getLong(), in.getLong());
    return isOfCommand ? read : StartTimes.NONE;
  }

  /** Checksums only: arguments should not be read in the file. */
  private ClassKey command() {
    return ClassKey.of(start.command().getBytes(StandardCharsets.UTF_8), STARTS);
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
