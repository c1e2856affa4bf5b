import { open, readdir, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { isPlainFile } from './input-file.ts';

/*
 * A Matroska file may say which of its parts are played, in which order, and that some lie in other files: an opening that all
 * episodes share. ffmpeg plays it from start to end instead.
 *
 *   Segment ─┬─ SeekHead ─ Seek (where Chapters are)
 *            ├─ Info ─ SegmentUID
 *            └─ Chapters ─ EditionEntry (ordered) ─ ChapterAtom (start, end, SegmentUID of another file)
 */

const ID = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  segmentUid: 0x73a4,
  cluster: 0x1f43b675,
  chapters: 0x1043a770,
  edition: 0x45b9,
  isDefault: 0x45db,
  isOrdered: 0x45dd,
  atom: 0xb6,
  start: 0x91,
  end: 0x92,
  isEnabled: 0x4598,
  otherUid: 0x6e67,
} as const;

/** Chapters and headers are a few kB. */
const LARGEST_BYTES = 1_000_000;
/** Elements of a segment before its first cluster. */
const MOST_ELEMENTS = 200;
const MOST_CHAPTERS = 1_000;
/** Files beside the source that are asked for their name. */
const MOST_NEIGHBOURS = 200;
const NANOSECONDS = 1_000_000_000;
/** Times of chapters are rounded to pictures. */
const NEAR_SECONDS = 0.5;

interface Element {
  id: number;
  start: number;
  /** Undefined where the file does not say it. */
  length: number | undefined;
}

/** @returns undefined for bytes that are no element. */
function readElement(bytes: Uint8Array, at: number): Element | undefined {
  const first = bytes[at] ?? 0;
  const idLength = Math.clz32(first) - 23;
  const lead = bytes[at + idLength] ?? 0;
  const sizeLength = Math.clz32(lead) - 23;
  if (idLength > 4 || sizeLength > 8 || at + idLength + sizeLength > bytes.length) return undefined;
  let id = 0;
  for (let index = 0; index < idLength; index += 1) id = id * 256 + bytes[at + index]!;
  let length = lead & ((1 << (8 - sizeLength)) - 1);
  let isUnknown = length === (1 << (8 - sizeLength)) - 1;
  for (let index = 1; index < sizeLength; index += 1) {
    const byte = bytes[at + idLength + index]!;
    length = length * 256 + byte;
    isUnknown &&= byte === 255;
  }
  return { id, start: at + idLength + sizeLength, length: isUnknown ? undefined : length };
}

/** The elements in a stretch of bytes; what is damaged ends it. */
function childrenOf(bytes: Uint8Array, most = MOST_CHAPTERS): { id: number; body: Uint8Array }[] {
  const children: { id: number; body: Uint8Array }[] = [];
  for (let at = 0; at < bytes.length && children.length < most;) {
    const element = readElement(bytes, at);
    if (element?.length === undefined) break;
    const end = element.start + element.length;
    children.push({ id: element.id, body: bytes.subarray(element.start, end) });
    at = end;
  }
  return children;
}

const numberIn = (body: Uint8Array | undefined) => body?.reduce((sum, byte) => sum * 256 + byte, 0);
const hex = (body: Uint8Array) => Buffer.from(body).toString('hex');

interface Headers {
  /** Of this file, in hexadecimal digits. */
  uid: string | undefined;
  chapters: Uint8Array | undefined;
}

