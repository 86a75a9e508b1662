/** Who has which mailbox: the same person twice, and whether a misspelt address can be corrected. */
import type { FoundPerson } from './finding.ts';

interface Owner extends FoundPerson {
  readonly createdAt: string;
}

/** A person at a misspelt domain, until it is known who has the right address. */
interface Misspelt {
  /** With the right address as `suggestion`. */
  readonly person: FoundPerson;
  /** What `mailboxKey` makes of the address, and of the right one. */
  readonly mailbox: string;
  readonly rightMailbox: string;
  /** The person was dealt with as a duplicate. */
  readonly isReviewed: boolean;
}

export class Mailboxes {
  readonly #owners = new Map<string, Owner>();
  /** Mailboxes of people who are not checked, since they are not in the group. */
  readonly #others = new Set<string>();
  #misspelt: Misspelt[] = [];

  /**
   * Who was created first keeps the mailbox.
   *
   * @param mailbox what `mailboxKey` makes of the address
   * @returns the other one, if there are two
   */
  add(mailbox: string, person: Owner): FoundPerson | undefined {
    const first = this.#owners.get(mailbox);
    const isOlder = first === undefined || person.createdAt < first.createdAt;
    if (isOlder) this.#owners.set(mailbox, person);
    if (first === undefined) return undefined;
    const [kept, extra] = isOlder ? [person, first] : [first, person];
    return { id: extra.id, email: extra.email, reason: `the same mailbox as ${kept.email}` };
  }

  addOther(mailbox: string): void {
    this.#others.add(mailbox);
  }

  addMisspelt(misspelt: Misspelt): void {
    this.#misspelt.push(misspelt);
  }

  /**
   * Says of each misspelt person, once everybody was added, what they are. An address can be corrected unless somebody
   * has the right one: then the person is in the list twice.
   */
  *judged(): Generator<{ readonly name: 'misspelt' | 'duplicate'; readonly person: FoundPerson }> {
    const corrected = new Set<string>();
    const misspelt = this.#misspelt;
    this.#misspelt = [];
    for (const { person, mailbox, rightMailbox, isReviewed } of misspelt) {
      // Found as a duplicate by the address as it is.
      if (!isReviewed && this.#owners.get(mailbox)?.id !== person.id) continue;
      const isTaken = [this.#owners, this.#others, corrected].some(known => known.has(rightMailbox));
      if (!isTaken) {
        corrected.add(rightMailbox);
        yield { name: 'misspelt', person };
      } else if (!isReviewed) {
        const reason = `probably the same person as ${person.suggestion}`;
        yield { name: 'duplicate', person: { id: person.id, email: person.email, reason } };
      }
    }
  }
}
