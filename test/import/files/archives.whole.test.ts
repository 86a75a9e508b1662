import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../support/failure.ts';
import { account, lines } from '../account.ts';
import { workbookOf, zipOf } from './outside-files.ts';

const header = 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,LEID,EUID';
/** As Mailchimp gives them, with one file for each state. */
const mailchimp = {
  'cleaned_email_audience_export_1a2b.csv': lines(
    `${header},CLEAN_TIME`,
    'c@x.org,Cem,2,,1,e,2021-01-01 00:00:00',
  ),
  'nonsubscribed_email_audience_export_1a2b.csv': lines(header, 'n@x.org,Nia,2,,1,e'),
  'subscribed_email_audience_export_1a2b.csv': lines(header, 'a@x.org,Ann,2,,1,e', 'u@x.org,Ulf,2,,1,e'),
  'unsubscribed_email_audience_export_1a2b.csv': lines(
    `${header},UNSUB_TIME`,
    'u@x.org,Ulf,2,,1,e,2021-01-01 00:00:00',
  ),
};

describe('a zip archive', () => {
  test('in an export of Mailchimp, the names of files keep their meaning', async () => {
    const { loadText, emails, folder } = await account();
    const { summary, rejects, said } = await loadText(zipOf(mailchimp), {}, 'export.zip');
    expect(summary).toMatchObject({ rows: 5, accepted: 1, suppressed: 4 });
    const parts = summary.files.map(
      ({ file, accepted }) => [file.slice(folder.length + 1), accepted] as const,
    );
    expect(parts.sort()).toEqual(
      Object.keys(mailchimp).map(name => [`export.zip/${name}`, name.startsWith('subscribed') ? 1 : 0]),
    );
    expect(await emails()).toEqual(['a@x.org']);
    expect(rejects.map(row => row['Email Address']).sort()).toEqual([
      'c@x.org',
      'n@x.org',
      'u@x.org',
      'u@x.org',
    ]);
    expect(said).toContain('3 other files: 3 left out (');
  });

  test('an archive with a name of people who left sends nobody', async () => {
    const { loadText, posts } = await account();
    const { summary } = await loadText(
      zipOf({ 'list.csv': lines('Email', 'a@x.org') }),
      {},
      'unsubscribed.zip',
    );
    expect(summary).toMatchObject({ accepted: 0, suppressed: 1 });
    expect(posts()).toBe(0);
  });

  test('other files in an archive are named and skipped', async () => {
    const { loadText, emails } = await account();
    const files = {
      'email_list.news.csv': lines('email,active_subscription', 'a@x.org,true'),
      'posts.csv': lines('post_id,title', '1,Hello'),
      'posts/1.html': '<html>',
      'posts/1.delivers.csv': lines('post_id,email', '1,gone@x.org'),
      'readme.txt': 'Hello there\nThis is your export\n',
      'empty.csv': '\n',
      'logo.csv': Buffer.from('89504e470d0a1a0a0000', 'hex'),
      '__MACOSX/._email_list.news.csv': 'no@x.org\n',
      '../../out.csv': lines('Email', 'b@x.org'),
    };
    const { summary, said } = await loadText(zipOf(files), {}, 'export.zip');
    expect(await emails()).toEqual(['a@x.org', 'b@x.org']);
    expect(summary.files).toHaveLength(2);
    for (const name of ['posts.csv', '1.html', '1.delivers.csv', 'readme.txt', 'empty.csv', 'logo.csv']) {
      expect(said).toMatch(new RegExp(`skipped.*${name}`));
    }
    expect(said).not.toContain('MACOSX');
  });

  test('a member that is damaged or encrypted stops all, and leaves nothing behind', async () => {
    const { write, load, posts, settings } = await account();
    const sound = zipOf({
      'people.csv': lines('Email', ...Array.from({ length: 500 }, (_, i) => `p${i}@x.org`)),
    });
    const damaged = Buffer.from(sound);
    damaged[200] = (damaged[200] ?? 0) ^ 0xff;
    const encrypted = Buffer.from(sound);
    // The flag, in the member and in the directory (APPNOTE.TXT, 4.4.4).
    encrypted[6] = 1;
    encrypted[encrypted.indexOf('PK\x01\x02') + 8] = 1;
    const changed: [Buffer, RegExp][] = [
      [damaged, /people\.csv is damaged/],
      [encrypted, /people\.csv is encrypted/],
      [sound.subarray(0, sound.length - 30), /is damaged/],
    ];
    for (const [content, words] of changed) {
      const refused = await failureOf(load(write('export.zip', content)));
      expect(refused).toMatchObject({ code: 'unreadable_file', exit: 2 });
      expect(refused.message).toMatch(words);
    }
    expect(posts()).toBe(0);
    expect(readdirSync(join(settings, 'imports'))).toEqual([]);
  });

  test('an archive in an archive, or one without a table, is refused', async () => {
    const { write, load } = await account();
    const refusals: [Buffer, string, RegExp][] = [
      [
        zipOf({ 'a.csv': lines('Email', 'a@x.org'), 'inner.zip': zipOf(mailchimp) }),
        'unreadable_file',
        /another archive: inner.zip/,
      ],
      [
        zipOf({
          'a.csv': lines('Email', 'a@x.org'),
          'b.xlsx': workbookOf({ People: [['Email'], ['b@x.org']] }),
        }),
        'unreadable_file',
        /a workbook: b.xlsx/,
      ],
      [zipOf({ 'a.html': '<html>' }), 'empty_file', /contains no table/],
      [zipOf({ 'a.csv': lines('Name', 'Ann') }), 'no_email_column', /no column looks like email addresses/],
    ];
    for (const [content, code, words] of refusals) {
      const refused = await failureOf(load(write('export.zip', content)));
      expect(refused).toMatchObject({ code, exit: 2 });
      expect(refused.message).toMatch(words);
    }
  });
});

test('a folder is refused, with how to name the files in it', async () => {
  const { at, write, load, posts } = await account();
  mkdirSync(at('export'));
  write('export/a.csv', lines('Email', 'a@x.org'));
  const refused = await failureOf(load(at('export')));
  expect(refused).toMatchObject({ code: 'unreadable_file', exit: 2 });
  expect(refused.message).toContain('export is a folder');
  expect(refused.hint).toContain('/export/*.csv');
  expect(posts()).toBe(0);
});

test('of a long file in an archive, the beginning is looked at without harm to the rest', async () => {
  const { loadText } = await account();
  const noise = Array.from({ length: 30_000 }, (_, i) => `p${(i * 2654435761) % 4294967296}.${i}@x.org`);
  const zip = zipOf({ 'a.csv': lines('Email', ...noise), 'b.csv': lines('Email', ...noise) });
  const { summary } = await loadText(zip, { dryRun: true, rejects: undefined }, 'long.zip');
  expect(summary).toMatchObject({ rows: 60_000, accepted: 30_000, duplicates: 30_000 });
});
