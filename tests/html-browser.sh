#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Chromium shows the pages of results/ without a word on its console, and none is
# wider than 360, 1100 or 1600 pixels; a click sorts a table.  A box that scrolls
# has a shadow, and none has to at 1100 pixels.
source "${top_srcdir:-.}/tests/functions.sh" || exit

browser=
for name in chromium chromium-browser google-chrome; do
  command -v "$name" >/dev/null && browser=$name && break
done
[ -n "$browser" ] || skip 'needs Chromium'
export HOME=$tmp XDG_CONFIG_HOME=$tmp/config

# look FILE: what the browser has of it when its scripts have run; what they and
# it say on the console goes to $tmp/err.
look ()
{
  timeout 60 "$browser" --headless=new --no-sandbox --disable-gpu \
    --user-data-dir="$tmp/profile" --disable-dev-shm-usage \
    --virtual-time-budget=5000 --enable-logging=stderr \
    --window-size=1700,900 --dump-dom "file://$1" 2>"$tmp/err"
}
printf '<!DOCTYPE html><p>here' >"$tmp/try.html"
look "$tmp/try.html" | grep -q '<p>here' || skip "$browser shows nothing here"

# In frames, since no window is that narrow; each tells its frame's page.
cat >"$tmp/frames.html" <<'END'
<!DOCTYPE html><pre id="told"></pre>
<script>onmessage=function(e){
document.getElementById('told').textContent+=e.data+'\n'}</script>
END
cat >"$tmp/tell" <<'END'
<script>onload=function(){
var e=document.documentElement,t=document.querySelectorAll('table')[0];
var th=t.tHead.rows[0].cells[0];th.click();
document.querySelectorAll('details').forEach(d=>d.open=true);
var boxes=[...document.querySelectorAll('.box')];
var cut=boxes.some(b=>b.scrollWidth>b.clientWidth&&(innerWidth>=1100
||getComputedStyle(b).backgroundImage.split('gradient').length<5));
parent.postMessage('told '+location.pathname.replace(/.*\//,'')+' '+innerWidth+(e.scrollWidth>innerWidth?' WIDER':'')
+(cut?' CUT':'')+' '+th.getAttribute('aria-sort')+(t.offsetHeight>0?'':' EMPTY'),'*')}</script>
END

# One start of the browser, which takes a second, shows them all.
runs='suite copy split ladder engine transpose-sweep tutorial throttled'
for run in $runs; do
  gkhost report "$top_srcdir/results/h200-$run.jsonl" --format html |
    sed "/^<\/body>/{
r $tmp/tell
N
}" >"$tmp/$run.html"
  for width in 360 1100 1600; do
    echo "<iframe src=\"$run.html\" width=\"$width\" height=\"600\"></iframe>"
  done >>"$tmp/frames.html"
done
look "$tmp/frames.html" >"$tmp/dom"
expect_no_grep 'CONSOLE' "$tmp/err"
expect_no_grep 'WIDER\|EMPTY\|CUT' "$tmp/dom"
for run in $runs; do
  expect_equal "$run: $(grep -c "told $run.html [0-9]* ascending\$" "$tmp/dom")" \
    "$run: 3"
done
