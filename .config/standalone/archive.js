import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Where the completion scripts of packages lie below a prefix such as /usr or ~/.local. */
const completions = {
  bash: 'share/bash-completion/completions/newsletter',
  zsh: 'share/zsh/site-functions/_newsletter',
  fish: 'share/fish/vendor_completions.d/newsletter.fish',
};

/**
 * Writes build/newsletter-<system>-<processor>.tar.gz, whose one folder is laid out as a prefix: bin, share. For Windows a
 * .zip with the executable on top.
 *
 * @param {string} program the executable
 * @param {string} build the folder to write to
 * @returns {string} its name without the ending
 */
export function writeArchive(program, build) {
  const isWindows = process.platform === 'win32';
  const name = `newsletter-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = join(build, name);
  rmSync(folder, { recursive: true, force: true });
  /** @type {(words: string[]) => string} */
  const say = words => execFileSync(program, words, { encoding: 'utf8', timeout: 30_000 });
  /** @type {(path: string, contents: string) => void} */
  const write = (path, contents) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents);
  };
  const texts = isWindows ? '' : 'share/doc/newsletter-cli/';
  write(`${texts}LICENSES.txt`, readFileSync(join(build, 'LICENSES.txt'), 'utf8'));
  write(`${texts}VERSION.txt`, say(['--version']));
  if (isWindows) {
    cpSync(program, join(folder, 'newsletter.exe'));
    write('newsletter.ps1', say(['completion', 'powershell']));
  } else {
    mkdirSync(join(folder, 'bin'));
    cpSync(program, join(folder, 'bin', 'newsletter'));
    for (const [shell, path] of Object.entries(completions)) write(path, say(['completion', shell]));
  }
  const archive = join(build, `${name}${isWindows ? '.zip' : '.tar.gz'}`);
  // Windows brings a tar of its own, which writes zip; another one may stand before it in the PATH.
  const tar = isWindows ? `${process.env.SystemRoot}\\System32\\tar.exe` : 'tar';
  execFileSync(tar, [isWindows ? '-acf' : '-czf', archive, '-C', build, name], { timeout: 300_000 });
  rmSync(folder, { recursive: true });
  process.stdout.write(`${relative(process.cwd(), archive)}\n`);
  return name;
}
