import { accountHere } from '../../cli/account-here.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { integer } from '../../contract/schema.ts';
import { ownNames } from '../../people/filter/attributes.ts';
import type { GroupRefusal } from '../../people/groups/refusals.ts';
import type { Row, View } from '../../terminal/terminal.ts';

const { fields: schema } = endpoints.listSubscribers.response;

const view: View = {
  plural: 'fields',
  columns: ['field', 'kind', 'operators', 'refused', 'groups', 'example'],
  kinds: {
    field: { kind: 'text' },
    kind: { kind: 'text', nullable: true },
    operators: { kind: 'list', of: { kind: 'text' } },
    refused: { kind: 'list', of: { kind: 'text' } },
    groups: integer,
    example: { kind: 'text', nullable: true },
  },
};

/** `groups filters`: the fields and operators of group filters, as far as the account shows them. */
export const filters = command({
  name: 'filters',
  description:
    'Show which fields and operators group filters can use. The service does not document its operators: listed are those in the groups of the account, by field, and those that it rejected when this machine created groups.',
  requests: ['getAccount', 'listGroups', 'listFields'],
  output: view,
  prints: 'list',
  examples: [
    ['fields, and the operators seen so far', 'newsletter groups filters'],
    ['only the operators', 'newsletter groups filters --json=field,operators'],
  ],
  notes:
    '\nFields without operators are used by no group: whether the service accepts them\nin filters is unknown until a group is created.\nrefused has the operators that the service named when it refused a group; all\nthat it said is below.',
  run: async context => {
    const refusals = await refusalsHere(context);
    await context.terminal.list(await rows(context, refusals), view);
    for (const refusal of refusals.slice(0, shownRefusals)) context.terminal.note(textOf(refusal));
  },
});

const shownRefusals = 5;

async function refusalsHere(context: Context): Promise<readonly GroupRefusal[]> {
  const { hasRefusals, refusalsOf } = await import('../../people/groups/refusals.ts');
  return hasRefusals(context.configDir) ? refusalsOf(context.configDir, await accountHere(context)) : [];
}

function textOf({ at, filters: asked, said }: GroupRefusal): string {
  const all = asked.map(({ field, operator }) => `${field}:${operator}`).join(' with ');
  // Most services repeat their first line by field.
  const byField = said.filter(line => line.startsWith('filter'));
  return `refused on ${at.slice(0, 10)}: ${all} (${(byField.length > 0 ? byField : said).join('; ')})`;
}

interface Seen {
  readonly operators: Set<string>;
  groups: number;
  example: string | null;
}

async function rows(context: Context, refusals: readonly GroupRefusal[]): Promise<readonly Row[]> {
  const [{ allGroups, filtersOf }, { allFields }, { refusedOperators }] = await Promise.all([
    import('../../people/groups/membership.ts'),
    import('../../people/custom-fields.ts'),
    import('../../people/groups/refusals.ts'),
  ]);
  const api = await context.api();
  const fields = await allFields(api);
  const kinds = new Map<string, string | null>([
    ...ownNames.map((name): [string, string] => [name, schema[name].kind]),
    ...fields.map(({ variable, kind }): [string, string] => [`fields.${variable}`, kind]),
  ]);
  const seen = new Map<string, Seen>();
  for (const group of await allGroups(api)) {
    for (const { field, operator, value } of filtersOf(group)) {
      const one = seen.get(field) ?? { operators: new Set(), groups: 0, example: null };
      one.operators.add(operator);
      one.groups++;
      one.example ??= `${field}:${operator}${value === undefined ? '' : `:${shown(value)}`}`;
      seen.set(field, one);
    }
  }
  const blamed = refusals.flatMap(refusedOperators);
  const names = [...new Set([...seen.keys(), ...kinds.keys()])];
  return names.map(field => {
    const { operators = [], groups = 0, example = null } = seen.get(field) ?? {};
    // An operator that a group has now is valid, even if it was refused before.
    const refused = blamed.filter(one => one.field === field && !new Set(operators).has(one.operator));
    return {
      field,
      kind: kinds.get(field) ?? null,
      operators: [...operators],
      refused: [...new Set(refused.map(({ operator }) => operator))],
      groups,
      example,
    };
  });
}

/** A value as `--filter` takes it. */
function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
