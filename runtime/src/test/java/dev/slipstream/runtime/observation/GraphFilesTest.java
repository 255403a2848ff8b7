package dev.slipstream.runtime.observation;

import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.fixture.Output;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.instruction.InstructionGraph;
import dev.slipstream.runtime.graph.instruction.InstructionOptions;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.TaskGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphFilesTest {
  private static final NodeId SELF = new NodeId(0);
  private static final int CELLS = 64;
  private static final Pattern VERTEX = Pattern.compile("(?m)^  (\\d+) \\[label=");
  private static final Pattern EDGE = Pattern.compile("(?m)^  (\\d+) -> (\\d+)");

  private static Buffer buffer(long id, String name) {
    return new Buffer(
        new BufferId(id),
        name,
        Box.sized(CELLS),
        InitialContents.ON_EVERY_NODE,
        new ElementSize(8, true));
  }

  /** Submits time steps over two arrays, through all three graphs. */
  private static void heat(GraphRecorders recorders, int steps) {
    CommandGraph commands = new CommandGraph(SELF, CommandOptions.of(1), recorders.commands());
    InstructionGraph instructions =
        new InstructionGraph(
            SELF,
            InstructionOptions.of(1, NodeTopology.of(1, true)),
            recorders.instructions(),
            pilot -> {
              throw new AssertionError(pilot);
            });
    TaskGraph tasks =
        new TaskGraph(
            StepHorizons.USUAL,
            SubmissionWindow.UNBOUNDED,
            recorders.tasks(),
            task -> {
              for (Vertex<Command> command : commands.generate(task)) {
                instructions.generate(command);
              }
            });
    Geometry geometry = Geometry.of(Box.of(0, CELLS), Splitting.ROWS);
    Buffer from = buffer(0, "u");
    Buffer to = buffer(1, "v");
    for (int step = 0; step < steps; step++) {
      List<BufferAccess> accesses =
          List.of(
              new BufferAccess(from, AccessMode.READ, around(1)),
              new BufferAccess(to, AccessMode.WRITE, oneToOne()));
      tasks.submit(
          id ->
              new LoopTask(
                  id, "Heat.step:12", geometry, new BufferUses(accesses, geometry.space())));
      Buffer swapped = from;
      from = to;
      to = swapped;
    }
    tasks.addEpoch(MarkTask.Kind.SHUTDOWN);
  }

  @Test
  void theThreeGraphsOfARunAreWrittenIntoTheFolder(@TempDir Path folder) throws IOException {
    GraphFiles files = new GraphFiles(Optional.of(folder.resolve("not/there/yet")), Log.none());
    heat(files.recorders(SELF), 6);
    files.write();
    try (var written = Files.list(folder.resolve("not/there/yet"))) {
      assertThat(written.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("tasks.dot", "commands-N0.dot", "instructions-N0.dot");
    }
    Path there = folder.resolve("not/there/yet");
    assertThat(Files.readString(there.resolve("tasks.dot")))
        .startsWith("digraph \"tasks\" {")
        .contains("T1 loop Heat.step:12", "reads u [0, 64)", "writes v [0, 64)", "epoch SHUTDOWN")
        .doesNotContain("left out");
    assertThat(Files.readString(there.resolve("commands-N0.dot"))).contains("Heat.step:12");
    assertThat(Files.readString(there.resolve("instructions-N0.dot")))
        .contains("allocate", "copy for coherence", "Heat.step:12 on device 0");
  }

  @Test
  void ofALongRunTheFirstAndTheLastVerticesAreWrittenAndWhatIsLeftOutIsSaid(@TempDir Path folder)
      throws IOException {
    GraphFiles files = new GraphFiles(Optional.of(folder), Log.none());
    heat(files.recorders(SELF), 20_000);
    files.write();
    String tasks = Files.readString(folder.resolve("tasks.dot"));
    List<Integer> vertices = numbers(VERTEX, tasks);
    assertThat(vertices).hasSize(2 * GraphFiles.KEPT).startsWith(0, 1, 2).isSorted();
    int last = vertices.get(vertices.size() - 1);
    assertThat(last).isGreaterThan(20_000);
    assertThat(tasks)
        .contains(
            String.format(
                "the first and the last 500 of %,d: %,d between them are left out",
                last + 1, last + 1 - 2 * GraphFiles.KEPT))
        .contains("T" + last + " epoch SHUTDOWN");
    assertThat(vertices).containsAll(numbers(EDGE, tasks));
    assertThat(numbers(EDGE, tasks)).hasSizeGreaterThan(GraphFiles.KEPT);
    assertThat(Files.size(folder.resolve("instructions-N0.dot"))).isLessThan(1 << 20);
  }

  private static List<Integer> numbers(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> Integer.valueOf(found.group(1))).toList();
  }

  @Test
  void theGraphsOfASecondStreamHaveFilesOfTheirOwn(@TempDir Path folder) throws IOException {
    GraphFiles files = new GraphFiles(Optional.of(folder), Log.none());
    heat(files.recorders(SELF), 1);
    heat(files.recorders(SELF), 2);
    files.write();
    assertThat(loops(folder.resolve("tasks.dot"))).isEqualTo(1);
    assertThat(loops(folder.resolve("tasks-2.dot"))).isEqualTo(2);
  }

  private static long loops(Path file) throws IOException {
    Matcher loops = Pattern.compile("loop Heat").matcher(Files.readString(file));
    return loops.results().count();
  }

  @Test
  void nothingIsRecordedOrWrittenUnlessAFolderIsNamed() {
    GraphFiles files = new GraphFiles(Optional.empty(), Log.none());
    assertThat(files.recorders(SELF)).isSameAs(GraphRecorders.OFF);
    files.write();
  }

  @Test
  void aFolderThatCannotBeWrittenIsSaidAndTheProgramGoesOn(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    Output output = new Output();
    GraphFiles files = new GraphFiles(Optional.of(file), output.log(LogLevel.WARN));
    heat(files.recorders(SELF), 1);
    files.write();
    assertThat(output.text())
        .contains("the graphs cannot be written to " + file)
        .contains("set slipstream.graphs to a folder that can be written");
  }
}
