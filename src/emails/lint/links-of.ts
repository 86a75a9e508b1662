import { type EmailDocument, textOf } from './document.ts';

/** A link as a reader meets it. */
export interface EmailLink {
  readonly text: string;
  readonly address: string;
  readonly line: number | undefined;
}

/** The links of an email, in order. */
export function linksOf({ elements }: EmailDocument): readonly EmailLink[] {
  return elements.flatMap(({ element, line }) => {
    const { href } = element.attribs;
    if ((element.name !== 'a' && element.name !== 'area') || href === undefined) return [];
    return [{ text: textOf(element).replace(/\s+/g, ' ').trim(), address: href.trim(), line }];
  });
}
