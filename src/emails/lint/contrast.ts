/** Contrast of text and background: WCAG 2.2, success criterion 1.4.3 (level AA). */
import { colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import names from 'colord/plugins/names';
import { declarationsOf, type Element, type EmailDocument, isNotDisplayed } from './document.ts';
import { type Finding, finding } from './finding.ts';

extend([a11y, names]);

/** The colors of the email itself, in the format of the service. */
export interface EmailColors {
  readonly background: string | undefined;
  readonly foreground: string | undefined;
}

const least = 4.5;
const leastForLarge = 3;

interface Look {
  readonly color: string | undefined;
  readonly background: string | undefined;
  /** 24 pixels, or 18.66 in bold. */
  readonly pixels: number;
  readonly isBold: boolean;
  readonly isHidden: boolean;
}

/** Checks the colors of the email and of its HTML. */
export function checkContrast(
  { background, foreground }: EmailColors,
  document: EmailDocument,
  lineOf: (key: 'background_color' | 'foreground_color') => number | undefined,
): Finding[] {
  const found: Finding[] = [];
  const ratio = ratioOf(foreground, background);
  if (ratio !== undefined && ratio < least) {
    const line = lineOf('foreground_color') ?? lineOf('background_color');
    found.push(finding('contrast_low', `text ${foreground} on ${background}${shown(ratio, least)}`, line));
  }
  const looks = new Map<Element, Look>();
  const base = { color: foreground, background, pixels: 16, isBold: false, isHidden: false };
  const reported = new Set<string>();
  for (const { parent, line } of document.texts) {
    if (parent === undefined) continue;
    const { color, background: behind, pixels, isBold, isHidden } = lookOf(parent, looks, base);
    if (isHidden || pixels === 0) continue;
    const isOwn = color !== foreground || behind !== background;
    const needed = pixels >= 24 || (isBold && pixels >= 18.66) ? leastForLarge : least;
    const contrast = isOwn ? ratioOf(color, behind) : undefined;
    if (contrast === undefined || contrast >= needed || reported.has(`${color} ${behind}`)) continue;
    reported.add(`${color} ${behind}`);
    found.push(finding('contrast_low', `text ${color} on ${behind}${shown(contrast, needed)}`, line));
  }
  return found;
}

const shown = (ratio: number, needed: number) =>
  ` has a contrast of ${ratio.toFixed(1)}:1; many readers need ${needed}:1`;

function ratioOf(color: string | undefined, background: string | undefined): number | undefined {
  if (color === undefined || background === undefined) return undefined;
  const [text, behind] = [colord(color), colord(background)];
  // The color behind a transparent one is unknown.
  if (!text.isValid() || !behind.isValid() || text.alpha() < 1 || behind.alpha() < 1) return undefined;
  return text.contrast(behind);
}

/** The style of an element, inherited or its own. Behind a background image the color is unknown. */
function lookOf(element: Element, known: Map<Element, Look>, base: Look): Look {
  const chain: Element[] = [];
  let look = base;
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const found = known.get(at);
    if (found !== undefined) {
      look = found;
      break;
    }
    chain.push(at);
  }
  for (const each of chain.reverse()) {
    look = styled(each, look);
    known.set(each, look);
  }
  return look;
}

function parentOf({ parent }: Element): Element | null {
  return parent !== null && 'attribs' in parent ? parent : null;
}

const headings: Readonly<Record<string, number>> = { h1: 32, h2: 24, h3: 18.72, h4: 16, h5: 13, h6: 11 };

function styled(element: Element, outer: Look): Look {
  const { name, attribs } = element;
  let { color, background, pixels, isBold } = outer;
  if (name in headings) [pixels, isBold] = [headings[name] ?? pixels, true];
  if (/^(?:b|strong|th)$/.test(name)) isBold = true;
  if (attribs.bgcolor) background = attribs.bgcolor;
  if (name === 'font' && attribs.color) color = attribs.color;
  for (const [property, value] of declarationsOf(attribs.style ?? '')) {
    if (property === 'color') color = isInherited(value) ? outer.color : value;
    else if (property === 'background-color') background = isInherited(value) ? outer.background : value;
    else if (property === 'background-image') background = /^none$/i.test(value) ? background : undefined;
    else if (property === 'background') background = shorthandColor(value, outer.background);
    else if (property === 'font-weight') isBold = /^(?:bold|bolder|[6-9]00)$/i.test(value);
    else if (property === 'font-size') pixels = sizeOf(value, outer.pixels);
  }
  return { color, background, pixels, isBold, isHidden: outer.isHidden || isNotDisplayed(element) };
}

const isInherited = (value: string) => /^(?:inherit|transparent|unset|initial|currentcolor)$/i.test(value);

/** The color in a `background` shorthand; undefined with an image. */
function shorthandColor(value: string, outer: string | undefined): string | undefined {
  if (/url\(|gradient\(/i.test(value)) return undefined;
  if (isInherited(value) || /^none$/i.test(value)) return outer;
  return value;
}

function sizeOf(value: string, outer: number): number {
  const [, number, unit] = /^([\d.]+)(px|pt|em|rem|%)?$/i.exec(value) ?? [];
  if (Number(number) === 0) return 0;
  const factors: Readonly<Record<string, number>> = {
    px: 1,
    pt: 4 / 3,
    em: outer,
    rem: 16,
    '%': outer / 100,
  };
  const factor = factors[unit?.toLowerCase() ?? ''];
  return factor === undefined ? outer : Number(number) * factor;
}
