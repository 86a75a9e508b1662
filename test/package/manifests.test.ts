/** What the release writes for other package managers. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { limit } from '../support/load.ts';
import { needs } from '../support/needs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const url = 'https://git.example.com/somebody/newsletter';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const archives = ['darwin', 'linux'].flatMap(system => [
  `newsletter-${system}-x64.tar.gz`,
  `newsletter-${system}-arm64.tar.gz`,
]);
const zips = ['newsletter-windows-x64.zip', 'newsletter-windows-arm64.zip'];
/** A checksum for each, so that one in the wrong place is seen. */
const sumOf = (name: string) => [...archives, ...zips].indexOf(name).toString(16).padStart(64, 'a');

/** Runs the script as the release does. @returns the files that it writes */
function written(names: readonly string[]): (name: string) => string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'SHA256SUMS'), names.map(name => `${sumOf(name)}  ${name}\n`).join(''));
  const script = join(root, '.config/release/manifests.js');
  execFileSync(process.execPath, [script, folder, url], { stdio: 'pipe', timeout: limit(30) });
  return name => readFileSync(join(folder, name), 'utf8');
}

describe('a release', () => {
  it('when its archives have checksums, then the formula leads to each, with its own', () => {
    const formula = written([...archives, ...zips])('newsletter.rb');
    for (const name of archives) {
      expect(formula).toContain(
        `      url "${url}/releases/download/v${version}/${name}"\n      sha256 "${sumOf(name)}"\n`,
      );
    }
    expect(formula).toContain(`  version "${version}"\n`);
  });

  it('when Scoop reads its manifest, then it is led to the zip for the processor', () => {
    const app = JSON.parse(written([...archives, ...zips])('newsletter.json'));
    expect(app).toMatchObject({ version, license: 'MIT', homepage: url, bin: 'newsletter.exe' });
    expect(app.architecture).toEqual({
      '64bit': {
        url: `${url}/releases/download/v${version}/newsletter-windows-x64.zip`,
        hash: sumOf('newsletter-windows-x64.zip'),
        extract_dir: 'newsletter-windows-x64',
      },
      arm64: {
        url: `${url}/releases/download/v${version}/newsletter-windows-arm64.zip`,
        hash: sumOf('newsletter-windows-arm64.zip'),
        extract_dir: 'newsletter-windows-arm64',
      },
    });
  });

  it('when an archive is missing, then nothing is written', () => {
    expect(() => written(archives)).toThrow('SHA256SUMS names no newsletter-windows-x64.zip');
  });

  it('when install.sh is put into it, then that knows where the downloads are', () => {
    const script = written([...archives, ...zips])('install.sh');
    expect(script).toContain(`\ndefault_url='${url}/releases/download/v${version}'\n`);
    expect(script).not.toContain('@DOWNLOAD_URL@');
  });

  needs('ruby').it('when Ruby reads the formula, then its syntax is right', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'newsletter.rb'), written([...archives, ...zips])('newsletter.rb'));
    const said = execFileSync('ruby', ['-wc', join(folder, 'newsletter.rb')], {
      encoding: 'utf8',
      timeout: limit(10),
    });
    expect(said).toBe('Syntax OK\n');
  });
});
