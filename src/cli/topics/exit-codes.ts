import { exits, failures } from '../../lib/failure.ts';
import { columns } from './columns.ts';

/** `newsletter help exit-codes`. */
export function page(): string {
  const codes = (exit: string) =>
    Object.entries(failures).flatMap(([code, failure]) => (String(failure.exit) === exit ? [code] : []));
  const lines = Object.entries(exits).map(([exit, meaning]) => {
    const list = codes(exit).join(', ');
    return [exit, list === '' ? meaning : `${meaning}\n${list}`] as const;
  });
  return `Exit codes

${columns(lines)}

For the error codes see: newsletter help errors
`;
}
