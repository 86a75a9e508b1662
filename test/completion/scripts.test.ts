/** The scripts themselves, in real shells and as text. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { argumentName } from '../../src/cli/command.ts';
import { flagsOf, globalOptions, type OptionSpecs, valueKindOf } from '../../src/cli/option.ts';
import { settings } from '../../src/settings/schema.ts';
import { needs } from '../support/needs.ts';
import { literalsOf } from '../support/powershell.ts';
import { newsletter } from '../support/program.ts';
import { commands } from '../support/tree.ts';
import { home, inShell } from './shells.ts';

const calls = {
  bash: `COMP_LINE='newsletter '; COMP_POINT=11; COMP_TYPE=9; _newsletter; echo "\${#COMPREPLY[@]}"`,
  fish: "count (complete -C 'newsletter ')",
} as const;
const learn = { bash: 'source <(newsletter completion bash)', fish: 'newsletter completion fish | source' };

describe('the script of a shell', () => {
  describe.each(['bash', 'fish'] as const)('of %s', shell => {
    needs(shell).it(
      'when the program on the PATH is older than the script, then nothing is printed',
      async () => {
        const here = home();
        const older = join(here.folder, 'bin', 'newsletter');
        const become = `printf '#!/bin/sh\\necho "error: unknown command" >&2; exit 2\\n' > '${older}'`;
        const { stdout, stderr } = await inShell(
          shell,
          ['-c', `${learn[shell]}; ${become}; ${calls[shell]}`],
          here,
        );
        expect(stdout.trim()).toBe('0');
        expect(stderr).toBe('');
      },
    );

    needs(shell).it('when the program is gone, then nothing is printed', async () => {
      const here = home();
      const gone = `rm '${join(here.folder, 'bin', 'newsletter')}'`;
      const { stdout, stderr } = await inShell(
        shell,
        ['-c', `${learn[shell]}; ${gone}; ${calls[shell]}`],
        here,
      );
      expect(stdout.trim()).toBe('0');
      expect(stderr).toBe('');
    });
  });

  needs('bash').it('when bash lists several, then descriptions stand beside them', async () => {
    const here = home();
    const list = `COMP_LINE='newsletter fields '; COMP_POINT=99; COMP_TYPE=63; _newsletter; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await inShell('bash', ['-c', `${learn.bash}; ${list}`], here);
    expect(stdout).toMatch(/^list +\(List .*\)\ncreate +\(Add .*\)\n/);
  });

  needs('zsh').it('when zsh finds it on its function path, then it completes', async () => {
    const here = home();
    rmSync(join(here.folder, '.zcompdump'), { force: true });
    const script = `
      mkdir functions; newsletter completion zsh > functions/_newsletter
      fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -D
      zmodload zsh/zpty; echo $_comps[newsletter]`;
    const { stdout, stderr } = await inShell('zsh', ['-f', '-c', script], here);
    expect(stdout).toBe('_newsletter\n');
    expect(stderr).toBe('');
  });

  needs('zsh').it('when zsh has no completion at all, then sourcing it says nothing', async () => {
    const { stdout, stderr } = await inShell(
      'zsh',
      ['-f', '-c', 'source <(newsletter completion zsh)'],
      home(),
    );
    expect(stdout + stderr).toBe('');
  });

  it('the PowerShell script passes words as base64', async () => {
    const here = home();
    const given = Buffer.from('profiles\nuse\nwo').toString('base64');
    const { stdout } = await newsletter(['__complete', 'powershell', given], { env: here.env });
    const [head, line = ''] = stdout.split('\n');
    const [text] = line.split(' ').map(field => Buffer.from(field, 'base64').toString());
    expect([head, text]).toEqual(['words 0', 'work']);
    const script = (await newsletter(['completion', 'powershell'])).stdout;
    expect(script).toContain('Register-ArgumentCompleter -Native -CommandName newsletter');
    expect(await literalsOf(script)).toContain("'files*'");
  });

  it('when the README shows PowerShell, then it is some', async () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const shown = [...readme.matchAll(/^```powershell\n(.*?)^```/gms)].map(([, script = '']) => script);
    expect(shown).not.toEqual([]);
    for (const script of shown) expect(await literalsOf(script)).toContain("'your-api-key'");
  });

  it.each(["newsletter groups get 'Ann's'", 'Register-ArgumentCompleter -ScriptBlock { param($word'])(
    'when a script is none of PowerShell, then its parser says so: %s',
    async script => {
      await expect(literalsOf(script)).rejects.toThrow('no PowerShell');
    },
  );
});

/** Placeholders for values that only the user knows. */
const notCompleted = [
  'address bytes character code column condition date draft expression field fields group i/n id json ms n n/s',
  'METHOD name new-name path rate rows run s seconds status subscriber sync tag text uuid what column=target column=value key=value',
  'name:value variable=value field:operator[:value] [cause=]what [column=]format [column=]mark [column=]what',
].flatMap(line => line.split(' '));

describe('every placeholder of every command', () => {
  it('every placeholder is completed, or listed here', () => {
    const unknown = [
      ...optionsWithValues(globalOptions),
      ...commands.flatMap(({ spec }) => [
        ...spec.arguments
          .filter(each => each.choices === undefined && !valueKindOf(argumentName(each), each.completes))
          .map(argumentName),
        ...optionsWithValues(spec.options),
      ]),
    ];
    expect([...new Set(unknown)].sort()).toEqual(notCompleted.toSorted());
  });
});

function optionsWithValues(options: OptionSpecs): string[] {
  return Object.values(options).flatMap(option => {
    const { long, value } = flagsOf(option);
    const isKnown = option.choices !== undefined || Object.hasOwn(settings, long.slice(2));
    return value === null || isKnown || valueKindOf(value, option.completes) ? [] : [value];
  });
}
