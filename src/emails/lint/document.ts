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

/** Elements and texts in document order. */
export interface EmailDocument {
  readonly elements: readonly { readonly element: Element; readonly line: number | undefined }[];
  /** Without styles and scripts. */
  readonly texts: readonly TextRun[];
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
  let line: number | undefined;
  // Only elements have a line; texts count on from the element before. A stack, since HTML may be nested very deeply.
  const open: ChildNode[] = parseDocument(html).children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isTag(node)) {
      const own = Number(node.attribs[lineAttribute]);
      if (own > 0) line = firstLine + own - 1;
      elements.push({ element: node, line });
      if (!hidden.has(node.name)) for (const each of node.children.toReversed()) open.push(each);
    } else if (isText(node)) {
      for (const each of runsOf(node, line)) texts.push(each);
      if (line !== undefined) line += linesIn(node.data);
    }
  }
  return { elements, texts };
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
