/** Which arguments a terminal can offer when they are missing. What it offers is in `offers.ts`. */
import { type ArgumentSpec, argumentName } from './command.ts';
import { type Offer, offerNames } from './offer-kinds.ts';

/** What a terminal can offer for an argument: what its record says, or else what its name says. */
export function offerOf(argument: ArgumentSpec): Offer | undefined {
  if (argument.offers !== undefined) return argument.offers;
  const name = argumentName(argument);
  return isAlwaysNeeded(argument) ? offerNames.find(known => known === name) : undefined;
}

const isAlwaysNeeded = ({ name }: ArgumentSpec) => name.startsWith('<');

/** @param given names of the options that were typed: some stand in the place of an argument */
export function isNeeded(argument: ArgumentSpec, given: readonly string[]): boolean {
  if (argument.neededUnless === undefined) return isAlwaysNeeded(argument);
  return !argument.neededUnless.some(name => given.includes(name));
}
