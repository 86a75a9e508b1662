/**
 * Lets `--json` take its optional fields without swallowing what follows it: the next word belongs to `--json`
 * only when every name in it is a field the service document knows. `--json=<fields>` always works.
 *
 * @param words the command line without program name
 * @returns the same, with `--json a,b` joined to `--json=a,b` and a bare `--json` turned to `--output=json`
 */
export async function settleJson(words: readonly string[]): Promise<string[]> {
  if (!words.includes('--json')) return [...words];
  const known = await fieldNames();
  const settled: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (word === '--') return [...settled, ...words.slice(i)];
    const next = words[i + 1];
    if (word !== '--json') settled.push(word);
    else if (next !== undefined && namesFields(next, known)) {
      settled.push(`--json=${next}`);
      i++;
    } else settled.push('--output=json');
  }
  return settled;
}

async function fieldNames(): Promise<ReadonlySet<string>> {
  const { endpoints } = await import('../contract/index.ts');
  return new Set(Object.values(endpoints).flatMap(endpoint => Object.keys(endpoint.answer.fields)));
}

function namesFields(word: string, known: ReadonlySet<string>): boolean {
  return word.split(',').every(name => known.has(name.split('.')[0] ?? ''));
}
