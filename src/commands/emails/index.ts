import { type CommandGroup, exampleDraft } from '../../cli/command.ts';
import { text } from '../../cli/option.ts';
import { viewOf } from '../../cli/options/list-options.ts';
import { findEmail, findGroup } from '../../cli/resolve-id.ts';
import { getVerb, listVerb, updateVerb } from '../../cli/verbs.ts';
import type { Context } from '../../context.ts';
import { endpoints } from '../../contract/index.ts';
import { fieldsFrom } from '../../contract/schema.ts';
import { emailName, sentState } from '../../emails/naming.ts';
import type { Api } from '../../http/api.ts';
import { isId } from '../../http/url.ts';
import { Failure } from '../../lib/failure.ts';
import type { Row } from '../../terminal/terminal.ts';
import { emailArgument, emailNamed } from './email-or-file.ts';
import { lint } from './lint.ts';
import { preview } from './preview.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { send } from './send.ts';
import { stats } from './stats.ts';
import { watch } from './watch.ts';

const { listEmails } = endpoints;

/** A single email is printed with all fields, including its bodies. */
const everyField = {
  ...viewOf(listEmails.response),
  columns: Object.keys(listEmails.response.fields),
};

/** The name of the group that an email goes to; null if it has none, or it cannot be read. */
async function groupOf(api: Api, { group_id: id }: Row): Promise<Row> {
  if (typeof id !== 'string') return { group: null };
  return await api.call('getGroup', { id }).then(
    ({ name }) => ({ group: name }),
    () => ({ group: null }),
  );
}

/** The id of an email. A scheduled one must not lose its subject or text. @throws Failure not_sendable, already_sent */
async function idToUpdate(context: Context, name: string, body: Row): Promise<string> {
  const empties = ['subject', 'body_html', 'body_text'].some(
    key => String(body[key] ?? 'kept').trim() === '',
  );
  if (isId(name) && !empties) return name;
  const email = await findEmail(await context.api(), name);
  const sent = sentState(email);
  if (sent !== undefined)
    throw new Failure('already_sent', `${emailName(email)} is already ${sent}: it cannot be changed`);
  const { checkScheduled } = await import('../../emails/send/sendable.ts');
  checkScheduled(email, body);
  return email.id;
}

export const emails: CommandGroup = {
  name: 'emails',
  description: 'List, update and send emails. Create drafts in the web editor.',
  examples: [['all emails', 'newsletter emails list']],
  commands: [
    listVerb({
      endpoint: 'listEmails',
      description: 'List emails: drafts, scheduled, sent.',
      empty: 'create a draft in the web editor: newsletter open emails',
      statuses: listEmails.response.fields.status.values,
      examples: [
        ['all emails', 'newsletter emails list --all'],
        ['the drafts', 'newsletter emails list --status draft'],
        ['ids and subjects', 'newsletter emails list --json=id,status,subject'],
      ],
    }),
    getVerb({
      description: 'Show one email. The service has no request for a single email, so this reads the list.',
      argument: emailArgument,
      find: async (api, name) => await findEmail(api, await emailNamed(name)),
      requests: ['listEmails', 'getGroup'],
      view: everyField,
      names: { kinds: fieldsFrom('group:text?~'), read: groupOf },
      examples: [
        ['one email', `newsletter emails get ${exampleDraft}`],
        ['only its text', `newsletter emails get ${exampleDraft} --json=body_text`],
      ],
    }),
    updateVerb({
      endpoint: 'updateEmail',
      description:
        'Change an email: subject line, preview, body, group, colors. Only the fields that you pass change. Texts can be @file, or - for stdin.',
      argument: emailArgument,
      target: async (context, typed, body, { group }) => {
        const { terminal } = context;
        if (group !== undefined) body.group_id = (await findGroup(await context.api(), group)).id;
        if (body.body_html !== undefined && body.body_text === undefined)
          terminal.warn('the text part was not changed; use --body-text to update it');
        return {
          id: await idToUpdate(context, await emailNamed(typed), body),
          check: ({ status, scheduled_at: time }) => {
            if (status === 'scheduled')
              terminal.warn(`this email is scheduled${time ? ` for ${time}` : ''}: it goes out as it is now`);
            return undefined;
          },
        };
      },
      options: { group: text('--group <group>', 'group to send to, by id or exact name') },
      fields: {
        subject: 'subject line',
        preview: 'preview text, shown after the subject in inboxes',
        body_html: 'HTML body',
        body_text: 'text body',
        background_color: 'color, as the service accepts it',
        foreground_color: 'color, as the service accepts it',
        font_id: 'font, as the service accepts it',
        like_enabled: 'let readers like the email',
      },
      example: id => `newsletter emails update ${id} --subject <text>`,
      requests: ['listEmails', 'listGroups', 'getGroup'],
      codes: ['not_sendable', 'already_sent'],
      examples: [
        ['a new subject', `newsletter emails update ${exampleDraft} --subject "What we saw in May"`],
        ['the body from a file', `newsletter emails update ${exampleDraft} --body-html @issue.html`],
        ['show the request only', `newsletter emails update ${exampleDraft} --group Everyone --dry-run`],
      ],
    }),
    send,
    watch,
    stats,
    pull,
    push,
    preview,
    lint,
  ],
};
