import { crc32, deflateRawSync } from 'node:zlib';
import type { PackedFile } from './folder-files.ts';

/** 2000-01-01 at midnight, in DOS format: a fixed time makes the archive reproducible. */
const DATE = 0x2821;
const TIME = 0;
const VERSION = 20;
const UTF8_NAMES = 0x800;
const DEFLATED = 8;
const FILE_MODE = 0o100644;
const LOCAL = Buffer.from('PK\x03\x04', 'latin1');
const CENTRAL = Buffer.from('PK\x01\x02\x14\x03', 'latin1');
const END = Buffer.from('PK\x05\x06', 'latin1');

/** A ZIP archive of `files`, in their order. */
export function zip(files: readonly PackedFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, body } of files) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(body, { level: 9 });
    const shared = Buffer.alloc(26);
    [VERSION, UTF8_NAMES, DEFLATED, TIME, DATE].forEach((value, index) => shared.writeUInt16LE(value, index * 2));
    [crc32(body), packed.length, body.length].forEach((value, index) => shared.writeUInt32LE(value, 10 + index * 4));
    shared.writeUInt16LE(path.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((FILE_MODE << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    bodies.push(LOCAL, shared, path, packed);
    directory.push(CENTRAL, shared, rest, path);
    at += LOCAL.length + shared.length + path.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, central, END, end]);
}
