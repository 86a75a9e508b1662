/** The global options that decide what is printed: `--output`, `--json`, `--fields`, `--envelope`. */
import { type CommandSpec, viewsOf } from '../cli/command.ts';
import { dryRunView, writesToService } from '../cli/command-metadata.ts';
import { lastValue, type Reading } from '../cli/read-words.ts';
import type { Context, GlobalOptions } from '../context.ts';
import { Failure } from '../lib/failure.ts';
import {
  formatTraits,
  isJsonFormat,
  jsonFormat,
  type OutputFormat,
  outputFormatNamed,
} from '../lib/output-formats.ts';
import { typesJson } from './read-line.ts';

/**
 * The output format: `--json`, `--output`, or the setting. A profile that does not exist is reported by the command.
 *
 * @param lenient whether to ignore settings that are invalid, but for the flag
 */
export async function chooseFormat(context: Context, lenient: boolean): Promise<OutputFormat | undefined> {
  const { json, output: format, fields } = context.options;
  if (json && format !== undefined && format !== jsonFormat) {
    const hint = `-o ${format}${fields === undefined ? '' : ` --fields ${fields}`}`;
    throw new Failure('usage', `--json cannot be combined with --output ${format}`, { hint });
  }
  if (json) return jsonFormat;
  try {
    return outputFormatNamed((await context.settingsFor({ creating: true })).get('output'));
  } catch (error) {
    if (!lenient) throw error;
    const { parseSetting } = await import('../settings/parse.ts');
    return format === undefined ? undefined : outputFormatNamed(parseSetting('output', format, '--output'));
  }
}

/** Tables and lines of NDJSON have no place for `meta`. @throws Failure usage */
export function checkEnvelope({ envelope }: GlobalOptions, format: OutputFormat | undefined): void {
  if (!envelope || (format !== undefined && formatTraits[format].isOneDocument)) return;
  const instead = format === undefined ? '' : `, not with ${format}`;
  throw new Failure('usage', `--envelope requires JSON or YAML${instead}`, { hint: 'use --envelope --json' });
}

/** The fields of `--fields`. @throws Failure invalid_value */
export function fieldList({ fields: text }: GlobalOptions): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map(name => name.trim());
  if (names.includes('')) {
    throw new Failure('invalid_value', `invalid value "${text}" for --fields: expected field names`, {
      hint: 'for example: --fields id,email,fields.first_name',
    });
  }
  return names;
}

/** @throws Failure unknown_field; usage if the command prints no records */
export async function checkFields(
  spec: CommandSpec,
  fields: readonly string[],
  options: GlobalOptions,
): Promise<void> {
  const views = viewsOf(spec);
  if (views.length === 0) {
    throw new Failure('usage', `--fields is not supported: newsletter ${spec.name} prints no records`);
  }
  const shown = options.dryRun && writesToService(spec) ? [...views, dryRunView] : views;
  const { checkKnownFields } = await import('../terminal/known-fields.ts');
  checkKnownFields(fields, shown, !writesToService(spec));
}

/** Whether to print errors as JSON when parsing failed: decided by the words, then by the settings. */
export async function wantsJson(reading: Reading, context: Context): Promise<boolean> {
  const typed = typesJson(reading);
  if (typed !== undefined) return typed;
  const profile = lastValue(reading, '--profile')?.value;
  try {
    const flags = profile === undefined ? {} : { profile };
    return isJsonFormat((await context.settingsFor({ flags, creating: true })).get('output'));
  } catch {
    // Another error is being reported, so invalid settings are ignored here.
    return isJsonFormat(context.environment.NEWSLETTER_OUTPUT);
  }
}
