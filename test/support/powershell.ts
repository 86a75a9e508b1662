/** A parser of PowerShell, the one of an editor: no package has the shell itself. */
import { createRequire } from 'node:module';
import { Language, Parser } from '@vscode/tree-sitter-wasm';

const { resolve } = createRequire(import.meta.url);
const grammar = (name: string) => resolve(`@vscode/tree-sitter-wasm/wasm/${name}.wasm`);

/**
 * Parses a script.
 *
 * @returns the texts between single quotes in it, with the quotes
 * @throws Error when it is no PowerShell
 */
export async function literalsOf(script: string): Promise<string[]> {
  await Parser.init({ locateFile: () => grammar('tree-sitter') });
  const parser = new Parser().setLanguage(await Language.load(grammar('tree-sitter-powershell')));
  const root = parser.parse(script)?.rootNode;
  if (root === undefined || root.hasError) throw new Error(`no PowerShell: ${script}`);
  return root
    .descendantsOfType('verbatim_string_characters')
    .flatMap(node => (node === null ? [] : [node.text]));
}
