#include <jni.h>
static double sum(JNIEnv *e, jobject v) { jclass c = (*e)->GetObjectClass(e, v); jfieldID f = (*e)->GetFieldID(e, c, "data", "[D"); jdoubleArray a = (*e)->GetObjectField(e, v, f); jint n = (*e)->GetArrayLength(e, a); double *d = (*e)->GetDoubleArrayElements(e, a, 0); double s = 0; for (int i = 0; i < n; i++) s += d[i]; (*e)->ReleaseDoubleArrayElements(e, a, d, 0); return s; }
JNIEXPORT jdouble JNICALL Java_CallsNative_00024Vec_norm(JNIEnv *e, jobject v) { return sum(e, v); }
JNIEXPORT jdouble JNICALL Java_CallsNative_00024Vec_sumOf(JNIEnv *e, jclass c, jobject v) { return sum(e, v); }
JNIEXPORT jdouble JNICALL Java_NativeRef_total(JNIEnv *e, jclass c, jdoubleArray a) { jint n = (*e)->GetArrayLength(e, a); double *d = (*e)->GetDoubleArrayElements(e, a, 0); double s = 0; for (int i = 0; i < n; i++) s += d[i]; (*e)->ReleaseDoubleArrayElements(e, a, d, 0); return s; }
JNIEXPORT jdouble JNICALL Java_CallsBack_loop(JNIEnv *e, jclass c, jobject v, jint times) { jmethodID step = (*e)->GetStaticMethodID(e, c, "step", "()V"); double s = 0; for (int i = 0; i < times; i++) { (*e)->CallStaticVoidMethod(e, c, step); s = s * 3 + sum(e, v); } return s; }
