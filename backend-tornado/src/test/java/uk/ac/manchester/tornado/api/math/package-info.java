/**
 * Stand-ins for TornadoVM's public API, written for tests: functions; see {@link
 * uk.ac.manchester.tornado.api}.
 */
package uk.ac.manchester.tornado.api.math;
