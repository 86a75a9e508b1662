const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

const mostLines = 5;

/**
 * The text of an HTML (or XML) error page: its title, heading and first paragraphs, or else all of it on one line.
 *
 * @param html a page, possibly cut short
 */
export function htmlLines(html: string): string[] {
  const bare = html.replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ');
  const elements = [...bare.matchAll(/<(title|h1|p)\b[^>]*>([\s\S]*?)<\/\1/gi)]
    .slice(0, mostLines)
    .map(([, , inner = '']) => inner);
  const lines = elements.map(textIn).filter(line => line !== '');
  return lines.length > 0 ? lines : [textIn(bare)];
}

function textIn(html: string): string {
  const text = html
    .replace(/<[^>]*>?/g, ' ')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, name => entities[name] ?? '');
  return text.replace(/\s+/g, ' ').trim();
}
