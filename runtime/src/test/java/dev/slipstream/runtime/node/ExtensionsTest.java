package dev.slipstream.runtime.node;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.checkpoint.CheckpointStore;
import dev.slipstream.runtime.checkpoint.Checkpoints;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.Transport;
import dev.slipstream.runtime.communication.Transports;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.execution.TraceSink;
import dev.slipstream.runtime.fixture.Output;
import dev.slipstream.runtime.fixture.Pipeline;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.CheckedSplitter;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.command.Splitter;
import dev.slipstream.runtime.graph.instruction.Instruction;
import dev.slipstream.runtime.graph.instruction.InstructionGraph;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.instruction.SchedulingPolicy;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.HorizonPolicy;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.TaskGraph;
import dev.slipstream.runtime.membership.Member;
import dev.slipstream.runtime.membership.Membership;
import dev.slipstream.runtime.memory.MemoryStore;
import dev.slipstream.runtime.scheduling.HostAllocations;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that each extension point can be replaced by an implementation from a jar, which the test
 * compiles.
 */
class ExtensionsTest {
  private static final int CELLS = 64;

  @TempDir private Path folder;
  private final Output output = new Output();
  private final List<Instruction> executed = Collections.synchronizedList(new ArrayList<>());

  /** A machine of two devices with these extensions. */
  private Pipeline.Parts parts(Extensions extensions) {
    Pipeline.Parts parts = new Pipeline.Parts();
    parts.horizons = extensions.horizons();
    parts.commands = extensions.commands(1);
    parts.instructions = extensions.instructions(1, NodeTopology.of(2, true, 1 << 20));
    parts.trace = extensions.trace();
    parts.work = job -> executed.add(job.work());
    return parts;
  }

  private Extensions find(URLClassLoader loader) {
    return Extensions.find(loader, output.log(LogLevel.WARN));
  }

  private List<Instruction.Kernel> kernels() {
    return executed.stream()
        .filter(Instruction.Kernel.class::isInstance)
        .map(Instruction.Kernel.class::cast)
        .toList();
  }

  private static void fill(Pipeline program, Splitting splitting) {
    program.loop(
        "Fill.all:3",
        Geometry.of(Box.of(0, CELLS), splitting),
        new BufferAccess(program.array(CELLS), AccessMode.WRITE, oneToOne()));
  }

  @Test
  void aSplitterOfAJarDividesLoopsAmongDevices() throws Exception {
    TestJar jar =
        new TestJar()
            .provide(
                Splitter.class,
                "Uneven",
                """
                public class Uneven implements Splitter {
                  public List<Box> split(Geometry geometry, int parts) {
                    Box all = geometry.space();
                    if (parts == 1) return List.of(all);
                    return List.of(all.with(0, 0, 10), all.with(0, 10, all.max0()));
                  }
                }
                """);
    try (URLClassLoader loader = jar.load(folder)) {
      try (Pipeline program = new Pipeline(parts(find(loader)))) {
        fill(program, Splitting.ROWS);
        fill(program, Splitting.TILES);
      }
      assertThat(kernels())
          .extracting(Instruction.Kernel::chunk)
          .containsExactlyInAnyOrder(
              Box.of(0, 10), Box.of(10, CELLS), Box.of(0, 10), Box.of(10, CELLS));
      assertThat(find(loader).commands(4).splitter()).hasToString("ext.Uneven");
    }
    assertThat(output.text()).isEmpty();
  }

  @Test
  void aSplitterThatLosesIterationsIsAnErrorAndNotAWrongResult() throws Exception {
    TestJar jar =
        new TestJar()
            .provide(
                Splitter.class,
                "Lossy",
                """
                public class Lossy implements Splitter {
                  public List<Box> split(Geometry geometry, int parts) {
                    return List.of(geometry.space().with(0, 0, 10));
                  }
                }
                """);
    try (URLClassLoader loader = jar.load(folder)) {
      Splitter splitter = find(loader).commands(2).splitter();
      assertThatThrownBy(() -> splitter.split(Geometry.of(Box.of(0, CELLS), Splitting.ROWS), 2))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("ext.Lossy gave chunks with 10 of 64 iterations");
    }
  }

