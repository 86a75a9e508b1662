/** install.sh, run by the shells and with the programs that systems have, on downloads from a server on this machine. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { certificate } from '../support/certificate.ts';
import { temporaryFolder } from '../support/home.ts';
import { limit } from '../support/load.ts';
import { needs, type Program, pathOf, standalone } from '../support/needs.ts';
import { startProcess } from '../support/process.ts';
import { listening } from '../support/service.ts';

const script = fileURLToPath(new URL('../../install.sh', import.meta.url));
const name = `newsletter-${process.platform}-${process.arch}`;
const archive = `${name}.tar.gz`;

type Download = Buffer | string | ((response: ServerResponse) => void);

/** An archive as a release has it, but that its program is a script. */
function packed(program = '#!/bin/sh\necho 1.2.3\n'): Buffer {
  const folder = temporaryFolder();
  const files = {
    'bin/newsletter': program,
    'share/bash-completion/completions/newsletter': 'complete newsletter\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text, { mode: path.startsWith('bin') ? 0o755 : 0o644 });
  }
  execFileSync('tar', ['-czf', archive, name], { cwd: folder, timeout: limit(10) });
  return readFileSync(join(folder, archive));
}

const sumOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');

/** Serves downloads. @returns the URL of their folder */
async function served(file: Buffer, more: Readonly<Record<string, Download>> = {}): Promise<string> {
  const downloads: Record<string, Download> = {
    [archive]: file,
    SHA256SUMS: `${sumOf(Buffer.from('other'))}  other.tar.gz\n${sumOf(file)}  ${archive}\n`,
    ...more,
  };
  const server = createServer((request, response) => {
    const found = downloads[request.url?.split('/').at(-1) ?? ''];
    if (typeof found === 'function') found(response);
    else response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  return `http://127.0.0.1:${await listening(server)}/v1.2.3`;
}

/** What install.sh calls, but for what downloads. */
const usual = 'cat cp mv rm chmod cut dirname find grep id mkdir mktemp sed sha256sum tar gzip uname'.split(
  ' ',
);

/** A folder for the PATH with these programs alone, as far as the system has them. */
function programs(...names: string[]): string {
  const folder = temporaryFolder();
  const searched = (process.env.PATH ?? '').split(':');
  for (const each of names) {
    const found = searched.map(path => join(path, each)).find(path => existsSync(path));
    if (found !== undefined) symlinkSync(found, join(folder, each));
  }
  return folder;
}

interface Installation {
  readonly shell?: readonly string[];
  readonly PATH?: string;
  readonly args?: readonly string[];
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs install.sh for somebody with a home, who may be root. */
async function install(url: string, options: Installation = {}) {
  const {
    home = temporaryFolder(),
    shell = ['/bin/sh'],
    PATH = programs(...usual, 'curl'),
    args = [],
  } = options;
  const ended = await startProcess([script, '--prefix', join(home, '.local'), ...args], {
    home,
    command: shell,
    env: { PATH, TMPDIR: temporaryFolder(), NEWSLETTER_DOWNLOAD_URL: url, ...options.env },
  }).ended;
  return { ...ended, home, prefix: join(home, '.local'), program: join(home, '.local/bin/newsletter') };
}

const shells: readonly (readonly [Program, ...string[]])[] = [
  ['dash'],
  ['bash', '--posix'],
  ['busybox', 'sh'],
  ['zsh', '--emulate', 'sh'],
  ['zsh'],
];

describe.skipIf(process.platform === 'win32')('install.sh', () => {
  for (const [shell, ...options] of shells) {
    needs(shell, 'curl').it(
      `when ${shell} runs it, then everything is in place, and it says so`,
      async () => {
        const { status, stdout, stderr, prefix, program } = await install(await served(packed()), {
          shell: [pathOf(shell) ?? shell, ...options],
        });
        expect([status, stderr]).toEqual([
          0,
          expect.stringContaining(`warning: ${prefix}/bin is not in your PATH`),
        ]);
        expect(stdout).toContain(`Installed newsletter 1.2.3 in ${program}\n`);
        expect(statSync(program).mode & 0o777).toBe(0o755);
        expect(existsSync(join(prefix, 'share/bash-completion/completions/newsletter'))).toBe(true);
        expect(readdirSync(join(prefix, 'bin'))).toEqual(['newsletter']);
      },
    );
  }

  needs('busybox').it('when there is nothing but BusyBox, then it installs all the same', async () => {
    const PATH = temporaryFolder();
    execFileSync('busybox', ['--install', '-s', PATH], { timeout: limit(10) });
    const { status, program } = await install(await served(packed()), { shell: [join(PATH, 'sh')], PATH });
    expect([status, existsSync(program)]).toEqual([0, true]);
  });

  needs('wget').it('when there is wget and no curl, then that downloads', async () => {
    const { status, program } = await install(await served(packed()), { PATH: programs(...usual, 'wget') });
    expect([status, existsSync(program)]).toEqual([0, true]);
  });

  needs('curl').it(
    'when it ran before, then the new version takes the place of the old one, and PATH holds it',
    async () => {
      const { home, program, prefix } = await install(await served(packed()));
      const PATH = `${join(prefix, 'bin')}:${programs(...usual, 'curl')}`;
      const again = await install(await served(packed('#!/bin/sh\necho 1.2.4\n')), { home, PATH });
      expect(again).toMatchObject({ status: 0, stderr: '' });
      expect(again.stdout).toContain('Installed newsletter 1.2.4');
      expect(readFileSync(program, 'utf8')).toContain('1.2.4');
    },
  );

  needs('curl').it('when another newsletter comes first in the PATH, then it says so', async () => {
    const other = programs(...usual, 'curl');
    writeFileSync(join(other, 'newsletter'), '#!/bin/sh\n', { mode: 0o755 });
    const home = temporaryFolder();
    const PATH = `${other}:${join(home, '.local/bin')}`;
    const { status, stderr } = await install(await served(packed()), { home, PATH });
    expect([status, stderr]).toEqual([
      0,
      `warning: another newsletter comes first in your PATH: ${other}/newsletter\n`,
    ]);
  });

  /** Ends in the middle of the file. */
  const cut = (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': 100_000 });
    response.write('the beginning', () => response.destroy());
  };

  /** A home in which a file stands where install.sh wants a folder. */
  const homeWith = (path: string) => {
    const home = temporaryFolder();
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), 'a file');
    return home;
  };

  const file = packed;
  const failures: Readonly<Record<string, () => Promise<readonly [string, RegExp, Installation?]>>> = {
    'the checksum is another one': async () => [
      await served(file(), { SHA256SUMS: `${'0'.repeat(64)}  ${archive}\n` }),
      /is damaged or not the file that was released; nothing was installed\nhint: its SHA-256 is [0-9a-f]{64}, expected 0{64}\n$/,
    ],
    'the download is cut off': async () => [
      await served(file(), { [archive]: cut }),
      /error: cannot download .*gz\n/,
    ],
    'the file is cut off and the server does not say so': async () => {
      const whole = file();
      return [await served(whole, { [archive]: whole.subarray(0, 200) }), /is damaged/];
    },
    'there is no such file': async () => [
      await served(file(), { [archive]: r => void r.writeHead(404).end() }),
      /cannot download/,
    ],
    'there are no checksums': async () => [
      await served(file(), { SHA256SUMS: r => void r.writeHead(404).end() }),
      /cannot download .*SHA256SUMS/,
    ],
    'the checksums are of other systems': async () => [
      await served(file(), { SHA256SUMS: `${'0'.repeat(64)}  newsletter-plan9-x64.tar.gz\n` }),
      /SHA256SUMS names no newsletter-/,
    ],
    'nothing listens there': async () => ['http://127.0.0.1:1', /cannot download/],
    'the program does not run here': async () => [
      await served(file('#!/nowhere\n')),
      /does not run on this system; nothing was installed/,
    ],
    'there is neither curl nor wget': async () => [
      await served(file()),
      /^error: curl or wget is needed to download\nhint: install one of them/,
      { PATH: programs(...usual) },
    ],
    'nothing computes SHA-256': async () => [
      await served(file()),
      /sha256sum, shasum or openssl is needed/,
      { PATH: programs(...usual.filter(each => each !== 'sha256sum'), 'curl') },
    ],
    'the URL is not secure': async () => [
      'http://example.com/v1',
      /http:\/\/example.com\/v1 is not an https URL/,
    ],
    'a user name hides the host': async () => [
      'http://127.0.0.1:80@example.com/v1',
      /error: http:\/\/127.0.0.1:80@example.com\/v1 has a user name in it\n/,
    ],
    'a folder cannot be written': async () => [
      await served(file()),
      /error: cannot write .*\/\.local\/bin\/newsletter\n/,
      { home: homeWith('.local') },
    ],
    'one file cannot be written': async () => [
      await served(file()),
      /error: cannot write .*\/\.local\/share/,
      { home: homeWith('.local/share') },
    ],
    'it is the copy in the repository': async () => ['', /hint: use the copy in a release, or --url <url>/],
    'the option is misspelt': async () => [
      await served(file()),
      /unknown option --prefixx\n/,
      { args: ['--prefixx'] },
    ],
  };

  for (const [when, prepare] of Object.entries(failures)) {
    needs('curl').it(`when ${when}, then nothing is installed, and it says why`, async () => {
      const [url, message, options] = await prepare();
      const { status, stderr, home, program } = await install(url, options);
      expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
      expect([existsSync(program), existsSync(`${program}.new`)]).toEqual([false, false]);
      expect(readdirSync(home).filter(each => each !== '.local')).toEqual([]);
    });
  }

  for (const program of ['curl', 'wget'] as const) {
    needs(program).it(
      `when https leads to http, then ${program} downloads nothing that is used`,
      async () => {
        const plain = await served(packed());
        const { file, pem } = await certificate('127.0.0.1');
        const server = createSecureServer(pem, ({ url }, response) => {
          response.writeHead(302, { location: `${plain}/${url?.split('/').at(-1)}` }).end();
        });
        const home = temporaryFolder();
        writeFileSync(join(home, '.wgetrc'), `ca_certificate = ${file}\n`);
        const ended = await install(`https://127.0.0.1:${await listening(server)}/v1`, {
          home,
          PATH: programs(...usual, program),
          env: { CURL_CA_BUNDLE: file },
        });
        expect([ended.status, ended.stderr]).toEqual([
          1,
          expect.stringContaining(program === 'curl' ? 'cannot download' : 'leads to an address without TLS'),
        ]);
        expect(existsSync(ended.program)).toBe(false);
      },
    );
  }

  needs('curl').it('when a link waits where it writes, then it is replaced, not followed', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.local/bin'), { recursive: true });
    writeFileSync(join(home, 'mine.txt'), 'mine');
    symlinkSync(join(home, 'mine.txt'), join(home, '.local/bin/newsletter.new'));
    const { status, program } = await install(await served(packed()), { home });
    expect([status, lstatSync(program).isFile()]).toEqual([0, true]);
    expect(readFileSync(join(home, 'mine.txt'), 'utf8')).toBe('mine');
  });

  needs('curl').it('when a folder is in the way, then nothing is installed, and it says so', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.local/bin/newsletter'), { recursive: true });
    const { status, stderr, program } = await install(await served(packed()), { home });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`error: ${program} is a folder\n`)]);
    expect(readdirSync(join(home, '.local/bin'))).toEqual(['newsletter']);
    expect(readdirSync(program)).toEqual([]);
  });

  it('when it is cut off anywhere, then it does nothing', async () => {
    const text = readFileSync(script, 'utf8');
    const home = temporaryFolder();
    for (const share of [0.3, 0.6, 0.9]) {
      writeFileSync(join(home, 'cut.sh'), text.slice(0, text.length * share));
      const { stdout } = await startProcess([join(home, 'cut.sh')], { home, command: ['/bin/sh'] }).ended;
      expect([stdout, readdirSync(home)]).toEqual(['', ['cut.sh']]);
    }
  });

  needs('shellcheck').it('when a linter reads it, or the check of a release, then it finds nothing', () => {
    const files = [script, join(script, '../.config/release/smoke.sh')];
    expect(execFileSync('shellcheck', files, { encoding: 'utf8', timeout: limit(30) })).toBe('');
  });

  needs('standalone', 'curl', 'fish').it(
    'when it installs the real archive, then program and completion work',
    async () => {
      const real = readFileSync(join(dirname(standalone), archive));
      const { status, prefix, program, home } = await install(await served(real));
      expect(status).toBe(0);
      const env = { PATH: `${prefix}/bin:/usr/bin:/bin` };
      const sandbox = [program, ...'sandbox exec newsletter account get --json=status'.split(' ')];
      expect((await startProcess([], { home, command: sandbox, env }).ended).stdout).toContain('active');
      const fish = await startProcess(['-c', 'complete -C "newsletter subsc"'], {
        home,
        command: ['fish'],
        env,
      }).ended;
      expect(fish.stdout).toContain('subscribers');
    },
  );
});
