/**
 * All that user code compiles against. Flows in: nothing. Flows out: marks in class files, which
 * the agent reads. It must never know any other part of Slipstream.
 */
package dev.slipstream.api;
