/**
 * Runs each demo program without and with the agent, and compares the results. Flows in: what the
 * programs print and the agent's report file. Flows out: a table, or JSON lines. It must not know
 * the agent's classes, nor what a program computes; it knows only their command lines and what they
 * write.
 */
package dev.slipstream.demo.runner;
