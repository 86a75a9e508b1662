import { changeFor, otherFields, type PersonValues } from '../../changes/change.ts';
import { judgeResponse, othersText } from '../../changes/outcome.ts';
import { updateCodes, updateView } from '../../cli/changes.ts';
import type { CommandSpec } from '../../cli/command.ts';
import { fileCodes } from '../../cli/command-metadata.ts';
import { longFlag, repeatable } from '../../cli/option.ts';
import { findSubscriber } from '../../cli/resolve-id.ts';
import { type RecordToUpdate, updateVerb } from '../../cli/verbs.ts';
import type { Context } from '../../context.ts';
import { endpoints, type Subscriber } from '../../contract/index.ts';
import type { Json } from '../../contract/schema.ts';
import { requireFields } from '../../http/response-body.ts';
import { isId } from '../../http/url.ts';
import { Failure } from '../../lib/failure.ts';
import { isObject } from '../../lib/json/is-object.ts';
import { suggestion } from '../../people/filter/problem.ts';
import { changedTags, hasTags } from '../../people/tags.ts';
import type { Row } from '../../terminal/terminal.ts';
import { addFieldsAndTags } from './typed-fields.ts';
import { type ManyFlags, manyOptions, type PersonFlags, refuseEmptyTag, updateMany } from './update-many.ts';

const single = updateVerb({
  endpoint: 'updateSubscriber',
  description:
    'Change one person, or many people (--where, --from file, --all): tags, fields, address, status (unsubscribe). Only the given fields change. For many, a plan is shown and confirmed first, and only subscribers that really change are sent; newsletter undo takes back tags and fields, never a status.',
  argument: {
    name: '[subscriber]',
    description: 'id or email address; none to change many at once',
    neededUnless: ['where', 'from', 'all'],
  },
  fields: {
    email: 'new email address',
    status: 'new status, such as unsubscribed (the service defines which there are)',
  },
  options: {
    field: repeatable(
      '--field <variable=value>',
      'set a custom field; an empty value clears it (repeatable)',
    ),
    tag: repeatable('--tag <tag>', 'replace all tags of one person, after confirmation (repeatable)'),
    addTag: repeatable('--add-tag <tag>', 'add a tag (repeatable)'),
    removeTag: repeatable('--remove-tag <tag>', 'remove a tag (repeatable)'),
  },
  target: personToUpdate,
  example: text => `newsletter subscribers update ${text} --field <variable=value>`,
  requests: ['listFields', 'listSubscribers', 'getSubscriber'],
  examples: [
    ['a custom field', 'newsletter subscribers update ann@example.org --field city=Lisbon'],
    ['add a tag', 'newsletter subscribers update ann@example.org --add-tag Members'],
    ['unsubscribe', 'newsletter subscribers update ann@example.org --status unsubscribed'],
    [
      'many at once',
      `newsletter subscribers update --where 'tags has "berlin meetup"' --add-tag "night trains" --dry-run`,
    ],
    [
      'show the request, send nothing',
      'newsletter subscribers update ann@example.org --add-tag Members --dry-run',
    ],
  ],
});

/** @throws Failure invalid_value, usage */
function checkTags({ tag, addTag, removeTag }: PersonFlags): void {
  refuseEmptyTag([...(tag ?? []), ...(addTag ?? []), ...(removeTag ?? [])]);
  if (tag === undefined || (addTag === undefined && removeTag === undefined)) return;
  throw new Failure('usage', '--tag replaces all tags: it cannot be combined with --add-tag or --remove-tag');
}

async function personToUpdate(
  context: Context,
  text: string,
  body: Record<string, Json>,
  options: PersonFlags,
): Promise<RecordToUpdate> {
  const { addTag, removeTag = [] } = options;
  await addFieldsAndTags(context, body, options);
  const changesTags = body.tags !== undefined || addTag !== undefined || removeTag.length > 0;
  // Saves a request: a script may update thousands.
  if (isId(text) && !changesTags && !context.options.dryRun) {
    await confirmLosses(context, text, body.status, []);
    return { id: text, check: record => checkUpdated(body, record) };
  }
  const found = await findSubscriber(await context.api(), text);
  // Tags that the service left out must not be replaced.
  if (changesTags) requireFields(endpoints.getSubscriber.response, found, ['tags']);
  for (const one of removeTag.filter(one => !hasTags(found.tags, [one])))
    context.terminal.warn(`${found.email} has no tag "${one}"${suggestion(one, found.tags)}`);
  const isReplaced = addTag === undefined && removeTag.length === 0;
  if (changesTags && !isReplaced)
    body.tags = changedTags(found.tags, { add: addTag, remove: removeTag }) ?? found.tags;
  const after = isListOfText(body.tags) ? body.tags : [];
  const lost = changesTags && isReplaced ? found.tags.filter(one => !hasTags(after, [one])) : [];
  await confirmLosses(context, found.email, body.status, lost);
  const facts = beforeAndAfter(found, body);
  // The status is not shown, and an address may change its case.
  const isShown = Object.keys(body).every(name => name === 'tags' || name === 'fields');
  return {
    id: found.id,
    check: record => checkUpdated(body, record, found),
    facts,
    unchanged: isShown && Object.keys(facts.after).length === 0 ? found : undefined,
  };
}

