#pragma OPENCL EXTENSION cl_khr_fp64 : enable  
#pragma OPENCL EXTENSION cl_khr_fp16 : enable  
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable  
__kernel void slip_kernel_20(__global long *_kernel_context, __constant uchar *_constant_region, __local uchar *_local_region, __global int *_atomics, __global uchar *argument1, __global uchar *argument2, __global uchar *argument3, __global uchar *argument4, __global uchar *argument5, __global uchar *argument6, __global uchar *argument7, __global uchar *argument8)
{
  ulong ul_18, ul_20, ul_23, ul_25, ul_26, ul_28, ul_2, ul_3, ul_4, ul_5, ul_6, ul_7, ul_8, ul_10, ul_13, ul_15, ul_57, ul_60, ul_0, ul_1, ul_99, ul_39, ul_43, ul_109, ul_48; 
  bool b_12, b_22, b_17, b_32; 
  long l_41, l_42, l_46, l_47, l_100, l_37, l_38; 
  int i_49, i_27, i_21, i_36, i_35, i_34, i_33, i_31, i_30, i_29, i_11, i_9, i_16, i_108, i_106, i_103, i_92, i_91, i_90, i_89, i_88, i_87, i_86, i_85, i_97, i_96, i_95, i_94, i_93, i_76, i_75, i_74, i_73, i_72, i_71, i_70, i_69, i_84, i_83, i_82, i_81, i_80, i_79, i_78, i_77, i_58, i_68, i_67, i_66, i_65, i_64, i_63, i_62, i_61; 
  char ch_59, ch_98, ch_19, ch_40; 
  double d_105, d_102, d_44, d_107, d_45; 
  float f_14, f_110, f_24, f_56, f_104, f_55, f_54, f_53, f_101, f_52, f_51, f_50; 

  // BLOCK 0
  ul_0  =  (ulong) argument1;
  ul_1  =  (ulong) argument2;
  ul_2  =  (ulong) argument3;
  ul_3  =  (ulong) argument4;
  ul_4  =  (ulong) argument5;
  ul_5  =  (ulong) argument6;
  ul_6  =  (ulong) argument7;
  ul_7  =  (ulong) argument8;
  ul_8  =  ul_0 + 36L;
  i_9  =  *((__global int *) ul_8);
  ul_10  =  ul_0 + 32L;
  i_11  =  *((__global int *) ul_10);
  b_12  =  i_11 < 0;
  if(b_12)
  {
    // BLOCK 1
    ul_13  =  ul_3 + 28L;
    f_14  =  *((__global float *) ul_13);
    ul_15  =  ul_3 + 24L;
    *((__global float *) ul_15)  =  f_14;
  }  // B0
  else
  {
    // BLOCK 2
  }  // B0
  // BLOCK 3 MERGES [2 1 ]
  i_16  =  *((__global int *) ul_10);
  b_17  =  i_16 < 0;
  if(b_17)
  {
    // BLOCK 4
    ul_18  =  ul_6 + 25L;
    ch_19  =  *((__global char *) ul_18);
    ul_20  =  ul_6 + 24L;
    *((__global char *) ul_20)  =  ch_19;
  }  // B3
  else
  {
    // BLOCK 5
  }  // B3
  // BLOCK 6 MERGES [5 4 ]
  i_21  =  *((__global int *) ul_10);
  b_22  =  i_21 < 0;
  if(b_22)
  {
    // BLOCK 7
    ul_23  =  ul_7 + 28L;
    f_24  =  *((__global float *) ul_23);
    ul_25  =  ul_7 + 24L;
    *((__global float *) ul_25)  =  f_24;
  }  // B6
  else
  {
    // BLOCK 8
  }  // B6
  // BLOCK 9 MERGES [8 7 ]
  ul_26  =  ul_0 + 24L;
  i_27  =  *((__global int *) ul_26);
  ul_28  =  ul_0 + 28L;
  i_29  =  *((__global int *) ul_28);
  i_30  =  *((__global int *) ul_10);
  i_31  =  get_global_id(0);
  b_32  =  i_31 < i_30;
  if(b_32)
  {
    // BLOCK 10
    i_33  =  i_9 + i_29;
    i_34  =  i_33 * i_31;
    i_35  =  i_34 + i_27;
    i_36  =  i_35 ^ i_9;
    l_37  =  (long) i_36;
    l_38  =  l_37 + 24L;
    ul_39  =  ul_1 + l_38;
    ch_40  =  *((__global char *) ul_39);
    l_41  =  l_37 + 3L;
    l_42  =  l_41 << 3;
    ul_43  =  ul_2 + l_42;
    d_44  =  *((__global double *) ul_43);
    d_45  =  *((__global double *) ul_43);
    l_46  =  l_37 + 6L;
    l_47  =  l_46 << 2;
    ul_48  =  ul_3 + l_47;
    i_49  =  (int) ch_40;
    f_50  =  (float) i_49;
    f_51  =  (float) d_44;
    f_52  =  f_50 * f_51;
    f_53  =  (float) i_9;
    f_54  =  f_52 - f_53;
    f_55  =  (float) d_45;
    f_56  =  f_54 + f_55;
    *((__global float *) ul_48)  =  f_56;
    ul_57  =  ul_5 + l_47;
    i_58  =  *((__global int *) ul_57);
    ch_59  =  *((__global char *) ul_39);
    ul_60  =  ul_6 + l_38;
    i_61  =  i_9 + 255;
    i_62  =  (int) ch_59;
    i_63  =  i_62 | 1;
    i_64  =  i_63 + i_9;
    i_65  =  i_64 + 1;
    i_66  =  i_65 ^ i_9;
    i_67  =  i_66 & -2;
    i_68  =  i_67 + i_9;
    i_69  =  -i_68;
    i_70  =  i_69 ^ i_9;
    i_71  =  i_67 | i_70;
    i_72  =  i_9 + 31;
    i_73  =  i_71 >> i_72;
    i_74  =  i_73 & 1;
    i_75  =  1 - i_74;
    i_76  =  i_75 ^ i_9;
    i_77  =  1 - i_63;
    i_78  =  i_76 * i_77;
    i_79  =  i_78 + i_64;
    i_80  =  i_79 ^ i_9;
    i_81  =  i_80 + i_9;
    i_82  =  i_58 / i_81;
    i_83  =  i_64 & i_76;
    i_84  =  i_83 + i_9;
    i_85  =  i_84 << 1;
    i_86  =  i_9 - i_85;
    i_87  =  i_86 + 1;
    i_88  =  i_82 * i_87;
    i_89  =  i_88 ^ i_9;
    i_90  =  i_89 & i_61;
    i_91  =  i_90 ^ 128;
    i_92  =  i_91 + -128;
    i_93  =  i_92 ^ i_9;
    i_94  =  i_61 & i_93;
    i_95  =  i_94 ^ 128;
    i_96  =  i_95 + -128;
    i_97  =  i_96 ^ i_9;
    ch_98  =  (char) i_97;
    *((__global char *) ul_60)  =  ch_98;
    ul_99  =  ul_4 + l_42;
    l_100  =  *((__global long *) ul_99);
    f_101  =  (float) l_100;
    d_102  =  (double) f_101;
    i_103  =  isequal(f_101, 0.0F);
    if(i_103 == 1)
    {
      // BLOCK 11
      f_104  =  1.0F / 0.0F;
      d_105  =  1.0 / d_102;
      i_106  =  isless(f_104, d_105);
      if(i_106 == 1)
      {
        // BLOCK 12
        d_107  =  0.0;
      }  // B11
      else
      {
        // BLOCK 13
        d_107  =  d_102;
      }  // B11
    }  // B10
    else
    {
      // BLOCK 14
      i_108  =  isless(0.0F, f_101);
      if(i_108 == 1)
      {
        // BLOCK 15
        d_107  =  0.0;
      }  // B14
      else
      {
        // BLOCK 16
        d_107  =  d_102;
      }  // B14
    }  // B10
    // BLOCK 17 MERGES [12 15 13 16 ]
    ul_109  =  ul_7 + l_47;
    f_110  =  (float) d_107;
    *((__global float *) ul_109)  =  f_110;
  }  // B9
  else
  {
    // BLOCK 18
  }  // B9
  // BLOCK 19 MERGES [18 17 ]
  return;
}  //  kernel
