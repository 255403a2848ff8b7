/**
 * What Slipstream says while a program runs. Flows in: messages with a level. Flows out: lines on
 * one stream. It must never know who speaks, nor fail because a line could not be written.
 */
@NullMarked
package dev.slipstream.runtime.log;

import org.jspecify.annotations.NullMarked;
