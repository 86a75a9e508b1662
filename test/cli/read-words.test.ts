/** The reader of command lines, by itself: words and records to path, options, operands and what is wrong. */
import { describe, expect, it } from 'vitest';
import { parse, plainWords } from '../../src/app/command-line.ts';
import { allEntries, readTop, withRecords } from '../../src/app/read-line.ts';
import { isRunnable } from '../../src/cli/command.ts';
import { flagsOf } from '../../src/cli/option.ts';
import { type Reading, readWords } from '../../src/cli/read-words.ts';
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
  it.each([
    // The command.
    ['groups list', 'groups list | |'],
    ['-- subscribers list', 'subscribers list | |'],
    ['groups -- get x', 'groups get | | x'],
    ['groups get ls', 'groups get | | ls'],
    ['help groups list', 'help | | groups list'],
    // Options: before, between and after names, with = and in clusters.
    ['-q groups --timeout 3 list --limit=5', 'groups list | --quiet --timeout=3 --limit=5 |'],
    ['groups list -qvojson', 'groups list | --quiet --verbose --output=json |'],
    ['groups list -qo json', 'groups list | --quiet --output=json |'],
    ['groups list -o=json', 'groups list | --output==json |'],
    ['groups list --json=id,name', 'groups list | --json --fields=id,name |'],
    ['groups list --param a=b=c --param=', 'groups list | --param=a=b=c --param= |'],
    ['groups list --no-color --no-input', 'groups list | --no-color --no-input |'],
    ['emails update x --no-like-enabled', 'emails update | --no-like-enabled | x'],
    ['--profile groups tags list', 'tags list | --profile=groups |'],
    ['groups create --name -', 'groups create | --name=- |'],
    ["groups create --name ''", 'groups create | --name= |'],
    ['sandbox --port 0 exec npm', 'sandbox exec | --port=0 | npm'],
    // Values that look like options, and options that look like values.
    ['groups list --limit -5', 'groups list | --limit=-5 |'],
    ['groups create --name -x', 'groups create | --name=-x |'],
    ['groups create --name --json', 'groups create | --json | | ! missing-value --name'],
    ['groups create --name -qv', 'groups create | --quiet --verbose | | ! missing-value --name'],
    ['groups list --profile --json', 'groups list | --json | | ! missing-value --profile'],
    ['groups get -5', 'groups get | | -5'],
    ['import -', 'import | | -'],
    // What stands behind --, or behind the command that `sandbox exec` runs, is no option.
    ['groups get -- --limit', 'groups get | | --limit'],
    ['groups get -- -- x', 'groups get | | -- x | ! too-many-arguments'],
    ['sandbox exec --fail 0.1 npm test -- --json', 'sandbox exec | --fail=0.1 | npm test -- --json'],
    ['sandbox exec -- npm --help', 'sandbox exec | | npm --help'],
    ['sandbox exec npm --help', 'sandbox exec | | npm --help'],
    // Help and the version, wherever they are asked for.
    ['groups list --help', 'groups list | | | asks help'],
    ['-h groups', 'groups | | | asks help | ! needs-command'],
    ['groups help list', 'groups list | | | asks help'],
    ['groups create --name --help', 'groups create | | | asks help | ! missing-value --name'],
    ['groups list --version -h', 'groups list | | | asks version'],
    ['groups lst --help', 'groups | | lst | asks help | ! unknown-command lst'],
    // What is wrong; of several things the first.
    ['', '| | | ! needs-command'],
    ['groups', 'groups | | | ! needs-command'],
    ['gruops list', '| | gruops list | ! unknown-command gruops'],
    ['-- groups lst', 'groups | | lst | ! unknown-command lst'],
    ['groups LIST', 'groups | | LIST | ! unknown-command LIST'],
    ['groups rm x', 'groups | | rm x | ! unknown-command rm'],
    ['groups list --limti=3 --nope', 'groups list | | | ! unknown-option --limti'],
    ['groups list -qkSECRET', 'groups list | --quiet | | ! unknown-option -k'],
    ['--limti 3 groups list', 'groups list | | | ! unknown-option --limti'],
    ['groups --limit 3 list', 'groups list | | | ! unknown-option --limit'],
    ['sandbox --json exec npm', 'sandbox exec | --json | npm'],
    ['groups list --all=yes', 'groups list | | | ! takes-no-value --all'],
    ['groups list --limit', 'groups list | | | ! missing-value --limit'],
    ['groups list -o', 'groups list | | | ! missing-value --output'],
    ['groups get', 'groups get | | | ! missing-argument'],
    ["groups get ''", 'groups get | | | ! empty-argument'],
    ['groups get a b', 'groups get | | a b | ! too-many-arguments'],
    ['import a b c', 'import | | a b c'],
    ['constructor', '| | constructor | ! unknown-command constructor'],
  ])('"%s" is read as "%s"', (line, meaning) => {
    expect(brief(read(wordsOf(line)))).toBe(meaning);
  });

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
