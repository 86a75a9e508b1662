/** What holds for every file of tests: its properties are drawn with the seed of the run. */
import { defaultAgents } from 'agent-cli-detector';
import fc from 'fast-check';
import { seedInForce } from '../test/support/part.ts';

fc.configureGlobal({ seed: seedInForce() });

// Whoever runs the tests may be a coding agent; no test is to notice.
for (const { env = [] } of defaultAgents) for (const { name } of env) delete process.env[name];
delete process.env.AI_AGENT;
