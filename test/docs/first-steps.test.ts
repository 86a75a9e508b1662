/** What the README tells those to type who have just cloned the project. (examples.test.ts types its examples.) */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, pages, project } from '../support/pages.ts';

const [readme] = pages;
const blocks = readme === undefined ? [] : blocksOf(readme, 'sh');
const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

describe('the commands of the README', () => {
  it('when somebody has only Node and npm, then the two commands for contributors do all the set-up, and CI runs them so', () => {
    const wholes = blocks.join('').match(/^npm ci && .*$/gm) ?? [];
    expect(wholes.map(line => line.replace(/ +#.*/, ''))).toEqual([
      'npm ci && npm run demo',
      'npm ci && npm test',
    ]);
    const ci = readFileSync(join(project, '.ci', 'run'), 'utf8');
    expect(ci).toContain("grep '^npm ci && ' README.md");
  });

  it('when they run a script of npm, then there is such a script', () => {
    const named = blocks.join('').matchAll(/(?:^|&& )npm (?:run )?(\w+)/gm);
    const known = new Set([...Object.keys(scripts), 'ci', 'install']);
    expect([...named].map(([, name = '']) => name).filter(name => !known.has(name))).toEqual([]);
  });

  it('when PowerShell is shown, then its commands are those for other shells', () => {
    const shown =
      readme === undefined
        ? []
        : blocksOf(readme, 'powershell')
            .join('')
            .match(/^newsletter .*$/gm);
    for (const line of shown ?? []) expect(blocks.join('')).toContain(line);
  });

  it('is a page that one reads', () => {
    expect(readme?.text.split('\n').length).toBeLessThanOrEqual(200);
  });
});
