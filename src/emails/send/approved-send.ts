/** Asks whether to send an email, and sends what was approved: what has changed by the last look is asked about again. */
import { Failure } from '../../lib/failure.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { recordOf, type SendApproval } from '../approval.ts';
import { type GuardedSend, type SendSubject, sendGuarded } from './guarded-send.ts';
import type { Sent } from './send-once.ts';

export interface ApprovedSend<T, A extends SendApproval> extends Omit<GuardedSend<T>, 'check' | 'approved'> {
  /** What was shown or pushed. */
  readonly shown: A;
  readonly terminal: Terminal;
  /** Asks the question. @throws Failure declined, confirmation_needed */
  readonly ask: (shown: A, isChanged: boolean) => Promise<void>;
  /** Looks at email and group once more, just before the request. @throws Failure changed_since_approval, not_sendable */
  readonly look: (approved: A) => Promise<A>;
  /** Reads and shows email and group again, above another question. @throws Failure not_sendable */
  readonly showAgain: () => Promise<A>;
}

/**
 * Sends an email that was approved.
 *
 * @returns how it was sent, and email and group at the last look
 * @throws Failure changed_since_approval without a terminal to ask again; declined; as `sendGuarded`
 */
export async function sendApproved<T, A extends SendApproval>(
  send: ApprovedSend<T, A>,
): Promise<{ readonly sent: Sent<T>; readonly last: A }> {
  const { terminal, ask, look, showAgain } = send;
  let approved = send.shown;
  for (let isChanged = false; ; isChanged = true) {
    await ask(approved, isChanged);
    let last = approved;
    const check = async (): Promise<SendSubject> => {
      last = await look(approved);
      return last.email;
    };
    try {
      return { sent: await sendGuarded({ ...send, approved: recordOf(approved), check }), last };
    } catch (error) {
      const isAskedAgain =
        error instanceof Failure && error.code === 'changed_since_approval' && terminal.asks;
      if (!isAskedAgain) throw error;
      terminal.warn(`not sent yet: ${error.details.join('; ')}`);
      approved = await showAgain();
    }
  }
}
