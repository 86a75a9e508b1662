import { appendFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { troubled } from '../../support/service.ts';
import { account, lines } from '../account.ts';

const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;

describe('a file that changes while it is imported', () => {
  test('nothing is sent of a file in which somebody has unsubscribed since it was checked', async () => {
    const { sandbox, write, posts, run } = await account();
    const header = 'Email,Status,Shoe size';
    const file = write('people.csv', lines(header, 'ann@x.org,active,38', 'bob@x.org,active,43'));
    const between = await troubled({ sandbox }, 'POST /v1/fields', async ({ carryOut, response }) => {
      writeFileSync(file, lines(header, 'ann@x.org,unsubscribed,38', 'bob@x.org,active,43'));
      const { status, text } = await carryOut();
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
    const args = ['import', file, '--create-fields', '-o', 'json'];
    const ended = await run(args, { env: between.env });
    expect(ended.status).toBe(2);
    expect(errorOf(ended.stderr)).toMatchObject({ code: 'file_changed' });
    expect(posts()).toBe(0);
    // There is nothing to continue: the same command starts anew.
    const again = await run(args);
    expect([again.status, JSON.parse(again.stdout)]).toMatchObject([0, { suppressed: 1, created: 1 }]);
  });

  test('rows of a file that grows while it is sent add up, and it is said', async () => {
    // A job that is done when it is first looked at: others would be waited for.
    const { sandbox, write, run } = await account({ importSeconds: 0.001 });
    const person = (n: number) => `person.${n}@example.org,${'long note '.repeat(9)}`;
    const file = write(
      'people.csv',
      lines('Email,First name', ...Array.from({ length: 9000 }, (_, n) => person(n))),
    );
    let grown = false;
    const between = await troubled(
      { sandbox },
      'POST /v1/subscriber-imports',
      async ({ carryOut, response }) => {
        if (!grown) appendFileSync(file, `${person(9000)}\n`);
        grown = true;
        const { status, text } = await carryOut();
        response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      },
    );
    const args = ['import', file, '--batch-size', '1000', '--concurrency', '1', '-o', 'json'];
    const ended = await run(args, { env: between.env });
    expect(ended.status).toBe(8);
    expect(errorOf(ended.stderr)).toMatchObject({
      code: 'partly_done',
      details: [expect.stringContaining('has changed')],
    });
    const { accepted, created, updated, skipped, failed, unknown } = JSON.parse(ended.stdout);
    expect(accepted).toBe(9000);
    expect(created + updated + skipped + failed + unknown).toBe(accepted);
    expect(failed).toBeGreaterThan(0);
  });
});
