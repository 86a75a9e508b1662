/** Hints for options that a command does not have: the typed line, put right. */
import { argumentName } from '../cli/command.ts';
import { type Reading, splitFlag } from '../cli/read-words.ts';
import { shellWord } from '../lib/text/shell-word.ts';
import { nearOption } from './near-options.ts';

/** A line that was typed, as a command that can be pasted. */
export const lineOf = (words: readonly string[]) => ['newsletter', ...words.map(shellWord)].join(' ');

/**
 * The typed line with other words in it; undefined if it would have another problem. Without the values of unknown options,
 * it has no secret.
 */
export function corrected({ reread }: Reading, words: readonly string[]): string | undefined {
  return reread(words).problem === undefined ? lineOf(words) : undefined;
}

/** What to use in place of an option of another tool, as a command where the rest of the line is right. */
export function knownOption(flag: string, reading: Reading): string | undefined {
  const { path, flags, words, behindUnknown: value } = reading;
  const longs = flags.map(({ long }) => long);
  const jq = asJq(flag, reading);
  if (jq !== undefined) return jq;
  const use = nearOption(flag, path, longs) ?? asArgument(flag, reading);
  if (use === undefined) return undefined;
  const [, option = '', text = '', more = ''] =
    /^(--[\w-]+)?(?: ?(\S*<[^<>]+>|\w+))?(; .*)?$/.exec(use) ?? [];
  const takes = text.includes('<');
  const at = words.findIndex(word => splitFlag(word).long === flag);
  if (at >= 0 && option + text !== '' && (!takes || value !== undefined)) {
    const values = option === '--tag' ? tagsIn(value) : [value ?? ''];
    const texts = takes ? values.map(each => text.replace(/<[^<>]+>/, () => each)) : [text];
    const instead = texts.flatMap(each => [option, each].filter(word => word !== ''));
    const length = takes && words[at] === flag ? 2 : 1;
    const line = corrected(reading, words.toSpliced(at, length, ...instead));
    if (line !== undefined) return `${line}${more}`;
  }
  return withValue(withTags(use, value) ?? use, reading);
}

/** A Go template, as gh and docker take it: jq prints the same fields. Nothing else of it is repeated. */
function asJq(flag: string, reading: Reading): string | undefined {
  const { flags, words, behindUnknown: template = '' } = reading;
  if (!/^--(?:go-)?template$/.test(flag) && !template.includes('{{')) return undefined;
  const fields = [...template.matchAll(/\{\{[^{}]*?(\.[a-z_][\w.]*)/gi)].map(([, field = '']) =>
    field.toLowerCase(),
  );
  const isList = flags.some(({ long }) => long === '--limit');
  const text = fields.length === 1 ? fields.join('') : `"${fields.map(field => `\\(${field})`).join('\\t')}"`;
  const expression = isList && fields.length === 1 ? `.[]${text}` : isList ? `.[] | ${text}` : text;
  const at = words.findIndex(word => splitFlag(word).long === flag);
  const rest = words.toSpliced(at, words[at] === flag && template !== '' ? 2 : 1, '--jq', expression);
  const line = fields.length === 0 ? undefined : corrected(reading, rest);
  return `${line ?? '--jq <expression>'}; newsletter help formats`;
}

/** `groups get --group Members`, `emails get --id …`: what is an argument here. */
function asArgument(flag: string, { command, operands, behindUnknown: value }: Reading): string | undefined {
  const [first] = command.arguments ?? [];
  if (first === undefined || operands.some(typed => typed !== value)) return undefined;
  const name = argumentName(first);
  const others = name === 'file' ? ['--input', '--path', '--out', '--output-file'] : ['--id', '--name'];
  const isIt = [`--${name}`, ...others, ...(name === 'subscriber' ? ['--email', '--address'] : [])].includes(
    flag,
  );
  return isIt ? `<${name}>` : undefined;
}

/** Fills the gaps of a hint: that of the command's argument with what was typed for it, others with the option's value. */
function withValue(hint: string, { command, operands, behindUnknown: value }: Reading): string {
  const [first] = command.arguments ?? [];
  const own = first && `<${argumentName(first)}>`;
  // The value of an unknown option looks like an operand.
  const left = operands.toSpliced(value === undefined ? operands.length : operands.lastIndexOf(value), 1);
  return hint.replaceAll(/<[^<>]+>/g, gap => {
    const typed = gap === own ? (left.shift() ?? (gap === '<file>' ? value : undefined)) : value;
    return typed === undefined ? gap : shellWord(typed);
  });
}

/** Puts what was typed into the gaps of a hint, so that it can be run. Those are names or files, and no secrets. */
export function filled(hint: string | undefined, typed: readonly string[]): string | undefined {
  const gaps = hint?.match(/<[^<>]+>/g)?.length ?? 0;
  if (typed.length === 0 || typed.length > gaps) return hint;
  const left = [...typed];
  return hint?.replaceAll(/<[^<>]+>/g, gap => {
    const next = left.shift();
    return next === undefined ? gap : shellWord(next);
  });
}

/** The names of tags are no secrets, so that a hint about them can be pasted. */
function withTags(hint: string | undefined, typed: string | undefined): string | undefined {
  if (hint === undefined || typed === undefined) return hint;
  const names = tagsIn(typed);
  return names.length === 0
    ? hint
    : hint.replace('--tag <tag>', () => names.map(name => `--tag ${shellWord(name)}`).join(' '));
}

const tagsIn = (typed = '') => typed.split(',').flatMap(name => name.trim() || []);
