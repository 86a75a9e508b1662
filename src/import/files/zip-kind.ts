/** What a zip file is: many programs keep their documents in one. */
import type { ZipMember } from './archive/zip-archive.ts';

const saveAs = 'open it there, and save it as Excel workbook (.xlsx) or as CSV';

/** A document that is not read, in words, and what to do about it. */
interface OtherDocument {
  readonly what: string;
  readonly hint: string;
}

/** A workbook, an archive of files, or something that is not read. */
export function zipKind(members: readonly ZipMember[]): 'workbook' | 'archive' | OtherDocument {
  const has = (test: RegExp) => members.some(({ name }) => test.test(name));
  if (has(/^xl[/\\]workbook\.bin$/i)) return { what: 'a binary Excel workbook (.xlsb)', hint: saveAs };
  if (has(/^\[Content_Types\]\.xml$/i)) {
    if (has(/^(?:word|ppt|visio)[/\\]/i)) return { what: 'a Word or PowerPoint document', hint: saveAs };
    return 'workbook';
  }
  if (has(/^Index(?:\.zip$|[/\\].*\.iwa$)/)) return { what: 'a Numbers spreadsheet', hint: saveAs };
  const isOpenDocument = has(/^mimetype$/) && has(/^content\.xml$/);
  return isOpenDocument ? { what: 'a LibreOffice spreadsheet (.ods)', hint: saveAs } : 'archive';
}
