const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** @returns HTML that shows the text, in elements and in attribute values */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character] ?? '');
}
