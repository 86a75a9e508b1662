import guide from '../../../skills/newsletter/SKILL.md?raw';
import { wrapText } from '../../terminal/wrap.ts';

/** `newsletter help agents`: the guide itself, without what only the folders of agents need. */
export function page(): string {
  const text = guide.replace(/^---\n[\s\S]*?\n---\n\n# .*\n\n/, '').replaceAll(/^<!--.*-->\n/gm, '');
  return `Guide for coding agents

${wrapText(text, 80)}
To put it where agents look: newsletter agent setup
`;
}
