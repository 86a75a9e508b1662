/** Lists of tags as programs write them: JSON, Python, Postgres arrays. */

/** What an item of a list may be, each from where the last one ended. */
const itemPatterns = {
  /** Python: 'a', "b", None, True, 1. */
  python: /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(None)|([\w.+-]+))\s*(,|$)/suy,
  /** Postgres, as array_out writes it ("Array Input and Output Syntax"): "a b", NULL, a. */
  postgres: /\s*(?:()"((?:[^"\\]|\\.)*)"|(NULL)|([^,{}"\\]*[^,{}"\\\s]))\s*(,|$)/isuy,
} as const;

/**
 * Parses a cell that is a list: `["a", "b"]`, `['a', 'b']` or `{a,"b c"}`. `[]`, `{}` and `null` are empty ones.
 *
 * @param text trimmed
 * @returns undefined when it is no list
 */
export function parseTagList(text: string): string[] | undefined {
  if (/^(?:null|\[\s*\]|\{\s*\})$/i.test(text)) return [];
  if (text.startsWith('[') && text.endsWith(']')) return parseJson(text) ?? parseItems(text, 'python');
  return text.startsWith('{') && text.endsWith('}') ? parseItems(text, 'postgres') : undefined;
}

function parseJson(text: string): string[] | undefined {
  try {
    const items: unknown = JSON.parse(text);
    if (!Array.isArray(items) || items.some(item => typeof item === 'object' && item !== null))
      return undefined;
    return items.filter(item => item !== null).map(String);
  } catch {
    return undefined;
  }
}

function parseItems(text: string, kind: keyof typeof itemPatterns): string[] | undefined {
  const inner = text.slice(1, -1);
  const pattern = new RegExp(itemPatterns[kind]);
  const items: string[] = [];
  for (let mark = ','; mark === ','; ) {
    const found = pattern.exec(inner);
    if (found === null) return undefined;
    const [, single, double, none, bare] = found;
    const quoted = single || double;
    if (none === undefined) items.push(bare ?? (quoted ?? '').replace(/\\(.)/gsu, '$1'));
    mark = found[5] ?? '';
  }
  return pattern.lastIndex === inner.length ? items : undefined;
}
