import { choice } from '../option.ts';

/** `--annotate`, of commands that find something in files; `Context.annotations` takes it. */
export const annotateOption = {
  annotate: choice(
    '--annotate <system>',
    'annotate lines in CI, and add a job summary (newsletter help ci)',
    ['auto', 'github', 'gitlab', 'none'],
    { default: 'auto' },
  ),
};
