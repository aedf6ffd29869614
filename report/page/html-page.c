/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/page/html-page.h"

void
html_page_begin (FILE *out, char *title)
{
  fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
         "<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width,"
         "initial-scale=1\">\n"
         /* The last defence: text that escaped quoting loads nothing. */
         "<meta http-equiv=\"Content-Security-Policy\" content=\""
         "default-src 'none';style-src 'unsafe-inline';"
         "script-src 'unsafe-inline';img-src data:\">\n"
         "<link rel=\"icon\" href=\"data:,\">\n",
         out);
  html_print_and_free (out, "<title>",
                       title != NULL ? title : xstrdup ("gkhost"),
                       "</title>\n<style>\n");
  style_print_page (out);
  fputs ("</style>\n</head>\n<body>\n", out);
}

void
html_page_end (FILE *out)
{
  fputs ("<script>\n", out);
  style_print_script (out);
  fputs ("</script>\n</body>\n</html>\n", out);
}

void
html_section_begin (FILE *out, const char *anchor, char *heading)
{
  fprintf (out, "<section>\n<h2 id=\"%s\"><a href=\"#%s\">", anchor, anchor);
  html_print_and_free (out, "", heading, "</a></h2>\n");
}

void
html_section_end (FILE *out)
{
  fputs ("</section>\n", out);
}

bool
html_list_begin_item (struct html_list *list)
{
  if (list->n++ >= HTML_ITEMS_MOST)
    return false;
  fputs (list->n == 1 ? "<ul>\n<li>" : "<li>", list->out);
  return true;
}

void
html_list_end (const struct html_list *list)
{
  if (list->n > HTML_ITEMS_MOST)
    fprintf (list->out, "<li>and %zu more; --format table prints all</li>\n",
             list->n - HTML_ITEMS_MOST);
  if (list->n > 0)
    fputs ("</ul>\n", list->out);
}

void
html_figure_begin (FILE *out, const char *anchor)
{
  fputs ("<figure class=\"box\" tabindex=\"0\"", out);
  if (anchor != NULL)
    fprintf (out, " id=\"%s\"", anchor);
  fputs (">\n", out);
}

void
html_figure_end (FILE *out)
{
  fputs ("</figure>\n", out);
}

void
html_print_marks (FILE *out, const struct marks *marks)
{
  const char *mark, *meaning;
  size_t i = 0;

  for (; (mark = marks_at (marks, i, &meaning)) != NULL; i++) {
    fputs (i == 0 ? "<p class=\"soft\">" : "<br>\n", out);
    html_print_and_free (out, "", xasprintf ("%s: %s", mark, meaning), "");
  }
  if (i > 0)
    fputs ("</p>\n", out);
}

#define SIGNS "&<>\"'"

/* Slugs are parts of links: they stay short enough to read aloud. */
enum { SLUG_MOST = 48 };

void
html_print (FILE *out, const char *text)
{
  for (size_t n; *text != '\0'; text += n) {
    n = strcspn (text, SIGNS);
    print_text (out, text, n);
    if (text[n] != '\0')
      fprintf (out, "&#%d;", text[n++]);
  }
}

/* The size in bytes of the first characters of a printable text. */
static size_t
bytes_of (const char *text, size_t columns)
{
  size_t n = strlen (text), at = 0, length;
  uint32_t code;

  while (columns-- > 0 && (length = utf8_decode (text + at, n - at, &code)) > 0)
    at += length;
  return at;
}

void
html_print_clipped (FILE *out, const char *text, size_t columns)
{
  /* Clips the text as it is shown: escapes take room. */
  char *shown = printable_copy (text);

  if (printable_columns (shown, strlen (shown)) <= columns)
    html_print (out, shown);
  else {
    shown[bytes_of (shown, columns - 1)] = '\0';
    html_print (out, shown);
    fputs ("…", out);
  }
  free (shown);
}

void
html_print_and_free (FILE *out, const char *before, char *text,
                     const char *after)
{
  if (text == NULL)
    return;
  fputs (before, out);
  html_print (out, text);
  fputs (after, out);
  free (text);
}

static char
slug_sign (char c)
{
  if (c >= 'A' && c <= 'Z')
    return (char)(c - 'A' + 'a');
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-';
}

char *
html_slug (const char *text)
{
  char *slug = xmalloc (SLUG_MOST + 1);
  size_t n = 0;

  for (; *text != '\0' && n < SLUG_MOST; text++) {
    char c = slug_sign (*text);

    /* An anchor begins with a letter. */
    if (n == 0 && (c < 'a' || c > 'z')) {
      slug[n++] = 'x';
      if (c == '-')
        continue;
    }
    if (c != '-' || slug[n - 1] != '-')
      slug[n++] = c;
  }
  if (n == 0)
    slug[n++] = 'x';
  slug[n] = '\0';
  return slug;
}