  @Test
  void aSplitterThatGivesIterationsTwiceIsAnError() {
    Splitter twice =
        new CheckedSplitter((geometry, parts) -> List.of(Box.of(0, 40), Box.of(30, 54)));
    assertThatThrownBy(() -> twice.split(Geometry.of(Box.of(0, CELLS), Splitting.ROWS), 2))
        .hasMessageContaining("overlap");
    Splitter many =
        new CheckedSplitter((geometry, parts) -> List.of(Box.of(0, 40), Box.of(40, CELLS)));
    assertThatThrownBy(() -> many.split(Geometry.of(Box.of(0, CELLS), Splitting.ROWS), 1))
        .hasMessageContaining("2 chunks, where 1 to 1 were requested");
  }

  @Test
  void aSchedulingPolicyOfAJarChoosesTheDevice() throws Exception {
    TestJar jar =
        new TestJar()
            .provide(
                SchedulingPolicy.class,
                "Last",
                """
                public class Last implements SchedulingPolicy {
                  public int device(LoopTask task, Box chunk, int devices) {
                    return devices - 1;
                  }
                }
                """);
    try (URLClassLoader loader = jar.load(folder)) {
      try (Pipeline program = new Pipeline(parts(find(loader)))) {
        fill(program, Splitting.WHOLE);
      }
    }
    assertThat(kernels()).extracting(Instruction.Kernel::device).containsExactly(1);
  }

  @Test
  void aHorizonPolicyOfAJarDecidesWhenHorizonsAreMade() throws Exception {
    TestJar jar =
        new TestJar()
            .provide(
                HorizonPolicy.class,
                "EveryThird",
                """
                public class EveryThird implements HorizonPolicy {
                  public boolean due(Need need) {
                    return need.tasks() == 3;
                  }
                }
                """);
    List<Long> horizons = new ArrayList<>();
    try (URLClassLoader loader = jar.load(folder)) {
      Pipeline.Parts parts = parts(find(loader));
      parts.listener =
          task -> {
            if (task instanceof MarkTask mark && !mark.isEpoch()) {
              horizons.add(task.id().number());
            }
          };
      try (Pipeline program = new Pipeline(parts)) {
        for (int i = 0; i < 10; i++) {
          fill(program, Splitting.ROWS);
        }
      }
    }
    assertThat(horizons).containsExactly(4L, 8L, 12L);
    assertThat(
            executed.stream()
                .filter(
                    instruction ->
                        instruction instanceof Instruction.Mark mark && !mark.task().isEpoch()))
        .hasSize(3);
  }

  @Test
  void aHorizonPolicyThatNeverWantsAHorizonDoesNotMakeTheGraphsGrowWithoutBound() throws Exception {
    TestJar jar =
        new TestJar()
            .provide(
                HorizonPolicy.class,
                "Never",
                """
                public class Never implements HorizonPolicy {
                  public boolean due(Need need) {
                    return false;
                  }
                }
                """);
    try (URLClassLoader loader = jar.load(folder)) {
      HorizonPolicy policy = find(loader).horizons();
      assertThat(policy.due(new HorizonPolicy.Need(1000, 1000, 1000))).isFalse();
      assertThat(policy.due(new HorizonPolicy.Need(1, 1, Extensions.MOST_TASKS))).isTrue();
    }
  }

