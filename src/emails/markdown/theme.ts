/**
 * The style sheet of emails written in Markdown, which is inlined, since mail programs drop style sheets. It sets no
 * text color, background or font: text inherits those of the email, in dark mode too. Classes `nl-…` are removed.
 */
const rule = '1px solid #cccccc';
const code = 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:0.9em';

/** Rules that depend on the direction. Outlook on Windows supports left and right, but not start and end. */
function sided(direction: 'ltr' | 'rtl'): string {
  const [start, end] = direction === 'ltr' ? ['left', 'right'] : ['right', 'left'];
  const list = direction === 'ltr' ? '0 0 0 26px' : '0 26px 0 0';
  const quote = direction === 'ltr' ? '2px 0 0 18px' : '2px 18px 0 0';
  const within = `.nl-${direction}`;
  return `
${within} th { text-align: ${start} }
${within} ul, ${within} ol, ul${within}, ol${within} { padding: ${list} }
${within} blockquote, blockquote${within} { padding: ${quote}; border-${start}: 3px solid #bbbbbb }
blockquote${within} { border-${end}: 0 }
${['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li'].map(tag => tag + within).join()} { text-align: ${start} }`;
}

const theme = `
h1, h2, h3, h4, h5, h6 { line-height: 1.25; font-weight: bold }
h1 { margin: 0 0 20px; font-size: 30px }
h2 { margin: 36px 0 12px; font-size: 23px }
h3 { margin: 28px 0 8px; font-size: 19px }
h4, h5, h6 { margin: 24px 0 8px; font-size: 17px }
p { margin: 0 0 18px }
ul, ol { margin: 0 0 18px }
li { margin: 0 0 6px }
li ul, li ol { margin: 6px 0 0 }
.nl-task { list-style-type: none }
blockquote { margin: 0 0 18px }
hr { margin: 32px 0; border: 0; border-top: ${rule}; height: 0; font-size: 0; line-height: 0 }
a { color: inherit; text-decoration: underline }
img { max-width: 100%; height: auto; border: 0; vertical-align: middle }
.nl-alone { display: block; margin: 0 auto }
pre { margin: 0 0 18px; padding: 12px 14px; border: ${rule}; white-space: pre-wrap; word-break: break-word; line-height: 1.45; text-align: left; ${code} }
code { ${code} }
sup { font-size: 12px; line-height: 1 }
.nl-notes { font-size: 14px }
.nl-notes p { margin: 0 }
.nl-data { width: 100%; margin: 0 0 18px; border-collapse: collapse; font: inherit; color: inherit }
.nl-data th, .nl-data td { padding: 8px 10px; border-bottom: ${rule}; vertical-align: top; word-break: normal }
.nl-data th { font-weight: bold }
.nl-button { border-collapse: separate; margin: 0 0 18px; font: inherit; color: inherit }
.nl-button td { border: 2px solid; border-radius: 6px; mso-padding-alt: 12px 24px }
.nl-button a { display: block; padding: 12px 24px; font-weight: bold; text-decoration: none }
${sided('ltr')}
${sided('rtl')}
`;

/** The rules for the elements that there are: each rule is tried on every element, which takes most of the time. */
export function themeFor(html: string): string {
  const names = new Set(html.toLowerCase().match(/(?<=<)[a-z][a-z\d]*|nl-[a-z]+/g));
  const applies = (selector: string) =>
    (selector.match(/nl-[a-z]+|(?<![\w.-])[a-z][a-z\d]*/g) ?? []).every(name => names.has(name));
  return theme.replace(/([^{}]+)(\{[^{}]*\})/g, (_, selectors: string, body: string) => {
    const left = selectors.split(',').filter(applies);
    return left.length === 0 ? '' : `${left.join()}${body}`;
  });
}
