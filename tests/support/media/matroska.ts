/* Elements of Matroska, for files that ffmpeg cannot write. */

/** An element with a length of four bytes. @param id in hexadecimal digits */
export const element = (id: string, ...bodies: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(bodies);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 0x10000000);
  return Buffer.concat([Buffer.from(id, 'hex'), length, body]);
};

const seconds = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.round(value * 1_000_000_000)));
  return bytes;
};

export const infoOf = (uid: Buffer): Buffer => element('1549a966', element('73a4', uid));

interface MadeChapter {
  start: number;
  end: number;
  /** Of the file that has it. */
  uid?: Buffer;
  /** Players leave it out. */
  isOff?: boolean;
}

export const chaptersOf = (chapters: readonly MadeChapter[], isOrdered = true): Buffer =>
  element('1043a770', editionOf(chapters, { isOrdered }));

/** One of the orders that a file has. */
export const editionOf = (
  chapters: readonly MadeChapter[],
  { isOrdered = true, isDefault = false }: { isOrdered?: boolean; isDefault?: boolean } = {},
): Buffer =>
  element(
    '45b9',
    element('45dd', Buffer.from([Number(isOrdered)])),
    ...(isDefault ? [element('45db', Buffer.from([1]))] : []),
    ...chapters.map(({ start, end, uid, isOff = false }) =>
      element(
        'b6',
        element('91', seconds(start)),
        element('92', seconds(end)),
        ...(isOff ? [element('4598', Buffer.from([0]))] : []),
        ...(uid ? [element('6e67', uid)] : []),
      ),
    ),
  );

/** A file without pictures. @param after what lies behind the first cluster */
export const matroska = (inside: readonly Buffer[], after: readonly Buffer[] = []): Buffer =>
  Buffer.concat([element('1a45dfa3', Buffer.alloc(4)), element('18538067', ...inside, element('1f43b675'), ...after)]);
