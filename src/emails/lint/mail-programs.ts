/** HTML and CSS that mail programs drop, from the tables of caniemail.com. */
import tables from 'caniemail/caniemail.json' with { type: 'json' };
import { declarationsOf, type Element, type EmailDocument } from './document.ts';
import { type Finding, finding } from './finding.ts';

/** The fields of the tables that are used. Support begins with `y`, `n`, `a` (almost) or `u` (unknown). */
interface Feature {
  readonly title: string;
  readonly category: string;
  readonly stats: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, string>>>> | undefined>
  >;
}

/** The programs of most readers. A program drops a feature if all its platforms do. */
const programs = [
  { name: 'Gmail', family: 'gmail', platforms: ['desktop-webmail', 'ios', 'android'] },
  { name: 'Apple Mail', family: 'apple-mail', platforms: ['macos', 'ios'] },
  { name: 'Outlook.com', family: 'outlook', platforms: ['outlook-com'] },
  { name: 'Outlook for Windows', family: 'outlook', platforms: ['windows'] },
  { name: 'Yahoo', family: 'yahoo', platforms: ['desktop-webmail'] },
] as const;

/** Names of programs by dropped feature: `<video>`, `hidden`, `position`, `display:flex`, `@import`. */
const dropped: ReadonlyMap<string, readonly string[]> = new Map(
  (tables as unknown as { readonly data: readonly Feature[] }).data.flatMap(feature => {
    const key = keyOf(feature);
    const names = programs.filter(program => drops(feature, program)).map(({ name }) => name);
    return key === undefined || names.length === 0 ? [] : [[key, names] as const];
  }),
);

/** The key of a feature in `dropped`; undefined for features that are not checked. */
function keyOf({ title, category }: Feature): string | undefined {
  if (title === 'Embedded <svg> image') return '<svg>';
  const html = /^(<\w+>) element$|^(hidden) attribute$/.exec(title);
  if (category === 'html') return html?.[1] ?? html?.[2];
  const image = /^(?:Animated )?(SVG|AVIF|HEIF|TIFF|webP|ICO|Base 64) image format$/i.exec(title);
  if (category === 'image') return title.startsWith('Animated') ? undefined : image?.[1]?.toLowerCase();
  return /^@[\w-]+$|^[a-z][a-z-]*(?=(?: property)?$)|^[a-z-]+:\s?[a-z]+$/
    .exec(title)?.[0]
    .replaceAll(' ', '');
}

function drops({ stats }: Feature, { family, platforms }: (typeof programs)[number]): boolean {
  return platforms.every(platform => {
    const versions = Object.values(stats[family]?.[platform] ?? {});
    return versions.at(-1)?.startsWith('n') === true;
  });
}

/** Dropped by every mail program; caniemail.com has no tests of them. */
const everywhere = /^(?:script|iframe|frame|frameset|embed|applet|noscript|base)$/;

/** Dropped without harm: their content is still shown. */
const harmless = /^<(?:abbr|acronym|bdi|picture|wbr|rp|rt|ruby)>$/;

const common: ReadonlySet<string> = new Set(['Gmail', 'Apple Mail', 'Outlook.com']);

/** Checks elements, attributes and styles. Each is reported once, where it appears first. */
export function checkMailPrograms({ elements }: EmailDocument): Finding[] {
  const found = new Map<string, Finding>();
  const report = (key: string, code: 'html_dropped' | 'css_dropped', line: number | undefined) => {
    const names = dropped.get(key);
    if (found.has(key) || names === undefined) return;
    // Designs already allow for the others: Outlook for Windows supports hardly any CSS.
    const matters = names.some(name => common.has(name));
    if (code === 'css_dropped' && !matters) return;
    const one = finding(code, `${key} is dropped by ${listed(names)}`, line);
    found.set(key, matters && !harmless.test(key) ? one : { ...one, severity: 'info' });
  };
  for (const { element, line } of elements) {
    const { name, attribs } = element;
    if (everywhere.test(name) && !found.has(name)) {
      found.set(name, finding('html_dropped', `<${name}> is dropped by every mail program`, line));
    }
    report(`<${name}>`, 'html_dropped', line);
    if (attribs.hidden !== undefined) report('hidden', 'html_dropped', line);
    for (const [property, value] of declarationsOf(attribs.style ?? '')) {
      report(`${property}:${value.toLowerCase()}`, 'css_dropped', line);
      report(property, 'css_dropped', line);
    }
    if (name === 'style') for (const rule of atRules(element)) report(rule, 'css_dropped', line);
  }
  return [...found.values()];
}

function atRules({ children }: Element): readonly string[] {
  const css = children.map(node => ('data' in node ? node.data : '')).join('');
  return [...css.matchAll(/@(?:import|font-face|keyframes|supports)\b/g)].map(([rule]) => rule);
}

const extensions: Readonly<Record<string, string>> = { heic: 'heif', tif: 'tiff' };

/** A finding for an image format that mail programs do not show. @param source URL of the image */
export function imageFormatFault(source: string): Finding | undefined {
  const isInline = /^data:/i.test(source);
  const extension = /\.(\w{3,4})(?:[?#]|$)/.exec(source)?.[1]?.toLowerCase() ?? '';
  const format = isInline ? 'base 64' : (extensions[extension] ?? extension);
  const names = dropped.get(format);
  if (names === undefined) return undefined;
  const what = isInline ? 'an image inside the HTML (data:)' : `the format .${extension}`;
  const one = finding('image_format', `${what} is not shown by ${listed(names)}`);
  return names.some(name => common.has(name)) ? one : { ...one, severity: 'info' };
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
