package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.ChunkElements;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.wire.WireFormException;
import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskFormTest {
  private static final Geometry ONCE = Geometry.of(Box.SCALAR, Splitting.WHOLE);

  private final Buffer buffer =
      new Buffer(
          new BufferId(7),
          "double[100] B7",
          Box.of(0, 100),
          InitialContents.ON_FIRST_NODE,
          new ElementSize(8, true));
  private final List<Box> chunks = List.of(Box.of(0, 40), Box.of(40, 100));

  private LoopTask loop() {
    RangeMapper reads =
        new ChunkElements(
            chunks, List.of(Region.of(Box.of(0, 41)), Region.of(List.of(Box.of(39, 100)))));
    RangeMapper writes = new RangeMapper.Fixed(Region.of(List.of(Box.of(1, 2), Box.of(5, 9))));
    Geometry geometry = new Geometry(Box.of(0, 100, 0, 3), 2, 1, Splitting.ROWS);
    List<BufferAccess> accesses =
        List.of(
            new BufferAccess(buffer, AccessMode.READ, reads),
            new BufferAccess(buffer, AccessMode.READ_WRITE, writes));
    return new LoopTask(
        new TaskId(12),
        "Heat.step:4",
        geometry,
        new BufferUses(accesses, geometry.space()),
        chunks);
  }

  private BufferUses uses(AccessMode mode) {
    RangeMapper some = new RangeMapper.Fixed(Region.of(Box.of(3, 5)));
    return new BufferUses(List.of(new BufferAccess(buffer, mode, some)), ONCE.space());
  }

  private List<Task> tasks() {
    return List.of(
        loop(),
        new FenceTask(new TaskId(13), "a fence", FenceTask.Reach.FIRST_NODE, uses(AccessMode.READ)),
        new HostTask(new TaskId(14), "a write", ONCE, uses(AccessMode.WRITE)),
        new MarkTask(new TaskId(15), MarkTask.Kind.HORIZON));
  }

  @Test
  void aTaskIsReadAsItWasWritten() {
    for (Task task : tasks()) {
      Task read = read(form(task));
      assertThat(read).hasToString(task.toString());
      assertThat(read.id()).isEqualTo(task.id());
      if (task instanceof WorkTask work) {
        WorkTask same = (WorkTask) read;
        assertThat(same.uses().accesses()).isEqualTo(work.uses().accesses());
        assertThat(same.geometry()).isEqualTo(work.geometry());
      }
    }
    assertThat(((LoopTask) read(form(loop()))).chunks()).isEqualTo(chunks);
  }

  @Test
  void aBufferIsReadAsItWasWritten() {
    WireWriter out = new WireWriter();
    TaskForm.write(out, buffer);
    assertThat(TaskForm.buffer(new WireReader(out.written(), "a buffer"))).isEqualTo(buffer);
  }

  @Test
  void bytesThatEndTooEarlyAreRefused() {
    for (Task task : tasks()) {
      byte[] form = form(task);
      for (int length = 0; length < form.length; length++) {
        byte[] cut = Arrays.copyOf(form, length);
        assertThatThrownBy(() -> read(cut)).isInstanceOf(WireFormException.class);
      }
    }
  }

  private Task read(byte[] form) {
    return TaskForm.task(new WireReader(form, "a task"), number -> buffer);
  }

  private static byte[] form(Task task) {
    WireWriter out = new WireWriter();
    TaskForm.write(out, task);
    return out.written();
  }
}
