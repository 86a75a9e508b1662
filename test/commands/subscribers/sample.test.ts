import { describe, expect, it } from 'vitest';
import { Sample } from '../../../src/people/sample.ts';
import { account } from '../../support/account.ts';
import { temporaryFolder } from '../../support/home.ts';

async function listed() {
  const made = await account({ subscribers: 120 });
  const emails = async (more: string) => {
    const { stdout } = await made.run(`subscribers list ${more} --json=email`);
    return (JSON.parse(stdout) as readonly { readonly email: string }[]).map(({ email }) => email);
  };
  return { ...made, emails, all: await emails('--all') };
}

describe('a random sample', () => {
  it.each([
    ['10%', 12],
    ['0.5%', 1],
    ['50%', 60],
    ['100%', 120],
    ['7', 7],
    ['500', 120],
  ])('of %s of 120 people has %d, each once, in the order of the list', async (size, count) => {
    const { emails, all } = await listed();
    const chosen = await emails(`--sample ${size}`);
    expect(chosen).toHaveLength(count);
    expect(all.filter(email => chosen.includes(email))).toEqual(chosen);
  });

  it('when the seed is the same, then so are the people, and a smaller sample is part of a larger one', async () => {
    const { run, emails } = await listed();
    const half = await emails('--sample 50% --seed may');
    expect(await emails('--sample 50% --seed may')).toEqual(half);
    expect(await emails('--sample 50% --seed june')).not.toEqual(half);
    const some = await emails('--sample 20 --seed may');
    for (const email of some) expect(half).toContain(email);
    const { stdout } = await run('subscribers export --sample 20 --seed may');
    expect(stdout.match(/^[^,\n]+@[^,]+/gm)).toEqual(some);
  });

  it('when no seed is given, then it says which was taken, and that one repeats the choice', async () => {
    const { run, emails } = await listed();
    const line = ['subscribers', 'list', '--sample', '15', '-o', 'tsv', '--fields', 'email'];
    const { stdout, stderr } = await run(line);
    const [, seed = ''] =
      /chosen at random: 15 people of 120; to choose the same again: --seed (\w+)\n/.exec(stderr) ?? [];
    expect(stdout.trim().split('\n')).toEqual(await emails(`--sample 15 --seed ${seed}`));
  });

  it('when there is a filter and a limit, then it chooses from the filtered, and the limit applies to it', async () => {
    const { emails } = await listed();
    const members = await emails('--tag member');
    const some = await emails('--tag member --sample 10 --seed x');
    expect(some).toHaveLength(10);
    for (const email of some) expect(members).toContain(email);
    expect(await emails('--tag member --sample 10 --seed x --limit 4')).toEqual(some.slice(0, 4));
  });

  it('when a list is split for two drafts, then each person is in one half, and both are as large', async () => {
    const { run, emails, all } = await listed();
    const update = ['subscribers', 'update', '--yes'];
    expect((await run([...update, '--all', '--sample', '50%', '--add-tag', 'ab-a'])).status).toBe(0);
    expect((await run([...update, '--where', 'not tags has ab-a', '--add-tag', 'ab-b'])).status).toBe(0);
    const [a, b] = [await emails('--tag ab-a'), await emails('--tag ab-b')];
    expect([a.length, b.length]).toEqual([60, 60]);
    expect([...a, ...b].toSorted()).toEqual(all.toSorted());
  });

  it('the command that a question without a terminal hints at chooses the people of its plan', async () => {
    const { run, emails } = await listed();
    const asked = await run('subscribers update --all --sample 5 --add-tag pick --json');
    const { error } = JSON.parse(asked.stderr) as { error: { hint: string } };
    const seed = /--seed (\w+)/.exec(asked.stderr)?.[1];
    expect(error.hint).toBe(
      `if a person agrees: newsletter subscribers update --all --sample 5 --add-tag pick --json --seed ${seed} --max-changes 5 --yes`,
    );
    await run(`subscribers update --all --sample 5 --add-tag pick --seed ${seed} --yes`);
    expect(await emails('--tag pick')).toEqual(await emails(`--sample 5 --seed ${seed}`));
    const typed = await run('subscribers update --all --sample 5 --seed may --add-tag more');
    expect(typed.stderr).toContain('--seed may --add-tag more --max-changes 5 --yes\n');
  });

  it('when it is of those in a file, then only they are changed', async () => {
    const { run, emails, all } = await listed();
    const folder = temporaryFolder();
    const rows = all.slice(0, 20).map((email, at) => `${at},${email},Berlin`);
    const stdin = ['no,E-Mail,city', ...rows].join('\n');
    const ended = await run(
      ['subscribers', 'update', '--from', '-', '--sample', '5', '--add-tag', 'pick', '--yes'],
      { stdin, cwd: folder },
    );
    expect(ended.status).toBe(0);
    const picked = await emails('--tag pick');
    expect(picked).toHaveLength(5);
    for (const email of picked) expect(all.slice(0, 20)).toContain(email);
  });

  it.each([
    ['list --sample 0', 'invalid value "0" for --sample'],
    ['list --sample 101%', 'invalid value "101%" for --sample'],
    ['list --sample half', 'invalid value "half" for --sample'],
    ['list --sample 1.5', 'invalid value "1.5" for --sample'],
    ['list --seed x', '--seed needs --sample'],
    ['list --sample 5 --count', '--count cannot be combined with --limit or --sample'],
    ['list --sample 5 --page 2', '--page cannot be combined with filters, --sample or --count'],
    ['update a@example.org --sample 5', '--sample changes many at once'],
  ])('when the line is "subscribers %s", then it is a usage error', async (line, said) => {
    const { run } = await account({ subscribers: 3 });
    expect(await run(`subscribers ${line} `.trim())).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(said),
    });
  });

  it('when many seeds choose, then everybody is chosen about as often', async () => {
    const people = Array.from({ length: 200 }, (_, i) => ({ id: `id-${i}` }) as never);
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 400; seed++) {
      const sample = new Sample({ share: 0.25 }, `seed ${seed}`);
      for (const { id } of await sample.choose(
        (async function* () {
          yield people;
        })(),
      ))
        counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    // The mean is 100, the standard deviation 8.7; the seeds are fixed.
    expect(Math.min(...counts.values())).toBeGreaterThan(65);
    expect(Math.max(...counts.values())).toBeLessThan(135);
  });
});
