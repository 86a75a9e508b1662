/** Batches, jobs and what is said meanwhile: import.md, "From rows to jobs", "What it says" and "Nothing lost". */
import { describe, expect, it, test } from 'vitest';
import { isTooLarge } from '../../../src/import/jobs/send-batch.ts';
import { Failure, type FailureCode } from '../../../src/lib/failure.ts';
import { type Importing, importing, job, people } from './importing.ts';

const lost = new Failure('outcome_unknown', 'the response was lost', { details: ['cut off'] });
const busy = new Failure('overloaded', 'busy');
const tooLarge = new Failure('too_large', 'too large');
const because = (code: FailureCode, ...details: string[]) => new Failure(code, 'refused', { details });
const upToTwo: Importing['answer'] = (rows, count) => (rows > 2 ? tooLarge : job(`j${count}`));

describe('batches', () => {
  it('are sent once each, with their jobs noted and the rows shown', async () => {
    const { journal, statuses, failure, shown, jobs, stop, clear } = await importing();
    const lines = ['send 0-4', 'posted 0-4 j0', 'end 0-4 completed'];
    expect(journal).toEqual([...lines, 'send 4-9', 'posted 4-9 j1', 'end 4-9 completed']);
    expect([statuses, failure]).toEqual([['0 completed', '4 completed'], undefined]);
    expect(jobs[0]).toMatchObject({ id: 'j0', rows: 4, rowNumbers: [], error: null });
    const rates = ['3 at N rows/s', '4 at N rows/s', '7 at N rows/s', '9 at N rows/s'];
    expect(shown).toEqual(['importing 9', ...rates, 'stop']);
    // What comes later concerns something else.
    stop.abort();
    expect(shown).toHaveLength(6);
    clear[0]?.();
    expect(shown.at(-1)).toBe('stop');
  });

  it('go several at a time', async () => {
    const pending: Importing['answer'] = (_, count) => job(`j${count}`, { status: 'pending' });
    const { journal } = await importing({ concurrency: 2, answer: pending });
    expect(journal.indexOf('send 4-9')).toBeLessThan(journal.indexOf('end 0-4 completed'));
  });

  it('with more rows than the limit are halved before they are sent', async () => {
    const { sends } = await importing({ batchSize: 4 });
    expect(sends).toEqual(['send 0-4', 'send 4-7', 'send 7-9']);
  });

  it('too large for the service are halved, and later ones are as small', async () => {
    const { sends, journal } = await importing({ answer: upToTwo });
    expect(sends).toEqual(['send 0-4', 'send 0-2', 'send 2-4', 'send 4-6', 'send 6-7', 'send 7-9']);
    expect(journal[1]).toBe('forget 0-4');
  });

  it.each<[what: string, given: Importing, failure: string, statuses: readonly string[]]>([
    ['the response is lost for good', { answer: () => lost }, lost.message, ['0 unknown']],
    [
      'a batch cannot be made',
      { makingFails: new Failure('unreadable_file', 'gone') },
      'gone',
      ['0 completed', '4 completed'],
    ],
    [
      'the job cannot be seen',
      { look: () => busy, answer: () => job('j', { status: 'pending' }) },
      'busy',
      ['0 unknown'],
    ],
    [
      'the journal cannot be written',
      { diskFull: new Failure('write_failed', 'full') },
      'full',
      ['0 completed'],
    ],
    [
      'the journal cannot be saved before a batch is sent',
      { unsaved: new Failure('write_failed', 'unsaved'), answer: () => lost },
      'unsaved',
      ['0 not_sent'],
    ],
  ])('end the import when %s', async (_, given, message, wanted) => {
    const { failure, statuses } = await importing(given);
    expect([failure?.message, statuses]).toEqual([message, wanted]);
  });

  it.each<[FailureCode]>([['still_running'], ['not_found']])(
    'go on when one job is %s: its rows alone are unknown',
    async code => {
      const { statuses, failure, jobs, journal } = await importing({
        answer: (_, count) => job(`j${count}`, count === 0 ? { status: 'processing' } : {}),
        look: id => (code === 'not_found' ? because(code) : job(id, { status: 'processing' })),
      });
      expect([statuses, failure]).toEqual([['0 unknown', '4 completed'], undefined]);
      expect(journal).not.toContain('end 0-4');
      const error = code === 'not_found' ? 'refused' : 'import j0 is still processing after 1 s';
      expect(jobs[0]).toMatchObject({ id: 'j0', rowNumbers: [0, 1, 2, 3], error });
    },
  );

  it('whose job fails have ended, and their rows are named', async () => {
    const { journal, jobs, failure } = await importing({
      answer: () => job('j', { status: 'failed', error_message: 'no' }),
      batches: [people(2, 7)],
    });
    expect(journal.at(-1)).toBe('end 7-9 failed');
    expect([jobs[0], failure]).toMatchObject([
      { status: 'failed', error: 'no', rowNumbers: [7, 8] },
      undefined,
    ]);
  });

  it('are not looked at with --no-wait', async () => {
    const { statuses, journal } = await importing({
      answer: (_, count) => job(`j${count}`, { status: 'pending' }),
      look: () => busy,
      wait: false,
    });
    expect(statuses).toEqual(['0 pending', '4 pending']);
    expect(journal).toEqual(['send 0-4', 'posted 0-4 j0', 'send 4-9', 'posted 4-9 j1']);
  });

  it.each([
    [3, 'Stopping after the 1 job under way; press Ctrl-C again to stop now.'],
    [4, 'Stopping; press Ctrl-C again to stop now.'],
  ])('under way at Ctrl-C, at %d rows, are finished, and no others are sent', async (at, said) => {
    const stopped = await importing({ onShown: (rows, stop) => rows === at && stop() });
    expect(stopped.shown.filter(line => line.startsWith('Stopping'))).toEqual([said]);
    expect([stopped.statuses, stopped.isClosed()]).toEqual([['0 completed'], true]);
  });

  it('that were halved come back in the order of the file', async () => {
    expect((await importing({ batches: [people(5, 4), people(4)] })).statuses).toEqual([
      '0 completed',
      '4 completed',
    ]);
  });
});

