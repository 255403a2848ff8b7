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
}
