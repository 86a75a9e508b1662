import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Annotation, annotationsFor } from '../../src/lib/ci/annotations.ts';
import { markdownTable, plainMarkdown } from '../../src/lib/ci/markdown.ts';
import { temporaryFolder } from '../support/home.ts';

const one: Annotation = {
  file: 'letters/may, 1:2.md',
  line: 7,
  code: 'link_empty',
  level: 'error',
  message: '50% off:\r\na link,\u001b[31m empty',
};

/** Annotates in a folder of a repository, and returns what was written. */
function annotated(
  system: 'github' | 'gitlab',
  all: readonly Annotation[],
  { root = temporaryFolder(), below = '', environment = {} as NodeJS.ProcessEnv } = {},
) {
  const lines: string[] = [];
  const roots = { GITHUB_WORKSPACE: root, CI_PROJECT_DIR: root };
  const places = {
    environment: { ...roots, ...environment },
    folder: join(root, below),
    write: (text: string) => void lines.push(text),
    warn: (problem: string) => void lines.push(problem),
    masked: <T>(value: T) => value,
  };
  const annotations = annotationsFor(system, places);
  if (annotations === undefined) throw new Error('none');
  for (const each of all) annotations.add(each);
  return { annotations, lines, root };
}

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
  const commandsOf = (all: readonly Annotation[], more?: Parameters<typeof annotated>[2]) => {
    const { annotations, lines } = annotated('github', all, more);
    annotations.finish();
    return lines.slice(2).map(readCommand);
  };

  it('when names and messages have signs of the format, then the runner reads what was meant', () => {
    const info = { ...one, level: 'info', line: undefined } as const;
    expect(commandsOf([info, one, { ...one, level: 'warning', file: undefined }])).toEqual([
      {
        command: 'error',
        properties: { file: one.file, line: '7', title: one.code },
        data: one.message.replace('\u001b', ' '),
      },
      expect.objectContaining({ command: 'warning', properties: { title: one.code } }),
      expect.objectContaining({ command: 'notice', properties: { file: one.file, title: one.code } }),
    ]);
  });

  it('when the program runs, then no text of others is a command to the runner, until its own come', () => {
    const { annotations, lines } = annotated('github', [one]);
    const [, token = ''] = /^::stop-commands::([\da-f-]{36})$/.exec(lines[0] ?? '') ?? [];
    expect([lines.length, token]).not.toEqual([1, '']);
    annotations.finish();
    expect(lines[1]).toBe(`::${token}::`);
    expect(lines[2]).toMatch(/^::error /);
  });

  it.each([
    [10, 10, undefined],
    [11, 10, '2 more like these'],
    [5000, 10, '4991 more like these'],
  ])('when there are %i of a level, then it shows %i, and says how many more', (count, shown, last) => {
    const all = Array.from({ length: count }, (_, i) => ({ ...one, line: i + 1 }));
    const commands = commandsOf([...all, { ...one, level: 'warning' }]);
    expect(commands.filter(({ command }) => command === 'error')).toHaveLength(shown);
    expect(commands.filter(({ command }) => command === 'warning')).toHaveLength(1);
    expect(commands.find(({ properties }) => properties.title === 'more')?.data).toBe(last);
  });

  it.each([
    ['issue.md', 'letters', 'letters/issue.md'],
    ['../issue.md', 'letters', 'issue.md'],
    ['../../issue.md', 'letters', '../../issue.md'],
  ])('when %s is named in %s, then its path is that in the repository', (file, below, path) => {
    const [command] = commandsOf([{ ...one, file }], { below });
    expect(command?.properties.file).toBe(path);
  });

  it('when the work starts again, then only what was found last counts', () => {
    const { annotations, lines } = annotated('github', [one, one]);
    annotations.restart();
    annotations.add({ ...one, line: 9 });
    annotations.finish();
    expect(lines.slice(2).map(line => readCommand(line).properties.line)).toEqual(['9']);
  });

  it('when there is a step summary, then it is added to that of the commands before', () => {
    const root = temporaryFolder();
    const GITHUB_STEP_SUMMARY = join(root, 'summary.md');
    writeFileSync(GITHUB_STEP_SUMMARY, 'before\n\n');
    const { annotations } = annotated('github', [], { root, environment: { GITHUB_STEP_SUMMARY } });
    annotations.summarize('# one\n\n\n');
    annotations.summarize('two');
    annotations.finish();
    expect(readFileSync(GITHUB_STEP_SUMMARY, 'utf8')).toBe('before\n\n# one\n\ntwo\n\n');
  });
});

