package dev.slipstream.opencl.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinaryCacheTest {
  private static final long MUCH = 1 << 20;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log =
      Log.to(new PrintStream(said, true, StandardCharsets.UTF_8), LogLevel.DEBUG);
  private final CacheKey key = CacheKey.of(List.of("kernel", "options"));
  private final byte[] binary = "what the driver built".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;
  @TempDir private Path outside;

  @Test
  void whatOneRunStoredTheNextOneFinds() {
    cache(MUCH).store(key, binary);

    assertThat(cache(MUCH).find(key)).hasValue(binary);
    assertThat(cache(MUCH).find(CacheKey.of(List.of("kernel", "other options")))).isEmpty();
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void theBordersBetweenTheTextsOfAKeyCount() {
    assertThat(CacheKey.of(List.of("ab", "c"))).isNotEqualTo(CacheKey.of(List.of("a", "bc")));
    assertThat(CacheKey.of(List.of("a", ""))).isNotEqualTo(CacheKey.of(List.of("a")));
    assertThat(CacheKey.of(List.of("a", "b"))).isEqualTo(CacheKey.of(List.of("a", "b")));
  }

  @Test
  void eachChangedByteIsNoticedAndTheFileDeleted() throws IOException {
    cache(MUCH).store(key, binary);
    byte[] whole = Files.readAllBytes(onlyFile());
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= 4;
      assertDamaged(damaged);
    }
  }

  @Test
  void aFileThatWasCutAnywhereIsNoticed() throws IOException {
    cache(MUCH).store(key, binary);
    byte[] whole = Files.readAllBytes(onlyFile());
    for (int length = 0; length < whole.length; length++) {
      assertDamaged(Arrays.copyOf(whole, length));
    }
    assertDamaged(Arrays.copyOf(whole, whole.length + 1));
  }

  @Test
  void aFileUnderAnotherKeysNameIsNotTaken() throws IOException {
    CacheKey other = CacheKey.of(List.of("another kernel"));
    cache(MUCH).store(key, binary);
    Files.move(onlyFile(), folder.resolve(other.hex() + ".clbin"));

    assertThat(cache(MUCH).find(other)).isEmpty();
    assertThat(files()).isEmpty();
  }

  @Test
  void theFileUnusedForLongestGoesFirst() throws IOException {
    BinaryCache cache = cache(3L * (CacheKey.HEADER_BYTES + 100));
    List<CacheKey> keys = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      keys.add(CacheKey.of(List.of("kernel " + i)));
      cache.store(keys.get(i), new byte[100]);
      age(keys.get(i), Duration.ofMinutes(10 - i));
    }
    assertThat(cache.find(keys.get(0))).isPresent();

    cache.store(key, new byte[100]);

    assertThat(cache.find(keys.get(1))).isEmpty();
    assertThat(cache.find(keys.get(0))).isPresent();
    assertThat(cache.find(keys.get(2))).isPresent();
    assertThat(cache.find(key)).isPresent();
  }

  @Test
  void theBoundHoldsAfterEachStore() throws IOException {
    long bound = 5000;
    Random random = new Random(11);
    BinaryCache cache = cache(bound);
    for (int i = 0; i < 200; i++) {
      CacheKey next = CacheKey.of(List.of("kernel " + i));
      int size = random.nextInt(2000);
      cache.store(next, new byte[size]);
      age(next, Duration.ofSeconds(1000 - i));

      assertThat(bytes()).isLessThanOrEqualTo(bound);
      assertThat(cache.find(next)).as("kernel %s of %s bytes", i, size).isPresent();
      age(next, Duration.ofSeconds(1000 - i));
    }
    assertThat(files()).hasSizeGreaterThan(1);
  }

  @Test
  void whatIsLargerThanTheBoundIsNotStored() {
    BinaryCache cache = cache(CacheKey.HEADER_BYTES + 100);
    cache.store(key, new byte[100]);
    cache.store(CacheKey.of(List.of("large")), new byte[101]);

    assertThat(cache.find(key)).isPresent();
    assertThat(files()).hasSize(1);
  }

  @Test
  void filesOfOtherNamesAreLeftAlone() throws IOException {
    Path own = Files.write(folder.resolve("thesis.txt"), new byte[10_000]);
    Path nested = Files.createDirectory(folder.resolve("f".repeat(64) + ".d"));
    BinaryCache cache = cache(900);
    for (int i = 0; i < 10; i++) {
      cache.store(CacheKey.of(List.of("kernel " + i)), new byte[200]);
    }

    assertThat(own).hasSize(10_000);
    assertThat(nested).exists();
    assertThat(files()).hasSize(3);
  }

  @Test
  void whatAProcessLeftUnfinishedIsDeletedAfterAnHour() throws IOException {
    Path dead = Files.write(folder.resolve("." + key.hex() + ".clbin.123.tmp"), new byte[10]);
    Path alive = Files.write(folder.resolve(key.hex() + ".456.tmp"), new byte[10]);
    Files.setLastModifiedTime(dead, FileTime.from(Instant.now().minus(Duration.ofMinutes(61))));

    cache(MUCH).store(key, binary);

    assertThat(dead).doesNotExist();
    assertThat(alive).exists();
  }

  @Test
  void aFolderThatCannotBeMadeIsSaidOnceAndIsAsIfItWereEmpty() throws IOException {
    Path file = Files.writeString(folder.resolve("no folder"), "");
    BinaryCache cache = new BinaryCache(file.resolve("below"), MUCH, log);

    cache.store(key, binary);
    cache.store(key, binary);

    assertThat(cache.find(key)).isEmpty();
    cache.delete(key);
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains("built kernels cannot be kept in", "no folder");
  }

  @Test
  void aFolderThatIsNotTheUsersAloneIsLeftAloneAndSaidOnce() throws IOException {
    cache(MUCH).store(key, binary);
    Path target = Files.createDirectory(outside.resolve("target"));
    Path link = Files.createSymbolicLink(outside.resolve("link"), target);
    assertRefused(link, "it is a symbolic link");

    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused(folder, "other users may write to it");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(cache(MUCH).find(key)).isPresent();

    Path open = Files.createDirectory(outside.resolve("open"));
    Path below = Files.createDirectory(open.resolve("below"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused(below, "other users may write to " + open.toRealPath());
    assertThat(below).isEmptyDirectory();
  }

  private void assertRefused(Path refused, String reason) {
    said.reset();
    BinaryCache cache = new BinaryCache(refused, MUCH, log);
    assertThat(cache.find(key)).isEmpty();
    cache.store(CacheKey.of(List.of("another")), binary);
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains("built kernels are neither kept", refused.toString(), reason);
  }

  @Test
  void aFolderOfAnotherUserIsLeftAlone() throws IOException {
    Path theirs = Files.createDirectory(outside.resolve("theirs"));
    try {
      Files.setAttribute(theirs, "unix:uid", 12_345);
    } catch (IOException | UnsupportedOperationException refused) {
      Assumptions.abort("only root can give folders away");
    }
    assertRefused(theirs, "it belongs to another user");
  }

  @Test
  void onlyFilesOfTheUserAreOpenedAndAPipeIsNotWaitedFor() throws Exception {
    cache(MUCH).store(key, binary);
    Path entry = onlyFile();
    Files.setPosixFilePermissions(entry, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(cache(MUCH).find(key)).isEmpty();

    Path elsewhere = outside.resolve("elsewhere");
    Files.move(entry, elsewhere);
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rw-------"));
    Files.createSymbolicLink(entry, elsewhere);
    assertThat(cache(MUCH).find(key)).isEmpty();

    Files.delete(entry);
    int made = new ProcessBuilder("mkfifo", entry.toString()).start().waitFor();
    assertThat(made).isZero();
    assertThat(cache(MUCH).find(key)).isEmpty();
  }

  @Test
  void severalInstancesFillOneFolderTogetherAndEachFindsOnlyWhatIsWhole() throws Exception {
    long bound = 40_000;
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<Integer>> results = new ArrayList<>();
      for (int t = 0; t < 6; t++) {
        Random random = new Random(t);
        BinaryCache own = cache(bound);
        Callable<Integer> work = () -> fill(own, random);
        results.add(threads.submit(work));
      }
      int found = 0;
      for (Future<Integer> result : results) {
        found += result.get();
      }
      assertThat(found).isPositive();
    } finally {
      threads.shutdown();
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain("damaged");
    cache(bound).store(key, binary);
    assertThat(bytes()).isLessThanOrEqualTo(bound);
    assertThat(files()).allMatch(file -> file.toString().endsWith(".clbin"));
  }

  private static int fill(BinaryCache cache, Random random) {
    int found = 0;
    for (int round = 0; round < 300; round++) {
      int number = random.nextInt(40);
      CacheKey key = CacheKey.of(List.of("kernel " + number));
      byte[] expected = new byte[500 + 50 * number];
      Arrays.fill(expected, (byte) number);
      Optional<byte[]> there = cache.find(key);
      if (there.isPresent()) {
        found++;
        assertThat(there.get()).isEqualTo(expected);
      } else {
        cache.store(key, expected);
      }
    }
    return found;
  }

  private void assertDamaged(byte[] file) throws IOException {
    Path entry = folder.resolve(key.hex() + ".clbin");
    Files.write(entry, file);
    assertThat(cache(MUCH).find(key)).isEmpty();
    assertThat(entry).doesNotExist();
  }

  private void age(CacheKey stored, Duration age) throws IOException {
    Files.setLastModifiedTime(
        folder.resolve(stored.hex() + ".clbin"), FileTime.from(Instant.now().minus(age)));
  }

  private BinaryCache cache(long mostBytes) {
    return new BinaryCache(folder, mostBytes, log);
  }

  private Path onlyFile() {
    assertThat(files()).hasSize(1);
    return files().get(0);
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(f -> f.getFileName().toString().length() > 64 && Files.isRegularFile(f))
          .toList();
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private long bytes() throws IOException {
    long bytes = 0;
    for (Path file : files()) {
      bytes += Files.size(file);
    }
    return bytes;
  }
}
