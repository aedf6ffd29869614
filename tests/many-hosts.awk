# SPDX-License-Identifier: BSD-3-Clause
# Writes the records of runs that never were: a file each for HOSTS hosts, which
# are ranks of one job, with GPUS devices each, of which each has CASES cases.  TO is
# the folder.  Figures scatter by NOISE (0.01 is 1 %) from one device to another.
# SLOW, "17:3", is the host and the device that is a tenth slower; WRONG likewise
# one with a wrong result; CUT a host whose run has no end, and ABSENT one that has
# no file.

# Normal, of variance 1.
function scatter(   i, sum)
{
  for (i = 0; i < 12; i++)
    sum += rand ()
  return sum - 6
}

function run_record(host,   i, text)
{
  text = "{\"type\":\"run\",\"format\":2,\"gkhost\":\"0.1.0\",\"started\":\"2026-01-02T03:04:05Z\","
  text = text sprintf ("\"host\":{\"name\":\"node%04d\",\"os\":\"Linux\",\"cores\":128},", host)
  text = text sprintf ("\"rank\":%d,\"ranks\":%d,\"launcher\":\"slurm\",", host, hosts)
  text = text "\"suite\":{\"path\":\"accept.ini\",\"bytes\":99,\"hash\":\"fnv1a:0123456789abcdef\"},\"devices\":["
  for (i = 0; i < gpus; i++)
    text = text sprintf ("%s{\"name\":\"cuda:%d\",\"description\":\"NVIDIA H200\",\"units\":132,\"memory\":150109880320,\"driver\":\"13.0\",\"address\":\"0000:%02x:00.0\"}", i > 0 ? "," : "", i, i + 1)
  return text "]}"
}

function case_record(number, host, device, which,   median, status)
{
  median = 1e-4 * (1 + which) * exp (noise * scatter())
  if (slow == host ":" device)
    median *= 1.1
  status = wrong == host ":" device && which == 1 ? "wrong" : "ok"
  printf "{\"type\":\"case\",\"case\":%d,\"job\":\"%s\",\"problem\":%d,", number, which % 2 ? "copy" : "products", which >file
  printf "\"family\":\"copy\",\"plugin\":\"copy-cuda\",\"variant\":\"bulk\",\"summary\":\"a block copies a tile by TMA, one instruction each way\"," >file
  printf "\"tunables\":{\"stage\":4096,\"stages\":4},\"tuned\":{},\"peer\":false,\"device\":\"cuda:%d\",", device >file
  printf "\"mode\":{\"cache\":\"cold\",\"launch\":\"stream\",\"memory\":\"device\",\"scope\":\"kernel\",\"pages\":\"default\",\"timer\":\"events\"}," >file
  printf "\"params\":{\"rows\":%d,\"cols\":8192,\"dtype\":\"f32\",\"pad\":0},\"dtype\":\"f32\",\"status\":\"%s\",", 1024 + which, status >file
  if (status == "wrong")
    printf "\"reason\":\"element 17 is 3 instead of 4\"," >file
  printf "\"verify\":{\"done\":true,\"method\":\"bit for bit\",\"checked\":268435456,\"launches\":4,\"generation\":50}," >file
  printf "\"work\":{\"bytes\":536870912,\"ops\":0.0,\"op_class\":\"none\",\"bytes_written\":268435456,\"buffers\":536870912}," >file
  printf "\"time\":{\"median_s\":%.15g,\"min_s\":%.15g,\"max_s\":%.15g,\"mean_s\":%.15g,\"stddev_s\":%.15g,", median, median * 0.99, median * 1.02, median, median / 100 >file
  printf "\"spread\":0.0022,\"error\":0.002,\"samples\":10,\"batch\":1,\"settled\":true}," >file
  printf "\"rate\":{\"value\":%.15g,\"unit\":\"B/s\"},\"of_limit\":0.42,\"limit\":{\"seconds\":%.15g,\"by\":\"memory\"},", 536870912 / median, median / 2 >file
  printf "\"spent\":{\"total_s\":0.6736,\"setup_s\":0.3444,\"inputs_s\":0.0591,\"warmup_s\":0.0751,\"verify_s\":0.1735,\"kernel_s\":0.0026,\"between_s\":0.0136,\"other_s\":0.0048}," >file
  printf "\"seeds\":{\"inputs\":242927708078807627,\"choice\":3518180502330528201},\"process\":23537," >file
  printf "\"telemetry\":{\"clock_sm\":1980000000.0,\"clock_sm_first\":1980000000.0,\"clock_sm_last\":1980000000.0,\"clock_sm_most\":1980000000.0,\"clock_memory\":3201000000.0,\"power\":%.1f,\"temperature\":45.0,\"ecc_corrected\":0,\"ecc_uncorrected\":0,\"remapped\":0,\"others\":0},", 500 + 10 * scatter() >file
  printf "\"settings\":{\"warmup\":1,\"min_samples\":10,\"max_samples\":1000,\"min_time\":0.004,\"max_time\":0.5,\"noise\":0.005,\"timeout\":60.0,\"rounds\":1,\"data\":\"random\",\"seed\":0,\"verify\":true,\"slow_margin\":0.05,\"audit\":true}}\n" >file
}

BEGIN {
  srand (seed + 0)
  for (h = 0; h < hosts; h++) {
    if (absent != "" && h == absent)
      continue
    file = sprintf ("%s/node%04d.jsonl", to, h)
    print run_record(h) >file
    for (i = 0; i < cases; i++)
      for (g = 0; g < gpus; g++)
        case_record(i * gpus + g, h, g, i)
    if (cut == "" || h != cut)
      printf "{\"type\":\"end\",\"cases\":%d,\"wall_s\":1.0}\n", cases * gpus >file
    close (file)
  }
}
