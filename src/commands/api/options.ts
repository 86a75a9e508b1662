import { flag, type OptionValues, optionGroup, repeatable, text } from '../../cli/option.ts';
import { sendAgain } from '../../cli/send-again.ts';

/** The options of `api`. */
export const apiOptions = {
  ...optionGroup('Request', {
    data: text('--data <json>', 'the body, sent byte for byte: JSON, @file, or - for stdin'),
    param: repeatable('--param <key=value>', 'a query parameter (repeatable)'),
    header: repeatable(
      '--header <name:value>',
      'a header (repeatable); with another content-type the body need not be JSON',
    ),
  }),
  ...optionGroup('Sending', { sendAgain }),
  ...optionGroup('Answer', {
    all: flag('--all', 'all pages of a list, joined'),
    include: flag('-i, --include', 'status line and headers before the body'),
  }),
};

export type ApiCommandOptions = OptionValues<typeof apiOptions>;
