/**
 * Ordinary programs with parallel loops. Flows in: command lines and the files they name. Flows
 * out: pictures, tables, and the checksum and times of each computation. It must never know the
 * agent: it uses the JDK, the one annotation and host tasks, and runs the same without anything
 * attached.
 */
package dev.slipstream.demo;
