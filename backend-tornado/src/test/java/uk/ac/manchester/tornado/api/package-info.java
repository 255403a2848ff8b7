/**
 * Stand-ins for TornadoVM's public API, written for tests: a graph of one task, which runs on the
 * JVM with memory of its own for what would be the device's. Only what the binding uses is here.
 */
package uk.ac.manchester.tornado.api;
