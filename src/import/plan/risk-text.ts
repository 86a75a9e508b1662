/** Risky addresses that are sent all the same, for people. */
import { grouped } from '../../terminal/numbers.ts';
import type { Paint } from '../../terminal/terminal.ts';
import type { Places } from '../rows/places.ts';
import { riskLabels } from '../rows/risk/risk.ts';
import type { RiskCount } from '../rows/risk/risk-counts.ts';
import type { ValidationResult } from '../rows/row-validation.ts';

/** How many of each cause, and how much mail would come back; those that are rejected are told with the other rejects. */
export function riskLines({ risks, places, accepted }: ValidationResult, paint: Paint): string[] {
  const sent = risks
    .list()
    // A file of nothing but examples is a trial.
    .filter(
      ({ cause, action, count }) => action !== 'reject' && (cause !== 'example_domain' || count < accepted),
    );
  if (sent.length === 0) return [];
  const lines = sent.map(risk => `    ${riskText(risk, places)}`);
  return [paint.yellow('  risky, but sent:'), ...lines, ...forecast(risks.bouncing, accepted)];
}

function riskText({ cause, action, count, example, place, suggestion }: RiskCount, places: Places): string {
  const meant = suggestion === undefined ? '' : `: ${suggestion}?`;
  const tag = typeof action === 'object' ? ` (tag ${action.tag})` : '';
  return `${grouped(count)} ${riskLabels[cause]}, e.g. ${example} (${places.textOf(place)})${meant}${tag}`;
}

/** Bounces above this percentage are what mail providers act on. */
const mostBounces = 2;

function forecast(bouncing: number, accepted: number): string[] {
  if (bouncing === 0 || accepted === 0) return [];
  const share = shareText((bouncing / accepted) * 100);
  return [`  ${share} would bounce; mail providers act above ${mostBounces}%.`];
}

function shareText(hundredths: number): string {
  return hundredths < 0.05 ? 'Less than 0.1%' : `About ${hundredths.toFixed(1)}%`;
}
