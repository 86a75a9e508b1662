import { type CustomField, endpoints, type Subscriber } from '../../contract/index.ts';
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { composed, folded } from '../../lib/text/folded.ts';
import { likely } from '../../lib/text/nearest.ts';
import { isNotShown, notShown } from '../../lib/text/not-shown.ts';
import { timeRange } from '../../lib/time-range.ts';
import { isNothing } from '../compare.ts';
import { tagKey } from '../tags.ts';
import type { Operand } from './grammar.ts';
import { FilterProblem } from './problem.ts';

/** A value of a person in the form that tests compare; undefined: no value. */
export type ComparedValue = string | number | boolean | readonly string[] | undefined;

/** What a filter may ask about. `time` values are milliseconds since 1970, `text` is folded. */
export interface Attribute {
  readonly name: string;
  readonly kind: 'text' | 'choice' | 'number' | 'boolean' | 'time' | 'tags';
  /** The values of a choice. */
  readonly choices?: readonly string[];
  /** @throws Failure unexpected_answer when the service leaves out what service.txt promises */
  readonly read: (person: Subscriber) => ComparedValue;
  /** Texts as they are written, for regular expressions: those may ask for capitals. */
  readonly written?: (person: Subscriber) => string | readonly string[] | undefined;
}

const { fields: schema } = endpoints.listSubscribers.response;
const custom = 'fields.';

/** The attributes that every account has, in the order of the help. */
export const ownNames = ['email', 'tags', 'source', 'created_at', 'emailed_at', 'updated_at', 'id'] as const;
type OwnName = (typeof ownNames)[number];

/** Whether every account has a field of that name. */
export function isOwnName(name: string): boolean {
  return ownNames.some(own => own === name.toLowerCase());
}

/** The attributes of the people of an account (service.txt, "Subscriber" and "Field"). */
export class Attributes {
  readonly #fields: readonly CustomField[];
  /** By attribute: how many people have a value of another kind than the field, and the last of them. */
  readonly misfits = new Map<string, { count: number; last: Subscriber }>();

  constructor(fields: readonly CustomField[]) {
    this.#fields = fields;
  }

  /** @throws FilterProblem for an unknown name, with the nearest one */
  named({ text, at }: Operand): Attribute {
    const name = text.toLowerCase();
    const own = ownNames.find(each => each === name);
    if (own !== undefined) return this.#own(own);
    const isNamed = ({ variable }: CustomField) => custom + variable === text;
    const isAlike = ({ variable }: CustomField) => (custom + variable).toLowerCase() === name;
    const field = this.#fields.find(isNamed) ?? this.#fields.find(isAlike);
    if (field !== undefined) return this.#custom(field);
    throw this.#unknown(text, at);
  }

  #own(name: OwnName): Attribute {
    const promised = (person: Subscriber) => {
      const value: unknown = person[name];
      if (value !== undefined) return value;
      throw new Failure('unexpected_answer', `the service sent a subscriber without ${name}`);
    };
    const { kind } = schema[name];
    const written = (person: Subscriber) => writtenText(promised(person));
    if (kind === 'list') {
      const tags = (person: Subscriber) => this.#tags(promised(person));
      return {
        name,
        kind: 'tags',
        read: person => tags(person).map(tagKey),
        written: person => tags(person).map(composed),
      };
    }
    if (kind === 'time') return { name, kind, read: person => this.#time(name, promised(person), person) };
    if (kind === 'enumeration') {
      return {
        name,
        kind: 'choice',
        choices: schema.source.values,
        read: person => textOf(promised(person)),
        written,
      };
    }
    return { name, kind: 'text', read: person => textOf(promised(person)), written };
  }

  #custom({ variable, kind }: CustomField): Attribute {
    const name = custom + variable;
    const value = ({ fields }: Subscriber): unknown => {
      if (isObject(fields)) return Object.hasOwn(fields, variable) ? fields[variable] : undefined;
      throw new Failure('unexpected_answer', 'the service sent a subscriber without fields');
    };
    switch (kind) {
      case 'number':
        return { name, kind, read: person => this.#number(name, value(person), person) };
      case 'boolean':
        return { name, kind, read: person => this.#boolean(name, value(person), person) };
      case 'date':
        return { name, kind: 'time', read: person => this.#time(name, value(person), person) };
      default:
        return {
          name,
          kind: 'text',
          read: person => textOf(value(person)),
          written: person => writtenText(value(person)),
        };
    }
  }

  #tags(value: unknown): readonly string[] {
    if (Array.isArray(value)) return value.map(String);
    throw new Failure('unexpected_answer', 'the service sent a subscriber with invalid tags');
  }

  #time(name: string, value: unknown, person: Subscriber): number | undefined {
    if (isNothing(value)) return undefined;
    if (typeof value !== 'string') return this.#misfit(name, person);
    const time = usualTime.test(value) ? Date.parse(value) : timeRange(value, Number.NaN)?.start;
    return time === undefined || Number.isNaN(time) ? this.#misfit(name, person) : time;
  }

  #number(name: string, value: unknown, person: Subscriber): number | undefined {
    if (typeof value === 'number') return value;
    // service.txt does not show how values are kept: as text, too.
    if (typeof value === 'string' && decimal.test(value)) return Number(value);
    return isNothing(value) ? undefined : this.#misfit(name, person);
  }

  #boolean(name: string, value: unknown, person: Subscriber): boolean | undefined {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    return isNothing(value) ? undefined : this.#misfit(name, person);
  }

  #misfit(name: string, person: Subscriber): undefined {
    const { count = 0, last } = this.misfits.get(name) ?? {};
    // Two tests may read one value.
    if (last !== person) this.misfits.set(name, { count: count + 1, last: person });
  }

  #unknown(text: string, at: number): FilterProblem {
    const names = this.#fields.map(({ variable }) => quotedName(custom + variable));
    const byVariable = new Map(this.#fields.map(({ variable }) => [variable, quotedName(custom + variable)]));
    const same = this.#fields.find(({ name, variable }) =>
      [name, variable, custom + name].some(each => folded(each) === folded(text)),
    );
    if (same === undefined && isNotShown(text))
      return new FilterProblem(at, `unknown field "${text}"`, notShown);
    const asked = text.toLowerCase().startsWith(custom) ? text.slice(custom.length) : text;
    const known = [...ownNames, ...(asked === text ? names : []), ...byVariable.keys()];
    const meant = same?.variable ?? likely(asked, known);
    const near = meant === undefined ? '' : `: did you mean ${byVariable.get(meant) ?? meant}?`;
    const hint = near === '' ? `fields: ${[...ownNames, ...names].join(', ')}` : undefined;
    return new FilterProblem(at, `unknown field "${text}"${near}`, hint);
  }
}

/** What services send; reading it needs no other check. */
const usualTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** A number as it is typed. */
export const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function writtenText(value: unknown): string | undefined {
  if (isNothing(value)) return undefined;
  return composed(typeof value === 'string' ? value : JSON.stringify(value));
}

function textOf(value: unknown): string | undefined {
  return writtenText(value)?.toLowerCase();
}

/** A name as it is typed in an expression. */
function quotedName(name: string): string {
  return /^[\p{L}\p{N}_.-]+$/u.test(name)
    ? name
    : `${custom}"${name.slice(custom.length).replaceAll('"', '""')}"`;
}
