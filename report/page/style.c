/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "report/page/html-page.h"


static const char colours[]
    = ":root,svg.p{--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;--paper:#fff;"
      "--band:#f4f6f8;--bar:#0067a5;--peer:#a85200;--limit:#b3003c;"
      "--bad:#b3003c;--link:#0057a0}\n"
      "@media (prefers-color-scheme:dark){:root,svg.p{--ink:#e6e9ed;"
      "--soft:#a9b3bd;--line:#3a424b;--paper:#14181d;--band:#1d232a;"
      "--bar:#5ab4f0;--peer:#f0a040;--limit:#ff8096;--bad:#ff8096;"
      "--link:#79bfff}}\n"
      "@media print{:root,svg.p{--ink:#000;--soft:#444;--line:#ccc;"
      "--paper:#fff;--band:#f4f6f8;--bar:#0067a5;--peer:#a85200;"
      "--limit:#b3003c;--bad:#b3003c;--link:#000}}\n";

static const char picture[]
    = "svg.p{font:12px system-ui,\"Liberation Sans\",\"DejaVu Sans\","
      "sans-serif;color:var(--ink)}\n"
      "svg.p text{fill:var(--ink);paint-order:stroke;stroke:var(--paper);"
      "stroke-width:3px;stroke-linejoin:round}\n"
      "svg.p .t,svg.p .sum{fill:var(--soft);font-size:11px}\n"
      "svg.p .end{text-anchor:end}\n"
      "svg.p .mid{text-anchor:middle}\n"
      "svg.p .name{font-weight:600}\n"
      "svg.p .bad{fill:var(--bad);font-weight:600}\n"
      "svg.p .paper{fill:var(--paper)}\n"
      "svg.p .band{fill:var(--band)}\n"
      "svg.p .bar{fill:var(--bar)}\n"
      "svg.p .peer{fill:var(--paper);stroke:var(--peer);stroke-width:1.5}\n"
      "svg.p "
      ".bin{fill:none;stroke:var(--bar);stroke-opacity:.6;stroke-width:3}\n"
      "svg.p .dots{fill:none;stroke:var(--bar);stroke-width:3;"
      "stroke-linecap:round}\n"
      "svg.p .mark{fill:var(--bar);fill-opacity:.75}\n"
      "svg.p .mark.hollow{fill:none;stroke:var(--peer);"
      "stroke-width:1.5}\n"
      "svg.p .mark.bad{fill:var(--bad)}\n"
      "svg.p .h0,svg.p .h1,svg.p .h2,svg.p .h3,svg.p .h4{fill:var(--bar);"
      "fill-opacity:.06}\n"
      "svg.p .h1{fill-opacity:.18}\n"
      "svg.p .h2{fill-opacity:.34}\n"
      "svg.p .h3{fill-opacity:.55}\n"
      "svg.p .h4{fill-opacity:.8}\n"
      "svg.p .best{fill:none;stroke:var(--limit);stroke-width:2.5}\n"
      "svg.p .curve{fill:none;stroke:var(--bar);stroke-width:1.5}\n"
      "svg.p .curve.alt{stroke:var(--peer);stroke-dasharray:5 3}\n"
      "svg.p .grid{stroke:var(--line)}\n"
      "svg.p .whisker{stroke:var(--ink);stroke-width:1.5;fill:none}\n"
      "svg.p .limit{stroke:var(--limit);stroke-width:2;fill:none}\n"
      "svg.p .limit.alt{stroke-dasharray:2 3}\n"
      "svg.p .top{stroke:var(--peer);stroke-width:1.5;"
      "stroke-dasharray:1.5 3;fill:none}\n"
      "svg.p .base{stroke:var(--soft);stroke-width:1.5;"
      "stroke-dasharray:7 4;fill:none}\n";

