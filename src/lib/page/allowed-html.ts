/**
 * Foreign HTML that is to be shown: parsed, and written anew from what is known to be harmless. The result has no other
 * elements and attributes than those listed here. The page's policy is the second wall.
 */
import { Parser } from 'htmlparser2';
import { escapeHtml } from './escape-html.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const elements = words(
  `a abbr address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del details
  dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hr html i img ins kbd li main mark meta
  nav ol p picture pre q rp rt ruby s samp section small source span strike strong style sub summary sup table tbody td
  tfoot th thead time tr tt u ul var wbr`,
);
/** Elements that go with all that is in them; of others that are not listed, the content stays. */
const withContent = words(
  `applet audio canvas embed frameset iframe math noembed noframes object plaintext script select svg template textarea
  title video xmp`,
);
const empty = words('br col hr img meta source wbr');
const attributes = words(
  `align alt bgcolor border cellpadding cellspacing class color colspan content dir face height hspace id lang media
  name nowrap open reversed role rowspan scope size sizes span start title type valign value vspace width`,
);
/** Attributes with the address of an image. */
const images = words('background src srcset');

/** @param hasImages whether images may come from the web; otherwise only those within the document are left */
export function allowedHtml(html: string, hasImages: boolean): string {
  const written: string[] = [];
  /** Elements that are open and go with their content. */
  let dropped = 0;
  let isStyle = false;
  const parser = new Parser({
    onopentag(name, attribs) {
      if (withContent.has(name)) dropped++;
      if (dropped > 0 || !elements.has(name) || (name === 'meta' && !isColorScheme(attribs))) return;
      isStyle = name === 'style';
      const kept = Object.entries(attribs).flatMap(([attribute, value]) => {
        const shown = allowedValue(name, attribute, value, hasImages);
        return shown === undefined ? [] : [` ${attribute}="${escapeHtml(shown)}"`];
      });
      written.push(`<${name}${kept.join('')}>`);
    },
    ontext(text) {
      if (dropped === 0) written.push(isStyle ? allowedCss(text, hasImages) : escapeHtml(text));
    },
    onclosetag(name) {
      if (withContent.has(name)) dropped--;
      else if (dropped === 0 && elements.has(name) && !empty.has(name)) written.push(`</${name}>`);
      isStyle = false;
    },
  });
  parser.end(html);
  return written.join('');
}

/** The one `meta` that matters to readers: whether the email has colors for dark screens. */
const isColorScheme = ({ name }: Readonly<Record<string, string>>) =>
  /^(?:supported-)?color-schemes?$/i.test(name ?? '');

function allowedValue(
  element: string,
  attribute: string,
  value: string,
  hasImages: boolean,
): string | undefined {
  if (attribute === 'href') {
    return element === 'a' && /^\s*(?:https?:|mailto:|tel:|sms:|#)/i.test(value) ? value : undefined;
  }
  if (attribute === 'style') return allowedCss(value, hasImages);
  if (images.has(attribute)) {
    return (hasImages && /^\s*(?:https?:)?\/\//i.test(value)) || isData(value) ? value : undefined;
  }
  return attributes.has(attribute) || /^aria-[a-z]+$/.test(attribute) ? value : undefined;
}

const isData = (address: string) => /^\s*data:image\//i.test(address);

/** CSS that imports nothing. What hides an address behind escapes is left to the policy. */
function allowedCss(css: string, hasImages: boolean): string {
  return css
    .replace(/<!--|-->/g, '')
    .replaceAll('<', '\\3c ')
    .replace(/@import\b[^;]*;?/gi, '')
    .replace(/url\(\s*(["']?)([^"')]*)\1\s*\)/gi, (whole, _, address: string) =>
      (hasImages && /^https?:/i.test(address)) || isData(address) ? whole : 'none',
    );
}
