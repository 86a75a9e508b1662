/** Lines and columns of a JSON text: where it stops being JSON, and why; where its members are. */
import { printParseErrorCode, visit } from 'jsonc-parser';

const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'invalid word',
  InvalidNumberFormat: 'invalid number',
  PropertyNameExpected: 'expected a property name in quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected }',
  CloseBracketExpected: 'expected ]',
  EndOfFileExpected: 'unexpected text after the value',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'unclosed string',
  UnexpectedEndOfNumber: 'incomplete number',
  InvalidUnicode: 'invalid \\u escape',
  InvalidEscapeCharacter: 'invalid escape',
  InvalidCharacter: 'unescaped control character',
};

/** The first place where a text is not JSON; lines and columns from 1. */
export interface JsonProblem {
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

/** @param text what JSON.parse refused (RFC 8259) */
export function jsonProblem(text: string): JsonProblem {
  const found: JsonProblem[] = [];
  visit(
    text,
    {
      onError: (code, _offset, _length, line, column) => {
        const reason = reasons[printParseErrorCode(code)] ?? 'not valid JSON';
        found.push({ reason, line: line + 1, column: column + 1 });
      },
    },
    { disallowComments: true },
  );
  return found[0] ?? { reason: 'not valid JSON', line: 1, column: 1 };
}

/** `expected a comma at line 1, column 8` */
export function jsonProblemText(text: string): string {
  const { reason, line, column } = jsonProblem(text);
  return `${reason} at line ${line}, column ${column}`;
}

/**
 * The line of each member of the object that a JSON text holds, from 1. Of members with the same name the last one
 * counts, as for JSON.parse.
 *
 * @param text valid JSON
 */
export function memberLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  visit(text, {
    onObjectProperty: (name, _offset, _length, line, _column, path) => {
      if (path().length === 0) lines.set(name, line + 1);
    },
  });
  return lines;
}
