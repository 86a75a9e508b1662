import { expect, it } from 'vitest';
import { account, draft } from '../support/account.ts';
import { needs } from '../support/needs.ts';
import { onTerminal } from '../support/pseudo-terminal.ts';

/** With the escape character as something to be seen. */
const visible = (screen: string) => screen.replaceAll('\x1b', '␛');

/** An account with its draft, and a terminal to send it from. */
async function here(sendSeconds: number) {
  const made = await account({ subscribers: 40, sendSeconds });
  const id = await made.emailId(draft);
  const sends = () => made.sandbox.requests()['POST /v1/emails/{id}/send'] ?? 0;
  return { ...made, id, sends, type: (line: string) => onTerminal(line, { env: made.env }) };
}

needs('script').it('a text read from a terminal is announced', async () => {
  const { type, id } = await here(0);
  const typing = type(`emails update ${id} --preview -`);
  await typing.shows(/reading from the terminal; press Ctrl-D/);
  typing.type('Soon\r\x04');
  expect(await typing.ended).toMatch(/Updated email .*: preview\.[\s\S]*exit 0/);
});

needs('script').describe('sending from a terminal', () => {
  it('when yes is answered, then the email is sent, drawn as it goes, and the drawing is gone in the end', async () => {
    const { id, sends, type } = await here(1);
    const sending = type(`emails send ${id} --wait`);
    await sending.shows(/Send "[^"]+" to \d+ subscribers \(Everyone\) of [^?]+ now\?/);
    sending.type('y\r');
    await sending.shows(/Twelve bridges[^\n]*░/);
    const screen = await sending.ended;
    expect(screen).toMatch(/░ +\d+% {2}\d+\/\d+/);
    expect(screen).toMatch(/Sent to 39 subscribers: [\s\S]*exit 0\r?\n$/);
    // The line of the bar is cleared before the last words.
    expect(visible(screen)).toMatch(/␛\[1G␛\[2KSent to/);
    expect(sends()).toBe(1);
  });

  it.each([
    ['n\r', 5],
    ['\r', 5],
    ['\x03', 130],
    ['\x04', 130],
  ])(
    'when %j is typed at the question, then nothing is sent, and the exit status is %i',
    async (keys, exit) => {
      const { id, sends, type } = await here(0);
      const sending = type(`emails send ${id}`);
      await sending.shows(/now\?/);
      sending.type(keys);
      expect(await sending.ended).toMatch(new RegExp(`exit ${exit}\r?\n$`));
      expect(sends()).toBe(0);
    },
  );

  it('when Ctrl-C comes while it is watched, then the terminal is clean and says that the sending goes on', async () => {
    const { id, type, call } = await here(600);
    await call('POST', `/v1/emails/${id}/send`);
    const watching = type(`emails watch ${id}`);
    await watching.shows(/reviewing/);
    watching.type('\x03');
    expect(visible(await watching.ended)).toMatch(
      /␛\[1G␛\[2Kerror: interrupted, but the service continues to review[\s\S]*\nhint: newsletter emails watch [^\n]*\nexit 130\r?\n$/,
    );
  });
});
