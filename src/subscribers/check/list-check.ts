/** Checks the people of an account one by one, in one pass. */
import { type CustomField, endpoints, type Group, type Subscriber } from '../../contract/index.ts';
import { requireFields } from '../../http/response-body.ts';
import { addressJudge } from '../../import/rows/risk/judge.ts';
import { riskRules, riskText } from '../../import/rows/risk/risk.ts';
import { parseAddress } from '../../import/rows/values/email-address.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { isNothing } from '../../people/compare.ts';
import { Attributes } from '../../people/filter/attributes.ts';
import { hasTags } from '../../people/tags.ts';
import { AccountUse } from './account-use.ts';
import {
  type CheckFinding,
  type CheckName,
  checkNames,
  type FoundPerson,
  mostExamples,
  reviewTag,
} from './finding.ts';

/** RFC 2142, names that services use as senders, and the words for an office in the languages of our users. */
const roles = new Set(
  (
    'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp ' +
    'noreply no-reply no_reply donotreply do-not-reply mailer-daemon bounce bounces root admin administrator ' +
    'billing accounts accounting compliance privacy legal spam phishing sysadmin helpdesk help contact office ' +
    'hello enquiries inquiries reception service customerservice hr jobs careers press media orders shop ' +
    'kontakt buero büro verwaltung bestellung rechnung buchhaltung sekretariat bewerbung ' +
    'contacto contato contatto contatti contacter accueil secretariat administracion ventas vendas vendite ' +
    'ufficio segreteria comercial biuro sekretariaat administratie sprzedaz iletisim bilgi'
  ).split(' '),
);

/** RFC 2606 (section 3), and what people type to try a form: `test@test.com`. */
const example = /@(?:.*\.)?example(?:\.(?:com|net|org))?$|\.example$|^test@test\./;

/** @param key an address in lower case, with its @ at `at` */
function namedMailbox(key: string, at: number): CheckName | undefined {
  if (example.test(key)) return 'example';
  return roles.has(key.slice(0, at)) ? 'role' : undefined;
}

const namedMailboxTexts: Partial<Record<CheckName, string>> = {
  example: 'a domain for examples',
  role: 'a role address, not a person',
};

export interface CheckOptions {
  readonly fields: readonly CustomField[];
  /** Groups that may ask for tags. */
  readonly groups: readonly Pick<Group, 'filters'>[];
  /** Only some of the people: how fields and tags are used then says nothing. */
  readonly isPart: boolean;
  /** The finding whose people are listed. */
  readonly show: CheckName | undefined;
}

/** A person at a misspelt domain, until it is known who has the right address. */
interface Misspelt {
  readonly person: Subscriber;
  readonly suggestion: string;
  /** What `mailboxKey` makes of the address, and of the right one. */
  readonly mailbox: string;
  readonly rightMailbox: string;
}

class Tally {
  count = 0;
  tagged = 0;
  readonly people: FoundPerson[] = [];
}

/** Whether a person has the review tag of a finding. Comparing tags is slow: nearly all have no colon. */
function isReviewed(tags: readonly string[], name: CheckName): boolean {
  return tags.some(tag => tag.includes(':')) && hasTags(tags, [reviewTag(name)]);
}

const withDomain = (email: string, domain: string) =>
  `${email.slice(0, email.lastIndexOf('@') + 1)}${domain}`;

