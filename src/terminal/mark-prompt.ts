/** Marks several values on one screen: the space bar marks, Enter goes on, one key says that none applies. */
import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isSpaceKey,
  isUpKey,
  makeTheme,
  useKeypress,
  usePagination,
  usePrefix,
  useState,
} from '@inquirer/core';
import { cut } from './formats/measure.ts';
import type { MarkGroup } from './terminal.ts';

interface Marking {
  readonly message: string;
  readonly groups: readonly MarkGroup<unknown>[];
  /** What the key `n` says. */
  readonly none: string;
  /** Of the terminal. */
  readonly columns: number;
  readonly rows: number;
}

/** A line of the list: a heading, or a value by its number. */
interface Line {
  readonly text: string;
  readonly at: number | undefined;
}

/** Resolves to the numbers of the marked values, counted through all groups. */
export const markPrompt = createPrompt<readonly number[], Marking>(
  ({ message, groups, none, columns, rows }, done) => {
    const theme = makeTheme();
    const items = groups.flatMap(group => group.items);
    const [marked, setMarked] = useState(
      items.flatMap(({ isMarked }, at) => (isMarked ? [at] : [])) as readonly number[],
    );
    const [current, setCurrent] = useState(0);
    const [status, setStatus] = useState<'idle' | 'done'>('idle');
    const prefix = usePrefix({ status, theme });
    const finish = (values: readonly number[]) => {
      setMarked(values);
      setStatus('done');
      done(values);
    };
    useKeypress((key, line) => {
      line.clearLine(0);
      if (isEnterKey(key)) finish(marked);
      else if (key.name === 'n') finish([]);
      else if (isUpKey(key)) setCurrent(Math.max(0, current - 1));
      else if (isDownKey(key)) setCurrent(Math.min(items.length - 1, current + 1));
      else if (isSpaceKey(key))
        setMarked(marked.includes(current) ? marked.filter(at => at !== current) : [...marked, current]);
    });
    const lines: Line[] = [];
    let at = 0;
    for (const { heading, items: own } of groups) {
      lines.push({ text: heading, at: undefined });
      for (const { name } of own) lines.push({ text: name, at: at++ });
    }
    const keys = `space marks • ⏎ done • n ${none}`;
    const around = Math.ceil((message.length + 2) / columns) + Math.ceil(keys.length / columns) + 2;
    const page = usePagination({
      items: lines,
      active: Math.max(
        0,
        lines.findIndex(one => one.at === current),
      ),
      pageSize: Math.max(3, rows - around),
      loop: false,
      renderItem: ({ item: { text, at: number }, isActive }) => {
        if (number === undefined) return theme.style.message(cut(text, columns - 1), status);
        const box = marked.includes(number) ? '[x]' : '[ ]';
        const shown = cut(`  ${isActive ? '❯' : ' '} ${box} ${text}`, columns - 1);
        return isActive ? theme.style.highlight(shown) : shown;
      },
    });
    const asked = `${prefix} ${theme.style.message(message, status)}`;
    if (status === 'done')
      return `${asked} ${theme.style.answer(`${marked.length} of ${items.length} marked`)}`;
    return `${[asked, page].join('\n')}\n${theme.style.help(keys)}`;
  },
);
