/** An account in which a task is done, and what can be seen in it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Account, account } from '../support/account.ts';
import type { Cleanup } from '../support/home.ts';
import type { Ended, RunOptions } from '../support/run.ts';
import type { Plain } from '../support/service.ts';
import type { Tries } from './agent.ts';
import type { Wish } from './command-line.ts';

/** Where a task is done. */
export interface Scene extends Account {
  /** Files of the user, made when they are named. */
  readonly file: (name: string, text: string) => void;
  readonly read: (name: string) => string;
  readonly do: (words: readonly string[], options?: RunOptions) => Promise<Ended>;
}

export interface Task extends Wish {
  /** The same wish in other words. */
  readonly again: string;
  readonly before?: (scene: Scene) => unknown;
  /** Whether it is done, as its output or the account shows it. */
  readonly done: (tries: Tries, scene: Scene) => unknown;
}

/** An account with 240 people, in which a task is done in one home and one folder. */
export async function scene(folder: string, cleanup: Cleanup): Promise<Scene> {
  const made = await account({ subscribers: 240 }, cleanup);
  const options = { home: `${folder}/home`, cwd: folder };
  return {
    ...made,
    file: (name, text) => writeFileSync(`${folder}/${name}`, text),
    read: name => readFileSync(`${folder}/${name}`, 'latin1'),
    do: (words, more) => made.run(words, { ...options, ...more }),
  };
}

export const records = ({ stdout }: Tries) => JSON.parse(stdout) as Plain[];
export const record = ({ stdout }: Tries) => JSON.parse(stdout) as Plain;
export const people = ({ all }: Scene) => all('/v1/subscribers');
export const person = async (scene: Scene, email: string) =>
  (await people(scene)).find(each => each.email === email);
export const firstName = async (scene: Scene, email: string) =>
  ((await person(scene, email))?.fields as Plain | undefined)?.first_name;
export const emails = (found: readonly Plain[]) => found.map(({ email }) => String(email)).sort();
export const tagged = (found: readonly Plain[], tag: string) =>
  found.filter(({ tags }) => (tags as readonly string[]).includes(tag));
export const email = async (scene: Scene, subject: string) =>
  (await scene.all('/v1/emails')).find(each => each.subject === subject);
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** A file of people, and one with a row that is none. */
export const list = (count: number) =>
  `email,first_name\n${Array.from({ length: count }, (_, n) => `guest${n}@nordpost.example,Ana`).join('\n')}\n`;
export const faulty = `${list(5)}not-an-address,Bo\n`;
