import { describe, expect, it } from 'vitest';
import { allowedHtml } from '../../src/lib/page/allowed-html.ts';

describe('HTML of somebody else', () => {
  it.each<[what: string, html: string, shown: string]>([
    ['text', 'a &lt;b&gt; &amp; "c"', 'a &lt;b&gt; &amp; &quot;c&quot;'],
    [
      'what is usual',
      '<p style="color:red">Hello <b>you</b><br></p>',
      '<p style="color:red">Hello <b>you</b><br></p>',
    ],
    ['a script', 'a<script>b</script>c', 'ac'],
    ['a script in a script', '<script><script>a</script>b', 'b'],
    ['a handler', '<p onclick="x()" ONLOAD=y>a</p>', '<p>a</p>'],
    ['a prefetch', '<link rel="prefetch" href="https://a.example/">a', 'a'],
    ['a base', '<base href="https://a.example/">a', 'a'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://a.example/">a', 'a'],
    [
      'colors for dark',
      '<meta name="color-scheme" content="light dark">',
      '<meta name="color-scheme" content="light dark">',
    ],
    ['a form', '<form action="https://a.example/"><button>a</button></form>', 'a'],
    ['a frame', 'a<iframe src="https://a.example/">b</iframe>c', 'ac'],
    ['pictures as markup', 'a<svg><image href="https://a.example/"/><style>b</style></svg>c', 'ac'],
    ['a comment', 'a<!-- b --><!--[if mso]>c<![endif]-->d', 'ad'],
    [
      'a link',
      '<a href="https://a.example/" ping="https://b.example/" target="_self">a</a>',
      '<a href="https://a.example/">a</a>',
    ],
    ['a script as a link', '<a href="java&#10;script:alert(1)">a</a>', '<a>a</a>'],
    ['an image of the web', '<img src="https://a.example/" alt="b">', '<img alt="b">'],
    ['an image inside', '<img src="data:image/png;base64,AA==">', '<img src="data:image/png;base64,AA==">'],
    [
      'images of any kind',
      '<td background="http://a.example/"><img srcset="//a.example/ 1x"></td>',
      '<td><img></td>',
    ],
    [
      'an import',
      '<style>@import "https://a.example/"; p{color:red}</style>',
      '<style> p{color:red}</style>',
    ],
    [
      'an address in a style',
      '<p style="background:url(https://a.example/) red">a</p>',
      '<p style="background:none red">a</p>',
    ],
    [
      'the end of a style',
      '<style>p{content:"</sty"}<!-- </style x>a',
      '<style>p{content:"\\3c /sty"} </style>a',
    ],
    [
      'what a browser reads otherwise',
      '<noscript><p title="</noscript><img src=x onerror=a()>">a</p></noscript>',
      '<p title="&lt;/noscript&gt;&lt;img src=x onerror=a()&gt;">a</p>',
    ],
    ['a value with quotes', `<p title='"><script>'>a</p>`, '<p title="&quot;&gt;&lt;script&gt;">a</p>'],
    ['what is not closed', '<b><i>a', '<b><i>a</i></b>'],
  ])('when there is %s, then what is shown is known to be harmless', (_, html, shown) => {
    expect(allowedHtml(html, false)).toBe(shown);
  });

  it('when images are wanted, then they and nothing else come from the web', () => {
    const html =
      '<img src="https://a.example/1" srcset="https://a.example/2 2x"><p style="background:url(\'http://a.example/3\')">a</p>';
    expect(allowedHtml(html, true)).toBe(html.replaceAll("'", '&#39;'));
    expect(allowedHtml('<link href="https://a.example/"><img src="file:///etc/passwd">', true)).toBe('<img>');
  });

  it('when it is nested deeper than calls can be, then it is shown all the same', () => {
    expect(allowedHtml('<div>'.repeat(20_000), false)).toMatch(/^(?:<div>){20000}(?:<\/div>){20000}$/);
  });
});
