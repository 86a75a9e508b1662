import { describe, expect, it } from 'vitest';
import { clientAddress, parseAddress, trustedProxies } from '../../src/broker/client-address.ts';

describe('the address of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['::1', '::1', '0:0:0:0::/64'],
  ])('when it is %s, then %s is shown and %s is limited', (text, address, network) => {
    expect(parseAddress(text)).toEqual({ address, network });
  });

  const proxy = '10.0.0.5';
  const malformed = { address: proxy, network: proxy, malformed: true };
  it.each([
    ['9.9.9.9, 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    // Another trusted proxy stands in between.
    ['9.9.9.9, 192.0.2.7, 10.1.2.3', '192.0.2.7'],
    ['192.0.2.7, ', '192.0.2.7'],
    ['', proxy],
  ])('when a trusted proxy says %j, then it is %s', (header, address) => {
    expect(clientAddress(proxy, header, trustedProxies(['10.0.0.0/8']))).toMatchObject({ address });
  });

  it.each([
    'unknown',
    '_hidden',
    '192.0.2.7, x',
    '192.0.2',
    '192.0.2.7:99999999',
    '1.2.3.4.5',
    '::1]',
    '0x7f.1',
  ])('when a trusted proxy says %j, then it is the proxy, and the header malformed', header => {
    expect(clientAddress(proxy, header, trustedProxies([proxy]))).toEqual(malformed);
    expect(clientAddress(proxy, header, 'any')).toEqual(malformed);
  });

  it('when nobody, or somebody else, is a declared proxy, then the header is ignored', () => {
    expect(clientAddress('192.0.2.1', '192.0.2.7', 'none')).toMatchObject({ address: '192.0.2.1' });
    const others = trustedProxies([proxy, '2001:db8::/32']);
    expect(clientAddress('192.0.2.1', '192.0.2.7', others)).toMatchObject({ address: '192.0.2.1' });
    expect(clientAddress('::ffff:10.0.0.5', '192.0.2.7', others)).toMatchObject({ address: '192.0.2.7' });
    expect(clientAddress('2001:db8::5', '192.0.2.7', others)).toMatchObject({ address: '192.0.2.7' });
  });
});
