import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { usageOf } from '../src/cli/command-tree.ts';
import { githubActions, gitLab } from '../src/cli/topics/ci.ts';
import { topics } from '../src/cli/topics/index.ts';
import { knownServices } from '../src/import/mapping/presets.ts';
import { exits, failures } from '../src/lib/failure.ts';
import { type Setting, settingNames, settings, variableOf } from '../src/settings/schema.ts';
import { lastKept } from './bench/history.js';
import { commands, tree } from './support/tree.ts';

const readme = fileURLToPath(new URL('../README.md', import.meta.url));
const manifest = fileURLToPath(new URL('../package.json', import.meta.url));

/** The parts of the README that the program knows best, by the name of their marks. */
const generated: Readonly<Record<string, () => Promise<string>>> = {
  commands: async () => {
    return table(['command', 'does'], commands.map(describeCommand));
  },
  services: async () =>
    `${knownServices()
      .filter(({ name }) => name !== 'newsletter')
      .map(({ label }) => label)
      .join(', ')}.`,
  ci: async () =>
    [
      ...['GitHub Actions:', fenced('yaml', githubActions)],
      ...['GitLab:', fenced('yaml', gitLab.trimEnd())],
    ].join('\n\n'),
  speed: async () => lastKept(),
  exits: async () => table(['exit', 'meaning'], Object.entries(exits)),
  errors: async () =>
    table(
      ['exit', 'code', 'when', 'what to do'],
      Object.entries(failures).map(([code, { exit, meaning, hint }]) => [
        String(exit),
        `\`${code}\``,
        ...[meaning, hint ?? ''].map(text => text.replaceAll('<', '&lt;')),
      ]),
    ),
  settings: async () =>
    table(
      ['setting', 'variable', 'default', 'meaning'],
      settingNames.map(name => {
        const setting: Setting = settings[name];
        return [`\`${name}\``, `\`${variableOf(name)}\``, String(setting.default ?? ''), setting.meaning];
      }),
    ),
};

function describeCommand({ name, spec }: (typeof commands)[number]): string[] {
  const parameters = usageOf(spec)
    .replaceAll(/\[(options|command)\]/g, '')
    .replaceAll('...', '…');
  const [sentence = ''] = spec.description.split(/(?<=[.!?])\s/);
  return [`\`${`${name} ${parameters.trim()}`.trim()}\``, sentence];
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

async function withGenerated(text: string): Promise<string> {
  let made = text;
  for (const [name, make] of Object.entries(generated)) {
    const part = await make();
    const between = new RegExp(`(<!-- ${name}: .*?-->\n)[^]*?(\n<!-- end -->)`);
    expect(made, `the README has no part called ${name}`).toMatch(between);
    made = made.replace(between, (_, start: string, end: string) => `${start}${part}${end}`);
  }
  return made;
}

describe('the README', () => {
  it('says what the program says: `npm run readme` writes it anew', async () => {
    const text = readFileSync(readme, 'utf8');
    const fresh = await withGenerated(text);
    if (process.env.UPDATE_README === '1') writeFileSync(readme, fresh);
    else expect(text).toBe(fresh);
  });
});

describe('the manifest of the package', () => {
  it('names every man page that the build makes: `npm run readme` writes it anew', async () => {
    const tops = tree.flatMap(({ path: [name = '', below] }) => (below === undefined ? [name] : []));
    const pages = [
      'newsletter.1',
      ...tops.filter(name => name !== 'help').map(name => `newsletter-${name}.1`),
      ...topics.map(({ name }) => `newsletter-${name}.7`),
    ].map(page => `dist/man/${page}`);
    const text = readFileSync(manifest, 'utf8');
    const fresh = `${JSON.stringify({ ...JSON.parse(text), man: pages.sort() }, null, 2)}\n`;
    if (process.env.UPDATE_README === '1') writeFileSync(manifest, fresh);
    else expect(JSON.parse(text)).toHaveProperty('man', pages.sort());
  });
});
