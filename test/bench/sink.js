// A service that answers at once and keeps nothing: what is measured against it is the program.
import { createServer } from 'node:http';

const latency = Number(process.argv[2] ?? 0);
const jobMilliseconds = Number(process.argv[3] ?? 0);

const mark = '"email":';
/** @type {Map<string, { rows: number, done: number }>} */
const jobs = new Map();
let posts = 0;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  let rows = 0;
  let tail = Buffer.alloc(0);
  let person = '';
  request.on('data', (/** @type {Buffer} */ piece) => {
    if (url.pathname.startsWith('/v1/subscribers')) person += piece;
    // A mark may be cut, also into more than two pieces.
    const seam = Buffer.concat([tail, piece.subarray(0, mark.length - 1)]);
    rows += seam.includes(mark) ? 1 : 0;
    for (let at = piece.indexOf(mark); at !== -1; at = piece.indexOf(mark, at + mark.length)) rows++;
    const end = piece.length < mark.length ? Buffer.concat([tail, piece]) : piece;
    tail = Buffer.from(end.subarray(-(mark.length - 1)));
  });
  request.on('end', () => {
    const send = () => {
      response.setHeader('content-type', 'application/json');
      if (person !== '') response.end(JSON.stringify(changed(url.pathname, JSON.parse(person))));
      else if (url.pathname === '/v1/subscribers') response.end(subscribers(url.searchParams));
      else response.end(JSON.stringify(answer(request.method ?? '', url.pathname, rows)));
    };
    // Even the shortest timer takes a millisecond.
    if (latency === 0) send();
    else setTimeout(send, latency);
  });
});

/**
 * @param {string} method
 * @param {string} path
 * @param {number} rows
 */
function answer(method, path, rows) {
  if (method === 'GET' && path === '/v1/fields') return page(fields);
  if (method === 'GET' && path === '/v1/groups') return page([]);
  if (method === 'POST') {
    posts++;
    const id = `00000000-0000-4000-8000-${String(posts).padStart(12, '0')}`;
    jobs.set(id, { rows, done: Date.now() + jobMilliseconds });
    return job(id);
  }
  return job(path.split('/').at(-1) ?? '');
}

/** @param {string} id */
function job(id) {
  const { rows, done } = jobs.get(id) ?? { rows: 0, done: 0 };
  const completed = Date.now() >= done;
  return {
    id,
    status: completed ? 'completed' : 'processing',
    file_name: null,
    total_count: rows,
    created_count: completed ? rows : 0,
    updated_count: 0,
    skipped_count: 0,
    error_message: null,
    completed_at: null,
    created_at: new Date().toISOString(),
  };
}

const kinds = {
  first_name: 'text',
  last_name: 'text',
  city: 'text',
  member_since: 'date',
  total_spent: 'number',
};

const fields = Object.entries(kinds).map(([variable, kind], position) => ({
  id: `00000000-0000-4000-9000-00000000000${position}`,
  name: variable.replace('_', ' '),
  variable,
  kind,
  position,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
}));

const people = Number(process.argv[4] ?? 100_000);
/** Pages of a longer list are made each time, so that the service does not need the memory. */
const isKept = people <= 100_000;
/** @type {Map<string, string>} */
const listed = new Map();

/**
 * A page of subscribers, made once: later rounds measure who reads it.
 *
 * @param {URLSearchParams} query
 */
function subscribers(query) {
  const size = Number(query.get('per_page') ?? 100);
  const current = Number(query.get('page') ?? 1);
  const key = `${size}/${current}`;
  const known = listed.get(key);
  if (known !== undefined) return known;
  const first = (current - 1) * size;
  const data = Array.from({ length: Math.min(size, people - first) }, (_, i) => subscriber(first + i));
  const meta = {
    current_page: current,
    per_page: size,
    total: people,
    last_page: Math.max(1, people / size),
  };
  const text = JSON.stringify({ data, meta });
  if (isKept) listed.set(key, text);
  return text;
}

/**
 * @param {string} path
 * @param {{ fields?: object }} body
 */
function changed(path, body) {
  const person = subscriber(Number(path.split('-').at(-1)) || 0);
  return { ...person, ...body, fields: { ...person.fields, ...body.fields } };
}

/** @param {number} number */
function subscriber(number) {
  return {
    id: `00000000-0000-4000-a000-${String(number).padStart(12, '0')}`,
    email: `person.${number}@example.org`,
    source: 'form',
    emailed_at: null,
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    fields: { first_name: 'Ann', last_name: `Person ${number}`, city: 'Lisbon' },
    tags: ['Members', 'Book club'],
  };
}

/** @param {unknown[]} data */
function page(data) {
  return {
    data,
    meta: { current_page: 1, per_page: 50, total: data.length, last_page: 1 },
  };
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}`);
});
process.on('disconnect', () => process.exit());
