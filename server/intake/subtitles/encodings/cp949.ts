const REPLACEMENT = 0xfffd;
const FIRST_LEAD = 0x81;
/** The last lead byte of the extension area, and the last one of all. */
const LAST_EXTENSION_LEAD = 0xc6;
const LAST_LEAD = 0xfe;
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** Second bytes of the extension area: letters, then everything that KS X 1001 may have. */
const EXTENSION_TRAILS = [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0x81, 0xfe],
] as const;

const indexOf = (lead: number, trail: number) => ((lead - FIRST_LEAD) << 8) | trail;

/**
 * Code points by pairs of bytes. Node's `euc-kr` has KS X 1001 alone, with 2,350 of the 11,172 syllables. CP949 puts the
 * others, in the order of Unicode, into the pairs that KS X 1001 leaves free.
 */
function buildTable(): Uint16Array {
  const table = new Uint16Array((LAST_LEAD - FIRST_LEAD + 1) << 8).fill(REPLACEMENT);
  const decoder = new TextDecoder('euc-kr');
  const known = new Set<number>();
  for (let lead = 0xa1; lead <= LAST_LEAD; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      const code = text.length === 1 ? text.charCodeAt(0) : REPLACEMENT;
      table[indexOf(lead, trail)] = code;
      known.add(code);
    }
  let next = FIRST_SYLLABLE;
  for (let lead = FIRST_LEAD; lead <= LAST_EXTENSION_LEAD; lead += 1)
    for (const [first, last] of EXTENSION_TRAILS)
      for (let trail = first; trail <= last && !(lead >= 0xa1 && trail >= 0xa1); trail += 1) {
        while (known.has(next)) next += 1;
        if (next <= LAST_SYLLABLE) table[indexOf(lead, trail)] = next;
        next += 1;
      }
  return table;
}

let built: Uint16Array | undefined;

/** Decodes CP949 (Unified Hangul Code), the code page of Korean Windows, with all 11,172 syllables. */
export function decodeCp949(bytes: Uint8Array): string {
  built ??= buildTable();
  const codes = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      codes[length++] = byte;
      continue;
    }
    const trail = bytes[at + 1] ?? 0;
    const code = byte >= FIRST_LEAD && byte <= LAST_LEAD ? (built[indexOf(byte, trail)] ?? REPLACEMENT) : REPLACEMENT;
    codes[length++] = code;
    // A letter or a line break behind a damaged byte stays.
    if (trail >= 0x80 || code !== REPLACEMENT) at += 1;
  }
  return new TextDecoder('utf-16le').decode(codes.subarray(0, length));
}
