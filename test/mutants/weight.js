/** Where an unnoticed fault would cost most: sending twice, losing rows, changing the wrong people, leaking a credential. */
export const weight = ['src/http/retry-policy.ts'];
