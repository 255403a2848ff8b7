package dev.slipstream.agent.coherence;

/**
 * A statement that needs no other one.
 *
 * @param number its place in the program
 * @param text what it does
 * @param members what it adds to the class
 */
record Statement(int number, String text, String members) {}
