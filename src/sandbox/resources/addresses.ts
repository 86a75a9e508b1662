const form = /^[^\s@]{1,64}@([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** @returns whether the sandbox takes the text as an e-mail address: something@a-domain-with.dots */
export function isAddress(text: string): boolean {
  return text.length <= 254 && form.test(text);
}
