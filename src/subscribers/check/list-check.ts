/** Checks the people of an account one by one, in one pass. */
import { type CustomField, endpoints, type Subscriber } from '../../contract/index.ts';
import { requireFields } from '../../http/required-fields.ts';
import { addressJudge } from '../../import/rows/risk/judge.ts';
import { domainLists } from '../../import/rows/risk/lists.ts';
import { type RiskCause, riskText } from '../../import/rows/risk/risk.ts';
import { riskRules } from '../../import/rows/risk/risk-rules.ts';
import { parseAddress } from '../../import/rows/values/email-address.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { isNothing } from '../../people/compare.ts';
import { Attributes } from '../../people/filter/attributes.ts';
import { mailboxKey } from '../../people/mailbox.ts';
import { hasTags } from '../../people/tags.ts';
import { AccountUse } from './account-use.ts';
import { type CheckFinding, type CheckName, checkNames, type FoundPerson, reviewTag } from './finding.ts';

/** Examples of a finding. */
const mostExamples = 3;

const findingOf: Readonly<Record<RiskCause, CheckName>> = {
  misspelt_domain: 'misspelt',
  reserved_domain: 'no_domain',
  unknown_tld: 'no_domain',
  no_mail_server: 'no_mail',
  disposable_domain: 'disposable',
  role_address: 'role',
  example_domain: 'example',
};

export interface CheckOptions {
  readonly fields: readonly CustomField[];
  /** Only some of the people: how fields and tags are used then says nothing. */
  readonly isPart: boolean;
  /** Whether domains are to be asked about when all people have been read. */
  readonly checksDomains: boolean;
  /** The finding whose people are listed. */
  readonly show: CheckName | undefined;
}

/** People at a domain, until DNS has said whether it takes mail. */
interface AtDomain {
  readonly people: FoundPerson[];
  count: number;
  tagged: number;
}

/** A person of a mailbox that may be in the list once more. */
interface MailboxOwner extends FoundPerson {
  readonly createdAt: string;
}

class Tally {
  count = 0;
  tagged = 0;
  readonly people: FoundPerson[] = [];
}

/** Whether somebody has the tag that says so. Comparing tags is slow: nearly all have no colon. */
function isReviewed(tags: readonly string[], name: CheckName): boolean {
  return tags.some(tag => tag.includes(':')) && hasTags(tags, [reviewTag(name)]);
}