describe('the first batches', () => {
  const batches = [people(2), people(2, 2), people(2, 4), people(2, 6)];
  const found = new Failure('tags_replaced', 'tags are lost');

  it.each<[what: string, check: Failure | undefined, sent: number]>([
    ['nothing', undefined, 4],
    ['a failure', found, 2],
  ])('are checked before others are sent: if that finds %s', async (_, check, sent) => {
    const ended = await importing({ concurrency: 3, batches, firstUpTo: 3, ...(check && { check }) });
    expect(ended.journal.filter(line => /send|check/.test(line)).indexOf('check 2')).toBe(2);
    expect([ended.jobs.length, ended.failure]).toEqual([sent, check]);
  });

  it('are not checked if the service refuses one', async () => {
    const { failure } = await importing({ answer: () => busy, firstUpTo: 3, check: found });
    expect(failure?.message).toBe('busy');
  });

  it('have their halves sent before the check, unlike those of later batches', async () => {
    const { journal } = await importing({ answer: upToTwo, firstUpTo: 3 });
    const order = journal.filter(line => /send|check/.test(line)).slice(0, 4);
    expect(order).toEqual(['send 0-4', 'send 0-2', 'send 2-4', 'check 2']);
  });
});

describe('a batch that is not accepted', () => {
  test.each<[string, Failure, number, string, string, boolean]>([
    // what the service says, rows of the batch, the journal, what becomes of it, whether the import ends
    ['is too large, and is one person', tooLarge, 1, 'end 0-1 failed', 'failed', false],
    [
      'is one person too many',
      because('refused', 'at most 4 subscribers'),
      1,
      'end 0-1 failed',
      'failed',
      true,
    ],
    ['is one person with a long value', because('refused', 'too long'), 1, 'end 0-1 failed', 'failed', false],
    ['breaks a rule', because('refused', 'tag_ids: unknown'), 8, 'end 0-8 failed', 'failed', false],
    ['comes too fast (429)', because('overloaded'), 8, 'forget 0-8', 'not_sent', true],
    ['meets a service that fails', because('service_failing'), 8, 'forget 0-8', 'not_sent', true],
    ['meets no service', because('connection_refused'), 8, 'forget 0-8', 'not_sent', true],
    ['has no valid credentials', because('credentials_refused'), 8, 'forget 0-8', 'not_sent', true],
    ['may not be sent', because('forbidden'), 8, 'forget 0-8', 'not_sent', true],
  ])('because it %s', async (_what, refusal, rows, line, status, ends) => {
    const { journal, statuses, failure } = await importing({
      answer: () => refusal,
      batches: [people(rows)],
    });
    expect(journal).toEqual([`send 0-${rows}`, line]);
    expect(statuses).toEqual([`0 ${status}`]);
    expect(failure).toBe(ends ? refusal : undefined);
  });

  test.each<[FailureCode, string, boolean]>([
    ['too_large', '', true],
    ['refused', 'at most 4 subscribers', true],
    ['refused', 'the maximum is 100', true],
    ['refused', 'max 100', true],
    ['refused', 'limit exceeded', true],
    ['refused', 'too long', true],
    ['refused', 'tag_ids: unknown', false],
    ['refused', 'Maxim is no name', false],
    ['overloaded', 'too many requests', false],
  ])('because of %s, "%s", is halved: %s', (code, said, isLarge) => {
    expect(isTooLarge(because(code, said))).toBe(isLarge);
  });

  test('because of one value, perhaps, leaves later batches as large as before', async () => {
    const { sends } = await importing({
      answer: (rows, count) => (rows === 4 ? because('refused', 'first_name is too long') : job(`j${count}`)),
    });
    expect(sends).toEqual(['send 0-4', 'send 0-2', 'send 2-4', 'send 4-9']);
  });
});

