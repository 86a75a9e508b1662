/** A name server on this machine, which speaks DNS over UDP (RFC 1035, section 4). */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** What the server knows of a domain; one that it does not know does not exist. */
export interface Zone {
  /** Mail servers; `.` says that there is none (RFC 7505). */
  readonly mx?: readonly string[];
  readonly a?: string;
  readonly aaaa?: boolean;
  /** It gives no answer, or says that it cannot, or only so when asked for an address of IPv4. */
  readonly trouble?: 'silent' | 'server failure' | 'server failure for A';
}

const types = { a: 1, mx: 15, aaaa: 28 };

function encodedName(name: string): Buffer {
  const labels = name.split('.').filter(label => label !== '');
  const parts = labels.flatMap(label => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]);
  return Buffer.concat([...parts, Buffer.from([0])]);
}

/** The name that a question is about, and where it ends. */
function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function answersOf(zone: Zone, type: number): Buffer[] {
  if (type === types.mx) {
    return (zone.mx ?? []).map(host => Buffer.concat([Buffer.from([0, 10]), encodedName(host)]));
  }
  if (type === types.a && zone.a !== undefined) return [Buffer.from(zone.a.split('.').map(Number))];
  return type === types.aaaa && zone.aaaa ? [Buffer.alloc(16, 1)] : [];
}

function reply(message: Buffer, zone: Zone | undefined): Buffer {
  const { end } = questionOf(message);
  const type = message.readUInt16BE(end);
  const data = zone === undefined ? [] : answersOf(zone, type);
  const troubled = type === types.a ? ['server failure', 'server failure for A'] : ['server failure'];
  const code = zone === undefined ? 3 : troubled.includes(zone.trouble ?? '') ? 2 : 0;
  const head = Buffer.alloc(12);
  message.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 6);
  const records = data.map(bytes => {
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(60, 6);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, message.subarray(12, end + 4), ...records]);
}

/** Starts a name server for one test. */
export async function nameServer(zones: Readonly<Record<string, Zone>>) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (message, { port, address }) => {
    const { name, end } = questionOf(message);
    const zone = zones[name];
    asked.push(`${name} ${message.readUInt16BE(end)}`);
    if (zone?.trouble !== 'silent') socket.send(reply(message, zone), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** The questions for mail servers, in the order they came. */
    mailQuestions: () => asked.filter(one => one.endsWith(` ${types.mx}`)).map(one => one.split(' ')[0]),
  };
}
