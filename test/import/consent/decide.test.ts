import { expect, test } from 'vitest';
import { ColumnSurvey } from '../../../src/import/consent/column-survey.ts';
import { type ColumnReading, readColumn } from '../../../src/import/consent/decide.ts';
import { evidenceOf, type FileContext, noContext } from '../../../src/import/consent/evidence.ts';
import { readHeader } from '../../../src/import/consent/header.ts';

const [mailFile, beside] = [
  { isMailFile: true, isListOfMail: true },
  { isSpokenFor: true, isListOfMail: true },
];
const many = (count: number, cell: (at: number) => string) =>
  Array.from({ length: count }, (_, i) => cell(i));
const yesAndNo = ['yes', 'no', 'yes'];

test.each<[header: string, cells: string[], reading: ColumnReading, context?: Partial<FileContext>]>([
  ['Newsletter', [' ', ' '], 'nothing'],
  ['Reason for unsubscribing', ['too many mails', ''], 'opt-out'],
  ['Abgemeldet', yesAndNo, 'ask'],
  ['Abgemeldet', yesAndNo, 'opt-out', mailFile],
  ['Abgemeldet', ['no', 'no'], 'opt-out'],
  ['Unsubscribed', ['2024-05-31', 'none'], 'opt-out'],
  ['Hard bounces', ['0', '2', '3'], 'opt-out'],
  ['Do not allow emails', ['allow', 'do not allow'], 'opt-out'],
  ['Unsubscribed', ['yes', 'no', 'see Bob'], 'ask'],
  ['Subscription status', ['active', 'past_due', 'canceled'], 'nothing'],
  ['Subscriber', ['Ann Lee', 'Bo Ray', 'Cy Fox', 'Di Roe', 'Ed Poe', 'Flo Day', 'Gus Kay'], 'nothing'],
  ['Abonnement', ['Friday', 'Saturday', 'Friday'], 'nothing', beside],
  ['Abonnement', ['Friday', 'Saturday', 'Friday'], 'ask'],
  ['Subscription status', ['active', 'canceled', 'none'], 'ask', mailFile],
  ['Consent', yesAndNo, 'ask'],
  ['Consent', ['yes', 'yes', ''], 'ask'],
  ['Consent', ['yes', 'yes'], 'opt-in'],
  ['Newsletter', yesAndNo, 'opt-in'],
  ['Newsletter', ['yes', 'leave me alone'], 'opt-in'],
  ['Newsletter', ['yes', 'zorbl'], 'ask'],
  ['Bounces', ['0', '3'], 'ask'],
  ['Bounces', ['0', '0'], 'nothing'],
  ['E-mail 2', ['a@x.org', 'b@x.org', ''], 'nothing'],
  ['Mail', ['subscribed', 'unsubscribed'], 'status'],
  ['Contact', ['abonné', 'désabonné'], 'ask'],
  ['Contact', ['yes', 'no mail', 'Bob'], 'ask'],
  ['Mail', ['Oslo', 'Bergen', 'Oslo'], 'nothing', beside],
  ['Mail', yesAndNo, 'ask', beside],
  ['Pošta', ['Ljubljana', 'Kranj', 'Celje', 'Koper', 'Ptuj'], 'nothing'],
  ['Mails opened', ['0', '3', '12'], 'nothing'],
  ['E-mails', ['2', '3', '12'], 'nothing'],
  ['Contact', ['yes', 'no mail', 'Bob'], 'ask', beside],
  ['Newsletter zorbl', yesAndNo, 'ask'],
  ['Mail', yesAndNo, 'ask'],
  ['Newsletter zorbl', [...many(20, i => `a text ${i}`), 'no'], 'ask'],
  ['Contact', ['Ann Lee', 'Bo Ray', 'Cy Fox', 'Di Roe', 'Ed Poe', 'Flo Day', 'Gus Kay'], 'nothing'],
  ['Cancelled', ['unsubscribed', 'yes', 'no'], 'ask'],
  ['Cancelled', ['unwanted newsletters zorbl', 'by phone', 'by letter'], 'ask'],
  ['Blocked', yesAndNo, 'ask'],
  ['Deleted', ['2024-05-31', ''], 'ask'],
  ['Cancelled', ['by the hotel', ''], 'nothing'],
  ['confirmed_at', ['2024-05-31', '2024-05-30', ''], 'ask'],
  ['confirmed_at', ['2024-05-31', '2024-05-30', ''], 'opt-in', mailFile],
  ['confirmed_at', ['2024-05-31', '', '', ''], 'ask', mailFile],
  ['Status', ['active', 'unsubscribed'], 'status'],
  ['Status', ['записан', 'отписан'], 'ask'],
  ['On hold', ['no', 'unsubscribed'], 'ask'],
  ['Status', ['new', 'sold', 'unsubscribed'], 'ask'],
  ['zorbl', ['subscriber', 'subscriber', 'inactive'], 'status', mailFile],
  ['zorbl', ['subscriber', 'subscriber', 'inactive'], 'ask'],
  ['zorbl', ['subscriber', 'subscriber', 'visitor'], 'ask'],
  ['Channel', ['post', 'no mail please'], 'ask'],
  ['zorbl', ['post', 'keine Rundbriefe zorbl'], 'ask'],
  ['zorbl', [...many(8, i => `a text ${i}`), 'unsubscribed'], 'ask'],
  ['Remark', ['hat sich abgemeldet', 'likes tea'], 'ask'],
  ['zorbl', [...many(8, i => `a text ${i}`), 'hat sich abgemeldet'], 'ask'],
  ['Lunch', ['angemeldet', 'abgemeldet'], 'nothing'],
  ['Newsletter type', ['weekly', 'none'], 'ask'],
  ['Order status', ['new', 'cancelled'], 'nothing'],
  ['Confirmed', yesAndNo, 'nothing', { isOfTrade: true }],
  ['State', ['active', 'inactive'], 'nothing', { isAgreedTo: true }],
  ['Status', ['abgemeldet', 'abgemeldet'], 'ask'],
  ['Status', ['active', 'abgemeldet', 'zorbl'], 'ask'],
  ['Status', ['C', 'S', 'U'], 'ask'],
  ['Status', ['shipped', 'cancelled', 'shipped'], 'nothing'],
  ['Status', ['shipped', 'cancelled', 'shipped'], 'nothing', { isListOfMail: true }],
  ['Status', ['running', 'stopped'], 'ask', mailFile],
  ['Status', ['enabled', 'disabled'], 'ask'],
  ['Confirmed', yesAndNo, 'ask'],
  ['Confirmed', yesAndNo, 'nothing', { isOneOfMany: true }],
  ['Status', ['confirmed', 'cancelled'], 'nothing'],
  ['SMS status', ['unsubscribed', 'active'], 'nothing'],
])('%s: %j is read as %s', (header, cells, reading, context = {}) => {
  const survey = new ColumnSurvey([0]);
  for (const [at, cell] of cells.entries()) survey.add([cell], at + 2);
  expect(readColumn(readHeader(header), evidenceOf(survey.counts(0), { ...noContext, ...context }))).toBe(
    reading,
  );
});
