#pragma OPENCL EXTENSION cl_khr_fp64 : enable  
#pragma OPENCL EXTENSION cl_khr_fp16 : enable  
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable  
__kernel void slip_kernel_19(__global long *_kernel_context, __constant uchar *_constant_region, __local uchar *_local_region, __global int *_atomics, __global uchar *argument1, __global uchar *argument2, __global uchar *argument3, __global uchar *argument4, __global uchar *argument5, __global uchar *argument6, __global uchar *argument7, __global uchar *argument8)
{
  ulong ul_19, ul_116, ul_22, ul_24, ul_56, ul_25, ul_27, ul_0, ul_1, ul_2, ul_66, ul_3, ul_4, ul_68, ul_5, ul_6, ul_7, ul_39, ul_9, ul_43, ul_12, ul_14, ul_17; 
  bool b_11, b_21, b_31, b_16; 
  long l_103, l_41, l_105, l_42, l_106, l_107, l_108, l_110, l_111, l_112, l_114, l_54, l_91, l_92, l_93, l_94, l_36, l_37, l_101, l_38, l_102, l_75, l_81, l_82, l_55, l_119, l_120, l_57, l_121, l_122, l_123; 
  int i_44, i_40, i_104, i_52, i_51, i_115, i_50, i_49, i_113, i_48, i_47, i_46, i_45, i_109, i_28, i_26, i_90, i_89, i_23, i_100, i_35, i_99, i_34, i_33, i_32, i_30, i_29, i_10, i_73, i_8, i_70, i_20, i_80, i_15, i_79, i_60, i_124, i_118, i_117, i_65, i_63; 
  double d_72, d_71, d_74, d_69, d_64, d_96, d_95, d_98, d_97, d_59, d_61, d_88, d_87, d_84, d_83, d_86, d_85, d_76, d_78, d_77; 
  short sh_13, sh_53; 
  float f_62, f_58, f_67, f_18; 

  // BLOCK 0
  ul_0  =  (ulong) argument1;
  ul_1  =  (ulong) argument2;
  ul_2  =  (ulong) argument4;
  ul_3  =  (ulong) argument5;
  ul_4  =  (ulong) argument6;
  ul_5  =  (ulong) argument7;
  ul_6  =  (ulong) argument8;
  ul_7  =  ul_0 + 36L;
  i_8  =  *((__global int *) ul_7);
  ul_9  =  ul_0 + 32L;
  i_10  =  *((__global int *) ul_9);
  b_11  =  i_10 < 0;
  if(b_11)
  {
    // BLOCK 1
    ul_12  =  ul_3 + 26L;
    sh_13  =  *((__global short *) ul_12);
    ul_14  =  ul_3 + 24L;
    *((__global short *) ul_14)  =  sh_13;
  }  // B0
  else
  {
    // BLOCK 2
  }  // B0
  // BLOCK 3 MERGES [2 1 ]
  i_15  =  *((__global int *) ul_9);
  b_16  =  i_15 < 0;
  if(b_16)
  {
    // BLOCK 4
    ul_17  =  ul_5 + 28L;
    f_18  =  *((__global float *) ul_17);
    ul_19  =  ul_5 + 24L;
    *((__global float *) ul_19)  =  f_18;
  }  // B3
  else
  {
    // BLOCK 5
  }  // B3
  // BLOCK 6 MERGES [5 4 ]
  i_20  =  *((__global int *) ul_9);
  b_21  =  i_20 < 0;
  if(b_21)
  {
    // BLOCK 7
    ul_22  =  ul_6 + 28L;
    i_23  =  *((__global int *) ul_22);
    ul_24  =  ul_6 + 24L;
    *((__global int *) ul_24)  =  i_23;
  }  // B6
  else
  {
    // BLOCK 8
  }  // B6
  // BLOCK 9 MERGES [8 7 ]
  ul_25  =  ul_0 + 24L;
  i_26  =  *((__global int *) ul_25);
  ul_27  =  ul_0 + 28L;
  i_28  =  *((__global int *) ul_27);
  i_29  =  *((__global int *) ul_9);
  i_30  =  get_global_id(0);
  b_31  =  i_30 < i_29;
  if(b_31)
  {
    // BLOCK 10
    i_32  =  i_8 + i_28;
    i_33  =  i_32 * i_30;
    i_34  =  i_33 + i_26;
    i_35  =  i_34 ^ i_8;
    l_36  =  (long) i_35;
    l_37  =  l_36 + 6L;
    l_38  =  l_37 << 2;
    ul_39  =  ul_2 + l_38;
    i_40  =  *((__global int *) ul_39);
    l_41  =  l_36 + 12L;
    l_42  =  l_41 << 1;
    ul_43  =  ul_3 + l_42;
    i_44  =  i_8 + 65535;
    i_45  =  i_44 & i_40;
    i_46  =  i_45 ^ 32768;
    i_47  =  i_46 + -32768;
    i_48  =  i_47 ^ i_8;
    i_49  =  i_44 & i_48;
    i_50  =  i_49 ^ 32768;
    i_51  =  i_50 + -32768;
    i_52  =  i_51 ^ i_8;
    sh_53  =  (short) i_52;
    *((__global short *) ul_43)  =  sh_53;
    l_54  =  l_36 + 3L;
    l_55  =  l_54 << 3;
    ul_56  =  ul_4 + l_55;
    l_57  =  *((__global long *) ul_56);
    f_58  =  (float) l_57;
    d_59  =  (double) f_58;
    i_60  =  isequal(f_58, 0.0F);
    if(i_60 == 1)
    {
      // BLOCK 11
      d_61  =  1.0 / d_59;
      f_62  =  1.0F / 0.0F;
      i_63  =  isless(d_61, f_62);
      if(i_63 == 1)
      {
        // BLOCK 12
        d_64  =  0.0;
      }  // B11
      else
      {
        // BLOCK 13
        d_64  =  d_59;
      }  // B11
    }  // B10
    else
    {
      // BLOCK 14
      i_65  =  isless(0.0F, f_58);
      if(i_65 == 1)
      {
        // BLOCK 15
        d_64  =  d_59;
      }  // B14
      else
      {
        // BLOCK 16
        d_64  =  0.0;
      }  // B14
    }  // B10
    // BLOCK 17 MERGES [12 15 13 16 ]
    ul_66  =  ul_5 + l_38;
    f_67  =  (float) d_64;
    *((__global float *) ul_66)  =  f_67;
    ul_68  =  ul_1 + l_55;
    d_69  =  *((__global double *) ul_68);
    i_70  =  isless(d_69, 0.0);
    if(i_70 == 1)
    {
      // BLOCK 18
      d_71  =  -d_69;
      d_72  =  d_71;
    }  // B17
    else
    {
      // BLOCK 19
      d_72  =  d_69;
    }  // B17
    // BLOCK 20 MERGES [18 19 ]
    i_73  =  isless(d_72, 9.223372036854776E18);
    if(i_73 == 1)
    {
      // BLOCK 21
      d_74  =  d_72;
    }  // B20
    else
    {
      // BLOCK 22
      d_74  =  0.0;
    }  // B20
    // BLOCK 23 MERGES [21 22 ]
    l_75  =  (long) i_8;
    d_76  =  d_74 * 2.3283064365386963E-10;
    d_77  =  (double) i_8;
    d_78  =  d_76 - d_77;
    i_79  =  isnan(d_78)? 0 : (int) d_78;
    i_80  =  i_79 + i_8;
    l_81  =  (long) i_80;
    l_82  =  l_81 << 32;
    d_83  =  (double) i_79;
    d_84  =  d_83 * 4.294967296E9;
    d_85  =  d_84 - d_77;
    d_86  =  d_74 - d_85;
    d_87  =  d_86 * 1.52587890625E-5;
    d_88  =  d_87 - d_77;
    i_89  =  isnan(d_88)? 0 : (int) d_88;
    i_90  =  i_89 + i_8;
    l_91  =  (long) i_90;
    l_92  =  l_91 << 16;
    l_93  =  l_82 + l_92;
    l_94  =  l_93 ^ l_75;
    d_95  =  (double) i_89;
    d_96  =  d_95 * 65536.0;
    d_97  =  d_96 - d_77;
    d_98  =  d_86 - d_97;
    i_99  =  isnan(d_98)? 0 : (int) d_98;
    i_100  =  i_99 + i_8;
    l_101  =  (long) i_100;
    l_102  =  l_94 + l_101;
    l_103  =  l_75 ^ l_102;
    i_104  =  isless(d_69, 0.0);
    if(i_104 == 1)
    {
      // BLOCK 24
      l_105  =  l_103 + l_75;
      l_106  =  -l_105;
      l_107  =  l_75 ^ l_106;
      l_108  =  l_107;
    }  // B23
    else
    {
      // BLOCK 25
      l_108  =  l_103;
    }  // B23
    // BLOCK 26 MERGES [24 25 ]
    i_109  =  isless(9.223372036854775E18, d_69);
    if(i_109 == 1)
    {
      // BLOCK 27
      l_110  =  9223372036854775807L;
    }  // B26
    else
    {
      // BLOCK 28
      l_110  =  l_108;
    }  // B26
    // BLOCK 29 MERGES [27 28 ]
    l_111  =  l_75 + 1L;
    l_112  =  l_111 << 63;
    i_113  =  isless(d_69, -9.223372036854775E18);
    if(i_113 == 1)
    {
      // BLOCK 30
      l_114  =  l_112;
    }  // B29
    else
    {
      // BLOCK 31
      l_114  =  l_110;
    }  // B29
    // BLOCK 32 MERGES [30 31 ]
    i_115  =  *((__global int *) ul_39);
    ul_116  =  ul_6 + l_38;
    i_117  =  i_115 & 63;
    i_118  =  i_117 + i_8;
    l_119  =  l_114 >> i_118;
    l_120  =  l_112 >> i_118;
    l_121  =  l_120 << 1;
    l_122  =  ~l_121;
    l_123  =  l_119 & l_122;
    i_124  =  (int) l_123;
    *((__global int *) ul_116)  =  i_124;
  }  // B9
  else
  {
    // BLOCK 33
  }  // B9
  // BLOCK 34 MERGES [33 32 ]
  return;
}  //  kernel
