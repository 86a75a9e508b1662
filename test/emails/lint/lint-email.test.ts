import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingCodes } from '../../../src/emails/lint/finding.ts';
import type { LintedEmail } from '../../../src/emails/lint/lint-email.ts';
import { withLines } from '../../../src/emails/markdown/lines.ts';
import { linted } from './linted.ts';

const lint = (html: string, more: Partial<LintedEmail> = {}) => linted(html, withLines(html, 1), more);

/** Text enough that an email is more than its images. */
const some = '<p>The night train to Prague leaves at ten.</p>';

const codes = (html: string, more: Partial<LintedEmail> = {}) => lint(html, more).map(({ code }) => code);

it('when all codes are gone through, then each has a case in a test', () => {
  const folders = [import.meta.dirname, join(import.meta.dirname, '../../commands/emails')];
  const texts = folders.flatMap(folder =>
    readdirSync(folder, { withFileTypes: true })
      .filter(file => file.isFile())
      .map(({ name }) => readFileSync(join(folder, name), 'utf8')),
  );
  const untried = findingCodes.filter(code => !texts.some(text => text.includes(code)));
  expect(untried, 'add a case that gives this code, and one nearby that does not').toEqual([]);
});

describe('the links of an email', () => {
  const link = (href: string) => codes(`<p><a href="${href}">the timetable</a></p>`);

  // The reserved names and addresses of RFC 2606, 5737, 6761, 6762, 6890, 8375; the forms of RFC 6068.
  it.each([
    ['https://slow-carriage.eu/a?b=1#c', []],
    ['http://8.8.8.8/', []],
    ['https://dev.to/x', []],
    ['https://testing.be/x', []],
    ['tel:+41443210000', []],
    ['mailto:mira@slow-carriage.eu?subject=Hello%20there&body=50%25', []],
    ['mailto:a@b.eu,c@d.eu', []],
    ['mailto:?to=a@b.eu', []],
    ['', ['link_empty']],
    [' # ', ['link_empty']],
    ['#chapter', ['link_empty']],
    ['/about', ['link_relative']],
    ['about.html', ['link_relative']],
    ['www.slow-carriage.eu', ['link_relative']],
    ['//slow-carriage.eu/a', ['link_relative']],
    ['https:/slow-carriage.eu', ['link_invalid']],
    ['https://slow carriage.eu', ['link_invalid']],
    ['https://', ['link_invalid']],
    ['mailto:', ['link_invalid']],
    ['mailto:mira', ['link_invalid']],
    ['mailto:mira@localhost', ['link_invalid']],
    ['mailto://mira@slow-carriage.eu', ['link_invalid']],
    ['mailto:mira@slow-carriage.eu?Hello', ['link_invalid']],
    ['mailto:mira@slow-carriage.eu?subject=50% off', ['link_invalid']],
    ['javascript:alert(1)', ['link_scheme']],
    ['file:///home/mira/a.html', ['link_scheme']],
    ['https://mira:secret@slow-carriage.eu/', ['link_secret']],
    ['http://localhost:3000/a', ['link_local']],
    ['http://127.0.0.1/', ['link_local']],
    ['http://[::1]/', ['link_local']],
    ['http://[fd12::1]/', ['link_local']],
    ['http://192.168.1.4/', ['link_local']],
    ['http://172.31.0.1/', ['link_local']],
    ['http://169.254.169.254/latest', ['link_local']],
    ['http://printer.local/', ['link_local']],
    ['http://app.test/', ['link_local']],
    ['http://intranet/', ['link_local']],
    ['https://staging.slow-carriage.eu/', ['link_staging']],
    ['https://shop-dev.slow-carriage.eu/', ['link_staging']],
    ['https://dev.api.slow-carriage.eu/', ['link_staging']],
    ['https://test-drive.eu/', []],
    ['https://example.com/', ['link_example']],
    ['https://www.example.org/a', ['link_example']],
    ['https://shop.example/', ['link_example']],
  ])('when one leads to "%s", then that gives %j', (href, expected) => {
    expect(link(href)).toEqual(expected);
  });

  it('when a link leads to a place in the email, then that is fine', () => {
    expect(codes('<a href="#two">to the second</a><h2 id="two">Two</h2>')).toEqual([]);
  });

  it.each(['click here', 'Here!', '» mehr', 'cliquez ici', 'Read  more …', 'здесь'])(
    'when its text is "%s", then it is not descriptive',
    text => {
      expect(codes(`<a href="https://slow-carriage.eu/">${text}</a>`)).toEqual(['link_text']);
    },
  );

  it('when a link has an image with a description, then it has a text', () => {
    const image = '<img src="https://slow-carriage.eu/a.png" width="9" alt="the map">';
    expect(codes(`${some}<a href="https://slow-carriage.eu/">${image}</a>`)).toEqual([]);
    expect(codes('<a href="https://slow-carriage.eu/"></a>')).toEqual(['link_text']);
  });
});

