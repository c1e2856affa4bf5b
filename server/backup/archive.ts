import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { RefusedError } from '../lib/refused-error.ts';

/*
 * A backup is a gzipped tar archive (POSIX ustar), which ordinary tools can list: first bora-backup.json, then the files
 * of the database's folder, which was closed cleanly.
 */

const BLOCK = 512;
const CHUNK = 256 * 1024;
const ABOUT = 'bora-backup.json';
const FOLDER = 'database';
/** Bytes of the description; a longer one is not ours. */
const MOST_ABOUT = 100_000;

const aboutSchema = z.object({
  kind: z.literal('bora-backup'),
  format: z.number(),
  /** When the copy was complete. */
  made_at: z.iso.datetime(),
  /** Major version of PostgreSQL, whose files these are. */
  postgres: z.string().max(10),
  migrations: z.array(z.string().max(200)),
  /** Bytes of all files. */
  bytes: z.number(),
});

/** Description stored inside a backup. */
export type About = z.output<typeof aboutSchema>;

/** The format that this version writes and reads. */
export const FORMAT = 1;

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;
const sumOf = (header: Buffer) =>
  header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);

function headerOf(name: string, kind: 'file' | 'folder', size: number): Buffer {
  // The longest name in a folder of the engine has less than half of ustar's 100 bytes.
  if (Buffer.byteLength(name) > 99) throw new Error(`The name is too long for the archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(kind === 'file' ? 0o600 : 0o700, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(kind === 'file' ? '0' : '5', 156);
  header.write('ustar\0' + '00', 257);
  header.write(`${octal(sumOf(header), 7)} `, 148);
  return header;
}

const paddingOf = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

interface Listed {
  name: string;
  path: string;
  kind: 'file' | 'folder';
  size: number;
}

/** Everything in a folder, parents first. */
async function list(folder: string, name = FOLDER): Promise<Listed[]> {
  const listed: Listed[] = [{ name: `${name}/`, path: folder, kind: 'folder', size: 0 }];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) listed.push(...(await list(path, `${name}/${entry.name}`)));
    else listed.push({ name: `${name}/${entry.name}`, path, kind: 'file', size: (await stat(path)).size });
  }
  return listed;
}

async function* blocksOf(about: Buffer, entries: readonly Listed[]): AsyncGenerator<Buffer> {
  yield headerOf(ABOUT, 'file', about.length);
  yield Buffer.concat([about, paddingOf(about.length)]);
  for (const { name, path, kind, size } of entries) {
    yield headerOf(name, kind, size);
    if (kind === 'folder') continue;
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) yield chunk as Buffer;
    yield paddingOf(size);
  }
  yield Buffer.alloc(2 * BLOCK);
}

const tap = (hash: Hash) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

/**
 * Packs a folder that nothing writes to into a new file that only its owner can read, and flushes it to disk.
 *
 * @returns the hash of the unpacked archive.
 */
export async function pack(
  folder: string,
  to: string,
  given: Omit<About, 'kind' | 'format' | 'bytes'>,
): Promise<string> {
  const entries = await list(folder);
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const about: About = { kind: 'bora-backup', format: FORMAT, ...given, bytes };
  const hash = createHash('sha256');
  await pipeline(
    Readable.from(blocksOf(Buffer.from(`${JSON.stringify(about)}\n`), entries)),
    tap(hash),
    // Level 1 packs to a third; higher levels cost several times the work for a tenth less.
    createGzip({ level: 1, chunkSize: CHUNK }),
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return hash.digest('hex');
}

const foreign = (path: string) => new RefusedError(`${path} is not a backup of Bora.`);
const damaged = (path: string) => new RefusedError(`${path} is incomplete or damaged.`);

/** Reads exact numbers of bytes from a stream. */
function createReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** @returns up to `most` bytes; none at the end. */
  const some = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { done, value } = await chunks.next();
      if (done) return Buffer.alloc(0);
      rest = value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.length);
    return part;
  };
  const exactly = async (size: number): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let missing = size; missing > 0; missing -= parts.at(-1)!.length) {
      const part = await some(missing);
      if (part.length === 0) throw new RangeError('The archive ends too early.');
      parts.push(part);
    }
    return Buffer.concat(parts);
  };
  return { some, exactly };
}

/** @returns undefined for the block that ends an archive. */
function readHeader(header: Buffer): Omit<Listed, 'path'> | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '');
  if (Number.parseInt(text(148, 156), 8) !== sumOf(header)) throw new RangeError('A header has a wrong sum.');
  const size = Number.parseInt(text(124, 136), 8);
  const type = text(156, 157);
  if (!Number.isSafeInteger(size) || (type !== '0' && type !== '5')) throw new RangeError('A header is not ours.');
  return { name: text(0, 100), kind: type === '0' ? 'file' : 'folder', size };
}

/** Names of the engine's files: no absolute path, no `..`. */
const NAME = /^database\/(?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?$/;

/** Receives the files of a backup; reads all parts of each. */
interface Receiver {
  folder(name: string): Promise<void>;
  file(name: string, parts: AsyncIterable<Buffer>): Promise<void>;
}

/** Reads all of a backup, or without a receiver only its description. */
async function read(path: string, receiver?: Receiver): Promise<{ about: About; hash: string }> {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const unpacked = file.on('error', (error) => unpacked.destroy(error)).pipe(createGunzip({ chunkSize: CHUNK }));
  const hash = createHash('sha256');
  const { some, exactly } = createReader(hashed(unpacked, hash));
  async function* partsOf(size: number): AsyncGenerator<Buffer> {
    for (let missing = size; missing > 0;) {
      const part = await some(Math.min(missing, CHUNK));
      if (part.length === 0) throw damaged(path);
      missing -= part.length;
      yield part;
    }
  }
  try {
    const about = await readAbout(exactly).catch((error: unknown) => {
      throw error instanceof Error && 'syscall' in error ? error : foreign(path);
    });
    if (!receiver) return { about, hash: '' };
    let bytes = 0;
    for (let header = readHeader(await exactly(BLOCK)); header; header = readHeader(await exactly(BLOCK))) {
      const { name, kind, size } = header;
      bytes += size;
      if (!NAME.test(name) || bytes > about.bytes) throw damaged(path);
      await (kind === 'folder' ? receiver.folder(name) : receiver.file(name, partsOf(size)));
      await exactly(paddingOf(size).length);
    }
    await exactly(BLOCK);
    // Reading on to the end lets gzip compare its checksum.
    if ((await some(1)).length > 0 || bytes !== about.bytes) throw damaged(path);
    return { about, hash: hash.digest('hex') };
  } catch (error) {
    throw isUnreadable(error) ? damaged(path) : error;
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

async function* hashed(stream: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    hash.update(chunk);
    yield chunk;
  }
}

async function readAbout(exactly: (size: number) => Promise<Buffer>): Promise<About> {
  const header = readHeader(await exactly(BLOCK));
  if (header?.name !== ABOUT || header.size > MOST_ABOUT) throw new RangeError('The description is missing.');
  const text = await exactly(header.size);
  await exactly(paddingOf(header.size).length);
  return aboutSchema.parse(JSON.parse(text.toString('utf8')));
}

/** Whether an error says that the archive's bytes are not those that were written. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && (error.code === 'Z_DATA_ERROR' || error.code === 'Z_BUF_ERROR'));

/** @throws RefusedError when the file is not a backup. */
export async function readAboutOf(path: string): Promise<About> {
  return (await read(path)).about;
}

/** Reads a whole backup without writing. @returns the hash that `pack` gave. */
export async function hashOf(path: string): Promise<string> {
  const { hash } = await read(path, {
    folder: () => Promise.resolve(),
    async file(_name, parts) {
      for await (const _part of parts);
    },
  });
  return hash;
}

/** Unpacks a backup into a new folder `database` of the given folder. @throws RefusedError when it is damaged. */
export async function unpack(path: string, into: string): Promise<void> {
  await read(path, {
    async folder(name) {
      await mkdir(join(into, name), { recursive: true, mode: 0o700 });
    },
    async file(name, parts) {
      const handle = await open(join(into, name), 'wx', 0o600);
      try {
        for await (const part of parts) await handle.write(part);
      } finally {
        await handle.close();
      }
    },
  });
}
