package uk.ac.manchester.tornado.api;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import uk.ac.manchester.tornado.api.common.TornadoFunctions;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** A graph of tasks that run in sequence, or of none. */
public class TaskGraph {
  private static final int UNDER_DEMAND = 2;

  final String name;
  final List<TornadoNativeArray> inputs = new ArrayList<>();
  final List<TornadoNativeArray> outputs = new ArrayList<>();
  final Set<TornadoNativeArray> arrays = new LinkedHashSet<>();
  final List<Task> tasks = new ArrayList<>();

  /** A kernel with its arguments. */
  record Task(String name, Object code, Object[] arguments) {}

  public TaskGraph(String name) {
    this.name = name;
  }

  public TaskGraph transferToDevice(int mode, Object... objects) {
    add(mode, inputs, objects);
    return this;
  }

  public TaskGraph transferToHost(int mode, Object... objects) {
    add(mode, outputs, objects);
    return this;
  }

  private void add(int mode, List<TornadoNativeArray> list, Object[] objects) {
    for (Object object : objects) {
      arrays.add((TornadoNativeArray) object);
      if (mode != UNDER_DEMAND) {
        list.add((TornadoNativeArray) object);
      }
    }
  }

  public ImmutableTaskGraph snapshot() {
    return new ImmutableTaskGraph(this);
  }

  private TaskGraph task(String id, Object function, Object[] values) {
    tasks.add(new Task(name + "." + id, function, values));
    return this;
  }

  public <T1, T2> TaskGraph task(String id, TornadoFunctions.Task2<T1, T2> code, T1 a1, T2 a2) {
    return task(id, code, new Object[] {a1, a2});
  }

  public <T1, T2, T3> TaskGraph task(
      String id, TornadoFunctions.Task3<T1, T2, T3> code, T1 a1, T2 a2, T3 a3) {
    return task(id, code, new Object[] {a1, a2, a3});
  }

  public <T1, T2, T3, T4> TaskGraph task(
      String id, TornadoFunctions.Task4<T1, T2, T3, T4> code, T1 a1, T2 a2, T3 a3, T4 a4) {
    return task(id, code, new Object[] {a1, a2, a3, a4});
  }

  public <T1, T2, T3, T4, T5> TaskGraph task(
      String id,
      TornadoFunctions.Task5<T1, T2, T3, T4, T5> code,
      T1 a1,
      T2 a2,
      T3 a3,
      T4 a4,
      T5 a5) {
    return task(id, code, new Object[] {a1, a2, a3, a4, a5});
  }

  public <T1, T2, T3, T4, T5, T6> TaskGraph task(
      String id,
      TornadoFunctions.Task6<T1, T2, T3, T4, T5, T6> code,
      T1 a1,
      T2 a2,
      T3 a3,
      T4 a4,
      T5 a5,
      T6 a6) {
    return task(id, code, new Object[] {a1, a2, a3, a4, a5, a6});
  }

  public <T1, T2, T3, T4, T5, T6, T7> TaskGraph task(
      String id,
      TornadoFunctions.Task7<T1, T2, T3, T4, T5, T6, T7> code,
      T1 a1,
      T2 a2,
      T3 a3,
      T4 a4,
      T5 a5,
      T6 a6,
      T7 a7) {
    return task(id, code, new Object[] {a1, a2, a3, a4, a5, a6, a7});
  }

  public <T1, T2, T3, T4, T5, T6, T7, T8> TaskGraph task(
      String id,
      TornadoFunctions.Task8<T1, T2, T3, T4, T5, T6, T7, T8> code,
      T1 a1,
      T2 a2,
      T3 a3,
      T4 a4,
      T5 a5,
      T6 a6,
      T7 a7,
      T8 a8) {
    return task(id, code, new Object[] {a1, a2, a3, a4, a5, a6, a7, a8});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task9 code,
      Object a1,
      Object a2,
      Object a3,
      Object a4,
      Object a5,
      Object a6,
      Object a7,
      Object a8,
      Object a9) {
    return task(id, code, new Object[] {a1, a2, a3, a4, a5, a6, a7, a8, a9});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task10 code,
      Object a1,
      Object a2,
      Object a3,
      Object a4,
      Object a5,
      Object a6,
      Object a7,
      Object a8,
      Object a9,
      Object a10) {
    return task(id, code, new Object[] {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task11 code,
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
      Object a11) {
    return task(id, code, new Object[] {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task12 code,
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
      Object a12) {
    return task(id, code, new Object[] {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task13 code,
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
      Object a13) {
    return task(id, code, new Object[] {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task14 code,
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
      Object a14) {
    return task(
        id, code, new Object[] {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task15 code,
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
      Object a15) {
    return task(
        id, code, new Object[] {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task16 code,
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
      Object a16) {
    return task(
        id,
        code,
        new Object[] {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task17 code,
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
      Object a17) {
    return task(
        id,
        code,
        new Object[] {a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17});
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task18 code,
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
      Object a18) {
    return task(
        id,
        code,
        new Object[] {
          a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18
        });
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task19 code,
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
      Object a19) {
    return task(
        id,
        code,
        new Object[] {
          a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19
        });
  }

  public TaskGraph task(
      String id,
      TornadoFunctions.Task20 code,
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
      Object a20) {
    return task(
        id,
        code,
        new Object[] {
          a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20
        });
  }
}
