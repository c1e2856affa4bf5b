import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFindReader } from '#server/intake/letters/find-reader.ts';
import { createReadCells } from '#server/intake/letters/read-cells.ts';
import { letterPagesProgram } from '#server/start/folders.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bora-letters-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Installs a program that says its languages, and otherwise does what the script says. */
function install(script: string, languages = 'eng\nkor\nosd'): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const listing = `List of available languages in "/data" (3):\n${languages}`;
  writeFileSync(
    join(bin, 'tesseract'),
    `#!/bin/sh\nif [ "$1" = --list-langs ]; then echo '${listing}'; exit 0; fi\n${script}\n`,
  );
  chmodSync(join(bin, 'tesseract'), 0o755);
  return bin;
}

it('a reader has the languages whose data are installed', async () => {
  expect(await createFindReader([join(folder, 'none')])()).toBeUndefined();
  const bin = install('exit 1');
  expect(await createFindReader([join(folder, 'none'), bin])()).toEqual({
    command: expect.arrayContaining([join(bin, 'tesseract')]),
    langs: ['ko', 'en'],
  });
  const broken = install('exit 1', 'kor_vert\njpn_vert');
  expect((await createFindReader([broken])())!.langs).toEqual([]);
});

describe('reading cells', () => {
  /** What the log has. */
  let said: string[];
  beforeEach(() => {
    said = [];
  });
  const cell = { x: 0, y: 0, width: 8, height: 8, lines: 720 };
  /** Draws no line, but at once. */
  function drawNothing(): string {
    const program = join(folder, 'draws.cjs');
    const lines = JSON.stringify([{ of: 0, height: 60, gaps: [] }]);
    writeFileSync(program, `process.stdin.resume().on('end', () => console.log('${lines}'));`);
    return program;
  }
  async function read(
    script: string,
    { sheet, readingMs, program = letterPagesProgram }: { sheet?: Buffer; readingMs?: number; program?: string } = {},
  ) {
    const picture = sharp({ create: { width: 8, height: 8, channels: 4, background: '#fff' } }).webp({
      lossless: true,
    });
    const reader = (await createFindReader([install(script)])())!;
    return createReadCells(
      program,
      { report: (_, error) => said.push(String(error)), works: () => undefined },
      readingMs,
    )({
      ...{ sheet: sheet ?? (await picture.toBuffer()), cells: [cell, cell], lang: 'ko', reader },
      signal: new AbortController().signal,
    });
  }

  it('gives the program a page for each cell, and the language', async () => {
    const words = join(folder, 'words');
    const pages = join(folder, 'pages.tif');
    const row = '5\\t2\\t1\\t1\\t1\\t1\\t0\\t0\\t9\\t9\\t91\\t네\\n';
    expect(await read(`echo "$@" "$OMP_THREAD_LIMIT" > ${words}; cat > ${pages}; printf '${row}'`)).toEqual([
      { text: '', confidence: 0 },
      { text: '네', confidence: 91 },
    ]);
    expect((await sharp(pages).metadata()).pages).toBe(2);
    expect(readFileSync(words, 'utf8')).toBe('stdin stdout -l kor+eng --psm 7 tsv 1\n');
  });

  it('costs a program that answers nothing its time', async () => {
    expect(await read('exec sleep 600', { readingMs: 300, program: drawNothing() })).toBe('READER_STUCK');
  });

  it('says that a program has failed, and the log has its words', async () => {
    const script = 'cat > /dev/null; echo "no such font" >&2; exit 1';
    expect(await read(script, { program: drawNothing() })).toBe('READER_FAILED');
    expect(said).toEqual([expect.stringContaining('no such font')]);
  });

  it('says that of a sheet that is no picture', async () => {
    expect(await read('exit 0', { sheet: Buffer.from('no picture') })).toBe('READER_FAILED');
  });
});
