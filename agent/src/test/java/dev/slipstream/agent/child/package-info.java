/** Child JVMs with the finished agent jar, and programs made for them. */
package dev.slipstream.agent.child;
