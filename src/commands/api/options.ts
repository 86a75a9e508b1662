import { flag, type OptionValues, optionGroup, repeatable, text } from '../../cli/option.ts';

/** The options of `api`. */
export const apiOptions = {
  ...optionGroup('Request', {
    data: text('--data <json>', 'request body, sent unchanged: JSON, @file, or - for stdin'),
    param: repeatable('--param <key=value>', 'query parameter (repeatable)'),
    header: repeatable(
      '--header <name:value>',
      'header (repeatable); set content-type for a body that is not JSON',
    ),
  }),
  ...optionGroup('Answer', {
    all: flag('--all', 'fetch all pages of a list and join them'),
    include: flag('-i, --include', 'print status line and headers before the body'),
  }),
};

export type ApiCommandOptions = OptionValues<typeof apiOptions>;