export class ListCheck {
  readonly #options: CheckOptions;
  readonly #judge = addressJudge(riskRules(['keep'], true));
  readonly #attributes: Attributes;
  readonly #kinds: readonly { readonly variable: string; readonly test: (one: Subscriber) => boolean }[];
  readonly #tallies = Object.fromEntries(checkNames.map(name => [name, new Tally()])) as Record<
    CheckName,
    Tally
  >;
  /** Who has a mailbox: of several people the one who was created first. */
  readonly #owners = new Map<string, Pick<Subscriber, 'id' | 'email' | 'created_at'>>();
  #misspelt: Misspelt[] = [];
  readonly #use: AccountUse;
  count = 0;

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#attributes = new Attributes(options.fields);
    this.#use = new AccountUse(options.fields, options.groups);
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
      const mailbox = mailboxKey(key, at);
      if (risk?.cause === 'misspelt_domain') {
        const right = key.slice(0, at + 1) + risk.suggestion;
        this.#misspelt.push({
          person,
          suggestion: withDomain(email, risk.suggestion ?? ''),
          mailbox,
          rightMailbox: mailboxKey(right, at),
        });
      } else if (risk !== undefined) {
        this.#found(risk.cause === 'unknown_tld' ? 'no_domain' : 'disposable', person, () => ({
          id,
          email,
          suggestion: risk.suggestion && withDomain(email, risk.suggestion),
          reason: riskText({ cause: risk.cause }, key),
        }));
      } else {
        const named = namedMailbox(key, at);
        if (named !== undefined)
          this.#found(named, person, () => ({ id, email, reason: namedMailboxTexts[named] }));
      }
      this.#addMailbox(mailbox, person);
    }
    if (emailed_at === null) this.#found('never_emailed', person, () => ({ id, email }));
    this.#checkKinds(person);
    if (!this.#options.isPart) this.#use.add(person);
  }

  /** In the order of `checkKinds`, those of which there are any. */
  findings(): readonly CheckFinding[] {
    this.#judgeMisspelt();
    const ofPeople = checkNames.map(name => {
      const { count, tagged, people } = this.#tallies[name];
      const shown = name === this.#options.show ? people : [];
      return { name, count, tagged, examples: people.slice(0, mostExamples), people: shown };
    });
    const found = [...ofPeople, ...(this.#options.isPart ? [] : this.#use.findings())];
    return found
      .filter(({ count }) => count > 0)
      .sort((one, other) => checkNames.indexOf(one.name) - checkNames.indexOf(other.name));
  }

  /** Number of people that are not counted because of a review tag, over all findings. */
  get reviewed(): number {
    this.#judgeMisspelt();
    return Object.values(this.#tallies).reduce((sum, { tagged }) => sum + tagged, 0);
  }

  #keeps(name: CheckName, kept: readonly unknown[]): boolean {
    return name === this.#options.show || kept.length < mostExamples;
  }

  #found(name: CheckName, { tags }: Pick<Subscriber, 'tags'>, make: () => FoundPerson): void {
    const tally = this.#tallies[name];
    if (isReviewed(tags, name)) tally.tagged++;
    else {
      tally.count++;
      if (this.#keeps(name, tally.people)) tally.people.push(make());
    }
  }

  /** If the right address is in the account already, the person counts as a duplicate. */
  #judgeMisspelt(): void {
    const misspelt = this.#misspelt;
    this.#misspelt = [];
    for (const { person, suggestion, mailbox, rightMailbox } of misspelt) {
      const { id, email } = person;
      // Found as a duplicate by the address as it is.
      if ((this.#owners.get(mailbox) ?? person).id !== id) continue;
      if (this.#owners.has(rightMailbox)) {
        const reason = `probably the same person as ${suggestion}`;
        this.#found('duplicate', person, () => ({ id, email, reason }));
      } else {
        this.#owners.set(rightMailbox, person);
        const reason = riskText({ cause: 'misspelt_domain' }, email);
        this.#found('misspelt', person, () => ({ id, email, suggestion, reason }));
      }
    }
  }

  #addMailbox(mailbox: string, person: Subscriber): void {
    const { id, email, tags, created_at } = person;
    if (isReviewed(tags, 'duplicate')) {
      this.#tallies.duplicate.tagged++;
      return;
    }
    const first = this.#owners.get(mailbox);
    const isOlder = first === undefined || created_at < first.created_at;
    if (isOlder) this.#owners.set(mailbox, { id, email, created_at });
    if (first === undefined) return;
    const [kept, extra] = isOlder ? [person, first] : [first, person];
    const reason = `the same mailbox as ${kept.email}`;
    this.#found('duplicate', { tags: [] }, () => ({ id: extra.id, email: extra.email, reason }));
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

/** Gmail's own names for one domain; dots in the name before them do not count. */
const gmail = /@(?:gmail|googlemail)\.com$/;

/**
 * What the addresses of one mailbox have in common: no case, no tag behind a plus sign (RFC 5233), and at Gmail no dots.
 *
 * @param key the address as it is compared with others (`parseAddress`)
 * @param at where its @ stands
 */
export function mailboxKey(key: string, at: number): string {
  const plus = key.indexOf('+');
  const isTagged = plus > 0 && plus < at && !key.startsWith('"');
  const name = isTagged ? key.slice(0, plus) : key;
  if (!gmail.test(key)) return isTagged ? name + key.slice(at) : key;
  return `${(isTagged ? name : key.slice(0, at)).replaceAll('.', '')}@gmail.com`;
}
