import type { Terminal } from '../../terminal/terminal.ts';

/** What a pass needs of the command. */
export interface PassContext {
  readonly terminal: Terminal;
  /** An earlier run has decided everything: nothing is asked. */
  readonly isResumed?: boolean;
  /** The plan is shown with the question that follows the pass. */
  readonly isPlanShownLater?: boolean;
  /** The first Ctrl-C: nothing new is started, jobs in progress are finished. */
  readonly stop: AbortSignal;
  /** Where the program keeps its files. */
  readonly configDir: string;
}
