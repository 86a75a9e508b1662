/**
 * Faults that no test can notice, because the program does the same with them. `text` is part of the line, `becomes` what a
 * fault makes of the replaced part; without it all faults that begin on the line are meant.
 *
 * @type {readonly { module: string, text: string, becomes?: string, why: string }[]}
 */
export const equivalent = [];
