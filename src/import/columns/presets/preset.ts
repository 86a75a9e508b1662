/**
 * What is known of the exports of other services, as plain data. They are read like any other file, with this knowledge
 * added. Headers are written as the services write them, and compared loosely; `*` stands for any text.
 */

/** One layout of the exports of one service. */
export interface Preset {
  /** The name that `--from` takes, shared by all layouts of a service. */
  readonly name: string;
  readonly label: string;
  /** Headers by which the export is recognized: all of them; where one is a list, any of the list. */
  readonly signature: readonly (string | readonly string[])[];
  /** What the name of the file must match, too, where few headers are the service's own. */
  readonly file?: RegExp;
  /** Headers that are not there: those of other services that have the signature too. */
  readonly absent?: readonly string[];
  /** The export has no columns besides the signature. */
  readonly noOtherColumns?: true;
  /** The address column; of several, the first that is filled. Undefined when its header varies: found by content. */
  readonly email?: readonly string[];
  /** The separator of several addresses in a cell. */
  readonly addressSeparator?: string;
  /** Columns of tags, and the separator of tags in a cell; undefined: detected in each cell. */
  readonly tags?: Readonly<Record<string, string | undefined>>;
  /** Tags that begin with this are the service's own, and left out. */
  readonly systemTagPrefix?: string;
  readonly consent?: Readonly<Record<string, KnownRule>>;
  /** Columns whose names differ from those of their fields, and the usual names of the fields. */
  readonly fields?: Readonly<Record<string, string>>;
  /** All other columns that the service writes: what stands in them says nothing of consent. */
  readonly plain?: readonly string[];
  /** Such columns of codes, which may be digits alone: a field made of one is text. */
  readonly codes?: readonly string[];
  /** The service's own bookkeeping: left out, named on screen in one line, and not reported as ignored. */
  readonly skip?: readonly string[];
  /** Where the service puts an apostrophe before a text: if it might be taken for a formula, or always in some columns. */
  readonly apostrophe?: 'formulas' | readonly string[];
  /** The export is our own: cells hold the exact values, with blanks at their ends. */
  readonly roundTrip?: true;
  /** Whether the service writes the day or the month first. */
  readonly dateOrder?: 'DMY' | 'MDY';
  /** How the service writes days without a year, such as birthdays: no date field can hold them. */
  readonly yearless?: RegExp;
  /** A question has one column with the answer, and one more for each answer that can be chosen: `Question (Answer)`. */
  readonly answerColumns?: true;
  /** Below the rows the service writes notes, which have a single cell. */
  readonly notesBelow?: true;
  readonly note?: {
    readonly text: string;
    /** Not shown when columns say who must not be emailed. */
    readonly unless?: 'marked';
  };
  /** Only the name of the file says whether the people in it may be emailed: any other than the service's is asked about. */
  readonly toldByName?: true;
}

export type KnownRule =
  | {
      /** A status word for each person: only `active` words do not suppress. */
      readonly reads: 'status';
      readonly active: readonly string[];
      /** One column for each list: an empty cell counts only if all lists are empty. */
      readonly perList?: true;
      /** The address column that it is about, if there are several. */
      readonly address?: string;
    }
  /** Yes or a date: the person may be emailed. */
  | { readonly reads: 'opt-in'; readonly mayBeEmpty?: true }
  /** Yes, a date or a count above 0: the person must not be emailed. */
  | { readonly reads: 'opt-out' }
  /** These words suppress; all other words say nothing about consent. */
  | { readonly reads: 'words'; readonly out: readonly string[] }
  /** Not about consent, though its name sounds like it; as long as all values are of these, if any are given. */
  | { readonly reads: 'nothing'; readonly values?: readonly string[] };

export const optIn: KnownRule = { reads: 'opt-in' };
export const optOut: KnownRule = { reads: 'opt-out' };

export const columns = (names: string): readonly string[] => names.split(',').map(name => name.trim());
