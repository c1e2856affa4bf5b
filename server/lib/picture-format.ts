/** Formats of pictures from outside. All others are refused by their first bytes, before a decoder sees them. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'heif';

const STARTS: Readonly<Record<PictureFormat, (start: Buffer) => boolean>> = {
  jpeg: (start) => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (start) => start.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47])),
  webp: (start) => start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
  heif: (start) => start.toString('latin1', 4, 8) === 'ftyp',
};

/** @param start the first 12 bytes, or more. */
export const pictureFormatOf = (start: Buffer): PictureFormat | undefined =>
  (Object.keys(STARTS) as PictureFormat[]).find((format) => STARTS[format](start));
