/**
 * Brings together what this node waits for and what other nodes announce. Flows in: receives,
 * pilots, arrived payloads, in any order. Flows out: where each payload goes, and what is complete.
 * It must never know how bytes travel, what memory is, or which node sends what before it is told.
 */
@NullMarked
package dev.slipstream.runtime.receiving;

import org.jspecify.annotations.NullMarked;
