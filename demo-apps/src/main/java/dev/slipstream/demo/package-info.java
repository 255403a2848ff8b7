/**
 * Ordinary programs with parallel loops. Flows in: command lines and the files they name. Flows
 * out: pictures, tables, and the checksum and times of each computation. It must not know the
 * agent: it uses the JDK, one annotation and host tasks, and runs the same without an agent.
 */
package dev.slipstream.demo;
