import { columns } from '../../cli/topics/columns.ts';
import type { Context } from '../../context.ts';
import type { View } from '../../terminal/terminal.ts';

export const decisionView: View = { plural: 'decisions', columns: ['topic', 'decision'] };

/** Prints how the sandbox fills gaps of the API documentation: two columns on a terminal, elsewhere records. */
export async function printDecisions({ terminal }: Context): Promise<void> {
  const { decisions } = await import('../../sandbox/decisions.ts');
  if (terminal.isForPeople) {
    await terminal.draw(({ width }) =>
      columns(
        decisions.map(({ topic, decision }) => [topic, decision]),
        Math.min(width, 80),
      ),
    );
  } else {
    await terminal.list(decisions, decisionView);
  }
}
