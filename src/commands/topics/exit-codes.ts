import { failures } from '../../failure.ts';
import { columns } from './columns.ts';

type Exit = (typeof failures)[keyof typeof failures]['exit'] | 0;

const meanings: Readonly<Record<Exit, string>> = {
  0: 'done',
  1: 'unexpected: a bug, an answer that makes no sense, a full disk',
  2: 'the command line, a setting or a file makes no sense; nothing was done',
  3: 'not signed in, or not allowed',
  4: 'there is no such thing',
  5: 'the request was refused, or you answered no',
  6: 'the service is busy or failing: later may work',
  7: 'no usable connection',
  8: 'finished, but part of the work did not succeed',
  9: 'outcome unknown: it may or may not have been carried out',
  130: 'interrupted',
};

/** `newsletter help exit-codes`. */
export function page(): string {
  const codes = (exit: string) =>
    Object.entries(failures).flatMap(([code, failure]) => (String(failure.exit) === exit ? [code] : []));
  const lines = Object.entries(meanings).map(([exit, meaning]) => {
    const list = codes(exit).join(', ');
    return [exit, list === '' ? meaning : `${meaning}\n${list}`] as const;
  });
  return `Exit codes

${columns(lines)}

The words are the codes of the errors: newsletter help errors
`;
}
