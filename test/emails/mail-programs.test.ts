import { caniemail } from 'caniemail';
import { expect, it } from 'vitest';
import { renderBody } from '../../src/emails/body/body.ts';

const everything = `# Hello {{ first_name }}

See www.example.org, **bold**, *italic*, ~~gone~~, \`code\`, [a link](https://example.org/) and ![a sign](https://example.org/s.png){width=20}.
A hard\\
break, and a note.[^1]

## Second

[Read on](https://example.org){.button}

![a bridge](https://example.org/b.png){width=600 height=400}

- [ ] todo
- [x] done
  1. one
  2. two

| train | leaves |
|---|--:|
| 1 | 6:12 |

---

> שלום עולם

\`\`\`
code
\`\`\`

[^1]: In small print.
`;

/** What Outlook on Windows does without: square corners; its \`pre\` breaks no long lines; its column is a table. */
const decoration = ['border-radius', 'white-space', 'word-break', 'role attribute', '<body> element'];

it('when Markdown has all that it can have, then Gmail, Apple Mail and Outlook show it (data of caniemail.com)', async () => {
  const { html } = await renderBody({ front: {}, body: everything, isMarkdown: true, path: 'issue.md' });
  expect(html).toContain('<sup');
  const { issues } = caniemail({ clients: ['gmail.*', 'apple-mail.*', 'outlook.*'], html });
  const dropped = [...issues.errors].flatMap(([client, list]) =>
    list
      .map(({ title }) => `${client}: ${title}`)
      .filter(each => !decoration.some(name => each.endsWith(`: ${name}`))),
  );
  expect(dropped).toEqual([]);
  const inGmail = [...issues.errors].filter(([client]) => /^(?:gmail|apple-mail)/.test(client));
  expect(inGmail).toEqual([]);
});
