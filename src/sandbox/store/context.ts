import type { Rules } from '../options.ts';
import type { Audience } from '../resources/subscriber-index.ts';
import { Identifiers } from './ids.ts';
import type { State } from './state.ts';

/** What every handler works on: the state, the rules, and what is computed from the state. */
export interface World {
  readonly rules: Rules;
  readonly state: State;
  readonly audience: Audience;
  readonly ids: Readonly<
    Record<'tags' | 'fields' | 'groups' | 'emails' | 'imports' | 'subscribers', Identifiers>
  >;
}

/** @returns the ids of each kind of record that follow from the seed */
export function identifiers(seed: number): World['ids'] {
  return {
    tags: new Identifiers(seed, 1),
    fields: new Identifiers(seed, 2),
    groups: new Identifiers(seed, 3),
    emails: new Identifiers(seed, 4),
    imports: new Identifiers(seed, 5),
    subscribers: new Identifiers(seed, 6),
  };
}
