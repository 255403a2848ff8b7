package dev.slipstream.demo;

/**
 * Pixels, row by row from the top.
 *
 * @param rgb width × height pixels, 0xRRGGBB
 */
record Picture(int[] rgb, int width, int height) {}
