/**
 * Calls of all methods of the JDK that have to do with arrays: found by reflection, written as Java
 * source, made with and without the agent.
 */
package dev.slipstream.agent.calls;
