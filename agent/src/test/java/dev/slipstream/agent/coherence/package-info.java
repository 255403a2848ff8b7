/** Random programs that mix loops and accesses of the host, compared with plain Java. */
package dev.slipstream.agent.coherence;
