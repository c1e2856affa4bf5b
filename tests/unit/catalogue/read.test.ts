import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CatalogueError, folderOf, parseRecords, readCatalogue, readRecords } from '#server/catalogue/format/index.ts';
import { buildClip, buildTheme, buildTitle } from './build.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function put(path: string, content: unknown): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function problemsOf(catalogue: string): Promise<string[]> {
  const error: unknown = await readCatalogue(catalogue).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CatalogueError);
  return (error as CatalogueError).message.split('\n');
}

describe('a folder', () => {
  test('is read recursively, in the order of the paths, with the path of each record', async () => {
    await put('records/titles/wind.json', buildTitle());
    await put('records/clips/harbor.json', buildClip());
    await put('theme.json', buildTheme());
    const records = await readCatalogue(folder);
    expect(records).toEqual([
      { source: 'records/clips/harbor.json', record: buildClip() },
      { source: 'records/titles/wind.json', record: buildTitle() },
      { source: 'theme.json', record: buildTheme() },
    ]);
  });

  test('is read from files of an editor that begins them with a mark', async () => {
    await put('theme.json', `\uFEFF${JSON.stringify(buildTheme())}`);
    await put('all.jsonl', `\uFEFF${JSON.stringify(buildClip())}\n${JSON.stringify(buildTitle())}\n`);
    expect(await readCatalogue(folder)).toHaveLength(1);
    expect(await readCatalogue(join(folder, 'all.jsonl'))).toHaveLength(2);
  });

  test('may contain other files, which are ignored', async () => {
    await put('records/wind.json', buildTitle());
    await put('README.md', 'not a record');
    await put('art/scene.ts', 'export {};');
    expect(await readCatalogue(folder)).toHaveLength(1);
  });

  test('reports the record and the invalid field', async () => {
    const { director: _, ...withoutDirector } = buildTitle();
    await put('records/titles/wind.json', withoutDirector);
    const problems = await problemsOf(folder);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^"바람이 머무는 자리" \(records\/titles\/wind\.json\): director: /);
  });

  test('reports the index inside a list', async () => {
    const title = buildTitle();
    await put('wind.json', { ...title, episodes: [{ ...title.episodes[0], access: 'gift' }] });
    expect((await problemsOf(folder))[0]).toMatch(/^"바람이 머무는 자리" \(wind\.json\): episodes\[0\]\.access: /);
  });

  test('refuses a misspelt field', async () => {
    await put('wind.json', { ...buildTitle(), synopsys: 'x' });
    expect((await problemsOf(folder))[0]).toContain('synopsys');
  });

  test.each(['../outside.webp', '/etc/passwd', 'pictures/../../outside.webp', 'Pictures/Upper.webp'])(
    'refuses the file path %s',
    async (poster) => {
      await put('wind.json', buildTitle({ art: { ...buildTitle().art, poster } }));
      expect((await problemsOf(folder))[0]).toMatch(/^"바람이 머무는 자리" \(wind\.json\): art\.poster: /);
    },
  );

  test('reports all problems of every file', async () => {
    await put('a.json', '{ "kind": "title", ');
    await put('b.json', { ...buildClip(), duration: 0 });
    await put('c.json', { ...buildTheme(), id: 0, image: '/x' });
    await put('d.json', buildTheme());
    const problems = await problemsOf(folder);
    expect(problems.map((problem) => problem.split(': ').slice(0, 2).join(' > '))).toEqual([
      expect.stringMatching(/^a\.json > not JSON/),
      '"harbor" (b.json) > duration',
      '"바람 부는 날" (c.json) > id',
      '"바람 부는 날" (c.json) > image',
    ]);
  });

  test('reports a record without a name by its file', async () => {
    await put('a.json', [1, 2]);
    await put('b.json', { kind: 'ghost' });
    const problems = await problemsOf(folder);
    expect(problems[0]).toMatch(/^a\.json: /);
    expect(problems[1]).toMatch(/^b\.json: kind: /);
  });
});

describe('a .jsonl file', () => {
  test('is read line by line, with line numbers, ignoring blank lines', async () => {
    const file = await put('all.jsonl', `${JSON.stringify(buildClip())}\n\n${JSON.stringify(buildTitle())}\r\n`);
    const records = await readCatalogue(file);
    expect(records.map(({ source }) => source)).toEqual(['all.jsonl:1', 'all.jsonl:3']);
  });

  test('reports the line that is not a record', async () => {
    const file = await put('all.jsonl', `${JSON.stringify(buildClip())}\n{broken\n`);
    expect((await problemsOf(file))[0]).toMatch(/^all\.jsonl:2: not JSON/);
  });

  test('yields each record as soon as its line is read', async () => {
    const file = await put('all.jsonl', `${JSON.stringify(buildClip())}\n{broken\n`);
    for await (const first of readRecords(file)) {
      expect(first).toEqual({ source: 'all.jsonl:1', record: buildClip() });
      break;
    }
  });

  test('finds its files in the same folder', async () => {
    const file = await put('all.jsonl', '');
    expect(await folderOf(file)).toBe(folder);
    expect(await folderOf(folder)).toBe(folder);
  });
});

test('a missing catalogue is an error of the file system', async () => {
  await expect(readCatalogue(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('a text', () => {
  const [title, theme] = [buildTitle(), buildTheme()];

  test('has a record in each line, whatever ends the lines, and blank lines between them', () => {
    const text = `${JSON.stringify(title)}\r\n  \n${JSON.stringify(theme)}  \n`;
    expect(parseRecords('text', text)).toEqual([
      { source: 'text:1', record: title },
      { source: 'text:3', record: theme },
    ]);
  });

  test('may be one record over several lines', () => {
    expect(parseRecords('text', `\n${JSON.stringify(theme, null, 2)}\n`)).toEqual([{ source: 'text', record: theme }]);
  });

  test('may be empty', () => expect(parseRecords('text', ' \n')).toEqual([]));

  test('reports each line that is no record', () => {
    const read = () => parseRecords('text', `{}\n${JSON.stringify(theme)}\n{"a}\n`);
    expect(read).toThrow(CatalogueError);
    expect(read).toThrow(/^text:1: [^]*^text:3: not JSON/m);
  });
});
