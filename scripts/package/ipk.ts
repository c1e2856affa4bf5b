import { gzipSync } from 'node:zlib';
import { filesOf, type PackedFile } from './folder-files.ts';

/** 2000-01-01, in seconds: a fixed time makes the package reproducible. */
const TIME = 946_684_800;
const BLOCK = 512;
const LONGEST_NAME = 99;

const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;

/** Splits a long path into name and prefix, as ustar requires. */
function splitName(name: string): readonly [string, string] {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return [name, ''];
  const cut = name.lastIndexOf('/', 154);
  return [name.slice(cut + 1), name.slice(0, cut)];
}

/** One entry of a tar archive; a folder has no body. */
function entry(path: string, body: Buffer | null): Buffer {
  const header = Buffer.alloc(BLOCK);
  const [name, before] = splitName(path);
  header.write(name, 0);
  header.write(octal(body ? 0o644 : 0o755, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(body?.length ?? 0, 12), 124);
  header.write(octal(TIME, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write(body ? '0' : '5', 156);
  header.write('ustar\0' + '00', 257);
  header.write(before, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)} `, 148);
  if (!body) return header;
  const padding = Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK);
  return Buffer.concat([header, body, padding]);
}

/** A gzipped tar archive. Every parent folder precedes its content, once. */
function tar(files: readonly PackedFile[]): Buffer {
  const folders = new Set<string>();
  const entries: Buffer[] = [];
  for (const { name, body } of files) {
    const parts = name.split('/').slice(0, -1);
    parts.forEach((_part, index) => {
      const folder = `${parts.slice(0, index + 1).join('/')}/`;
      if (!folders.has(folder)) entries.push(entry(folder, null));
      folders.add(folder);
    });
    entries.push(entry(name, body));
  }
  const packed = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  // Clears gzip's operating system field, to keep the output reproducible.
  packed[9] = 0xff;
  return packed;
}

function ar(files: readonly PackedFile[]): Buffer {
  const parts = files.flatMap(({ name, body }) => {
    const header = `${name.padEnd(16)}${String(TIME).padEnd(12)}0     0     100644  ${String(body.length).padEnd(10)}\`\n`;
    return [Buffer.from(header), body, Buffer.from(body.length % 2 ? '\n' : '')];
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}

interface AppInfo {
  readonly id: string;
  readonly version: string;
}

/** Rejects what the set's installer would refuse. */
function readAppInfo(files: readonly PackedFile[]): AppInfo {
  const body = files.find(({ name }) => name === 'appinfo.json')?.body;
  if (!body) throw new Error('appinfo.json is missing');
  const info = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  for (const key of ['id', 'version', 'title', 'type', 'main', 'icon'])
    if (typeof info[key] !== 'string') throw new Error(`appinfo.json: ${key} is missing`);
  const { id, version, main, icon } = info as Record<'id' | 'version' | 'main' | 'icon', string>;
  if (!/^[a-z0-9][a-z0-9.+-]+$/.test(id)) throw new Error(`appinfo.json: ${id} is not a valid id`);
  if (!/^(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8})){2}$/.test(version))
    throw new Error(`appinfo.json: ${version} is not a valid version`);
  for (const needed of [main, icon])
    if (!files.some(({ name }) => name === needed))
      throw new Error(`appinfo.json names ${needed}, which does not exist`);
  return { id, version };
}

/** Packs an unpacked package as an ipk, with the file name that LG's tools use. */
export function packIpk(folder: string): PackedFile {
  const files = filesOf(folder);
  const { id, version } = readAppInfo(files);
  const packageInfo = Buffer.from(JSON.stringify({ id, version, app: id }, null, 2));
  const data = [
    ...files.map(({ name, body }) => ({ name: `usr/palm/applications/${id}/${name}`, body })),
    { name: `usr/palm/packages/${id}/packageinfo.json`, body: packageInfo },
  ];
  const control = Object.entries({
    Package: id,
    Version: version,
    Section: 'misc',
    Priority: 'optional',
    Architecture: 'all',
    'Installed-Size': String(files.reduce((sum, { body }) => sum + body.length, 0)),
    Maintainer: 'N/A <nobody@example.com>',
    Description: 'This is a webOS application.',
    'webOS-Package-Format-Version': '2',
    'webOS-Packager-Version': 'x.y.x',
  });
  const body = ar([
    { name: 'debian-binary', body: Buffer.from('2.0\n') },
    {
      name: 'control.tar.gz',
      body: tar([{ name: 'control', body: Buffer.from(control.map(([key, value]) => `${key}: ${value}\n`).join('')) }]),
    },
    { name: 'data.tar.gz', body: tar(data) },
  ]);
  return { name: `${id}_${version}_all.ipk`, body };
}
