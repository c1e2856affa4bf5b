import type { Previews } from '../plan/plan.ts';

/** Reads the size of a lossy WebP picture (RFC 9649, 2.5). @returns undefined for anything else. */
export function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  const format = bytes.toString('latin1', 8, 16);
  if (format === 'WEBPVP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (format === 'WEBPVP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return undefined;
}

/** The fault of a preview sheet; undefined when it has the planned size. */
export function sheetFault(bytes: Buffer, { columns, rows, width, height }: Previews): string | undefined {
  const size = webpSize(bytes);
  if (size === undefined) return 'it is no WebP picture';
  const isRight = size.width === columns * width && size.height === rows * height;
  return isRight
    ? undefined
    : `it has ${size.width}x${size.height} pixels instead of ${columns * width}x${rows * height}`;
}