/* The most columns of a text that is never broken. */
enum { UNBROKEN_MOST = 28 };

const char *
html_text_class (const char *text)
{
  return printable_columns (text, strlen (text)) > UNBROKEN_MOST ? "w" : "l";
}

/* Figures and a short text in the first column need no class: they are the
 * default. */
static void
print_row (FILE *out, const struct grid *grid, const char *const *cell,
           const char *element)
{
  fputs ("<tr>", out);
  for (size_t j = 0; j < grid->n_columns; j++)
    if (grid->head[j] != NULL) {
      const char *class = html_text_class (cell[j]);
      const bool plain = grid->figure[j] || (j == 0 && *class == 'l');

      fprintf (out, plain ? "<%s>" : "<%s class=\"%s\">", element, class);
      html_print (out, cell[j]);
      fprintf (out, "</%s>", element);
    }
  fputs ("</tr>\n", out);
}

void
html_print_grid (FILE *out, const struct grid *grid, const char *heading)
{
  fprintf (out,
           "<div class=\"box\" tabindex=\"0\" role=\"group\" "
           "aria-labelledby=\"%s\">",
           heading);
  html_print_table (out, grid);
  fputs ("</div>\n", out);
}

void
html_print_table (FILE *out, const struct grid *grid)
{
  fputs ("<table>\n<thead>", out);
  print_row (out, grid, grid->head, "th");
  fputs ("</thead>\n<tbody>\n", out);
  for (size_t i = 0; i < grid->n; i++)
    print_row (out, grid, (const char *const *)grid->cell[i], "td");
  fputs ("</tbody></table>", out);
}

/* Options that choose where output goes and how it looks, or continue a run. */
static const struct {
  const char *name;
  bool value; /* in the next word, or in this one after "=" */
} left_out[] = { { "-o", true },
                 { "--output", true },
                 { "--format", true },
                 { "--columns", true },
                 { "--resume", false } };

/* The number of words of an option to leave out; 0: keep the word. */
static size_t
words_left_out (const char *word)
{
  for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
    size_t n = strlen (left_out[i].name);

    if (strncmp (word, left_out[i].name, n) != 0)
      continue;
    if (word[n] == '\0')
      return 1 + left_out[i].value;
    if (word[n] == '=' || n == strlen ("-o"))
      return 1;
  }
  return 0;
}

static void
add_word (struct text *text, const char *word)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_@%+=:,./-";

  if (text->n > 0)
    text_add (text, " ");
  if (*word != '\0' && word[strspn (word, plain)] == '\0') {
    text_add (text, "%s", word);
    return;
  }
  text_add (text, "'");
  for (; *word != '\0'; word++)
    text_add (text, *word == '\'' ? "'\\''" : "%c", *word);
  text_add (text, "'");
}

static void
add_job (struct text *text, const char *job)
{
  struct text glob = { 0 };

  text_add (&glob, "%s/*", job);
  add_word (text, "--only");
  add_word (text, glob.data);
  free (glob.data);
}

char *
rerun_command_of_job (const struct run_record *run, const char *job)
{
  struct text text = { 0 };
  bool only = false;
  size_t skip;

  if (run == NULL || run->command.n == 0)
    return NULL;
  /* The program's path on that machine is of no use elsewhere. */
  add_word (&text, "gkhost");
  for (size_t i = 1; i < run->command.n; i += skip) {
    const char *word = run->command.text[i];

    only |= strcmp (word, "--only") == 0 || strncmp (word, "--only=", 7) == 0;
    skip = words_left_out (word);
    if (skip == 0)
      add_word (&text, word);
    skip += skip == 0;
  }
  if (job != NULL && !only)
    add_job (&text, job);
  add_word (&text, "-o");
  add_word (&text, "again.jsonl");
  return text.data;
}

char *
rerun_command_of_compare (const char *old, const char *new)
{
  struct text text = { 0 };

  add_word (&text, "gkhost");
  add_word (&text, "compare");
  add_word (&text, old);
  add_word (&text, new);
  return text.data;
}

static const char colours[]
    = ":root,svg.p{--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;--paper:#fff;"
      "--band:#f4f6f8;--bar:#0067a5;--peer:#a85200;--limit:#b3003c;"
      "--bad:#b3003c;--link:#0057a0;--shade:#1b1f2440}\n"
      "@media (prefers-color-scheme:dark){:root,svg.p{--ink:#e6e9ed;"
      "--soft:#a9b3bd;--line:#3a424b;--paper:#14181d;--band:#1d232a;"
      "--bar:#5ab4f0;--peer:#f0a040;--limit:#ff8096;--bad:#ff8096;"
      "--link:#79bfff;--shade:#e6e9ed4d}}\n"
      "@media print{:root,svg.p{--ink:#000;--soft:#444;--line:#ccc;"
      "--paper:#fff;--band:#f4f6f8;--bar:#0067a5;--peer:#a85200;"
      "--limit:#b3003c;--bad:#b3003c;--link:#000}}\n";

