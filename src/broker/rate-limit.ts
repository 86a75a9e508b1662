/**
 * Limits the requests of each address, with a token bucket for each.
 *
 * @param perMinute how many requests are allowed a minute, and at once
 * @param now the time in milliseconds
 * @returns a function that counts a request; it returns the seconds that the address must wait, 0 when it need not
 */
export function rateLimit(perMinute: number, now: () => number = Date.now): (address: string) => number {
  const buckets = new Map<string, { left: number; at: number }>();
  return address => {
    const time = now();
    const { left, at } = buckets.get(address) ?? { left: perMinute, at: time };
    const filled = Math.min(perMinute, left + ((time - at) / 60_000) * perMinute);
    // The oldest are removed, so that requests from very many addresses cannot fill the memory.
    buckets.delete(address);
    const [oldest] = buckets.keys();
    if (buckets.size >= 10_000 && oldest !== undefined) buckets.delete(oldest);
    buckets.set(address, { left: filled >= 1 ? filled - 1 : filled, at: time });
    return filled >= 1 ? 0 : Math.ceil(((1 - filled) * 60) / perMinute);
  };
}