/**
 * Asks about what nothing brings back: tags that are replaced, and a person's own decision to leave.
 *
 * @throws Failure declined; confirmation_needed
 */
async function confirmLosses(
  { terminal, options }: Context,
  who: string,
  status: Json | undefined,
  lostTags: readonly string[],
): Promise<void> {
  const tags = lostTags.map(tag => `"${tag}"`).join(', ');
  const losses = [
    ...(tags === '' ? [] : [`replaces the tags ${tags} (to keep them: --add-tag)`]),
    ...(status === undefined || status === 'unsubscribed'
      ? []
      : [`sets the status ${status}, also if they have unsubscribed`]),
  ].join(', and ');
  if (losses === '') return;
  if (options.yes || options.dryRun) terminal.note(losses);
  else if (!(await terminal.confirm(`Change ${who}? It ${losses}.`, '--yes')))
    throw new Failure('declined', 'nothing was changed');
}

/** The values that a request changes, as a dry run of many has them. */
function beforeAndAfter(found: Subscriber, body: object) {
  const { email, tags, fields = {} } = body as PersonValues;
  const wanted = { tags: { exactly: tags }, fields, status: undefined, email };
  const { before = {}, after = {} } = changeFor(found, wanted, 0) ?? {};
  return { before, after };
}

/**
 * service.txt does not show whether the other fields stay when some are written, and how tags are stored.
 *
 * @param found the person before the request, if it was read
 * @returns unexpected_answer if the service has cleared them, with what they were; partly_done if a value is not the
 *   one sent
 */
function checkUpdated(body: object, record: Row, found?: Subscriber): Failure | undefined {
  const { email: wanted, tags, fields } = body as PersonValues;
  const { tags: shownTags, fields: shownFields, email, id } = record as Row & Subscriber;
  if (!isObject(shownFields) || !Array.isArray(shownTags)) return undefined;
  const { fields: earlier, tags: tagsBefore = [] } = found ?? {};
  const step = {
    kind: 'change',
    before: { tags: tagsBefore },
    after: {
      ...(typeof wanted === 'string' && { email: wanted }),
      ...(isListOfText(tags) && { tags }),
      ...(isObject(fields) && { fields }),
    },
    kept: isObject(fields) && isObject(earlier) ? otherFields(earlier, fields) : {},
  } as const;
  const { cleared, others } = judgeResponse(step, { email, tags: shownTags, fields: shownFields }, 0);
  if (cleared.length > 0) {
    return new Failure('unexpected_answer', 'the service cleared the fields that were not sent', {
      details: Object.entries(step.kept).map(
        ([variable, value]) => `fields.${variable} was ${JSON.stringify(value)}`,
      ),
      hint: 'to restore them, set all fields at once: --field <variable=value> …',
    });
  }
  if (others.length === 0) return undefined;
  return new Failure('partly_done', `${email} was not changed as requested: ${othersText(others)}`, {
    hint: `check it: newsletter subscribers get ${id}`,
  });
}

const isListOfText = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string');

export const update: CommandSpec = {
  ...single,
  options: { ...single.options, ...manyOptions },
  requests: ['getAccount', 'listGroups', ...single.requests],
  output: [single.output, updateView].flat().filter(view => view !== 'text'),
  codes: [...(single.codes ?? []), ...updateCodes, ...fileCodes],
  notes:
    'Exit status 8: some were rejected, or are not in the account (unless you only unsubscribe).\nTags are replaced as a whole: a tag that somebody else adds between the plan and the change is lost.',
  run: async (context, args, options, typedOptions) => {
    // The record parses the options of both.
    const flags = options as unknown as ManyFlags;
    const [person] = args;
    const ways = [flags.where, flags.from, flags.all].filter(way => way !== undefined);
    if (person !== undefined) {
      const ofMany = typedOptions.find(name => name in manyOptions);
      if (ofMany === undefined) {
        checkTags(flags);
        await single.run(context, args, options, typedOptions);
        if (flags.email !== undefined && context.options.dryRun !== true)
          context.terminal.note('files and syncs with the old address create them again: correct the source');
        return;
      }
      throw new Failure(
        'usage',
        `${longFlag(ofMany)} changes many at once: it cannot be combined with one subscriber`,
      );
    }
    if (ways.length !== 1) {
      throw new Failure(
        ways.length === 0 ? 'missing_argument' : 'usage',
        `newsletter subscribers update needs ${ways.length === 0 ? '' : 'only '}one of <subscriber>, --where, --from and --all`,
      );
    }
    await updateMany(context, flags, typedOptions);
  },
};
