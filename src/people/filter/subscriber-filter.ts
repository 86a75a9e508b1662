import type { CustomField } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { nameHint } from '../../lib/text/nearest.ts';
import { spellingsInUse, TagCounts } from '../tags.ts';
import { Attributes, isOwnName } from './attributes.ts';
import { compile, type PersonTest } from './compile.ts';
import { type Expression, parseExpression, testsIn } from './grammar.ts';
import { FilterProblem, filterFailure, suggestion } from './problem.ts';

/** The conditions that a person must all meet. Times are in milliseconds since 1970. */
export interface FilterOptions {
  /** Expressions as they were typed. */
  readonly where: readonly string[];
  readonly tags: readonly string[];
  /** Whether an unused tag among `tags` is a warning, as in an expression, and no error. */
  readonly warnsOnly?: boolean;
  /** Created at this time or later. */
  readonly since: number | undefined;
}

/** A filter before the fields of an account are known. */
export interface PeopleFilter {
  /**
   * Prepares the filter for an account.
   *
   * @param readFields reads the account's custom fields; called only when the filter names one
   * @param now milliseconds since 1970
   * @throws Failure invalid_filter when an expression does not fit the fields
   */
  open(readFields: () => Promise<readonly CustomField[]>, now: number): Promise<OpenFilter>;
}

/** A filter that needs to know nothing of the account. */
export function filterBy(matches: PersonTest): PeopleFilter {
  return { open: async () => ({ matches, warnings: () => [] }) };
}

/** Selects all people, and warns of tags to add that are in use, but in another spelling. */
export function noticingSpellings(added: readonly string[]): PeopleFilter {
  const spellings = spellingsInUse(added);
  const matches: PersonTest = ({ tags }) => {
    spellings.see(tags ?? []);
    return true;
  };
  const warnings = () =>
    spellings
      .others()
      .map(
        ([tag, other]) => `the tag "${tag}" is new: "${other}" is in use, which differs in its spelling only`,
      );
  return { open: async () => ({ matches, warnings }) };
}

/** Those that both filters select. */
export function both(one: PeopleFilter, other: PeopleFilter): PeopleFilter {
  return {
    async open(...account) {
      const [a, b] = await Promise.all([one.open(...account), other.open(...account)]);
      return {
        matches: person => a.matches(person) && b.matches(person),
        warnings: () => [...a.warnings(), ...b.warnings()],
        checkFound() {
          a.checkFound?.();
          b.checkFound?.();
        },
      };
    },
  };
}

/** The filter that options make. @throws Failure invalid_filter when an expression does not parse */
export async function parseFilter(options: FilterOptions): Promise<PeopleFilter> {
  const where = options.where.map(
    async text => await explained(text, () => ({ text, expression: parseExpression(text) })),
  );
  const parsed = await Promise.all(where);
  return { open: async (...account) => await openFilter(parsed, options, ...account) };
}

async function openFilter(
  parsed: readonly { readonly text: string; readonly expression: Expression }[],
  { tags, warnsOnly, since }: FilterOptions,
  ...[readFields, now]: Parameters<PeopleFilter['open']>
): Promise<OpenFilter> {
  const asked = parsed.flatMap(({ expression }) => testsIn(expression));
  const needsFields = asked.some(({ field }) => !isOwnName(field.text));
  const attributes = new Attributes(needsFields ? await readFields() : []);
  const tests: PersonTest[] = [];
  for (const tag of tags) tests.push(await compile(hasTag(tag), attributes, now));
  for (const { text, expression } of parsed) {
    tests.push(await explained(text, async () => await compile(expression, attributes, now)));
  }
  if (since !== undefined) {
    const { read } = attributes.named({ text: 'created_at', at: 0 });
    tests.push(person => {
      const created = read(person);
      return typeof created === 'number' && created >= since;
    });
  }
  const named = asked
    .filter(({ field, operator }) => field.text.toLowerCase() === 'tags' && ['has', 'in'].includes(operator))
    .flatMap(({ values }) => values.map(({ text }) => text));
  const found = new TagCounts();
  const sought = [...tags, ...named];
  let isSeeking = sought.length > 0;
  let selected = 0;
  return {
    matches(person) {
      // Counting tags costs more than a filter: it ends when all that are asked for have been seen.
      if (isSeeking) {
        found.add(person.tags ?? []);
        isSeeking = sought.some(tag => found.of(tag) === 0);
      }
      const isSelected = tests.every(test => test(person));
      if (isSelected) selected++;
      return isSelected;
    },
    warnings: () => [
      ...[...attributes.misfits].map(([name, { count }]) => misfitText(name, count)),
      ...(warnsOnly ? sought : named).flatMap(tag => unknownTag(tag, found, selected === 0)),
    ],
    checkFound: () => checkTags(warnsOnly ? [] : tags, found),
  };
}

/** A filter of the people of one account. */
export interface OpenFilter {
  readonly matches: PersonTest;
  /** Warnings to print when all people have been tested. */
  readonly warnings: () => readonly string[];
  /** Called when all people have been tested. @throws Failure not_found for a tag of `tags` that is not in use */
  readonly checkFound?: () => void;
}

/** A warning for an unused tag of an expression; `not tags has x` may mean one, unless it looks misspelt. */
function unknownTag(tag: string, found: TagCounts, isEmpty: boolean): string[] {
  const guess = found.of(tag) === 0 ? suggestion(tag, found.tags) : '';
  return guess !== '' || (isEmpty && found.of(tag) === 0) ? [`nobody has the tag "${tag}"${guess}`] : [];
}

function checkTags(asked: readonly string[], found: TagCounts): void {
  const unknown = asked.find(tag => found.of(tag) === 0);
  if (unknown === undefined) return;
  throw new Failure('not_found', `no tag "${unknown}": nobody has it`, {
    hint: nameHint(unknown, found.tags, 'newsletter tags list'),
  });
}

function misfitText(name: string, count: number): string {
  const who = count === 1 ? '1 person has' : `${count} people have`;
  return `${who} a ${name} of another kind than the field: the filter treats it as empty`;
}

/** `--tag`. */
const hasTag = (tag: string): Expression => ({
  kind: 'test',
  field: { text: 'tags', at: 0 },
  operator: 'has',
  typed: { text: 'has', at: 0 },
  values: [{ text: tag, at: 0 }],
});

/** @throws Failure invalid_filter in place of a FilterProblem */
async function explained<T>(text: string, make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof FilterProblem) throw await filterFailure(error, text);
    throw error;
  }
}
