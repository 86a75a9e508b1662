import { expect, test } from 'vitest';
import { decisions } from '../../src/sandbox/decisions.ts';

test('when the decisions are listed, then each topic comes once and is a plain sentence', () => {
  const topics = decisions.map(({ topic }) => topic);
  expect(new Set(topics).size).toBe(topics.length);
  for (const { topic, decision } of decisions) expect(decision, topic).toMatch(/^[A-Za-z0-9].{10,300}\.$/);
});
