package dev.slipstream.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs with host tasks in a single process. */
class HostTaskProgramsTest {
  private final PrintStream console = System.out;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @TempDir private Path folder;

  @BeforeEach
  void listen() {
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void stopListening() {
    System.setOut(console);
  }

  private List<String> lines() {
    return said.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private Outcome waves(String... more) throws UserError {
    List<String> arguments = new ArrayList<>(List.of("--every", "50", "--out", folder.toString()));
    arguments.addAll(List.of(more));
    return Waves.run(arguments.toArray(String[]::new));
  }

  @Test
  void wavesKeepTheirEnergy() throws Exception {
    waves("--size", "70", "--steps", "400");
    List<Double> energies =
        lines().stream()
            .filter(line -> line.startsWith("step "))
            .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
            .toList();
    assertThat(energies).hasSize(8);
    assertThat(energies.get(0)).isGreaterThan(1);
    assertThat(energies)
        .allSatisfy(energy -> assertThat(energy).isCloseTo(energies.get(0), within(1e-8)));
  }

  @Test
  void wavesGoOnFromACheckpointWithTheSameBits() throws Exception {
    Outcome whole = waves("--size", "33", "--steps", "170");
    for (int step : new int[] {50, 100, 150}) {
      Path checkpoint = folder.resolve("waves-" + step + ".bin");
      Outcome rest = waves("--from", checkpoint.toString(), "--steps", "170");
      assertThat(rest.checksum()).as("from step " + step).isEqualTo(whole.checksum());
    }
    assertThat(waves("--size", "33", "--steps", "171").checksum()).isNotEqualTo(whole.checksum());
  }

  @Test
  void aFileThatIsNoCheckpointIsRefused() throws Exception {
    Path file = Files.write(folder.resolve("short"), new byte[10]);
    assertThatThrownBy(() -> waves("--from", file.toString()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("which is not a checkpoint: the file ends at byte 10");
    Files.write(file, new byte[1000]);
    assertThatThrownBy(() -> waves("--from", file.toString()))
        .hasMessageContaining("its size is not what it says");
    assertThatThrownBy(() -> waves("--from", folder.resolve("none").toString()))
        .hasMessageContaining("or leave --from out to begin with a new sheet");
  }

  @Test
  void whatParallelIoReadsIsWhatWasComputedAndItsFilesAreGone() throws Exception {
    ParallelIo.run(new String[] {"--size", "3", "--out", folder.toString()});
    assertThat(lines().get(0))
        .isEqualTo("wrote and read 3 MiB; 0 numbers are not those that were computed");
    assertThat(lines().get(1)).matches("write +\\d+ MB/s( +dd +\\d+ MB/s)?");
    assertThat(lines().get(2)).matches("read +\\d+ MB/s( +dd +\\d+ MB/s)?");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamedWithTheWayOut() throws Exception {
    String file = Files.writeString(folder.resolve("taken"), "a file").toString();
    assertThatThrownBy(() -> ParallelIo.run(new String[] {"--size", "1", "--out", file}))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("cannot write or read " + file, "another folder with --out");
    assertThatThrownBy(
            () -> Waves.run(new String[] {"--size", "9", "--steps", "300", "--out", file}))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("cannot write to " + file, "another folder with --out");
  }
}
