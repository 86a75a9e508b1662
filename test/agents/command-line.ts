/** The command line that an agent makes of a wish and the record of a command. */
import { stems } from './words.ts';

export interface Wish {
  /** In a user's words. */
  readonly ask: string;
  /** The values that the user gives, by what the user calls them. */
  readonly given?: Readonly<Record<string, string>>;
}

interface Option {
  readonly flags: string;
  readonly description: string;
  readonly type?: 'number';
  readonly values?: readonly string[];
}
interface Argument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  readonly values?: readonly string[];
}
export interface Card {
  readonly command: string;
  readonly writes: boolean;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  readonly examples?: readonly string[];
  /** The fields that it prints, by kind of record. */
  readonly output?: Readonly<Record<string, readonly string[]>> | null;
}

/** Whether somebody wants to know something, and nothing to be changed. */
export const isQuestion = (ask: string) =>
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|can|show|list|find|check|count)\b/i.test(
    ask,
  );

/** The words of a command line, as a shell reads its quotes. */
export function wordsIn(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map(word => word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, a, b) => a ?? b));
}

interface Slot {
  /** The option; undefined: the argument. */
  readonly long?: string;
  readonly name: string;
  readonly text: string;
  readonly values?: readonly string[] | undefined;
  readonly isNumber: boolean;
  readonly required: boolean;
}

function slotsOf({ arguments: args = [], options = [] }: Card): Slot[] {
  return [
    ...args.map(({ name, description, values, required = false }) => ({
      name,
      text: description,
      values,
      isNumber: false,
      required,
    })),
    ...options.flatMap(({ flags, description, values, type }) => {
      const [, long, name] = /(--[\w-]+)(?: [<[](.+?)[>\]])?$/.exec(flags) ?? [];
      if (long === undefined || name === undefined) return [];
      return [
        {
          long,
          name: `${long} ${name}`,
          text: description,
          values,
          isNumber: type === 'number',
          required: false,
        },
      ];
    }),
  ];
}

/** What a value looks like. */
function looksOf(value: string): string {
  if (/^\S+@\S+\.\w+$/.test(value)) return 'email address';
  if (/\.\w{2,5}$/.test(value)) return `file ${value.split('.').at(-1)}`;
  if (/^\d{4}-\d\d/.test(value)) return 'date';
  return /%$/.test(value) ? 'random part' : '';
}

/** How well a value belongs into a slot; 0: not at all. */
function suits(name: string, value: string, slot: Slot, ask: ReadonlySet<string>): number {
  if (slot.values !== undefined) return slot.values.includes(value) ? 6 : 0;
  if (slot.isNumber && !/^\d+$/.test(value)) return 0;
  const has = new Set(stems(slot.name));
  const all = new Set([...has, ...stems(slot.text)]);
  const shared = (text: string, words: ReadonlySet<string>) =>
    stems(text).filter(word => words.has(word)).length;
  const own = 3 * shared(name, has) + shared(name, all) + shared(looksOf(value), all);
  if (own === 0) return 0;
  return (
    own +
    (slot.long === undefined ? 1 : 0) +
    (slot.required ? 2 : 0) +
    0.5 * [...has].filter(word => ask.has(word)).length
  );
}

/** The command line for a wish, or undefined if the command has no place for what was given, or needs more. */
export function wordsFor(wish: Wish, card: Card): string[] | undefined {
  const ask = new Set(stems(wish.ask));
  const given = Object.entries(wish.given ?? {});
  const slots = slotsOf(card);
  const filled = new Map<Slot, string>();
  const placed = new Set<string>();
  const best = given
    .flatMap(([name, value]) =>
      slots.map(slot => ({ name, value, slot, score: suits(name, value, slot, ask) })),
    )
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  for (const { name, value, slot } of best) {
    if (placed.has(name) || filled.has(slot)) continue;
    filled.set(slot, value);
    placed.add(name);
  }
  if (placed.size < given.length) return undefined;
  if (slots.some(slot => slot.required && !filled.has(slot))) return undefined;
  const args = slots.flatMap(slot => (slot.long === undefined ? (filled.get(slot) ?? []) : []));
  const options = slots.flatMap(slot => {
    const value = filled.get(slot);
    return slot.long === undefined || value === undefined ? [] : [slot.long, value];
  });
  const taken = new Set(options);
  return [
    ...card.command.split(' '),
    ...args,
    ...options,
    ...flagsFor(ask, card)
      .filter(([long = '']) => !taken.has(long))
      .flat(),
    ...(card.writes && isQuestion(wish.ask) ? ['--dry-run'] : []),
    shown(wish.ask, card),
  ];
}

/** Of many people only who they are; of long records what the task names. */
function shown(ask: string, { output, command, options = [] }: Card): string {
  const words = new Set(stems(ask).filter(word => !stems(command).includes(word)));
  const [fields = []] = Object.values(output ?? {});
  const asked = fields.filter(name => stems(name).some(word => words.has(word)));
  const names = fields.filter(name => ['name', 'subject', 'email'].includes(name));
  const isMany = names.includes('email') && options.some(({ flags }) => flags.startsWith('--limit'));
  const isLong = fields.length > 12 && names.length > 0 && asked.length > 0;
  return isMany || isLong ? `--json=${[...names, ...asked].join(',')}` : '--json';
}

/**
 * Options that the task asks for in so many words: its words are in the name of the option, or in a value that its choices
 * or the examples show. Words that the command's own name has say nothing about options.
 */
function flagsFor(ask: ReadonlySet<string>, { command, options = [], examples = [] }: Card): string[][] {
  const own = new Set(stems(command));
  const asked = (text: string) => stems(text).some(word => ask.has(word) && !own.has(word));
  const shown = examples.map(wordsIn);
  return options.flatMap(({ flags, values = [] }) => {
    const [, long = '', value] = /(--[\w-]+)(?: [<[](.+?)[>\]])?$/.exec(flags) ?? [];
    if (value === undefined) return asked(long) ? [[long]] : [];
    const uses = shown.flatMap(words =>
      words.flatMap((word, at) => (word === long ? (words[at + 1] ?? []) : [])),
    );
    // What consists of several words is an example of somebody else's wish.
    const fits = [...values, ...uses].find(each => /^[\w:-]+$/.test(each) && asked(each));
    return fits === undefined ? [] : [[long, fits]];
  });
}
