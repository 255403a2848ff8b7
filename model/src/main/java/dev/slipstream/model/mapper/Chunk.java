package dev.slipstream.model.mapper;

import dev.slipstream.model.region.Box;

/**
 * A part of an iteration space.
 *
 * @param box the iterations of the part
 * @param space all iterations of the task
 */
public record Chunk(Box box, Box space) {
  /**
   * Returns the chunk that is the whole space.
   *
   * @param space all iterations
   * @return the chunk
   */
  public static Chunk whole(Box space) {
    return new Chunk(space, space);
  }

  /**
   * Returns whether the chunk contains the first iteration on every axis. Of several chunks exactly
   * one does.
   *
   * @return whether it is the first
   */
  public boolean isFirst() {
    return box.min0() == space.min0() && box.min1() == space.min1() && box.min2() == space.min2();
  }
}