describe('the images of an email', () => {
  it.each([
    ['<img src="https://a.eu/b.png" alt="x" width="600">', []],
    ['<img src="https://a.eu/b.png" alt="" style="width:100px;color:red">', []],
    ['<img src="https://a.eu/p.gif" width="1" height="1">', []],
    ['<img src="{{ picture }}" alt="x" width="9">', ['token']],
    ['<img src="b.png" alt="x" width="9">', ['image_source']],
    ['<img alt="x" width="9">', ['image_source']],
    ['<img src="http://a.eu/b.png" alt="x" width="9">', ['image_http']],
    ['<img src="https://a.eu/b.png" width="9">', ['image_alt']],
    ['<img src="https://a.eu/b.png" alt="x" width="auto">', ['image_width']],
    ['<img src="data:image/png;base64,iVBORw0KGgo=" alt="x" width="9">', []],
    ['<img src="https://a.eu/b.svg" alt="x" width="9">', []],
  ])('when one is %s, then that gives %j', (html, expected) => {
    expect(codes(some + html)).toEqual(expected);
  });

  it('when Markdown leaves the description out, then that is no decoration', () => {
    const html = `${some}<img src="https://a.eu/b.png" alt="" width="9">`;
    expect(codes(html, { isMarkdown: true })).toEqual(['image_alt']);
  });
});

describe('what was left in', () => {
  it.each([
    ['TODO: the end', ['leftover']],
    ['Dear [First Name],', ['leftover']],
    ['Lorem ipsum dolor', ['leftover']],
    ['Price: XXX francs', ['leftover']],
    ['We did it, todo bien', []],
    ['TODO SOBRE EL TREN', []],
    ['Super Bowl XXXIX', []],
    ['Hello {{ first_name }} and {{ first_name }}', ['token']],
    ['Hello *|FNAME|*', ['token']],
    ['Hello [[name]]', ['token']],
    ['Hello %FIRST_NAME%', ['token']],
    ['50% of 20% are late', []],
  ])('when a text says "%s", then that gives %j', (text, expected) => {
    expect(codes(`<p>${text}</p>`)).toEqual(expected);
  });

  it('when it is in the subject or the preview, then that is found, with the line of the key', () => {
    const lines = { subject: 3, preview: 4 } as const;
    const found = lint('<p>a</p>', {
      subject: 'TODO: a subject',
      preview: 'Hello {{ name }}',
      lineOf: key => lines[key as keyof typeof lines],
    });
    expect(found).toMatchObject([
      { code: 'leftover', line: 3 },
      { code: 'token', line: 4 },
    ]);
  });
});

describe('subject and preview text', () => {
  it.each([
    [{ subject: '' }, ['subject_missing']],
    [{ subject: null }, ['subject_missing']],
    [{ subject: 'One\nTwo' }, ['subject_lines']],
    [{ subject: '漢'.repeat(61) }, ['subject_long']],
    [{ subject: '漢'.repeat(60) }, []],
    [{ subject: 'LAST CHANCE TO BUY' }, ['subject_capitals']],
    [{ subject: 'NASA and ESA' }, []],
    [{ preview: ' ' }, ['preview_missing']],
    [{ preview: 'x '.repeat(80) }, ['preview_long']],
    // A file that leaves them as they are at the service.
    [{ subject: undefined, preview: undefined }, []],
  ])('when they are %j, then that gives %j', (more, expected) => {
    expect(codes('<p>a</p>', more)).toEqual(expected);
  });
});

describe('the whole email', () => {
  it.each([
    ['', { text: '' }, ['body_missing']],
    ['<p>Hello</p>', { text: '' }, ['text_missing']],
    ['<p>Hello</p>', { text: 'Good bye' }, ['text_stale']],
    [`<p>${'x'.repeat(102_000)}</p>`, {}, ['body_clipped']],
    ['<p>Hello</p>', { physicalAddress: null }, ['address_missing']],
    ['<p>Hello</p>', { physicalAddress: 'Main street 1' }, []],
  ])('when the HTML is %.20s with %j, then that gives %j', (html, more, expected) => {
    expect(codes(html, more)).toEqual(expected);
  });

  it('when findings are in the body, then they come in the order of the lines of the file', () => {
    const html =
      '<p>a train to Prague at ten</p>\n<p>b\nTODO <a href="">c</a>\nTBD</p>\n\n<img src="x.png" alt="d"\nwidth="9">';
    const lines = lint(html, { bodyLine: 11 }).map(({ code, line }) => [code, line]);
    expect(lines).toEqual([
      ['link_empty', 13],
      ['leftover', 13],
      ['leftover', 14],
      ['image_source', 16],
    ]);
  });

  it('when the HTML is nested deeper than calls can be, then it is read all the same', () => {
    const depth = 4_000;
    expect(codes(`${'<div>'.repeat(depth)}<a href="">x</a>${'</div>'.repeat(depth)}`)).toContain(
      'link_empty',
    );
  });
});
