package dev.slipstream.runtime.graph.task;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.fixed;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.DependencyKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskDependencyTest {
  private static final TaskId START = new TaskId(0);

  private final TaskProgram program = new TaskProgram();

  @ParameterizedTest
  @CsvSource({
    "READ, READ, ",
    "READ, WRITE, ANTI",
    "READ, READ_WRITE, ANTI",
    "WRITE, READ, TRUE",
    "WRITE, WRITE, OUTPUT",
    "WRITE, READ_WRITE, TRUE",
    "READ_WRITE, READ, TRUE",
    "READ_WRITE, WRITE, OUTPUT",
    "READ_WRITE, READ_WRITE, TRUE",
  })
  void everyPairOfModesGivesItsKindOfDependency(
      AccessMode first, AccessMode second, DependencyKind expected) {
    Buffer buffer = program.hostBuffer("a", 64);
    TaskId one = program.loop("first", 64).access(buffer, first, oneToOne()).submit();
    TaskId two = program.loop("second", 64).access(buffer, second, oneToOne()).submit();
    if (expected == null) {
      assertThat(program.dependency(two, one)).isEmpty();
    } else {
      assertThat(program.dependency(two, one)).contains(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"READ, WRITE", "WRITE, READ", "WRITE, WRITE", "READ_WRITE, READ_WRITE"})
  void accessesThatDoNotMeetGiveNoDependency(AccessMode first, AccessMode second) {
    Buffer buffer = program.hostBuffer("a", 64);
    TaskId one = program.loop("first", 1).access(buffer, first, fixed(0, 32)).submit();
    TaskId two = program.loop("second", 1).access(buffer, second, fixed(32, 64)).submit();
    assertThat(program.dependenciesOf(two)).doesNotContain(one);
  }

  @Test
  void accessesWithoutElementsGiveNoDependency() {
    Buffer buffer = program.hostBuffer("a", 64);
    TaskId one = program.loop("first", 64).write(buffer, oneToOne()).submit();
    TaskId two = program.loop("second", 64).read(buffer, fixed(9, 9)).submit();
    TaskId three = program.loop("third", Box.EMPTY).readWrite(buffer, oneToOne()).submit();
    assertThat(program.dependenciesOf(two)).containsExactly(START);
    assertThat(program.dependenciesOf(three)).containsExactly(START).doesNotContain(one);
  }

  @Test
  void arraysThatTheHostInitialisedDependOnTheEpoch() {
    Buffer buffer = program.hostBuffer("a", 64);
    TaskId reader = program.loop("read", 64).read(buffer, oneToOne()).submit();
    assertThat(program.dependency(reader, START)).contains(DependencyKind.TRUE);
    TaskId writer = program.loop("write", 64).write(buffer, oneToOne()).submit();
    assertThat(program.dependency(writer, reader)).contains(DependencyKind.ANTI);
    assertThat(program.dependency(writer, START)).contains(DependencyKind.TRUE);
    Buffer other = program.hostBuffer("b", 64);
    TaskId second = program.loop("write b", 64).write(other, oneToOne()).submit();
    assertThat(program.dependenciesOf(second)).containsExactly(START);
  }

  @Test
  void aConsumedRegionDependsOnEveryWriterOfAPartOfIt() {
    Buffer buffer = program.buffer("a", 64);
    TaskId left = program.loop("left", 1).write(buffer, fixed(0, 32)).submit();
    TaskId right = program.loop("right", 1).write(buffer, fixed(32, 64)).submit();
    TaskId middle = program.loop("middle", 1).read(buffer, fixed(16, 48)).submit();
    TaskId edge = program.loop("edge", 1).read(buffer, fixed(48, 64)).submit();
    assertThat(program.dependenciesOf(middle)).containsExactly(left, right);
    assertThat(program.dependenciesOf(edge)).containsExactly(right);
  }

  @Test
  void anAntiDependencyIsOnlyOnReadersOfWhatIsWritten() {
    Buffer buffer = program.buffer("a", 64);
    TaskId writer = program.loop("write", 64).write(buffer, oneToOne()).submit();
    TaskId left = program.loop("left", 1).read(buffer, fixed(0, 32)).submit();
    TaskId right = program.loop("right", 1).read(buffer, fixed(32, 64)).submit();
    TaskId over = program.loop("over", 1).write(buffer, fixed(0, 16)).submit();
    assertThat(program.dependency(over, left)).contains(DependencyKind.ANTI);
    assertThat(program.dependenciesOf(over)).doesNotContain(right, writer);
    TaskId rest = program.loop("rest", 1).write(buffer, fixed(0, 64)).submit();
    assertThat(program.dependency(rest, left)).contains(DependencyKind.ANTI);
    assertThat(program.dependency(rest, right)).contains(DependencyKind.ANTI);
    assertThat(program.dependency(rest, over)).contains(DependencyKind.OUTPUT);
  }

  @Test
  void severalReasonsGiveOneDependencyOfTheStrongestKind() {
    Buffer a = program.hostBuffer("a", 8);
    Buffer b = program.hostBuffer("b", 8);
    TaskId one = program.loop("one", 8).read(b, all()).write(a, oneToOne()).submit();
    TaskId two = program.loop("two", 8).write(b, oneToOne()).read(a, oneToOne()).submit();
    assertThat(program.recorded().dependenciesOf(two.number())).hasSize(1);
    assertThat(program.dependency(two, one)).contains(DependencyKind.TRUE);
  }

  @Test
  void whoWritesElementsThatWereReadUnwrittenWaitsForTheReader() {
    Buffer buffer = program.buffer("a", 64);
    TaskId reader = program.loop("read", 64).read(buffer, oneToOne()).submit();
    TaskId writer = program.loop("write", 64).write(buffer, oneToOne()).submit();
    assertThat(program.dependency(writer, reader)).contains(DependencyKind.ANTI);
  }

  @Test
  void aFenceWaitsForTheWritersOfWhatItShows() {
    Buffer a = program.buffer("a", 8);
    Buffer b = program.buffer("b", 8);
    TaskId writer = program.loop("a", 8).write(a, oneToOne()).submit();
    TaskId other = program.loop("b", 8).write(b, oneToOne()).submit();
    TaskId fence = program.loop("read", 1).read(a, all()).fence(FenceTask.Reach.EVERY_NODE);
    assertThat(program.dependenciesOf(fence)).containsExactly(writer).doesNotContain(other);
    TaskId later = program.loop("over", 8).write(a, oneToOne()).submit();
    assertThat(program.dependency(later, fence)).contains(DependencyKind.ANTI);
  }
}