describe('a batch whose response is lost', () => {
  it('is sent again, after growing pauses, four times', async () => {
    const { statuses, failure, clock, shown } = await importing({ answer: () => lost, batches: [people(4)] });
    expect([statuses, failure?.message]).toEqual([['0 unknown'], lost.message]);
    const spans = [200, 400, 800, 1600];
    expect(clock.waits).toHaveLength(4);
    const isNear = (wait: number, span = 0) => wait >= span / 2 && wait <= span * 1.5;
    expect(clock.waits.every((wait, at) => isNear(wait, spans[at]))).toBe(true);
    expect(shown.at(-1)).toBe(
      'The answer about 4 subscribers was lost. They were sent again, and may count as updated.',
    );
  });

  it.each<[what: string, then: Failure, status: string, failure: object | undefined]>([
    ['refused', new Failure('refused', 'no'), 'failed', undefined],
    ['not answered', busy, 'unknown', { code: 'outcome_unknown', details: ['cut off', 'sent again: busy'] }],
  ])('and that is then %s, counts as what is known of the first time', async (_, then, status, failure) => {
    const ended = await importing({
      answer: (_rows, count) => (count === 0 ? lost : then),
      batches: [people(4)],
    });
    expect(ended.statuses).toEqual([`0 ${status}`]);
    if (failure === undefined) expect(ended.failure).toBeUndefined();
    else expect(ended.failure).toMatchObject(failure);
  });
});