async function readBytes(file: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** @returns undefined for a file that is not Matroska. */
async function readHeaders(file: FileHandle): Promise<Headers | undefined> {
  const elementAt = async (position: number): Promise<Element | undefined> => {
    const element = readElement(await readBytes(file, position, 12), 0);
    return element && { ...element, start: position + element.start };
  };
  const bodyOf = ({ start, length }: Element) =>
    length !== undefined && length <= LARGEST_BYTES ? readBytes(file, start, length) : undefined;
  const header = await elementAt(0);
  if (header?.id !== ID.header || header.length === undefined) return undefined;
  const segment = await elementAt(header.start + header.length);
  if (segment?.id !== ID.segment) return undefined;
  const found: Headers = { uid: undefined, chapters: undefined };
  let chaptersAt: number | undefined;
  let position = segment.start;
  for (let count = 0; count < MOST_ELEMENTS; count += 1) {
    const element = await elementAt(position);
    if (element?.length === undefined || element.id === ID.cluster) break;
    if (element.id === ID.chapters) found.chapters = await bodyOf(element);
    else if (element.id === ID.info || element.id === ID.seekHead) {
      for (const { id, body } of childrenOf((await bodyOf(element)) ?? new Uint8Array())) {
        if (id === ID.segmentUid) found.uid ??= hex(body);
        if (id !== ID.seek) continue;
        const parts = new Map(childrenOf(body).map((part) => [part.id, part.body]));
        if (numberIn(parts.get(ID.seekId)) === ID.chapters) chaptersAt = numberIn(parts.get(ID.seekPosition));
      }
    }
    position = element.start + element.length;
  }
  if (found.chapters === undefined && chaptersAt !== undefined) {
    const element = await elementAt(segment.start + chaptersAt);
    if (element?.id === ID.chapters) found.chapters = await bodyOf(element);
  }
  return found;
}

interface Part {
  startSeconds: number;
  endSeconds: number;
  /** Of the file that has the part. */
  uid: string | undefined;
}

/** The parts that players show, in their order; undefined where chapters do not order them. */
function orderedParts(chapters: Uint8Array): Part[] | undefined {
  const editions = childrenOf(chapters)
    .filter(({ id }) => id === ID.edition)
    .map(({ body }) => childrenOf(body));
  const flagOf = (edition: (typeof editions)[number], flag: number) =>
    numberIn(edition.find(({ id }) => id === flag)?.body) ?? 0;
  const edition = editions.find((one) => flagOf(one, ID.isDefault) === 1) ?? editions[0];
  if (edition === undefined || flagOf(edition, ID.isOrdered) !== 1) return undefined;
  return edition.flatMap(({ id, body }) => {
    if (id !== ID.atom) return [];
    const fields = new Map(childrenOf(body).map((field) => [field.id, field.body]));
    if (numberIn(fields.get(ID.isEnabled)) === 0) return [];
    const startSeconds = (numberIn(fields.get(ID.start)) ?? 0) / NANOSECONDS;
    const endSeconds = (numberIn(fields.get(ID.end)) ?? 0) / NANOSECONDS;
    const other = fields.get(ID.otherUid);
    return [{ startSeconds, endSeconds, uid: other && hex(other) }];
  });
}

/** What ordered chapters ask of a player. */
interface OrderedChapters {
  /** Names of the files beside it that have parts of it. */
  files: string[];
  /** How many parts lie in files that are not beside it. */
  cntMissing: number;
  /** Its own parts are all of it, in their order. */
  isWhole: boolean;
}

/** Whether parts follow one another from the start to the end. */
function isWhole(parts: readonly Part[], seconds: number | undefined): boolean {
  let end = 0;
  for (const part of parts) {
    if (Math.abs(part.startSeconds - end) > NEAR_SECONDS) return false;
    end = part.endSeconds;
  }
  return seconds === undefined || seconds - end <= NEAR_SECONDS;
}

async function uidOf(path: string): Promise<string | undefined> {
  if (!(await isPlainFile(path))) return undefined;
  const file = await open(path).catch(() => undefined);
  try {
    return file && (await readHeaders(file))?.uid;
  } finally {
    await file?.close();
  }
}

/**
 * Reads the ordered chapters of a Matroska file.
 *
 * @param seconds how long the file is
 * @returns undefined for a file that is played from start to end
 */
export async function readOrderedChapters(
  path: string,
  seconds: number | undefined,
): Promise<OrderedChapters | undefined> {
  const file = await open(path);
  try {
    const headers = await readHeaders(file);
    const parts = headers?.chapters && orderedParts(headers.chapters);
    if (parts === undefined || parts.length === 0) return undefined;
    const wanted = new Set(parts.flatMap(({ uid }) => (uid === undefined || uid === headers?.uid ? [] : [uid])));
    if (wanted.size === 0) return { files: [], cntMissing: 0, isWhole: isWhole(parts, seconds) };
    const files: string[] = [];
    const matroska = (await readdir(dirname(path))).filter(
      (name) => /^\.mk(?:v|a|3d)$/i.test(extname(name)) && name !== basename(path),
    );
    for (const name of matroska.sort().slice(0, MOST_NEIGHBOURS)) {
      const uid = await uidOf(join(dirname(path), name));
      if (uid === undefined || !wanted.delete(uid)) continue;
      files.push(name);
    }
    return { files, cntMissing: wanted.size, isWhole: false };
  } finally {
    await file.close();
  }
}
