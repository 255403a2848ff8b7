/** Tests that simulate nodes which divide the loops of Java programs among them. */
package dev.slipstream.agent.mapping;
