package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;

/** What this node receives under one name. */
sealed interface Transfer permits RegionTransfer, GatherTransfer {
  /** A message was announced. */
  void announced(Pilot pilot);

  /** A message that was asked for has arrived. */
  void arrived(Box box);

  /** Whether nothing is waited for and nothing is left over. */
  boolean isOver();

  /** What is waited for, for messages. */
  String text();
}
