/**
 * Runs each demo program without and with the agent and compares. Flows in: what the programs print
 * and the agent's report file. Flows out: a table, or JSON lines. It must never know the agent's
 * classes, nor what a program computes: only their command lines and what they write.
 */
package dev.slipstream.demo.runner;
