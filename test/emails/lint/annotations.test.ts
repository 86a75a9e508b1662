import { describe, expect, it } from 'vitest';
import { annotations, type LocatedFinding } from '../../../src/emails/lint/annotations.ts';

const one: LocatedFinding = {
  file: 'letters/may, 1:2.md',
  line: 7,
  code: 'link_empty',
  severity: 'error',
  message: '50% off:\r\na link, empty',
};

/** Reads a workflow command as the runner of GitHub Actions does (`ActionCommand.TryParseV2`). */
function readCommand(line: string) {
  const [, command, properties = '', data = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
  const unescaped = (text: string, names: readonly (readonly [string, string])[]) =>
    names.reduce((value, [from, to]) => value.replaceAll(from, to), text);
  const ofData = [
    ['%0D', '\r'],
    ['%0A', '\n'],
    ['%25', '%'],
  ] as const;
  const ofProperties = [['%3A', ':'], ['%2C', ','], ...ofData] as const;
  const pairs = properties.split(',').map(pair => pair.split(/=(.*)/s));
  return {
    command,
    properties: Object.fromEntries(pairs.map(([name, value = '']) => [name, unescaped(value, ofProperties)])),
    data: unescaped(data, ofData),
  };
}

describe('annotations for GitHub', () => {
  it('when names and messages have signs of the format, then the runner reads what was meant', () => {
    const text = annotations('github', [one, { ...one, severity: 'info', line: undefined }]);
    const [first = '', second = '', ...rest] = text.split('\n');
    expect(rest).toEqual(['']);
    expect(readCommand(first)).toEqual({
      command: 'error',
      properties: { file: one.file, line: '7', title: one.code },
      data: one.message,
    });
    expect(readCommand(second)).toMatchObject({ command: 'notice', properties: { file: one.file } });
  });

  it('when no problems found, then nothing is printed', () => {
    expect(annotations('github', [])).toBe('');
  });
});

describe('a report for GitLab', () => {
  const report = (...findings: LocatedFinding[]) =>
    JSON.parse(annotations('gitlab', findings)) as Record<string, unknown>[];

  it('when findings are reported, then each has what Code Quality needs', () => {
    expect(report(one, { ...one, line: undefined, severity: 'warning' })).toEqual([
      {
        description: one.message,
        check_name: 'link_empty',
        fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
        severity: 'major',
        location: { path: one.file, lines: { begin: 7 } },
      },
      expect.objectContaining({ severity: 'minor', location: { path: one.file, lines: { begin: 1 } } }),
    ]);
    expect(report()).toEqual([]);
  });

  it('when a finding moves, then it keeps its fingerprint; two alike have two', () => {
    const [before] = report(one);
    const [after, twin] = report({ ...one, line: 90 }, one);
    expect(after?.fingerprint).toBe(before?.fingerprint);
    expect(twin?.fingerprint).not.toBe(before?.fingerprint);
  });
});
