import type { CallName, Page, RecordIn } from '../contract/index.ts';
import { type Answer, nonsense, type Subject } from './answer-failure.ts';

type Part = Readonly<Record<string, unknown>>;

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function json(subject: Subject, answer: Answer): unknown {
  if (answer.body.byteLength === 0) throw nonsense(subject, answer, 'its answer is empty');
  try {
    return JSON.parse(answer.body.toString('utf8'));
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
export function recordIn<N extends CallName>(name: N, subject: Subject, answer: Answer): RecordIn<N> {
  const value = json(subject, answer);
  if (!isPart(value)) throw nonsense(subject, answer, 'its answer is not a JSON object');
  if (name !== 'getAccount' && typeof value.id !== 'string') {
    throw nonsense(subject, answer, 'its answer has no id');
  }
  return value as unknown as RecordIn<N>;
}

/**
 * The page in a success answer: `data`, a list of objects, and `meta` with the page's number and the last.
 * @throws Failure unexpected_answer
 */
export function pageIn<T>(subject: Subject, answer: Answer): Page<T> {
  const value = json(subject, answer);
  const data = isPart(value) ? value.data : undefined;
  const meta = isPart(value) ? value.meta : undefined;
  if (!Array.isArray(data) || !data.every(isPart)) {
    throw nonsense(subject, answer, 'its answer has no list of records under "data"');
  }
  if (!isPart(meta) || ![meta.current_page, meta.last_page].every(isNumeric)) {
    throw nonsense(subject, answer, 'its answer has no page numbers under "meta"');
  }
  return value as unknown as Page<T>;
}

/** Numbers may arrive as text; both are taken. */
function isNumeric(value: unknown): boolean {
  return (
    (typeof value === 'number' || (typeof value === 'string' && value !== '')) &&
    Number.isInteger(Number(value))
  );
}
