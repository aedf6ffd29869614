# SPDX-License-Identifier: BSD-3-Clause
# Writes the records of a run that never was: CASES case records of VARIANTS
# variants on DEVICES devices.  One problem has each variant on each device.  PEER
# names the variant that is one; STATUS and REASON are of all.

BEGIN {
  print "{\"type\":\"run\",\"format\":2,\"gkhost\":\"0\",\"started\":\"2026-01-02T03:04:05Z\",\"devices\":[]}"
  for (i = 0; i < cases; i++) {
    device = "cuda:" i % devices
    variant = "v" int (i / devices) % variants
    problem = int (i / devices / variants)
    rows = 1000 + problem
    median = 1e-5 * (1 + i % 97 / 97)
    printf "{\"type\":\"case\",\"case\":%d,\"job\":\"many\",\"problem\":%d,", i, problem
    printf "\"family\":\"copy\",\"plugin\":\"copy\",\"variant\":\"%s\",", variant
    printf "\"summary\":\"a thread an element, neighbours side by side\","
    printf "\"peer\":%s,\"device\":\"%s\",\"mode\":{\"cache\":\"cold\",", variant == peer ? "true" : "false", device
    printf "\"launch\":\"stream\",\"memory\":\"device\",\"scope\":\"kernel\"},"
    printf "\"settings\":{\"warmup\":1,\"min_samples\":10,\"max_samples\":1000,"
    printf "\"min_time\":0.004,\"max_time\":0.5,\"noise\":0.005,\"timeout\":60.0,"
    printf "\"data\":\"random\",\"seed\":0,\"verify\":true},\"dtype\":\"f32\","
    printf "\"params\":{\"rows\":%d,\"cols\":3000,\"dtype\":\"f32\",\"pad\":0},", rows
    printf "\"tuned\":{\"words\":%d},\"tunables\":{\"words\":%d,\"threads\":256},", 2 ^ (i % 3), 2 ^ (i % 3)
    printf "\"status\":\"%s\",", status != "" ? status : "ok"
    if (reason != "")
      printf "\"reason\":\"%s %s\",", reason, variant
    printf "\"verify\":{\"done\":true,\"method\":\"bit for bit\",\"checked\":9000000},"
    printf "\"work\":{\"bytes\":24000000,\"ops\":0.0,\"op_class\":\"none\"},"
    printf "\"time\":{\"median_s\":%.15g,\"min_s\":%.15g,\"max_s\":%.15g,", median, median * 0.99, median * 1.1
    printf "\"mean_s\":%.15g,\"stddev_s\":%.15g,\"spread\":0.003,\"error\":0.002,", median * 1.01, median / 100
    printf "\"samples\":50,\"batch\":1,\"settled\":true},\"rate\":{\"value\":%.15g,\"unit\":\"B/s\"},", 24e6 / median
    printf "\"of_limit\":0.5,\"limit\":{\"seconds\":%.15g,\"by\":\"memory\"},", median / 2
    printf "\"spent\":{\"total_s\":0.4,\"setup_s\":0.01,\"inputs_s\":0.01,\"warmup_s\":0.01,"
    printf "\"verify_s\":0.1,\"kernel_s\":0.2,\"between_s\":0.05,\"other_s\":0.02}}\n"
  }
  printf "{\"type\":\"end\",\"cases\":%d,\"wall_s\":1.0}\n", cases
}
