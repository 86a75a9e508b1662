/**
 * Lets each address through so many times a minute, and as many at once (a token bucket each).
 * @returns a function that says how many seconds an address has to wait; 0 when it may pass
 */
export function rateLimit(perMinute: number, now: () => number = Date.now): (address: string) => number {
  const buckets = new Map<string, { left: number; at: number }>();
  return address => {
    const time = now();
    const { left, at } = buckets.get(address) ?? { left: perMinute, at: time };
    const filled = Math.min(perMinute, left + ((time - at) / 60_000) * perMinute);
    // The oldest go first, so that a flood of addresses cannot fill the memory.
    buckets.delete(address);
    const [oldest] = buckets.keys();
    if (buckets.size >= 10_000 && oldest !== undefined) buckets.delete(oldest);
    buckets.set(address, { left: filled >= 1 ? filled - 1 : filled, at: time });
    return filled >= 1 ? 0 : Math.ceil(((1 - filled) * 60) / perMinute);
  };
}
