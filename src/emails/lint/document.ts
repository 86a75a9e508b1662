/** The HTML of an email: elements, texts and links, each with its line. */
import { type ChildNode, type Element, isTag, isText, type Text } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { lineAttribute, linesIn } from '../markdown/lines.ts';

export interface TextRun {
  readonly text: string;
  readonly line: number | undefined;
}

/** Text that readers see as one: of a paragraph, a cell, a heading. Line breaks are `\n`. Without code. */
export interface TextBlock extends TextRun {
  /** Whether mail programs do not display it, such as a preview text within the HTML. */
  readonly isHidden: boolean;
}

/** Elements and texts in document order. */
export interface EmailDocument {
  readonly elements: readonly { readonly element: Element; readonly line: number | undefined }[];
  /** One for each line of a text, without styles and scripts. */
  readonly texts: readonly TextRun[];
  readonly blocks: readonly TextBlock[];
}

/** What the elements around a node say of it. */
interface Place {
  readonly block: Element | undefined;
  readonly isCode: boolean;
  readonly isHidden: boolean;
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
  const blocks: (Place & { text: string; readonly line: number | undefined })[] = [];
  const add = (text: string, place: Place, line: number | undefined) => {
    const last = blocks.at(-1);
    if (place.isCode) return;
    if (last?.block === place.block && last?.isHidden === place.isHidden) last.text += text;
    else if (text.trim() !== '') blocks.push({ ...place, text, line });
  };
  let line: number | undefined;
  // Only elements have a line; texts count on from the element before. A stack, since HTML may be nested very deeply.
  const outside: Place = { block: undefined, isCode: false, isHidden: false };
  const open: (readonly [ChildNode, Place])[] = [];
  const enter = (nodes: readonly ChildNode[], place: Place) => {
    for (const each of nodes.toReversed()) open.push([each, place]);
  };
  enter(parseDocument(html).children, outside);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, place] = next;
    if (isTag(node)) {
      const own = Number(node.attribs[lineAttribute]);
      if (own > 0) line = firstLine + own - 1;
      elements.push({ element: node, line });
      if (node.name === 'br') add('\n', place, line);
      if (!withoutText.has(node.name)) enter(node.children, placeIn(node, place));
    } else if (isText(node)) {
      for (const each of runsOf(node, line)) texts.push(each);
      add(node.data, place, line);
      if (line !== undefined) line += linesIn(node.data);
    }
  }
  return { elements, texts, blocks };
}

const withoutText: ReadonlySet<string> = new Set(['style', 'script', 'title', 'template']);
const inline =
  /^(?:a|abbr|b|big|br|cite|del|em|font|i|img|ins|label|mark|q|s|small|span|strike|strong|sub|sup|time|u)$/;
const code = /^(?:code|pre|samp|kbd|tt|textarea)$/;
/** How emails hide a preview text, or the dots after it. */
const hiding =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|(?:opacity|max-height)\s*:\s*0)/i;

function placeIn(element: Element, around: Place): Place {
  const { name, attribs } = element;
  return {
    block: inline.test(name) || code.test(name) ? around.block : element,
    isCode: around.isCode || code.test(name),
    isHidden: around.isHidden || attribs.hidden !== undefined || hiding.test(attribs.style ?? ''),
  };
}

/** One run for each line of a text. */
function runsOf({ data }: Text, first: number | undefined): TextRun[] {
  return data.split('\n').flatMap((text, at) => {
    const line = first === undefined ? undefined : first + at;
    return text.trim() === '' ? [] : [{ text, line }];
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
