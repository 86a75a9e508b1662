/**
 * The variable that the service is likely to give to a custom field: its name in lower case with underscores. The
 * service's documentation does not show the rule, so what it has really given counts as soon as the field exists.
 */
export function likelyVariable(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '') || 'field';
}