export class ListCheck {
  readonly #options: CheckOptions;
  readonly #judge = addressJudge(domainLists([]), riskRules(['keep'], true));
  readonly #attributes: Attributes;
  readonly #kinds: readonly { readonly variable: string; readonly test: (one: Subscriber) => boolean }[];
  readonly #tallies = new Map(checkNames.map(name => [name, new Tally()]));
  readonly #domains = new Map<string, AtDomain>();
  readonly #mailboxes = new Map<string, MailboxOwner>();
  readonly #use: AccountUse;
  count = 0;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#attributes = new Attributes(options.fields);
    this.#use = new AccountUse(options.fields);
    this.#kinds = options.fields
      .filter(({ kind }) => kind !== 'text')
      .map(({ variable }) => ({ variable, test: this.#misfitTest(variable) }));
  }

  /** @throws Failure unexpected_answer when the service left out what is checked */
  add(person: Subscriber): void {
    const { id, email, fields, tags, emailed_at } = person;
    if (!Array.isArray(tags) || !isObject(fields) || emailed_at === undefined)
      requireFields(endpoints.listSubscribers.response, person, ['fields', 'tags', 'emailed_at']);
    this.count++;
    const address = parseAddress(email);
    if ('problem' in address) this.#found('invalid', person, () => ({ id, email, reason: address.problem }));
    else {
      const { key, at } = address;
      const risk = this.#judge(key, at);
      const certain = risk?.cause === 'reserved_domain' || risk?.cause === 'unknown_tld';
      if (risk !== undefined) {
        const { suggestion } = risk;
        this.#found(findingOf[risk.cause], person, () => ({
          id,
          email,
          suggestion: suggestion && `${email.slice(0, email.lastIndexOf('@') + 1)}${suggestion}`,
          reason: riskText({ cause: risk.cause }, key),
        }));
      }
      if (this.#options.checksDomains && !certain) this.#addDomain(key.slice(at + 1), person);
      this.#addMailbox(mailboxKey(key, at), person);
    }
    if (emailed_at === null) this.#found('never_emailed', person, () => ({ id, email }));
    this.#checkKinds(person);
    if (!this.#options.isPart) this.#use.add(person);
  }

  /** The domains to ask about. */
  get domains(): readonly string[] {
    return [...this.#domains.keys()];
  }

  /** @param withoutMail domains that certainly take no mail */
  addWithoutMail(withoutMail: readonly string[]): void {
    const tally = this.#tallyOf('no_mail');
    for (const domain of withoutMail) {
      const { count = 0, tagged = 0, people = [] } = this.#domains.get(domain) ?? {};
      tally.count += count;
      tally.tagged += tagged;
      const reason = riskText({ cause: 'no_mail_server' }, `@${domain}`);
      for (const person of people) tally.people.push({ ...person, reason });
    }
  }

  /** In the order of `checkKinds`, those of which there are any. */
  findings(): readonly CheckFinding[] {
    const ofPeople = [...this.#tallies].map(([name, { count, tagged, people }]) => ({
      name,
      count,
      tagged,
      examples: people.slice(0, mostExamples),
      people: name === this.#options.show ? people : [],
    }));
    const found = [...ofPeople, ...(this.#options.isPart ? [] : this.#use.findings())];
    return found
      .filter(({ count }) => count > 0)
      .sort((one, other) => checkNames.indexOf(one.name) - checkNames.indexOf(other.name));
  }

  /** Number of times that a review tag has kept somebody from being counted. */
  get reviewed(): number {
    return [...this.#tallies.values()].reduce((sum, { tagged }) => sum + tagged, 0);
  }

  #tallyOf(name: CheckName): Tally {
    const tally = this.#tallies.get(name) ?? new Tally();
    this.#tallies.set(name, tally);
    return tally;
  }

  #keeps(name: CheckName, kept: readonly unknown[]): boolean {
    return name === this.#options.show || kept.length < mostExamples;
  }

  #found(name: CheckName, { tags }: Subscriber, make: () => FoundPerson): void {
    const tally = this.#tallyOf(name);
    if (isReviewed(tags, name)) tally.tagged++;
    else {
      tally.count++;
      if (this.#keeps(name, tally.people)) tally.people.push(make());
    }
  }

  #addDomain(domain: string, { id, email, tags }: Subscriber): void {
    const known = this.#domains.get(domain) ?? { people: [], count: 0, tagged: 0 };
    this.#domains.set(domain, known);
    if (isReviewed(tags, 'no_mail')) known.tagged++;
    else {
      known.count++;
      if (this.#keeps('no_mail', known.people)) known.people.push({ id, email });
    }
  }

  /** Who was created first keeps the mailbox; the others are found. */
  #addMailbox(key: string, person: Subscriber): void {
    const { id, email, tags } = person;
    const own = { id, email, createdAt: String(person.created_at) };
    if (isReviewed(tags, 'duplicate')) {
      this.#tallyOf('duplicate').tagged++;
      return;
    }
    const first = this.#mailboxes.get(key);
    if (first === undefined) {
      this.#mailboxes.set(key, own);
      return;
    }
    const isOlder = own.createdAt < first.createdAt;
    const [kept, extra] = isOlder ? [own, first] : [first, own];
    if (isOlder) this.#mailboxes.set(key, own);
    this.#found('duplicate', person, () => ({
      id: extra.id,
      email: extra.email,
      reason: `the same mailbox as ${kept.email}`,
    }));
  }

  #misfitTest(variable: string): (person: Subscriber) => boolean {
    const { name, read } = this.#attributes.named({ text: `fields.${variable}`, at: 0 });
    const { misfits } = this.#attributes;
    return person => {
      read(person);
      return misfits.get(name)?.last === person;
    };
  }

  #checkKinds(person: Subscriber): void {
    const wrong = this.#kinds.filter(
      ({ variable, test }) => !isNothing(person.fields[variable]) && test(person),
    );
    if (wrong.length === 0) return;
    const { id, email, fields } = person;
    const reason = wrong.map(({ variable }) => `${variable} ${JSON.stringify(fields[variable])}`).join(', ');
    this.#found('misfit', person, () => ({ id, email, reason }));
  }
}
