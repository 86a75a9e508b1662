// `npm run build`: bundles src into dist, which bin/newsletter.js loads.
import { builtinModules } from 'node:module';
import { build } from 'rolldown';
import license from 'rollup-plugin-license';
import manifest from '../package.json' with { type: 'json' };

// Everything is bundled, so that an installation is one package; every command group is a chunk of its own,
// so that only the one named on the command line is loaded. CommonJS starts a few milliseconds faster.
await build({
  // The native keychain library is loaded by a process of its own, and only when it is installed.
  input: { main: 'src/main.ts', 'keychain-process': 'src/auth/keychain-process.ts' },
  platform: 'node',
  logLevel: 'warn',
  external: [...builtinModules, /^node:/, '@napi-rs/keyring'],
  transform: { target: 'node20', define: { __VERSION__: JSON.stringify(manifest.version) } },
  plugins: [license({ thirdParty: { includePrivate: false, output: { file: 'dist/LICENSES.txt' } } })],
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    cleanDir: true,
    minify: true,
  },
});