describe('batches of an earlier run', () => {
  const end = { status: 'completed', record: null, error: null } as const;
  const resumed = (given: Importing) => importing({ batches: [], ...given });

  it('that have ended are neither sent, looked at nor counted again', async () => {
    const { shown, statuses, finished, sends } = await importing({
      previous: [
        { from: 0, to: 4, id: 'q', end },
        { from: 4, to: 6, id: 'p' },
      ],
      look: id => (id === 'p' ? job('p') : busy),
      batches: [people(3, 6)],
    });
    expect([shown[0], shown.at(-2)]).toEqual(['importing 5', '5 at N rows/s']);
    expect(finished.map(({ from, to }) => [from, to])).toEqual([
      [0, 4],
      [4, 6],
    ]);
    expect([statuses, sends]).toEqual([['0 completed', '4 completed', '6 completed'], ['send 6-9']]);
  });

  it('whose job failed get the numbers of their rows as these are read', async () => {
    const record = job('j2', { status: 'failed' });
    const { jobs, finished } = await resumed({
      previous: [
        { from: 0, to: 4, end },
        { from: 4, to: 9, id: 'j2', end: { status: 'failed', record, error: 'no' } },
      ],
    });
    const rowNumbers: number[] = [];
    expect(jobs).toEqual([
      { from: 0, to: 4, rows: 4, id: null, status: 'completed', record: undefined, error: null, rowNumbers },
      { from: 4, to: 9, rows: 5, id: 'j2', status: 'failed', record, error: 'no', rowNumbers },
    ]);
    expect(finished[0]?.rowNumbers).toBeUndefined();
    finished[1]?.rowNumbers?.push(7, 9, 12);
    expect(jobs[1]?.rowNumbers).toEqual([7, 9, 12]);
  });

  it('are waited for while their jobs are in progress', async () => {
    let looks = 0;
    const { journal, jobs, finished } = await resumed({
      previous: [
        { from: 0, to: 4, id: 'j0' },
        { from: 4, to: 9, id: 'j1' },
      ],
      look: id => job(id, { status: ++looks < 4 ? 'processing' : id === 'j1' ? 'failed' : 'completed' }),
    });
    expect([...journal].sort()).toEqual(['end 0-4 completed', 'end 4-9 failed']);
    expect(jobs.map(({ id, status }) => `${id} ${status}`)).toEqual(['j0 completed', 'j1 failed']);
    expect(finished.map(({ rowNumbers }) => rowNumbers === undefined)).toEqual([true, false]);
  });

  it.each([
    [false, 'processing', null],
    [true, 'unknown', 'import j0 is still processing after 1 s'],
  ])(
    'whose job has not ended (waited for: %s) are neither in nor to be sent again',
    async (wait, status, error) => {
      const record = job('j0', { status: 'processing' });
      const given = { previous: [{ from: 0, to: 4, id: 'j0' }], look: () => record, wait };
      const { jobs, finished, journal } = await resumed(given);
      expect(jobs).toEqual([{ from: 0, to: 4, rows: 4, id: 'j0', status, record, error, rowNumbers: [] }]);
      expect([finished, journal]).toEqual([[{ from: 0, to: 4 }], []]);
    },
  );

  it.each<[what: string, id: string | undefined, hasArrived: boolean]>([
    ['whose answer was lost', undefined, true],
    ['whose answer was lost', undefined, false],
    ['whose job the service does not know', 'gone', true],
    ['whose job the service does not know', 'gone', false],
  ])('%s are sent again unless they arrived', async (_, id, hasArrived) => {
    const { shown, journal, statuses } = await importing({
      previous: [{ from: 0, to: 4, ...(id && { id }) }],
      look: () => because('not_found'),
      batches: hasArrived ? [] : [people(4)],
      hasArrived,
    });
    const again = ['forget 0-4', 'send 0-4', 'posted 0-4 j0', 'end 0-4 completed'];
    expect(journal).toEqual(hasArrived ? ['end 0-4 completed'] : again);
    expect(statuses).toEqual(['0 completed']);
    expect(shown.some(line => line.includes('They were sent again'))).toBe(!hasArrived);
  });

  it.each<[FailureCode, 'send again' | 'stop']>([
    ['not_found', 'send again'],
    ['forbidden', 'send again'],
    ['overloaded', 'stop'],
    ['service_failing', 'stop'],
    ['connection_refused', 'stop'],
    ['timeout', 'stop'],
    ['credentials_refused', 'stop'],
    ['write_failed', 'stop'],
  ])('whose job cannot be seen because of %s: %s', async (code, wanted) => {
    const given = { previous: [{ from: 0, to: 300, id: 'own' }], look: () => because(code) };
    if (wanted === 'stop') await expect(resumed(given)).rejects.toMatchObject({ code });
    else expect((await resumed(given)).journal).toEqual(['forget 0-300']);
  });
});
