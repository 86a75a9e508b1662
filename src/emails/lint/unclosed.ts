/** HTML that is never closed: what follows is swallowed, or looks as what should have ended. */
import { Parser } from 'htmlparser2';
import { lineAttribute, linesIn } from '../markdown/lines.ts';
import { type Finding, finding } from './finding.ts';

/** HTML, section 13.1.2.4: their end tags may be left out. Void elements are closed by the parser. */
const optional =
  /^(?:html|head|body|p|li|d[dt]|t[dhr]|thead|tbody|tfoot|colgroup|caption|option|optgroup|r[bpt]|rtc)$/;
/** Those that swallow or change all that follows. */
const grave = /^(?:a|style|script|title|textarea|select|b|strong|i|em|u|s|font|h[1-6]|center|button)$/;

const mostNamed = 5;

interface Open {
  readonly name: string;
  readonly line: number | undefined;
}

/** @param html with the lines of the source */
export function checkUnclosed(html: string, bodyLine: number): Finding[] {
  const found: Finding[] = [];
  const open: Open[] = [];
  let line: number | undefined;
  const report = (message: string, at: number | undefined, isGrave: boolean) => {
    if (found.length >= mostNamed) return;
    const one = finding('html_unclosed', message, at);
    found.push(isGrave ? { ...one, severity: 'error' } : one);
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      const own = Number(attributes[lineAttribute]);
      if (own > 0) line = bodyLine + own - 1;
      open.push({ name, line });
      const odd = Object.entries(attributes).find(
        ([attribute, value]) =>
          attribute !== lineAttribute &&
          (/["'<]/.test(attribute) ||
            /<\/?(?:a|b|br|p|div|span|strong|em|img|table|t[dhr]|h[1-6]|li|ul|ol|font|center)[\s>]/i.test(
              value,
            )),
      );
      if (odd !== undefined && !/^(?:alt|title|style|data-.*|content|srcdoc|on\w+)$/.test(odd[0]))
        report(
          `a quote or > is missing in <${name}>: it goes on to "${odd[1].slice(0, 40) || odd[0].slice(0, 40)}"`,
          line,
          true,
        );
    },
    onclosetag(_, isImplied) {
      const last = open.pop();
      if (last === undefined || !isImplied || optional.test(last.name) || isVoid.test(last.name)) return;
      report(`<${last.name}> is never closed`, last.line, grave.test(last.name));
    },
    ontext(text) {
      if (line !== undefined) line += linesIn(text);
    },
  });
  parser.end(html);
  const rest = /<[a-z][^<>]*$/i.exec(html.slice(-2000))?.[0];
  if (rest !== undefined) report(`"${rest.slice(0, 40)}" has no >: what follows is lost`, line, true);
  return found;
}

const isVoid =
  /^(?:area|base|basefont|br|col|command|embed|frame|hr|image|img|input|isindex|keygen|link|meta|param|source|track|wbr)$/;
