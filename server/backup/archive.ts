import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar, { type Header, type Pack } from 'tar-stream';
import { z } from 'zod';
import { RefusedError } from '../lib/refused-error.ts';

/*
 * A backup is a gzipped tar archive, which ordinary tools can list: first bora-backup.json, then the files of the
 * database's folder, which was closed cleanly.
 */

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

/** Backups of the same files are the same. */
const OWNER = { uid: 0, gid: 0, mtime: new Date(0) };

async function fill(archive: Pack, about: string, entries: readonly Listed[]): Promise<void> {
  archive.entry({ ...OWNER, name: ABOUT, mode: 0o600 }, about);
  for (const { name, path, kind, size } of entries)
    if (kind === 'folder') archive.entry({ ...OWNER, name, type: 'directory', mode: 0o700 });
    else
      await pipeline(
        createReadStream(path, { highWaterMark: CHUNK }),
        archive.entry({ ...OWNER, name, size, mode: 0o600 }),
      );
  archive.finalize();
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
  create: typeof createWriteStream = createWriteStream,
): Promise<string> {
  const entries = await list(folder);
  const bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const about: About = { kind: 'bora-backup', format: FORMAT, ...given, bytes };
  const hash = createHash('sha256');
  const archive = tar.pack();
  const filling = fill(archive, `${JSON.stringify(about)}\n`, entries);
  filling.catch((error: Error) => archive.destroy(error));
  await pipeline(
    archive,
    tap(hash),
    // Level 1 packs to a third; higher levels cost several times the work for a tenth less.
    createGzip({ level: 1, chunkSize: CHUNK }),
    create(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
  await filling;
  return hash.digest('hex');
}

/** Bytes of all files in a folder. Files that disappear during the count are ignored. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesIn(path);
    else
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}

const foreign = (path: string) => new RefusedError(`${path} is not a backup of Bora.`);
const damaged = (path: string) => new RefusedError(`${path} is incomplete or damaged.`);

/** Names of the engine's files: no absolute path, no `..`. */
const NAME = /^database\/(?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?$/;

async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _part of content);
}

/** Receives the files of a backup; reads all of each. */
interface Receiver {
  folder(name: string): Promise<unknown>;
  file(name: string, content: AsyncIterable<Buffer>): Promise<unknown>;
}

const TYPES: Partial<Record<string, Listed['kind']>> = { file: 'file', directory: 'folder' };

/** The size of an entry, whose name and kind are those of the engine's files. */
async function receive(header: Header, content: AsyncIterable<Buffer>, receiver: Receiver): Promise<number> {
  const kind = TYPES[header.type ?? ''];
  if (!kind || !NAME.test(header.name)) throw new RangeError('An entry is not ours.');
  if (kind === 'file') await receiver.file(header.name, content);
  else {
    await receiver.folder(header.name);
    await drain(content);
  }
  return header.size ?? 0;
}

/** Reads all of a backup, or without a receiver only its description. */
async function read(path: string, receiver?: Receiver): Promise<{ about: About; hash: string }> {
  const hash = createHash('sha256');
  const archive = tar.extract();
  const stop = new AbortController();
  // Read to the end, gzip compares its checksum.
  const unpacking = pipeline(
    createReadStream(path, { highWaterMark: CHUNK }),
    createGunzip({ chunkSize: CHUNK }),
    tap(hash),
    archive,
    { signal: stop.signal },
  );
  // It also fails the entries, which are read first.
  unpacking.catch(() => undefined);
  let about: About | undefined;
  let bytes = 0;
  try {
    for await (const entry of archive) {
      const { header } = entry;
      const content = entry as AsyncIterable<Buffer>;
      if (!about) {
        about = await readAbout(header, content);
        if (!receiver) return { about, hash: '' };
        continue;
      }
      if (bytes + (header.size ?? 0) > about.bytes) throw damaged(path);
      bytes += await receive(header, content, receiver!);
    }
    await unpacking;
    if (!about || bytes !== about.bytes) throw about ? damaged(path) : foreign(path);
    return { about, hash: hash.digest('hex') };
  } catch (error) {
    if (error instanceof RefusedError || isOfSystem(error)) throw error;
    throw about ? damaged(path) : foreign(path);
  } finally {
    stop.abort();
  }
}

async function readAbout({ name, size = 0 }: Header, content: AsyncIterable<Buffer>): Promise<About> {
  if (name !== ABOUT || size > MOST_ABOUT) throw new RangeError('The description is missing.');
  return aboutSchema.parse(await json(content));
}

/** Whether the system refused to read or write. Anything else says that the archive's bytes are not those that were written. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** @throws RefusedError when the file is not a backup. */
export async function readAboutOf(path: string): Promise<About> {
  return (await read(path)).about;
}

/** Reads a whole backup without writing. @returns the hash that `pack` gave. */
export async function hashOf(path: string): Promise<string> {
  const { hash } = await read(path, {
    folder: () => Promise.resolve(),
    file: (_name, content) => drain(content),
  });
  return hash;
}

/** Unpacks a backup into a new folder `database` of the given folder. @throws RefusedError when it is damaged. */
export async function unpack(path: string, into: string): Promise<void> {
  await read(path, {
    folder: (name) => mkdir(join(into, name), { recursive: true, mode: 0o700 }),
    file: (name, content) => pipeline(content, createWriteStream(join(into, name), { flags: 'wx', mode: 0o600 })),
  });
}
