package dev.slipstream.agent.coherence;

/**
 * A statement that does not depend on others.
 *
 * @param number its place in the program
 * @param text its code
 * @param members what it adds to the class
 */
record Statement(int number, String text, String members) {}
