/** Text of files and people in Markdown: neither markup nor HTML nor a mention comes of it, nor another row. */
export function plainMarkdown(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, 200)
    .replace(/[&<>"'`*_~|[\]()!#\\@:/.+=$^-]/g, letter => `&#${letter.charCodeAt(0)};`);
}

/** A table, with cells as they are; numbers stand on the right. '' without rows. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const [first] = rows;
  if (first === undefined) return '';
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`;
  const rule = first.map(cell => (typeof cell === 'number' ? '---:' : '---'));
  return `${line(header)}${line(rule)}${rows.map(line).join('')}\n`;
}
