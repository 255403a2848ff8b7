/**
 * Calls of all methods of the JDK that take or return arrays: found by reflection, written as Java
 * source, made with and without the agent.
 */
package dev.slipstream.agent.calls;
