import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { newsletterProcess, program } from '../support/process.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Costly parts, each known by a text that only it holds, however the bundler calls its chunk. */
const marks: Readonly<Record<string, string>> = {
  HTTP: 'UND_ERR_CONNECT_TIMEOUT',
  CSV: 'BAD_DELIMITERS',
  settings: '"profiles" is invalid',
  tables: 'topLeft',
  YAML: 'tag:yaml.org,2002',
  sandbox: 'slow-carriage',
  questions: 'User force closed the prompt',
};

const chunks = readdirSync(dist).filter(name => name.endsWith('.cjs'));
const partsOf = (chunk: string) => {
  const text = readFileSync(join(dist, chunk), 'utf8');
  return Object.entries(marks).flatMap(([part, mark]) => (text.includes(mark) ? [part] : []));
};

/** The chunks that a command line loads. */
async function chunksLoaded(words: readonly string[]): Promise<readonly string[]> {
  const list = join(temporaryFolder(), 'list.cjs');
  writeFileSync(
    list,
    `process.on('exit', () => require('node:fs').writeFileSync('${list}.json', JSON.stringify(Object.keys(require.cache))));`,
  );
  const { status, stderr } = await newsletterProcess(words, {
    command: [process.execPath, '--require', list, program],
  });
  expect(status, stderr).toBe(0);
  const loaded = JSON.parse(readFileSync(`${list}.json`, 'utf8')) as string[];
  expect(loaded.some(file => file.endsWith('newsletter.js'))).toBe(true);
  return chunks.filter(chunk => loaded.includes(join(dist, chunk)));
}

/** The costly parts that a command line loads. */
async function partsLoaded(line: string): Promise<readonly string[]> {
  return [...new Set((await chunksLoaded(line.split(' '))).flatMap(partsOf))];
}

describe('what is loaded at the start', () => {
  it('each costly part has a mark by which it is found', () => {
    expect([...new Set(chunks.flatMap(partsOf))].sort()).toEqual(Object.keys(marks).sort());
  });

  it('undici is bundled without HTTP/2, which costs every request some 10 ms', () => {
    const texts = chunks.map(chunk => readFileSync(join(dist, chunk), 'utf8'));
    expect(texts.some(text => text.includes('UND_ERR_CONNECT_TIMEOUT'))).toBe(true);
    expect(texts.filter(text => /require\(["'`](?:node:)?http2["'`]\)/.test(text))).toEqual([]);
  });

  it.each([
    '--version',
    '--help',
    'help import',
    'help environment',
    'help errors',
    'import --help',
    'subscribers list --help',
    'emails send --help',
    'api --help',
  ])('"%s" loads none of the costly parts', async line => {
    expect(await partsLoaded(line)).toEqual([]);
  });

  it.each([
    'newsletter ',
    'newsletter groups get ',
    'newsletter emails update x --group=',
    'newsletter import people.csv --from ',
    'newsletter config set output ',
    'newsletter subscribers list --json=',
    'newsletter profiles use ',
    'newsletter help import ',
  ])('completing "%s" loads none of the costly parts', async line => {
    const loaded = await chunksLoaded(['__complete', 'bash', line, '=:@', '9']);
    expect(loaded.flatMap(partsOf)).toEqual([]);
  });

  it('a command that needs only settings loads nothing else', async () => {
    expect(await partsLoaded('config path')).toEqual(['settings']);
  });
});
