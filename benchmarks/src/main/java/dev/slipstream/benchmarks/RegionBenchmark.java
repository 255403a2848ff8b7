package dev.slipstream.benchmarks;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.model.region.RegionMap.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of region maps: a square of k × k tiles of 8 × 8 points, where each tile has its own
 * value. Times are for one operation, except those of {@link #build()}, which are for k² updates of
 * a new map.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RegionBenchmark {
  private static final int TILE = 8;

  /** The number of tiles on a side. */
  @Param({"16", "64"})
  public int k;

  private Box[] tiles;
  private Box[] halos;
  private RegionMap<Integer> map;
  private int next;
  private int value;

  /** Fills the map. */
  @Setup(Level.Trial)
  public void fill() {
    tiles = new Box[k * k];
    halos = new Box[k * k];
    for (int i = 0; i < k * k; i++) {
      // A stride that is prime to k² visits the tiles in no particular order.
      long row = (long) i * 37 % ((long) k * k) / k * TILE;
      long column = (long) i * 37 % k * TILE;
      tiles[i] = Box.of(row, row + TILE, column, column + TILE);
      halos[i] = Box.of(row - 1, row + TILE + 1, column - 1, column + TILE + 1);
    }
    map = build();
  }

  private int step() {
    next = next + 1 == tiles.length ? 0 : next + 1;
    return next;
  }

  /**
   * A new map with all its tiles.
   *
   * @return the map
   */
  @Benchmark
  public RegionMap<Integer> build() {
    RegionMap<Integer> built = new RegionMap<>(Box.sized((long) k * TILE, (long) k * TILE), -1);
    for (Box tile : tiles) {
      built.update(tile, value++);
    }
    return built;
  }

  /** Gives one tile another value. */
  @Benchmark
  public void reUpdate() {
    map.update(tiles[step()], value++);
  }

  /**
   * The value of one tile.
   *
   * @return one entry
   */
  @Benchmark
  public List<Entry<Integer>> queryTile() {
    return map.query(tiles[step()]);
  }

  /**
   * The values of one tile and the points around it.
   *
   * @return up to nine entries
   */
  @Benchmark
  public List<Entry<Integer>> queryTileAndHalo() {
    return map.query(halos[step()]);
  }

  /**
   * The points around one tile.
   *
   * @return a ring of four boxes
   */
  @Benchmark
  public Region ringAroundTile() {
    int tile = step();
    return Region.of(halos[tile]).difference(Region.of(tiles[tile]));
  }

  /**
   * One region of half the tiles, in the pattern of a chessboard.
   *
   * @return k² / 2 boxes
   */
  @Benchmark
  public Region chessboard() {
    List<Box> black = new ArrayList<>(tiles.length / 2);
    for (Box tile : tiles) {
      if ((tile.min0() + tile.min1()) / TILE % 2 == 0) {
        black.add(tile);
      }
    }
    return Region.of(black);
  }
}
