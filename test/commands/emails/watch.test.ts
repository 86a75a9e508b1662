import { describe, expect, it } from 'vitest';
import { account, draft } from '../../support/account.ts';
import { troubled } from '../../support/service.ts';

async function sending(sendSeconds: number, subject?: string) {
  const here = await account({ subscribers: 40, sendSeconds });
  const id = await here.emailId(draft);
  if (subject !== undefined) await here.call('PATCH', `/v1/emails/${id}`, { subject });
  // Loads the command, so that the email is watched from its start.
  await here.run(`emails watch ${await here.emailId('Why we still take the 6:12')}`);
  await here.call('POST', `/v1/emails/${id}/send`);
  return { ...here, id };
}

const linesOf = (text: string) => text.trimEnd().split('\n');

describe('watching an email', () => {
  it('as NDJSON prints an object for each look, the last with the end', async () => {
    const here = await sending(1.5);
    const ended = await here.run(`emails watch ${here.id} -o ndjson`);
    expect(ended.status, ended.stderr).toBe(0);
    const looks = linesOf(ended.stdout).map(line => JSON.parse(line) as Record<string, unknown>);
    expect(looks.length).toBeGreaterThan(1);
    expect(['reviewing', 'sending']).toContain(looks[0]?.status);
    const last = looks.at(-1);
    expect(last).toMatchObject({ status: 'sent', sent_count: last?.recipients });
    // Its group may have changed when it is looked at later.
    const later = (await here.json(`emails watch ${here.id}`)) as Record<string, unknown>;
    expect(later).toMatchObject({ recipients: last?.sent_count });
    expect(last?.delivery_share).toBe(Number(last?.delivery_count) / Number(last?.sent_count));
  });

  it('in a pipe prints a line for each change', async () => {
    const here = await sending(1);
    const ended = await here.run(`emails watch ${here.id}`);
    const lines = linesOf(ended.stdout).map(line => line.split('\t').slice(1).join());
    expect(lines.at(-1)).toMatch(/^sent,/);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(1);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
  });

  it('as YAML prints the end alone, and says each step on stderr', async () => {
    const here = await sending(1);
    const ended = await here.run(`emails watch ${here.id} -o yaml`);
    expect(ended.stdout).toMatch(/^status: sent$/m);
    expect(ended.stderr).toMatch(/^(?:\w+ …\n)*sent: \d+ delivered, \d+ bounced\n$/);
  });

  it.each([
    ['denied', 'Buy [deny] now', 'the service denied email'],
    ['paused', 'A correction, and a small apology', 'is paused'],
    ['a draft', 'Notes for spring', 'according to the service, it has not been sent'],
  ])('that is %s ends with 8', async (state, subject, reason) => {
    const here = state === 'denied' ? await sending(0, subject) : await account();
    const ended = await here.run(`emails watch ${await here.emailId(subject)} -o json`);
    expect(ended).toMatchObject({ status: 8, stderr: expect.stringContaining(reason) });
    expect(JSON.parse(ended.stdout)).toMatchObject({ status: state.replace('a ', '') });
  });

  /** An email whose second look fails. */
  async function withoutConnection() {
    const here = await sending(1);
    let looks = 0;
    const { env } = await troubled(here, 'GET /v1/emails', async ({ carryOut, response, hangUp }) => {
      looks++;
      if (looks === 2) return hangUp();
      const { status, text } = await carryOut();
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
    return { ...here, env };
  }

  it('goes on after the connection was lost for a while, and says so', async () => {
    const here = await withoutConnection();
    const ended = await here.run(`emails watch ${here.id} --retries 0`, { env: here.env });
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining('\tsent\t') });
    expect(ended.stderr).toMatch(
      /^warning: [^\n]*retrying for up to 300 s[^\n]*\nthe service responds again\n$/,
    );
  });
});
