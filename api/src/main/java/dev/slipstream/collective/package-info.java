/**
 * The exchange of arrays between ranks within a collective host task. Flows in: a channel to each
 * other rank, and the values of this rank. Flows out: the combined values of all ranks. It must
 * never know how messages are sent, nor what a host task is.
 */
package dev.slipstream.collective;
