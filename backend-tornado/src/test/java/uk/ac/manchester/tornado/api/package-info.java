/**
 * Stand-ins for TornadoVM's public API, written for tests: a graph of tasks, which run on the JVM
 * with memory of their own in place of a device's. Only the parts that the binding uses exist.
 *
 * <p>They must carry TornadoVM's own package name: the binding finds the API by its names, and so
 * it is bound in tests exactly as in programs. They are in no jar. Where the real TornadoVM is
 * available, its modules hide them.
 */
package uk.ac.manchester.tornado.api;
