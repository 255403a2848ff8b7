package uk.ac.manchester.tornado.api.common;

/** Functions of so many arguments. */
public interface TornadoFunctions {

  /** A function. */
  interface Task2<T1, T2> {
    void apply(T1 a1, T2 a2);
  }

  /** A function. */
  interface Task3<T1, T2, T3> {
    void apply(T1 a1, T2 a2, T3 a3);
  }

  /** A function. */
  interface Task4<T1, T2, T3, T4> {
    void apply(T1 a1, T2 a2, T3 a3, T4 a4);
  }

  /** A function. */
  interface Task5<T1, T2, T3, T4, T5> {
    void apply(T1 a1, T2 a2, T3 a3, T4 a4, T5 a5);
  }

  /** A function. */
  interface Task6<T1, T2, T3, T4, T5, T6> {
    void apply(T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6);
  }

  /** A function. */
  interface Task7<T1, T2, T3, T4, T5, T6, T7> {
    void apply(T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6, T7 a7);
  }

  /** A function. */
  interface Task8<T1, T2, T3, T4, T5, T6, T7, T8> {
    void apply(T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6, T7 a7, T8 a8);
  }

  /** A function. */
  interface Task9 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9);
  }

  /** A function. */
  interface Task10 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10);
  }

  /** A function. */
  interface Task11 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11);
  }

  /** A function. */
  interface Task12 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11,
        Object a12);
  }

  /** A function. */
  interface Task13 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11,
        Object a12,
        Object a13);
  }

  /** A function. */
  interface Task14 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11,
        Object a12,
        Object a13,
        Object a14);
  }

  /** A function. */
  interface Task15 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11,
        Object a12,
        Object a13,
        Object a14,
        Object a15);
  }

  /** A function. */
  interface Task16 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11,
        Object a12,
        Object a13,
        Object a14,
        Object a15,
        Object a16);
  }

  /** A function. */
  interface Task17 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11,
        Object a12,
        Object a13,
        Object a14,
        Object a15,
        Object a16,
        Object a17);
  }

  /** A function. */
  interface Task18 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11,
        Object a12,
        Object a13,
        Object a14,
        Object a15,
        Object a16,
        Object a17,
        Object a18);
  }

  /** A function. */
  interface Task19 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11,
        Object a12,
        Object a13,
        Object a14,
        Object a15,
        Object a16,
        Object a17,
        Object a18,
        Object a19);
  }

  /** A function. */
  interface Task20 {
    void apply(
        Object a1,
        Object a2,
        Object a3,
        Object a4,
        Object a5,
        Object a6,
        Object a7,
        Object a8,
        Object a9,
        Object a10,
        Object a11,
        Object a12,
        Object a13,
        Object a14,
        Object a15,
        Object a16,
        Object a17,
        Object a18,
        Object a19,
        Object a20);
  }
}
