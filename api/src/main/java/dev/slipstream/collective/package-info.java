/**
 * How ranks exchange arrays within a collective host task. Flows in: a channel to each other rank,
 * and what the program has. Flows out: what all have together. It must never know how messages
 * travel, nor what a host task is.
 */
package dev.slipstream.collective;
