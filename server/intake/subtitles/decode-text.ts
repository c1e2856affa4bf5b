/**
 * Decodes a text file: UTF-8, UTF-16 with or without its mark, else CP949, the code page of Korean Windows, which
 * contains EUC-KR.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  const zeros = { even: 0, odd: 0 };
  const sample = bytes.subarray(0, 2_000);
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1;
  });
  // Digits and line breaks of a subtitle have a zero byte in UTF-16; other encodings have none at all.
  if (zeros.odd > sample.length * 0.1) return decode(bytes, 'utf-16le');
  if (zeros.even > sample.length * 0.1) return decode(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode(bytes, 'euc-kr');
  }
}

const decode = (bytes: Uint8Array, label: string) => new TextDecoder(label).decode(bytes);
