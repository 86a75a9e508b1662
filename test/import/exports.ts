/**
 * Exports of other services, small: the headers as those services write them, and people of every kind in them. The folder
 * `exports/<name of --from>` has the files, `expected.yaml` what becomes of each; `none` are not recognised.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, 'exports');

interface Expected {
  /** Under which it is imported; `export.csv` unless said. */
  readonly name?: string;
  readonly delimiter?: string;
  /** Number of lines above the header, and below the rows. */
  readonly above?: number;
  readonly below?: number;
  /** Who gets in, with what the account then holds of them. */
  readonly people: Readonly<Record<string, { readonly fields?: object; readonly tags?: readonly string[] }>>;
  /** Who is left out: a part of the reason, with another code than `suppressed` before it. */
  readonly out?: Readonly<Record<string, string | readonly [code: string, reason: string]>>;
  /** A pattern of what is said about consent. */
  readonly note?: string;
  readonly ignored?: readonly string[];
}

export interface Export extends Omit<Expected, 'name' | 'note'> {
  /** Below the folder. */
  readonly path: string;
  /** As `--from` takes it; undefined: it is not recognised. */
  readonly from: string | undefined;
  readonly name: string;
  readonly text: string;
  /** The text without what is above the header and below the rows. */
  readonly table: string;
  readonly note: RegExp | undefined;
}

const expected = parse(readFileSync(join(folder, 'expected.yaml'), 'utf8')) as Readonly<
  Record<string, Expected>
>;

export const knownExports: readonly Export[] = Object.entries(expected).map(([path, about]) => {
  const { name = 'export.csv', note, above = 0, below = 0 } = about;
  const text = readFileSync(join(folder, path), 'utf8');
  const [service] = path.split('/');
  return {
    ...about,
    path,
    from: service === 'none' ? undefined : service,
    name,
    text,
    table: text
      .trimEnd()
      .split('\n')
      .slice(above, below === 0 ? undefined : -below)
      .join('\n'),
    note: note === undefined ? undefined : new RegExp(note),
  };
});

/** Names of files in `exports`, for a test that all are expected. */
export const exportFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
  /^(?!outside).*\.\w+$/.test(path.replaceAll('\\', '/')),
);

/**
 * Exports of more services, as other projects read or describe them: their headers, and a word of every kind. Who may be
 * mailed has an address that begins with g, who must not with o. For those in `asks` the import stops and asks; those in
 * `by-name` are known by their names.
 */
export const outsideExports = readdirSync(join(folder, 'outside'), { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.csv'))
  .map(path => ({
    path,
    name: path.startsWith('by-name') ? path.slice('by-name/'.length) : 'export.csv',
    asks: path.startsWith('asks'),
    text: readFileSync(join(folder, 'outside', path), 'utf8'),
  }));
