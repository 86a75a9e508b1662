import { invalidField } from '../http/error.ts';

/** The colors that have a name; any other is given as #rrggbb. */
export const colors = {
  gray: '#6b7280',
  red: '#dc2626',
  orange: '#ea580c',
  yellow: '#ca8a04',
  green: '#16a34a',
  teal: '#0d9488',
  blue: '#2563eb',
  indigo: '#4f46e5',
  purple: '#9333ea',
  pink: '#db2777',
} as const;

const hexForm = /^#([0-9a-f]{3}){1,2}$/;

function isNamed(color: string): color is keyof typeof colors {
  return Object.hasOwn(colors, color);
}

/** @returns the color in lower case. @throws HttpError 422 for `field` when it is neither a name nor #rrggbb nor #rgb */
export function checkedColor(color: string, field = 'color'): string {
  const lower = color.toLowerCase();
  if (isNamed(lower) || hexForm.test(lower)) return lower;
  throw invalidField(field, `${field} must be one of ${Object.keys(colors).join(', ')}, or like #1a2b3c.`);
}

/** The fields in which a response shows a color. */
export function showColor(color: string): { color_id: string; color_hex: string } {
  return isNamed(color)
    ? { color_id: color, color_hex: colors[color] }
    : { color_id: 'custom', color_hex: color };
}
