/** What holds for every file of tests: its properties are drawn with the seed of the run. */
import fc from 'fast-check';
import { seedInForce } from '../test/support/part.ts';

fc.configureGlobal({ seed: seedInForce() });