  @Test
  void allTraceSinksOfAJarAreNotifiedOfJobsAndOneThatFailsIsGivenUp() throws Exception {
    String sink =
        """
        public class NAME implements TraceSink {
          public static final AtomicInteger COMPLETED = new AtomicInteger();
          public void submitted(Job<?> job, long nanos) {}
          public void issued(Job<?> job, long nanos) {}
          public void completed(Job<?> job, long nanos) {
            COMPLETED.incrementAndGet();
            AFTER
          }
        }
        """;
    TestJar jar =
        new TestJar()
            .provide(
                TraceSink.class,
                "Failing",
                sink.replace("NAME", "Failing")
                    .replace("AFTER", "throw new IllegalStateException(\"disk full\");"))
            .provide(
                TraceSink.class, "Counting", sink.replace("NAME", "Counting").replace("AFTER", ""));
    try (URLClassLoader loader = jar.load(folder)) {
      try (Pipeline program = new Pipeline(parts(find(loader)))) {
        fill(program, Splitting.ROWS);
      }
      assertThat(counter(loader, "ext.Counting", "COMPLETED")).isEqualTo(executed.size());
      assertThat(counter(loader, "ext.Failing", "COMPLETED")).isEqualTo(1);
    }
    assertThat(output.text()).contains("the trace sink ext.Failing has failed", "disk full");
  }

  private static int counter(ClassLoader loader, String type, String field) throws Exception {
    return ((AtomicInteger) loader.loadClass(type).getField(field).get(null)).get();
  }

  @Test
  void aMemoryStoreOfAJarLimitsDevicesAndHoldsWhatIsSpilled() throws Exception {
    TestJar jar =
        new TestJar()
            .provide(
                MemoryStore.class,
                "Small",
                """
                public class Small implements MemoryStore {
                  public static final AtomicLong TAKEN = new AtomicLong();
                  public static final AtomicLong GIVEN_BACK = new AtomicLong();
                  public long budget(int device, long memoryBytes) {
                    return 2 * 64 * 8;
                  }
                  public ByteBuffer take(long bytes, Purpose purpose) {
                    TAKEN.addAndGet(bytes);
                    return ByteBuffer.allocate((int) bytes);
                  }
                  public void giveBack(ByteBuffer memory) {
                    GIVEN_BACK.addAndGet(memory.capacity());
                  }
                }
                """);
    try (URLClassLoader loader = jar.load(folder)) {
      Extensions extensions = find(loader);
      HostAllocations host = new HostAllocations(extensions.memory());
      Pipeline.Parts parts = parts(extensions);
      parts.work =
          job -> {
            executed.add(job.work());
            if (job.work() instanceof Instruction.Allocate allocate
                && allocate.allocation().memory().equals(MemoryId.HOST)) {
              host.allocate(allocate, MemoryStore.Purpose.SPILL);
            } else if (job.work() instanceof Instruction.Free free
                && free.allocation().memory().equals(MemoryId.HOST)) {
              host.free(free);
            }
          };
      try (Pipeline program = new Pipeline(parts)) {
        for (int i = 0; i < 5; i++) {
          fill(program, Splitting.WHOLE);
        }
      }
      assertThat(
              executed.stream()
                  .filter(Instruction.Copy.class::isInstance)
                  .map(Instruction.Copy.class::cast)
                  .filter(copy -> copy.reason() == Instruction.Copy.Reason.SPILL))
          .hasSize(3);
      long bytes = 3L * CELLS * 8;
      assertThat(sum(loader, "TAKEN")).isEqualTo(bytes);
      assertThat(sum(loader, "GIVEN_BACK")).isEqualTo(bytes);
    }
  }

  private static long sum(ClassLoader loader, String field) throws Exception {
    return ((AtomicLong) loader.loadClass("ext.Small").getField(field).get(null)).get();
  }

