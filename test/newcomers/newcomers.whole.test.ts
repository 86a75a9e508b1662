import { expect } from 'vitest';
import { needs } from '../support/needs.ts';
import { newcomers } from './people.js';
import { play } from './play.js';

needs('bash', 'script').it('when a writer and an engineer are new, then no command fails them', async () => {
  for (const newcomer of newcomers.slice(0, 2)) {
    const { failed, reached, commands } = await play(newcomer);
    expect([newcomer.name, failed, reached]).toEqual([newcomer.name, 0, true]);
    expect(commands).toBeLessThan(5);
  }
});
