package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.Mappers;
import dev.slipstream.runtime.graph.task.TaskProgram;
import dev.slipstream.runtime.graph.task.UsualMappers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Creates programs without races: the chunks of a task never write what another chunk reads or
 * writes.
 */
public final class RandomProgram {
  private final TaskProgram program;
  private final Random random;
  private final int nodes;
  private final List<Buffer> lines = new ArrayList<>();
  private final List<Buffer> squares = new ArrayList<>();
  private final List<Buffer> scalars = new ArrayList<>();

  public RandomProgram(TaskProgram program, int nodes, Random random) {
    this.program = program;
    this.nodes = nodes;
    this.random = random;
    for (int i = 0; i < 3; i++) {
      lines.add(program.buffer(contents(), "line" + i, 7 + random.nextInt(90)));
      squares.add(program.buffer(contents(), "square" + i, 17, 17));
      scalars.add(program.buffer(contents(), "scalar" + i, 1));
    }
  }

  private InitialContents contents() {
    return pick(List.of(InitialContents.values()));
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  public void submit(int tasks) {
    for (int i = 0; i < tasks; i++) {
      switch (random.nextInt(12)) {
        case 0 -> program.barrier();
        case 1 -> hostTask("host" + i);
        case 2 -> fence("fence" + i);
        case 3 -> oneForEachNode("each" + i);
        case 4, 5, 6 -> loop2("square" + i);
        default -> loop1("line" + i);
      }
    }
    program.shutdown();
  }

  private void loop1(String name) {
    long min = random.nextInt(4) == 0 ? random.nextInt(20) : 0;
    TaskProgram.Work work = program.loop(name, Box.of(min, min + random.nextInt(90)));
    work.granularity(1 + random.nextInt(3), 1);
    List<Buffer> free = new ArrayList<>(lines);
    write(work, free, Mappers.oneToOne(), Mappers.reversed());
    List<RangeMapper> mappers =
        List.of(
            Mappers.oneToOne(),
            Mappers.reversed(),
            Mappers.all(),
            Mappers.around(1 + random.nextInt(5)),
            Mappers.fixed(random.nextInt(20), random.nextInt(60)));
    free.forEach(buffer -> maybeRead(work, buffer, pick(mappers)));
    squares.forEach(
        buffer -> maybeRead(work, buffer, pick(List.of(Mappers.rows(), Mappers.all()))));
    scalars(work);
    work.submit();
  }

  private void loop2(String name) {
    TaskProgram.Work work = program.loop(name, 1 + random.nextInt(17), 1 + random.nextInt(17));
    work.split(pick(List.of(Splitting.values())));
    List<Buffer> free = new ArrayList<>(squares);
    write(work, free, Mappers.oneToOne(), Mappers.transposed());
    List<RangeMapper> mappers =
        List.of(
            Mappers.oneToOne(),
            Mappers.transposed(),
            Mappers.all(),
            Mappers.alongAxes(1),
            new UsualMappers.Slice(0),
            new UsualMappers.Slice(1));
    free.forEach(buffer -> maybeRead(work, buffer, pick(mappers)));
    lines.forEach(
        buffer -> maybeRead(work, buffer, pick(List.of(Mappers.rows(), Mappers.columns()))));
    scalars(work);
    work.submit();
  }

  private void write(TaskProgram.Work work, List<Buffer> free, RangeMapper one, RangeMapper other) {
    for (int i = random.nextInt(3); i > 0; i--) {
      Buffer buffer = free.remove(random.nextInt(free.size()));
      if (random.nextBoolean()) {
        work.write(buffer, random.nextInt(4) == 0 ? other : one);
      } else {
        work.readWrite(buffer, one);
      }
    }
  }

  private void maybeRead(TaskProgram.Work work, Buffer buffer, RangeMapper mapper) {
    if (random.nextInt(3) == 0) {
      work.read(buffer, mapper);
    }
  }

  private void scalars(TaskProgram.Work work) {
    for (Buffer scalar : scalars) {
      switch (random.nextInt(8)) {
        case 0, 1 -> work.read(scalar, Mappers.all());
        case 2 -> work.read(scalar, firstChunkOnly());
        default -> {
          // This loop does not use the buffer.
        }
      }
    }
  }

  private static RangeMapper firstChunkOnly() {
    return (chunk, domain) -> chunk.isFirst() ? Region.of(domain) : Region.EMPTY;
  }

  private void hostTask(String name) {
    TaskProgram.Work work = program.loop(name, 1);
    Buffer line = pick(lines);
    Buffer scalar = pick(scalars);
    switch (random.nextInt(4)) {
      case 0 -> work.read(line, Mappers.all());
      case 1 -> work.write(line, Mappers.fixed(random.nextInt(20), random.nextInt(60)));
      case 2 -> work.readWrite(line, Mappers.all());
      default -> work.write(scalar, Mappers.all());
    }
    work.onMaster();
  }

  private void fence(String name) {
    if (random.nextInt(3) == 0) {
      Buffer line = pick(lines);
      program
          .loop(name, 1)
          .read(line, Mappers.all())
          .fence(
              pick(List.of(FenceTask.Reach.values())),
              program.buffer(name + " copy", line.domain().extent(0)));
      return;
    }
    program
        .loop(name, 1)
        .read(pick(lines), Mappers.all())
        .read(pick(scalars), Mappers.all())
        .fence(pick(List.of(FenceTask.Reach.values())));
  }

  private void oneForEachNode(String name) {
    program.loop(name, nodes).read(pick(lines), Mappers.around(2)).submit();
  }
}