  @Test
  void theTransportOfAJarGetsWhatGraphsAnnounce() throws Exception {
    TestJar jar =
        new TestJar()
            .provide(
                Transport.class,
                "Second",
                """
                public class Second implements Transport {
                  public static final AtomicInteger PILOTS = new AtomicInteger();
                  public String name() { return "second"; }
                  public Port open(java.time.Duration peerTimeout) {
                    return new Port() {
                      public byte[] address() { return new byte[0]; }
                      public Communicator connect(
                          dev.slipstream.runtime.membership.Membership members) {
                        Communicator node = LocalNodes.of(members.size()).get(members.rank());
                        return (Communicator) java.lang.reflect.Proxy.newProxyInstance(
                            Second.class.getClassLoader(), new Class<?>[] {Communicator.class},
                            (proxy, method, arguments) -> {
                              if (method.getName().equals("announce")) {
                                PILOTS.incrementAndGet();
                              }
                              return method.invoke(node, arguments);
                            });
                      }
                      public void close() {}
                    };
                  }
                }
                """);
    try (URLClassLoader loader = jar.load(folder)) {
      Extensions extensions = find(loader);
      Transport.Port port = Transports.find(loader).open(Duration.ofSeconds(10));
      List<Member> members = new ArrayList<>();
      for (int rank = 0; rank < 3; rank++) {
        members.add(new Member(rank, "here", "here", rank, port.address()));
      }
      Communicator communicator = port.connect(new Membership(1, members, 7));
      CommandGraph commands =
          new CommandGraph(
              communicator.local(), extensions.commands(communicator.nodes()), GraphRecorder.off());
      InstructionGraph instructions =
          new InstructionGraph(
              communicator.local(),
              extensions.instructions(communicator.nodes(), NodeTopology.of(1, true)),
              GraphRecorder.off(),
              communicator::announce);
      TaskGraph tasks =
          new TaskGraph(
              extensions.horizons(),
              SubmissionWindow.UNBOUNDED,
              GraphRecorder.off(),
              task -> {
                for (Vertex<Command> command : commands.generate(task)) {
                  instructions.generate(command);
                }
              });
      Box cells = Box.of(0, CELLS);
      Buffer u =
          new Buffer(
              new BufferId(0), "u", cells, InitialContents.UNWRITTEN, new ElementSize(8, true));
      Buffer v =
          new Buffer(
              new BufferId(1), "v", cells, InitialContents.UNWRITTEN, new ElementSize(8, true));
      submit(tasks, cells, new BufferAccess(u, AccessMode.WRITE, oneToOne()));
      submit(
          tasks,
          cells,
          new BufferAccess(u, AccessMode.READ, all()),
          new BufferAccess(v, AccessMode.WRITE, oneToOne()));
      instructions.flush();
      assertThat(communicator.local()).isEqualTo(new NodeId(1));
      assertThat(counter(loader, "ext.Second", "PILOTS")).as("to two other nodes").isEqualTo(2);
    }
  }

  private static void submit(TaskGraph tasks, Box space, BufferAccess... accesses) {
    BufferUses uses = new BufferUses(List.of(accesses), space);
    tasks.submit(id -> new LoopTask(id, "loop", Geometry.of(space, Splitting.ROWS), uses));
  }

  @Test
  void aCheckpointStoreOfAJarGetsCheckpoints() throws Exception {
    TestJar jar =
        new TestJar()
            .provide(
                CheckpointStore.class,
                "Latest",
                """
                public class Latest implements dev.slipstream.runtime.checkpoint.CheckpointStore {
                  public static final AtomicInteger LATEST = new AtomicInteger();
                  public void reached(dev.slipstream.runtime.checkpoint.Checkpoint checkpoint) {
                    LATEST.set((int) checkpoint.task().number());
                  }
                }
                """);
    try (URLClassLoader loader = jar.load(folder)) {
      Extensions extensions = find(loader);
      Pipeline.Parts parts = parts(extensions);
      parts.checkpoints = new Checkpoints(extensions.checkpoints());
      try (Pipeline program = new Pipeline(parts)) {
        for (int i = 0; i < 2_000; i++) {
          fill(program, Splitting.ROWS);
        }
      }
      assertThat(counter(loader, "ext.Latest", "LATEST")).isGreaterThan(1_000);
    }
  }
}
