/**
 * Stand-ins for TornadoVM's public API, written for tests: arrays outside the heap. They must carry
 * TornadoVM's own package name, since the binding finds the API by its names; see {@link
 * uk.ac.manchester.tornado.api}.
 */
package uk.ac.manchester.tornado.api.types.arrays;
