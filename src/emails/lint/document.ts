/** The HTML of an email: elements, texts and links, each with its line. */
import { type ChildNode, type Element, isTag, isText, type Text } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { lineAttribute, linesIn } from '../markdown/lines.ts';

export type { Element };

export interface TextRun {
  readonly text: string;
  readonly parent: Element | undefined;
  readonly line: number | undefined;
}

/** Text that readers see as one: of a paragraph, a cell, a heading. Line breaks are `\n`. Without code. */
export interface TextBlock {
  readonly text: string;
  readonly line: number | undefined;
  /** Whether mail programs do not display it, such as a preview text within the HTML. */
  readonly isHidden: boolean;
}

/** Elements and texts in document order. */
export interface EmailDocument {
  readonly elements: readonly { readonly element: Element; readonly line: number | undefined }[];
  /** Without styles and scripts. */
  readonly texts: readonly TextRun[];
  readonly blocks: readonly TextBlock[];
}

/**
 * Parses HTML.
 *
 * @param html with `lineAttribute` in the elements of the file
 * @param firstLine line of the file on which the body begins
 */
export function readDocument(html: string, firstLine: number): EmailDocument {
  const elements: EmailDocument['elements'][number][] = [];
  const texts: TextRun[] = [];
  const blocks = new Blocks();
  let line: number | undefined;
  // Only elements have a line; texts count on from the element before. A stack, since HTML may be nested very deeply.
  const open: ChildNode[] = parseDocument(html).children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isTag(node)) {
      const own = Number(node.attribs[lineAttribute]);
      if (own > 0) line = firstLine + own - 1;
      elements.push({ element: node, line });
      if (node.name === 'br') blocks.add(node, '\n', line);
      if (!hidden.has(node.name)) for (const each of node.children.toReversed()) open.push(each);
    } else if (isText(node)) {
      for (const each of runsOf(node, line)) texts.push(each);
      blocks.add(node, node.data, line);
      if (line !== undefined) line += linesIn(node.data);
    }
  }
  return { elements, texts, blocks: blocks.all };
}

const inline =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|br|cite|data|del|dfn|em|font|i|img|ins|kbd|label|mark|q|s|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;
const literal = /^(?:code|pre|samp|kbd|tt|textarea)$/;

/** Collects the text of blocks. */
class Blocks {
  readonly all: { text: string; readonly line: number | undefined; readonly isHidden: boolean }[] = [];
  readonly #places = new Map<Element, BlockPlace>();
  #last: Element | undefined;

  add(node: Text | Element, text: string, line: number | undefined): void {
    const parent = node.parent !== null && isTag(node.parent) ? node.parent : undefined;
    const { block, isLiteral, isTiny, ...place } = this.#placeOf(parent);
    if (isLiteral) return;
    const isHidden = place.isHidden || isTiny;
    const last = this.all.at(-1);
    if (last !== undefined && block === this.#last && last.isHidden === isHidden) last.text += text;
    else if (text.trim() !== '') this.all.push({ text, line, isHidden });
    else return;
    this.#last = block;
  }

  #placeOf(element: Element | undefined): BlockPlace {
    if (element === undefined) return outside;
    const known = this.#places.get(element);
    if (known !== undefined) return known;
    // From the outside in, since elements may be nested very deeply.
    const chain: Element[] = [];
    let at: Element | undefined = element;
    while (at !== undefined && !this.#places.has(at)) {
      chain.push(at);
      at = at.parent !== null && isTag(at.parent) ? at.parent : undefined;
    }
    let place = at === undefined ? outside : (this.#places.get(at) ?? outside);
    for (const each of chain.reverse()) {
      place = {
        block: inline.test(each.name) ? place.block : each,
        isLiteral: place.isLiteral || literal.test(each.name),
        isHidden: place.isHidden || isNotDisplayed(each),
        isTiny: isTiny(each) ?? place.isTiny,
      };
      this.#places.set(each, place);
    }
    return place;
  }
}

interface BlockPlace {
  readonly block: Element | undefined;
  readonly isLiteral: boolean;
  readonly isHidden: boolean;
  readonly isTiny: boolean;
}

const outside: BlockPlace = { block: undefined, isLiteral: false, isHidden: false, isTiny: false };

/** Whether the text of an element has no size; undefined if it does not say. Layouts set 0 outside, and a size within. */
function isTiny({ attribs }: Element): boolean | undefined {
  const size = new Map(declarationsOf(attribs.style ?? '')).get('font-size');
  return size === undefined ? undefined : /^0+(?:\.0+)?(?:px|pt|em|rem|%)?$/.test(size);
}

/** Whether an element itself is hidden, as preview texts within the HTML are. */
export function isNotDisplayed({ attribs }: Element): boolean {
  if (attribs.hidden !== undefined) return true;
  const style = new Map(declarationsOf(attribs.style ?? ''));
  const isZero = (name: string) => /^0+(?:\.0+)?(?:px|pt|em|%)?$/.test(style.get(name) ?? '');
  return (
    /^none$/i.test(style.get('display') ?? '') ||
    /^hidden$/i.test(style.get('visibility') ?? '') ||
    /^all$/i.test(style.get('mso-hide') ?? '') ||
    isZero('opacity') ||
    ((isZero('max-height') || isZero('height')) && /^hidden$/i.test(style.get('overflow') ?? ''))
  );
}

const hidden: ReadonlySet<string> = new Set(['style', 'script', 'title', 'template']);

/** One run for each line of a text. */
function runsOf({ data, parent }: Text, first: number | undefined): TextRun[] {
  const within = parent !== null && isTag(parent) ? parent : undefined;
  return data.split('\n').flatMap((text, at) => {
    const line = first === undefined ? undefined : first + at;
    return text.trim() === '' ? [] : [{ text, parent: within, line }];
  });
}

/** All text inside an element, and the descriptions of its images. */
function textOf(element: Element): string {
  const open: ChildNode[] = element.children.toReversed();
  let text = '';
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) text += node.data;
    else if (isTag(node)) {
      text += node.attribs.alt ?? '';
      for (const each of node.children.toReversed()) open.push(each);
    }
  }
  return text;
}

/** A link as readers see it. */
export interface EmailLink {
  readonly text: string;
  readonly address: string;
  readonly line: number | undefined;
  /** An area of an image map, which has no text. */
  readonly isArea: boolean;
}

/** The links of an email, in order. */
export function linksOf({ elements }: EmailDocument): readonly EmailLink[] {
  return elements.flatMap(({ element, line }) => {
    const { href } = element.attribs;
    if ((element.name !== 'a' && element.name !== 'area') || href === undefined) return [];
    const text = textOf(element).replace(/\s+/g, ' ').trim();
    return [{ text, address: href.trim(), line, isArea: element.name === 'area' }];
  });
}

/** The declarations of a `style` attribute, names in lower case, in order. */
export function declarationsOf(style: string): readonly (readonly [property: string, value: string])[] {
  // A semicolon within quotes or brackets, as in url(data:…;base64,…), is part of the value.
  const parts = style.match(/(?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\)|["'(])+/g) ?? [];
  return parts.flatMap(part => {
    const [, property, value] = /^\s*(-{0,2}[\w-]+)\s*:\s*(.*?)\s*(?:!important\s*)?$/is.exec(part) ?? [];
    return property === undefined || !value ? [] : [[property.toLowerCase(), value] as const];
  });
}
