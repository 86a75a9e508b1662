/** The reader of command lines, by itself: words and records to path, options, operands and what is wrong. */
import { describe, expect, it } from 'vitest';
import { parse, plainWords } from '../../src/app/command-line.ts';
import { allEntries, readTop, withRecords } from '../../src/app/read-line.ts';
import { isRunnable } from '../../src/cli/command.ts';
import { flagsOf } from '../../src/cli/option.ts';
import { type Reading, readWords } from '../../src/cli/read-words.ts';
import { casesOf } from '../support/cases.ts';
import { commands } from '../support/tree.ts';

const records = withRecords(await Promise.all(allEntries.map(({ load }) => load())));
const read = (words: readonly string[]) => readWords(records, words);
const wordsOf = (line: string) =>
  line === '' ? [] : line.split(' ').map(word => (word === "''" ? '' : word));

/** `groups list | --limit=3 --quiet | operand operand`, and then the problem. */
function brief({ path, options, operands, asks, problem }: Reading): string {
  const typed = options.map(({ flag, value }) => (value === undefined ? flag.long : `${flag.long}=${value}`));
  const flag = problem !== undefined && 'flag' in problem ? problem.flag : '';
  const about = typeof flag === 'string' ? flag : flag.long;
  const wrong = problem && [problem.kind, about, 'word' in problem ? problem.word : ''].filter(Boolean);
  const parts = [path.join(' '), typed.join(' '), operands.join(' '), ...(asks ? [`asks ${asks}`] : [])];
  return [...parts, ...(wrong ? [`! ${wrong.join(' ')}`] : [])].join(' | ').replace(/ +/g, ' ').trim();
}

describe('what is on a command line', () => {
  it.each(casesOf<[string, string]>(new URL('read-words.tsv', import.meta.url)))(
    '"%s" is read as "%s"',
    (line, meaning) => {
      expect(brief(read(wordsOf(line)))).toBe(meaning);
    },
  );

  it.each([
    ['groups list --limit', '--limit', true],
    ['groups list -qo', '--output', true],
    ['groups list --limit 3', undefined, true],
    ['groups list --', undefined, false],
    ['sandbox exec npm', undefined, false],
  ])('behind "%s", the value of %s is next', (line, long, takesOptions) => {
    const { awaiting, takesOptions: takes } = read(wordsOf(line));
    expect([awaiting?.long, takes]).toEqual([long, takesOptions]);
  });

  it('the names of commands are enough to find a module', () => {
    for (const line of ['-q groups list --limit', '--nope x groups', '--profile tags groups', '-- groups']) {
      expect(readTop(wordsOf(line)).path).toEqual(read(wordsOf(line)).path.slice(0, 1));
    }
  });
});

describe('what the reader finds right', () => {
  const valueFor = (choices: readonly string[] | undefined, type: string) =>
    choices?.[0] ?? (type === 'number' ? '3' : 'a=b');

  it('is right for Commander, too, with every option of every command, whatever a value looks like', () => {
    let count = 0;
    for (const { name, spec } of commands) {
      const operands = spec.arguments.map(({ choices }) => choices?.[0] ?? '--json');
      for (const [key, option] of Object.entries(spec.options)) {
        const { long, value } = flagsOf(option);
        const typed = value === null ? [long] : [`${long}=${valueFor(option.choices, option.type)}`];
        const reading = read([...name.split(' '), ...typed, '-q', '--', ...operands]);
        expect([reading.problem, reading.path.join(' ')]).toEqual([undefined, name]);
        const checked = { ...spec, options: { ...spec.options, [key]: { ...option, parse: undefined } } };
        const { typedOptions, globals, args } = parse(reading, checked);
        expect([typedOptions, globals.quiet, args.flat()]).toEqual([[key], true, operands]);
        count++;
      }
    }
    expect(count).toBeGreaterThan(250);
  });

  it('plain words are read as the words typed', () => {
    for (const { name, spec } of commands.filter(each => isRunnable(each.spec))) {
      const operands = spec.arguments.map(({ choices }) => choices?.[0] ?? '-x');
      const once = read(['--json=a', '-qotsv', ...name.split(' '), '--', ...operands]);
      expect(brief(read(plainWords(once)))).toBe(brief(once));
    }
  });
});
