import { contacts } from './presets/contacts.ts';
import { eventsAndForms } from './presets/events-and-forms.ts';
import { mailingServices } from './presets/mailing-services.ts';
import { notConsent, type Preset } from './presets/preset.ts';
import { selfHosted } from './presets/self-hosted.ts';
import { shops } from './presets/shops.ts';
import { writers } from './presets/writers.ts';

const own: Preset = {
  name: 'newsletter',
  label: 'this program',
  signature: ['email', 'tags', 'source', 'emailed_at', 'created_at', 'updated_at', 'id'],
  email: ['email'],
  tags: { tags: undefined },
  consent: { source: notConsent },
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

/**
 * The services whose exports are recognized, for help and documents.
 *
 * @returns each service once, in the order of the table: its name as `--from` takes it, and its label
 */
export function knownServices(): readonly { readonly name: string; readonly label: string }[] {
  const first = presets.filter((preset, i) => presets.findIndex(({ name }) => name === preset.name) === i);
  // A label may name the layout after the service: `Substack (dashboard)`.
  return first.map(({ name, label }) => ({ name, label: label.replace(/ \(.*\)$/, '') }));
}