static const char page[]
    = "*{box-sizing:border-box}\n"
      "body{margin:0 auto;padding:1rem;max-width:75rem;color:var(--ink);"
      "background:var(--paper);font:15px/1.45 system-ui,\"Liberation Sans\","
      "\"DejaVu Sans\",sans-serif;overflow-wrap:anywhere}\n"
      ":root{color-scheme:light dark;background:var(--paper)}\n"
      "h1{font-size:1.3rem;margin:.2rem 0 .6rem}\n"
      "h2{font-size:1.1rem;margin:2.2rem 0 .5rem;padding-top:.7rem;"
      "border-top:1px solid var(--line)}\n"
      "h3{font-size:1rem;margin:1.2rem 0 .4rem}\n"
      "p,ul{margin:.4rem 0}\n"
      "ul{padding-left:1.3rem}\n"
      "a{color:var(--link)}\n"
      "h2 a{color:inherit;text-decoration:none}\n"
      "h2 a:hover{text-decoration:underline}\n"
      ".box{overflow-x:auto;max-width:100%;margin:.5rem 0}\n"
      "table{border-collapse:collapse;font-variant-numeric:tabular-nums;"
      "font-size:.87rem;overflow-wrap:normal}\n"
      "th,td{padding:.18rem .55rem;text-align:right;vertical-align:top;"
      "border-bottom:1px solid var(--line)}\n"
      "td{white-space:nowrap}\n"
      "td.w{white-space:normal;min-width:18rem}\n"
      "th{white-space:nowrap;color:var(--soft);font-weight:600}\n"
      ".l,.w,tr>:first-child{text-align:left}\n"
      "th[data-s]{cursor:pointer}\n"
      "figure{margin:.6rem 0}\n"
      "figure svg{display:block;width:100%;min-width:36rem;max-width:45rem;"
      "height:auto}\n"
      "figcaption,.soft{color:var(--soft);font-size:.87rem}\n"
      ".bad{color:var(--bad)}\n"
      "code{font:.85rem \"Liberation Mono\",\"DejaVu Sans Mono\",monospace;"
      "background:var(--band);padding:.1rem .25rem}\n"
      "summary{cursor:pointer;margin:.6rem 0;color:var(--link)}\n"
      "#tip{position:fixed;pointer-events:none;background:var(--ink);"
      "color:var(--paper);font-size:.8rem;padding:.2rem .5rem;"
      "max-width:20rem;display:none;z-index:1}\n"
      "@page{size:A4;margin:14mm}\n"
      "@media print{body{padding:0;max-width:none;font-size:9.5pt}"
      "table{font-size:7.5pt}"
      "td:first-child,td:last-child{white-space:normal}"
      "th,td{padding:.1rem .3rem}.box{overflow:visible}"
      "figure svg{min-width:0}"
      "figure,tr{break-inside:avoid}h2,h3{break-after:avoid}"
      "details::details-content{content-visibility:visible;"
      "display:block}}\n";

static const char script[]
    = "(function(){\n"
      "'use strict';\n"
      "var scale={ns:1e-9,us:1e-6,ms:1e-3,s:1};\n"
      "function key(cell){\n"
      "  var t=cell.textContent;\n"
      "  var m=/^<?(-?[0-9.]+(?:e[-+]?[0-9]+)?)(?:\\s*(ns|us|ms|s)\\b)?/"
      ".exec(t);\n"
      "  return m?m[1]*(scale[m[2]]||1):t;\n"
      "}\n"
      "function order(a,b){\n"
      "  if(typeof a!==typeof b)return typeof a==='number'?-1:1;\n"
      "  return a<b?-1:a>b?1:0;\n"
      "}\n"
      "document.querySelectorAll('thead th').forEach(function(th){\n"
      "  th.setAttribute('data-s','');\n"
      "  th.title='sort';\n"
      "  th.addEventListener('click',function(){\n"
      "    var body=th.closest('table').tBodies[0];\n"
      "    var i=th.cellIndex,up=th.getAttribute('aria-sort')!=='ascending';\n"
      "    var rows=Array.from(body.rows).map(function(r){\n"
      "      return[key(r.cells[i]),r];\n"
      "    });\n"
      "    rows.sort(function(a,b){return up?order(a[0],b[0]):"
      "order(b[0],a[0]);});\n"
      "    th.parentNode.querySelectorAll('th').forEach(function(o){\n"
      "      o.removeAttribute('aria-sort');\n"
      "    });\n"
      "    th.setAttribute('aria-sort',up?'ascending':'descending');\n"
      "    rows.forEach(function(r){body.appendChild(r[1]);});\n"
      "  });\n"
      "});\n"
      "var tip=document.createElement('div'),held=null;\n"
      "tip.id='tip';\n"
      "document.body.appendChild(tip);\n"
      "function leave(){\n"
      "  if(held)held[0].appendChild(held[1]);\n"
      "  held=null;\n"
      "  tip.style.display='none';\n"
      "}\n"
      "document.addEventListener('pointerover',function(e){\n"
      "  var mark=e.target.closest?e.target.closest('svg.p *'):null;\n"
      "  var title=mark&&mark.querySelector('title');\n"
      "  leave();\n"
      "  if(!title)return;\n"
      "  held=[mark,title];\n"
      "  tip.textContent=title.textContent;\n"
      "  title.remove();\n"
      "  tip.style.display='block';\n"
      "});\n"
      "document.addEventListener('pointermove',function(e){\n"
      "  if(!held)return;\n"
      "  tip.style.left=Math.max(0,Math.min(e.clientX+12,"
      "innerWidth-tip.offsetWidth-4))+'px';\n"
      "  tip.style.top=Math.max(0,e.clientY-tip.offsetHeight-8)+'px';\n"
      "});\n"
      "document.addEventListener('pointerleave',leave);\n"
      "})();\n";

void
style_print_picture (FILE *out)
{
  fputs (colours, out);
  fputs (picture, out);
}

void
style_print_page (FILE *out)
{
  style_print_picture (out);
  fputs (page, out);
}

void
style_print_script (FILE *out)
{
  fputs (script, out);
}
