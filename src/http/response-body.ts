import type { CallName, Page, RecordIn } from '../contract/index.ts';
import { keepExact } from '../lib/exact-json.ts';
import { isObject } from '../lib/is-object.ts';
import { type Answer, nonsense, type Subject } from './response-error.ts';

/** @returns the text, and what it says; numbers as JavaScript has them */
function json(subject: Subject, answer: Answer): { readonly text: string; readonly value: unknown } {
  if (answer.body.byteLength === 0) throw nonsense(subject, answer, 'its answer is empty');
  try {
    // Some servers put a byte order mark first; parsers may ignore it (RFC 8259, section 8.1).
    const text = answer.body.toString('utf8').replace(/^\uFEFF/, '');
    return { text, value: JSON.parse(text) };
  } catch (error) {
    const isPage = /^\s*</.test(answer.body.toString('latin1', 0, 100));
    throw nonsense(
      subject,
      answer,
      isPage ? 'its answer is a web page, not JSON' : 'its answer is not valid JSON',
      error,
    );
  }
}

/**
 * The record in a success answer: a JSON object with an id; other fields are passed on unseen.
 * The answer of GET /v1/account is not shown in the document, so an id is not insisted on there.
 * @throws Failure unexpected_answer, or outcome_unknown for a request of class once
 */
export async function recordIn<N extends CallName>(
  name: N,
  subject: Subject,
  answer: Answer,
): Promise<RecordIn<N>> {
  const { text, value } = json(subject, answer);
  if (!isObject(value)) throw nonsense(subject, answer, 'its answer is not a JSON object');
  if (name !== 'getAccount' && typeof value.id !== 'string') {
    throw nonsense(subject, answer, 'its answer has no id');
  }
  keepExact(text, value);
  return value as unknown as RecordIn<N>;
}

/**
 * The page in a success answer: `data`, a list of objects, and `meta` with the page's number and the last.
 * @throws Failure unexpected_answer
 */
export async function pageIn<T>(subject: Subject, answer: Answer): Promise<Page<T>> {
  const { text, value } = json(subject, answer);
  const page = isObject(value) ? value : {};
  const { data, meta } = page;
  if (!Array.isArray(data) || !data.every(isObject)) {
    throw nonsense(subject, answer, 'its answer has no list of records under "data"');
  }
  if (!isObject(meta) || ![meta.current_page, meta.last_page].every(isNumeric)) {
    throw nonsense(subject, answer, 'its answer has no page numbers under "meta"');
  }
  keepExact(text, page);
  return page as unknown as Page<T>;
}

/** Numbers may arrive as text; both are taken. */
function isNumeric(value: unknown): boolean {
  return (
    (typeof value === 'number' || (typeof value === 'string' && value !== '')) &&
    Number.isInteger(Number(value))
  );
}
