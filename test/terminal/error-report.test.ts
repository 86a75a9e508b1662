import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/lib/failure.ts';
import { type ErrorReportOptions, reportError } from '../../src/terminal/error-report.ts';
import { messageStream } from '../../src/terminal/stderr.ts';
import { ClosedPipe } from '../../src/terminal/stdout.ts';
import { casesOfKind } from '../support/cases.ts';
import { linesOf, screens } from './screens.ts';

function report(error: unknown, more: Partial<ErrorReportOptions> = {}) {
  const { environment = {} } = more;
  const { stderr, err } = screens({ environment });
  const options = {
    stderr,
    environment,
    color: true,
    showAddresses: false,
    json: false,
    verbose: false,
    ...more,
  };
  const exit = reportError(error, options);
  return { exit, lines: linesOf(err()) };
}

const refused = new Failure('refused', 'the service refused the group', {
  status: 422,
  method: 'POST',
  path: '/v1/groups',
  details: ['name: is taken', 'filters: is empty\nand more'],
  requestId: 'req-7',
  hint: 'newsletter groups list',
});

describe('a failure', () => {
  it('an error on stderr has its message, details, request and next command', () => {
    expect(report(refused)).toEqual({
      exit: 5,
      lines: [
        'error: the service refused the group',
        '  name: is taken',
        '  filters: is empty',
        '  and more',
        '  request id: req-7',
        'hint: newsletter groups list',
      ],
    });
  });

  it('with JSON output, a terminal gets the message, then the object on the last line', () => {
    const { stderr, err } = screens();
    const options = {
      environment: {},
      color: false,
      showAddresses: false,
      json: true,
      verbose: false,
    };
    reportError(refused, { stderr: Object.assign(stderr, { isTTY: true }), ...options });
    const lines = linesOf(err());
    expect(lines[0]).toBe('error: the service refused the group');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ error: { code: 'refused' } });
  });

  it('with JSON output in a pipe, an error is one object with every key', () => {
    const { lines } = report(refused, { json: true });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      error: {
        code: 'refused',
        message: 'the service refused the group',
        status: 422,
        method: 'POST',
        path: '/v1/groups',
        details: ['name: is taken', 'filters: is empty\nand more'],
        hint: 'newsletter groups list',
        notes: [],
        exit: 5,
        request_id: 'req-7',
      },
    });
  });

  it('as JSON in a pipe has the messages that were held back', () => {
    const { stderr, err } = screens();
    const options = { stderr, environment: {}, color: false, showAddresses: false };
    messageStream(options).held.push('warning: 3 of 5 were sent');
    reportError(refused, { ...options, json: true, verbose: false });
    expect(JSON.parse(err()).error.notes).toEqual(['warning: 3 of 5 were sent']);
  });

  it('where CI masks addresses, a hint with one names --show-addresses', () => {
    const hint = 'to check: newsletter subscribers get ann@example.org; or newsletter subscribers list';
    expect(report(new Failure('usage', 'no', { hint }), { environment: { CI: '1' } }).lines.at(-1)).toMatch(
      / a\*\*\*@.* \(addresses are masked: --show-addresses\)$/,
    );
  });

  it('a working folder that was removed is named', () => {
    const error = new Error('ENOENT: no such file or directory, uv_cwd');
    expect(report(Object.assign(error, { code: 'ENOENT', syscall: 'uv_cwd' }))).toEqual({
      exit: 2,
      lines: ['error: the current folder no longer exists', 'hint: change to an existing folder'],
    });
  });

  it.each(casesOfKind<[hint: string, said: string]>(new URL('named-profile.tsv', import.meta.url), 'hint'))(
    'the hint "%s" names the profile that was named',
    (hint, said) => {
      const { lines } = report(new Failure('usage', 'no', { hint }), { profile: 'acme' });
      expect(lines.at(-1)).toBe(`hint: ${said}`);
    },
  );

  it('a message with line breaks is one line', () => {
    expect(report(new Failure('invalid_value', 'not "a\nb"\n', { hint: null })).lines).toEqual([
      'error: not "a↵b"',
    ]);
  });

  it('an error without a hint has that of the catalogue, with the command that was typed', () => {
    expect(report(new Failure('usage', 'no'), { command: 'newsletter groups list' }).lines).toEqual([
      'error: no',
      'hint: newsletter groups list --help',
    ]);
    expect(report(new Failure('usage', 'no', { hint: null })).lines).toEqual(['error: no']);
  });

  it('the error object has null for what is unknown', () => {
    const { lines } = report(new Failure('declined', 'no'), { json: true });
    expect(lines.at(-1)).toBe(
      '{"error":{"code":"declined","message":"no","status":null,"method":null,"path":null,"details":[],"hint":null,"notes":[],"exit":5,"request_id":null}}',
    );
  });

  it.each([
    [new TypeError('x is not a function'), 'x is not a function'],
    [new AggregateError([new Error('one'), new Error('two')]), 'one; two'],
    [new Error(''), 'Error'],
    ['thrown text', 'thrown text'],
    [undefined, 'undefined'],
  ])('%s, thrown by mistake, is an unexpected error without a stack trace', (error, message) => {
    const { exit, lines } = report(error);
    expect(exit).toBe(1);
    expect(lines).toEqual([`error: ${message}`, expect.stringMatching(/^hint: .*--verbose/)]);
  });

  it('--verbose adds the stack traces of an error and its causes', () => {
    const { lines } = report(new Failure('cut_off', 'cut off', { cause: new RangeError('inner') }), {
      verbose: true,
    });
    expect(lines.filter(line => /^ +at /.test(line)).length).toBeGreaterThan(1);
    expect(lines).toContain('  RangeError: inner');
  });

  it('a closed pipe ends with 0 and no message', () => {
    expect(report(new ClosedPipe('gone'), { json: true })).toEqual({ exit: 0, lines: [] });
  });
});
