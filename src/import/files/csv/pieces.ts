/** Characters that are kept of a record that is too long, at either end. */
const keptLength = 1 << 14;
/** Characters that are kept as texts; what comes behind them is kept outside of the heap, which would grow several times. */
const mostInHeap = 1 << 20;

type Piece = string | { readonly bytes: Buffer; readonly encoding: 'latin1' | 'utf16le' };

/** A text that comes in pieces, and is put together once. */
export class Pieces {
  length = 0;
  #pieces: Piece[] = [];

  add(text: string): void {
    if (text === '') return;
    this.#pieces.push(this.length < mostInHeap ? text : packed(text));
    this.length += text.length;
  }

  /** Gives out the whole text, and starts again with none. */
  take(): string {
    if (this.length === 0) return '';
    const text = this.#pieces.map(unpacked).join('');
    this.#pieces = [];
    this.length = 0;
    return text;
  }

  /** The same for a text that is too long to be put together: only its ends, and how many lines it has. */
  takeEnds(): { readonly ends: string; readonly lines: number } {
    const [start, end] = [this.#pieces.slice(0, 2), this.#pieces.slice(-2)].map(some =>
      some.map(unpacked).join('').trimEnd(),
    );
    const lines = this.#pieces.reduce((sum, piece) => sum + lineEndsIn(unpacked(piece)), 0);
    this.#pieces = [];
    this.length = 0;
    return { ends: shortened(start, end), lines };
  }
}

/** The ends of a text, which may say who must not be emailed. */
export function shortened(start = '', end = start): string {
  return `${start.slice(0, keptLength)} … ${end.slice(-keptLength)}`;
}

export function lineEndsIn(text: string): number {
  let count = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) count++;
  return count;
}

function packed(text: string): Piece {
  const encoding = /[\u0100-\uffff]/.test(text) ? 'utf16le' : 'latin1';
  return { bytes: Buffer.from(text, encoding), encoding };
}

function unpacked(piece: Piece): string {
  return typeof piece === 'string' ? piece : piece.bytes.toString(piece.encoding);
}
