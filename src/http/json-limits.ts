/** Deeper nesting than any record has, and less than what exhausts the stack of code that walks over it. */
const deepest = 500;

/** @returns what is too much in a parsed value: "nested more than 500 levels deep"; undefined if nothing is */
export function beyondDepthLimit(value: unknown): string | undefined {
  return isDeeper(value, deepest) ? `nested more than ${deepest} levels deep` : undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(member => isDeeper(member, levels - 1));
}
