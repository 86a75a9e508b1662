// `node .config/release/manifests.js <folder> <repository URL>`: for the archives in a folder, named by its SHA256SUMS, writes
// there what other package managers read: newsletter.rb for Homebrew, newsletter.json for Scoop; and install.sh with the URL of
// the downloads in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };

/**
 * @typedef {object} Published
 * @property {string} version
 * @property {string} license an SPDX expression
 * @property {string} homepage URL of the repository
 * @property {string} downloads URL of the folder that the archives are in
 * @property {(name: string) => string} sum SHA-256 of an archive; throws when there is none
 */

const description = 'Run your email newsletter account from the command line';

/**
 * @param {string} text of SHA256SUMS, as sha256sum writes it
 * @returns {(name: string) => string}
 */
export function checksums(text) {
  const sums = new Map(
    [...text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, sum = '', name = '']) => [name, sum]),
  );
  return name => {
    const sum = sums.get(name);
    if (sum === undefined) throw new Error(`SHA256SUMS names no ${name}`);
    return sum;
  };
}

/**
 * A formula of Homebrew: https://docs.brew.sh/Formula-Cookbook
 *
 * @param {Published} published
 */
export function homebrewFormula({ version, license, homepage, downloads, sum }) {
  /** @type {(brew: string, name: string) => string[]} */
  const archive = (brew, name) => [
    `    on_${brew} do`,
    `      url "${downloads}/${name}.tar.gz"`,
    `      sha256 "${sum(`${name}.tar.gz`)}"`,
    '    end',
  ];
  return [
    'class Newsletter < Formula',
    `  desc "${description}"`,
    `  homepage "${homepage}"`,
    `  version "${version}"`,
    `  license "${license}"`,
    '',
    '  on_macos do',
    ...archive('arm', 'newsletter-darwin-arm64'),
    ...archive('intel', 'newsletter-darwin-x64'),
    '  end',
    '',
    '  on_linux do',
    ...archive('arm', 'newsletter-linux-arm64'),
    ...archive('intel', 'newsletter-linux-x64'),
    '  end',
    '',
    '  def install',
    '    bin.install "bin/newsletter"',
    '    bash_completion.install "share/bash-completion/completions/newsletter"',
    '    zsh_completion.install "share/zsh/site-functions/_newsletter"',
    '    fish_completion.install "share/fish/vendor_completions.d/newsletter.fish"',
    '    doc.install Dir["share/doc/newsletter-cli/*"]',
    '  end',
    '',
    '  test do',
    '    assert_match version.to_s, shell_output("#{bin}/newsletter --version")',
    '  end',
    'end',
    '',
  ].join('\n');
}

/**
 * A manifest of Scoop: https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests
 *
 * @param {Published} published
 */
export function scoopManifest({ version, license, homepage, downloads, sum }) {
  /** @type {(name: string) => object} */
  const archive = name => ({ url: `${downloads}/${name}.zip`, hash: sum(`${name}.zip`), extract_dir: name });
  const architecture = {
    '64bit': archive('newsletter-windows-x64'),
    arm64: archive('newsletter-windows-arm64'),
  };
  const app = { version, description, homepage, license, architecture, bin: 'newsletter.exe' };
  return `${JSON.stringify(app, null, 4)}\n`;
}

/**
 * @param {string} script install.sh of the repository
 * @param {string} downloads
 * @returns {string} that of a release
 */
export function installScript(script, downloads) {
  const place = "default_url='@DOWNLOAD_URL@'";
  if (!script.includes(place)) throw new Error(`install.sh has no line ${place}`);
  return script.replace(place, `default_url='${downloads}'`);
}

const [, program = '', folder, repository] = process.argv;
if (import.meta.url === pathToFileURL(program).href) {
  if (folder === undefined || repository === undefined)
    throw new Error('a folder and a repository are needed');
  const published = {
    version: manifest.version,
    license: manifest.license,
    homepage: repository,
    downloads: `${repository}/releases/download/v${manifest.version}`,
    sum: checksums(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')),
  };
  writeFileSync(join(folder, 'newsletter.rb'), homebrewFormula(published));
  writeFileSync(join(folder, 'newsletter.json'), scoopManifest(published));
  const script = readFileSync(new URL('../../install.sh', import.meta.url), 'utf8');
  writeFileSync(join(folder, 'install.sh'), installScript(script, published.downloads), { mode: 0o755 });
}