describe('a report for GitLab', () => {
  const name = 'gl-code-quality-report.json';
  const issuesIn = (root: string) =>
    JSON.parse(readFileSync(join(root, name), 'utf8')) as Record<string, unknown>[];
  const report = (all: readonly Annotation[], more?: Parameters<typeof annotated>[2]) => {
    const { annotations, root, lines } = annotated('gitlab', all, more);
    annotations.finish();
    expect(lines).toEqual([]);
    return issuesIn(root);
  };

  it('when findings are reported, then each has what Code Quality needs', () => {
    const other = { ...one, line: undefined, level: 'warning' } as const;
    expect(report([one, other, { ...one, file: undefined }])).toEqual([
      {
        description: one.message,
        check_name: 'newsletter/link_empty',
        fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
        severity: 'major',
        location: { path: one.file, lines: { begin: 7 } },
      },
      expect.objectContaining({ severity: 'minor', location: { path: one.file, lines: { begin: 1 } } }),
    ]);
    expect(report([])).toEqual([]);
  });

  it('when a finding moves, then it keeps its fingerprint; two alike have two', () => {
    const [before] = report([one]);
    const [after, twin] = report([{ ...one, line: 90 }, one]);
    expect(after?.fingerprint).toBe(before?.fingerprint);
    expect(twin?.fingerprint).not.toBe(before?.fingerprint);
  });

  it('when commands of a job follow each other, then the report has what each found, once', () => {
    const root = temporaryFolder();
    writeFileSync(join(root, name), 'of another tool, {');
    report([one], { root });
    report([one, { ...one, code: 'token' }], { root, below: '' });
    expect(issuesIn(root).map(({ check_name: check }) => check)).toEqual([
      'newsletter/link_empty',
      'newsletter/token',
    ]);
  });

  it('when there are thousands, then it has a thousand, the last of which says how many more', () => {
    const issues = report(Array.from({ length: 3000 }, () => one));
    expect(issues).toHaveLength(1000);
    expect(issues.at(-1)).toMatchObject({ description: '2001 more like these' });
  });
});

describe('Markdown of strangers', () => {
  it.each([
    '| a | b |\n|---|---|',
    '<img src=x onerror=alert(1)>',
    '[here](https://evil.example)',
    '![](https://evil.example/p.png)',
    '@everybody #1 org/repo#2 ann@example.org',
    '`code` **bold** ~~gone~~ _it_ $x$',
    'www.evil.example http://evil.example',
    '- [ ] item\r# title\u2028---\u202e',
    '&lt;b&gt; \\| \\',
    '=cmd|"/c calc"!A1',
  ])('when %j is in a cell, then it stays a text in that cell', text => {
    const table = markdownTable(['a', 'n'], [[plainMarkdown(text), 1]]);
    const [, , row = '', ...rest] = table.split('\n');
    expect(rest).toEqual(['', '']);
    const [, cell = ''] = /^\| (.*) \| 1 \|$/.exec(row) ?? [];
    expect(cell.replace(/&#\d+;/g, '')).toMatch(/^[\p{L}\p{N} ,;?{}]*$/u);
    const read = cell.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(read).toBe(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '));
  });

  it('when there are no rows, then there is no table', () => {
    expect(markdownTable(['a'], [])).toBe('');
  });
});
