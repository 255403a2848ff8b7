/**
 * Stand-ins for TornadoVM's public API, written for tests: a graph of tasks, which run on the JVM
 * with memory of their own for what would be the device's. Only what the binding uses is here.
 *
 * <p>They must carry TornadoVM's own package name: the binding finds the API by its names, and so
 * it is bound in tests exactly as in programs. They are in no jar, and where the real TornadoVM is
 * there its modules hide them.
 */
package uk.ac.manchester.tornado.api;
