import { createDecipheriv } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { encryptMp4 } from '../clips/cenc.ts';
import { readMp4 } from '../clips/mp4.ts';
import { sealedClips } from '../clips/sealed.ts';

const media = fileURLToPath(new URL('../catalogue/media', import.meta.url));
const sealed = sealedClips[0]!;
const keys = { keyId: sealed.keyId, key: sealed.key };

describe('an encrypted film', () => {
  test('is made from the open one deterministically', async () => {
    for (const name of ['h264-360.mp4', 'aac.mp4']) {
      const made = encryptMp4(await readFile(`${media}/${sealed.of}/${name}`), keys);
      expect(made.equals(await readFile(`${media}/${sealed.id}/${name}`)), name).toBe(true);
    }
  });

  test('keeps its fragments, and its index has their new positions', async () => {
    const open = readMp4(await readFile(`${media}/${sealed.of}/aac.mp4`));
    const made = await readFile(`${media}/${sealed.id}/aac.mp4`);
    const { segments, bytes } = readMp4(made);
    expect(segments.map(({ seconds }) => seconds)).toEqual(open.segments.map(({ seconds }) => seconds));
    for (const { offset } of segments) expect(made.toString('latin1', offset + 4, offset + 8)).toBe('moof');
    const last = segments.at(-1)!;
    expect(last.offset + last.size).toBe(bytes);
  });

  test('is decrypted with the key and the data of its fragments', async () => {
    const open = await readFile(`${media}/${sealed.of}/aac.mp4`);
    const made = await readFile(`${media}/${sealed.id}/aac.mp4`);
    const firstData = (file: Buffer) => file.indexOf('mdat') + 4;
    const size = made.readUInt32BE(made.indexOf('trun') + 4 + 12);
    const vector = made.subarray(made.indexOf('senc') + 12, made.indexOf('senc') + 20);
    const decipher = createDecipheriv(
      'aes-128-ctr',
      Buffer.from(sealed.key, 'hex'),
      Buffer.concat([vector, Buffer.alloc(8)]),
    );
    const [from, plain] = [firstData(made), firstData(open)];
    expect(made.subarray(from, from + size).equals(open.subarray(plain, plain + size))).toBe(false);
    expect(decipher.update(made.subarray(from, from + size)).equals(open.subarray(plain, plain + size))).toBe(true);
  });

  test('declares its key id', async () => {
    const made = await readFile(`${media}/${sealed.id}/h264-360.mp4`);
    const at = made.indexOf('tenc');
    expect(made.toString('hex', at + 12, at + 28)).toBe(sealed.keyId);
    expect(made.includes('encv')).toBe(true);
    const pssh = made.indexOf('pssh');
    expect(pssh).toBeLessThan(made.indexOf('sidx'));
    expect(made.subarray(pssh, pssh + 60).includes(Buffer.from(sealed.keyId, 'hex'))).toBe(true);
  });
});
