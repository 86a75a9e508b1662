/** Characters of a cell: a program that writes more is no spreadsheet (the limit of Excel is 32,767). */
const longest = 1 << 20;

/** The text of a cell, or of a shared one: all its runs, but not how they are pronounced (ECMA-376, 18.4.8). */
export class ItemText {
  #text = '';
  #isInText = false;
  #isPhonetic = false;

  begin(): void {
    this.#text = '';
    this.#isPhonetic = false;
    this.#isInText = false;
  }

  open(name: string): void {
    if (name === 't') this.#isInText = true;
    else if (name === 'rPh') this.#isPhonetic = true;
  }

  close(name: string): void {
    if (name === 't') this.#isInText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
  }

  text(text: string): void {
    if (!this.#isInText || this.#isPhonetic) return;
    this.#text += text;
    if (this.#text.length > longest) throw new RangeError('a cell is too long');
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return unescaped(text);
  }
}

/** Characters that XML cannot hold are written as `_x000D_` (ECMA-376, 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
