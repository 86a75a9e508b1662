/** The HTML of an email as a tree, in which every node knows the line that it begins on. */
import { type ChildNode, type Element, isTag, isText, type Text } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { lineAttribute } from '../markdown/lines.ts';

export type { Element };

/** A text, with the element that it is in. */
export interface TextRun {
  readonly text: string;
  readonly parent: Element | undefined;
  readonly line: number | undefined;
}

/** An email's elements and texts, each in the order in which they begin. */
export interface EmailDocument {
  readonly elements: readonly { readonly element: Element; readonly line: number | undefined }[];
  /** Without styles and scripts. */
  readonly texts: readonly TextRun[];
}

/**
 * Parses HTML.
 *
 * @param html with `lineAttribute` in the elements that stand in the file
 * @param firstLine the line of the file that the body begins on
 */
export function readDocument(html: string, firstLine: number): EmailDocument {
  const elements: EmailDocument['elements'][number][] = [];
  const texts: TextRun[] = [];
  let line: number | undefined;
  // Lines are known of elements; texts go on from the one before them. A stack: HTML may be nested deeper than calls.
  const open: ChildNode[] = parseDocument(html).children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isTag(node)) {
      const own = Number(node.attribs[lineAttribute]);
      if (own > 0) line = firstLine + own - 1;
      elements.push({ element: node, line });
      if (!hidden.has(node.name)) open.push(...node.children.toReversed());
    } else if (isText(node)) {
      texts.push(...runsOf(node, line));
      if (line !== undefined) line += linesIn(node.data);
    }
  }
  return { elements, texts };
}

const hidden: ReadonlySet<string> = new Set(['style', 'script', 'title', 'template']);

/** The lines of a text, so that each has its number. */
function runsOf({ data, parent }: Text, first: number | undefined): TextRun[] {
  const within = parent !== null && isTag(parent) ? parent : undefined;
  return data.split('\n').flatMap((text, at) => {
    const line = first === undefined ? undefined : first + at;
    return text.trim() === '' ? [] : [{ text, parent: within, line }];
  });
}

const linesIn = (text: string) => text.split('\n').length - 1;

/** All text inside an element, and the descriptions of its images. */
export function textOf(element: Element): string {
  const open: ChildNode[] = element.children.toReversed();
  let text = '';
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isText(node)) text += node.data;
    else if (isTag(node)) {
      text += node.attribs.alt ?? '';
      open.push(...node.children.toReversed());
    }
  }
  return text;
}

/** The declarations of a `style` attribute, names in lower case, in order. */
export function declarationsOf(style: string): readonly (readonly [property: string, value: string])[] {
  // A semicolon within quotes or brackets, as in url(data:…;base64,…), ends nothing.
  const parts = style.match(/(?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\)|["'(])+/g) ?? [];
  return parts.flatMap(part => {
    const [, property, value] = /^\s*(-{0,2}[\w-]+)\s*:\s*(.*?)\s*(?:!important\s*)?$/is.exec(part) ?? [];
    return property === undefined || !value ? [] : [[property.toLowerCase(), value] as const];
  });
}