static const char picture[]
    = "svg.p{font:12px system-ui,\"Liberation Sans\",\"DejaVu Sans\","
      "sans-serif;color:var(--ink)}\n"
      "svg.p text{fill:var(--ink);paint-order:stroke;stroke:var(--paper);"
      "stroke-width:3px;stroke-linejoin:round}\n"
      "svg.p .t,svg.p .sum{fill:var(--soft);font-size:11px}\n"
      "svg.p .end{text-anchor:end}\nsvg.p .mid{text-anchor:middle}\n"
      "svg.p .name{font-weight:600}\nsvg.p .num{font-size:10px}\n"
      "svg.p .bad{fill:var(--bad);font-weight:600}\n"
      "svg.p .paper{fill:var(--paper)}\nsvg.p .band{fill:var(--band)}\n"
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
      "svg.p .h1{fill-opacity:.18}\nsvg.p .h2{fill-opacity:.34}\n"
      "svg.p .h3{fill-opacity:.55}\nsvg.p .h4{fill-opacity:.8}\n"
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
      "h2{font-size:1.1rem;margin:.7rem 0 .5rem}\n"
      "section,.note,#fastest{margin-top:2.2rem;padding-top:.7rem;"
      "border-top:1px solid var(--line)}\n"
      /* A link to the block below a note shows the note too. */
      ".note+section{border:0;margin:0;padding:0}\n"
      ".note+section h2{scroll-margin-top:8rem}\n"
      "h3{font-size:1rem;margin:1.2rem 0 .4rem}\np,ul{margin:.4rem 0}\n"
      "ul{padding-left:1.3rem}\na{color:var(--link)}\n"
      "h2 a{color:inherit;text-decoration:none}\n"
      "h2 a:hover{text-decoration:underline}\n"
      /* A shadow at each edge behind which there is more: what scrolls along
       * covers it at the ends. */
      ".box{overflow-x:auto;max-width:100%;margin:.5rem 0;"
      "background:linear-gradient(90deg,var(--paper) 40%,transparent) "
      "0/3rem calc(100% + 2px) no-repeat local,"
      "linear-gradient(270deg,var(--paper) 40%,transparent) "
      "100%/3rem calc(100% + 2px) no-repeat local,"
      "linear-gradient(90deg,var(--shade),transparent) "
      "0/1rem 100% no-repeat,"
      "linear-gradient(270deg,var(--shade),transparent) "
      "100%/1rem 100% no-repeat}\n"
      "table{border-collapse:collapse;font-variant-numeric:tabular-nums;"
      "font-size:.87rem;overflow-wrap:normal}\n"
      "th,td{padding:.18rem .55rem;text-align:right;vertical-align:top;"
      "border-bottom:1px solid var(--line)}\n"
      "td{white-space:nowrap}\ntd.w{white-space:normal;min-width:12rem}\n"
      "th{white-space:nowrap;color:var(--soft);font-weight:600}\n"
      ".l,.w,tr>:first-child{text-align:left}\nth[data-s]{cursor:pointer}\n"
      "figure{margin:.6rem 0}\n"
      "figure svg{display:block;width:100%;min-width:36rem;max-width:45rem;"
      "height:auto}\n"
      "figcaption{font-weight:600;margin-bottom:.3rem}\n"
      ".soft{color:var(--soft);font-size:.87rem}\n.bad{color:var(--bad)}\n"
      "code{font:.85rem \"Liberation Mono\",\"DejaVu Sans Mono\",monospace;"
      "background:var(--band);padding:.1rem .25rem}\n"
      "summary{cursor:pointer;margin:.6rem 0;color:var(--link)}\n"
      "#tip{position:fixed;pointer-events:none;background:var(--ink);"
      "color:var(--paper);font-size:.8rem;padding:.2rem .5rem;"
      "max-width:20rem;display:none;z-index:1}\n"
      "@page{size:A4;margin:14mm}\n"
      "@media print{body{padding:0;max-width:none;font-size:9.5pt}"
      "table,.soft,code{font-size:7.5pt}"
      "td:first-child,td:last-child{white-space:normal}"
      "th,td{padding:.1rem .3rem}.box{overflow:visible;"
      "background:none}"
      /* A picture is cut where it is higher than a page. */
      "figure svg{min-width:0;max-height:200mm}"
      ".box,tr,h2,h3,.note{break-inside:avoid}"
      "h2,h3,.note,summary{break-after:avoid}"
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
