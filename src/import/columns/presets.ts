import { contacts } from './presets/contacts.ts';
import { eventsAndForms } from './presets/events-and-forms.ts';
import { mailingServices } from './presets/mailing-services.ts';
import type { Preset } from './presets/preset.ts';
import { selfHosted } from './presets/self-hosted.ts';
import { shops } from './presets/shops.ts';
import { writers } from './presets/writers.ts';

const own: Preset = {
  name: 'newsletter',
  label: 'this program',
  signature: ['email', 'tags', 'source', 'emailed_at', 'created_at', 'updated_at', 'id'],
  email: ['email'],
  tags: { tags: undefined },
  plain: ['source', 'fields.*'],
  skip: ['source', 'emailed_at', 'created_at', 'updated_at', 'id'],
  roundTrip: true,
};

export const presets: readonly Preset[] = [
  own,
  ...mailingServices,
  ...writers,
  ...selfHosted,
  ...shops,
  ...contacts,
  ...eventsAndForms,
];

/** The services whose exports are recognized, each once, as `--from` takes them. */
export function knownServices(): readonly string[] {
  return [...new Set(presets.map(({ name }) => name))];
}
