/** Lists of tags as programs write them: JSON, Python, Postgres arrays. */

/** What an item of a list may be, each from where the last one ended. */
const itemPatterns = {
  /** Python: 'a', "b", u'c', None, True, 1. */
  python: /\s*(?:[ub]?'((?:[^'\\]|\\.)*)'|[ub]?"((?:[^"\\]|\\.)*)"|(None)|([\w.+-]+))\s*(,\s*$|,|$)/suy,
  /** Postgres, as array_out writes it ("Array Input and Output Syntax"): "a b", NULL, a. */
  postgres: /\s*(?:()"((?:[^"\\]|\\.)*)"|(NULL)|([^,{}"\\]*[^,{}"\\\s]))\s*(,|$)/isuy,
} as const;

/** Lists and sets of Python whose items are all quoted: `('a', 'b')`, `{'a', "b"}`. */
const quotedItems = /^[({]\s*[ub]?(['"]).*\1\s*,?\s*[)}]$/su;

/**
 * Parses a cell that is a list: `["a", "b"]`, `['a', 'b']` or `{a,"b c"}`. `[]`, `{}`, `null` and `None` are empty ones.
 *
 * @param text trimmed
 * @returns undefined when it is no list
 */
export function parseTagList(text: string): string[] | undefined {
  if (/^(?:null|None|\[\s*\]|\{\s*\}|\(\s*\)|set\(\))$/i.test(text)) return [];
  if (text.startsWith('[') && text.endsWith(']')) return parseJson(text) ?? parseItems(text, 'python');
  const isPython = quotedItems.test(text) && (text.startsWith('(') || /'\s*,?\s*\}$/.test(text));
  if (isPython) return parseItems(text, 'python');
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
    // A comma at the end ends a list of Python.
    mark = found[5]?.trim() === ',' && pattern.lastIndex < inner.length ? ',' : '';
  }
  return pattern.lastIndex === inner.length ? items : undefined;
}
