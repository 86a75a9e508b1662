/**
 * Text of strangers is data: an account whose every text holds escape sequences, line breaks, marks that turn the writing
 * direction and characters that nobody sees. No command's text lets them through, nor begins a line with them.
 */
import { describe, expect, it } from 'vitest';
import { lines, obliging } from '../support/every-command.ts';
import { facing, lineOf } from '../support/facing.ts';
import type { ProgramOptions } from '../support/program.ts';
import type { Plain, Responder } from '../support/service.ts';

const hazard =
  '\u001b[31m\u001b]0;title\u0007\r\nforged: line\n\u2028forged: line\u0085\u202eliame\u2066\u200b\u{e0041}\u00ad';

/** What the program needs as it is: ids, times, states, addresses of servers. */
const kept = /(?:^|_)(?:id|ids|at|status|kind|color|variable|slug)$/;

function hostile(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return kept.test(key) ? value : `${value}${hazard}`;
  if (Array.isArray(value)) return value.map(one => hostile(one, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      key === 'fields' ? `${name}${hazard}` : name,
      // Commands look people up by it, and find the group by its name.
      name === 'email' ? one : hostile(one, name),
    ]),
  );
}

async function run(name: string, answers: Responder, more: readonly string[], options: ProgramOptions = {}) {
  const { stdout, stderr } = await facing(answers, [...lineOf(name), ...more], options);
  return stdout + stderr;
}

/** What must not reach a reader. */
function faultsIn(text: string): string[] {
  const found = [...text.matchAll(/[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]|^ {0,3}forged/gmu)].map(
    ({ 0: what, index }) =>
      `${JSON.stringify(what)} in ${JSON.stringify(text.slice(Math.max(0, index - 60), index + 20))}`,
  );
  return [...new Set(found)].slice(0, 3);
}

/** Without the sequences by which the program redraws a line. */
function withoutOwn(text: string): string {
  const [first = '', ...others] = text.replaceAll('\r', '').split('\u001b');
  const own = /^\[(?:\d*[GK]|\?25[hl])/;
  return first + others.map(part => (own.test(part) ? part.replace(own, '') : `\u001b${part}`)).join('');
}

const refusing: Responder = (_, response) => {
  response.statusCode = 422;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ message: `no${hazard}`, errors: { [`name${hazard}`]: [`bad${hazard}`] } }));
};

/** Where a pipe gets files or JSON as they are, for other programs. */
const asItIs = ['subscribers export', 'emails pull', 'token', 'api'];

describe.each(Object.keys(lines))('%s', name => {
  const answers = obliging(record => hostile(record) as Plain);

  it.each([
    ['in a pipe', ['--verbose']],
    ['as a table', ['-o', 'table']],
  ])('text of a hostile account is harmless %s', async (how, more) => {
    if (asItIs.includes(name) && (how === 'in a pipe' || name !== 'api')) return;
    expect(faultsIn(await run(name, answers, more))).toEqual([]);
  });

  it.each([[[]], [['-o', 'json']], [['-o', 'yaml']], [['-o', 'csv']]])(
    'text of a hostile account is harmless on a terminal, with %j',
    async more => {
      const text = await run(name, answers, more, { terminal: ['stdout', 'stderr'], columns: 60 });
      // Data in quotes may have line breaks.
      const isText = more.length === 0 && !asItIs.includes(name);
      const shown = withoutOwn(text);
      expect(faultsIn(isText ? shown : shown.replaceAll('forged', ''))).toEqual([]);
    },
  );

  it('the text of a refusal is harmless', async () => {
    expect(faultsIn(await run(name, refusing, []))).toEqual([]);
  });
});
