import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectFonts } from '#server/intake/drawings/collect-fonts.ts';
import { ToolError, type RunTool, type ToolRun } from '#server/intake/run-tool.ts';

const MB = 2 ** 20;

interface Attachment {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly extradata_size?: number;
  readonly tags?: Readonly<Record<string, string>>;
}

let folder: string;
let [draft, beside] = ['', ''];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-fonts-'));
  [draft, beside] = [join(folder, 'draft'), join(folder, 'source')];
  await Promise.all([mkdir(draft), mkdir(beside)]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The indexes of the attachments that were taken, and the runs of the tools. */
async function collect(attachments: readonly Attachment[], failure?: unknown, signal = new AbortController().signal) {
  const streams = [{ codec_type: 'video' }, ...attachments].map((one, index) => ({ index, ...one }));
  const runs: [string, ToolRun][] = [];
  const runTool: RunTool = (tool, run) => {
    runs.push([tool, run]);
    if (tool === 'ffprobe') return Promise.resolve({ output: JSON.stringify({ streams }), messages: '' });
    return failure === undefined ? Promise.resolve({ output: '', messages: '' }) : Promise.reject(failure);
  };
  await collectFonts({ runTool, draft, source: join(beside, 'film.mkv'), signal }, 'fonts');
  const written = runs.find(([tool]) => tool === 'ffmpeg')?.[1].arguments ?? [];
  const taken = written.flatMap((word, at) => {
    const index = /^-dump_attachment:(\d+)$/.exec(word)?.[1];
    return index === undefined ? [] : [[Number(index), written[at + 1]]];
  });
  return { taken, runs };
}

const font = (attachment: Attachment = {}): Attachment => ({
  codec_type: 'attachment',
  codec_name: 'ttf',
  extradata_size: 1000,
  ...attachment,
});
const named = (tags: Readonly<Record<string, string>>) => font({ codec_name: 'none', tags });

describe('the fonts of a source', () => {
  test.each<[string, Attachment, boolean]>([
    ['a TrueType font', font(), true],
    ['an OpenType font', font({ codec_name: 'otf' }), true],
    ['what its type calls a font', named({ mimetype: 'application/x-truetype-font' }), true],
    ['what its type calls OpenType', named({ mimetype: 'application/vnd.ms-opentype' }), true],
    ['what its name calls a font', named({ filename: 'Nanum.TTC' }), true],
    ['a picture', named({ mimetype: 'image/jpeg', filename: 'cover.jpg' }), false],
    ['a name that only has such an ending in it', named({ filename: 'a.ttf.exe' }), false],
    ['an attachment that says nothing', font({ codec_name: 'none' }), false],
    ['a stream that is no attachment', font({ codec_type: 'data' }), false],
    ['an empty font', font({ extradata_size: 0 }), false],
    ['a font of 64 MB', font({ extradata_size: 64 * MB }), true],
    ['a larger font', font({ extradata_size: 64 * MB + 1 }), false],
  ])('%s is taken or not', async (_name, attachment, isTaken) => {
    const { taken } = await collect([attachment]);
    expect(taken).toEqual(isTaken ? [[1, 'fonts/attached-1']] : []);
  });

  test('are not written where there are none', async () => {
    expect((await collect([])).runs.map(([tool]) => tool)).toEqual(['ffprobe']);
  });

  test('are at most 200, and at most 512 MB together', async () => {
    const many = await collect(Array.from({ length: 201 }, () => font()));
    expect(many.taken).toHaveLength(200);
    const large = await collect(Array.from({ length: 9 }, () => font({ extradata_size: 64 * MB })));
    expect(large.taken).toHaveLength(8);
    // A smaller one still has room after one that has not.
    const mixed = [...Array.from({ length: 7 }, () => 64 * MB), 63 * MB, 2 * MB, MB];
    const { taken } = await collect(mixed.map((size) => font({ extradata_size: size })));
    expect(taken.map(([index]) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10]);
  });

  test('are written by one run that reads the source in the folder of the job', async () => {
    const { runs } = await collect([font()]);
    const [, run] = runs[1]!;
    expect(run.folder).toBe(draft);
    expect(run.arguments.slice(-7)).toEqual(['-map', '0:v:0', '-frames:v', '1', '-f', 'null', '-']);
    expect(run.arguments).toEqual(expect.arrayContaining(['-y', 'file:../source']));
  });

  test('are left out where the tool fails at them, and not where the job ends or our program is wrong', async () => {
    await collect([font()], new ToolError('ffmpeg', 'failed', 'Invalid data'));
    await expect(collect([font()], new TypeError('wrong'))).rejects.toThrow('wrong');
    const ended = new ToolError('ffmpeg', 'killed', '');
    await expect(collect([font()], ended, AbortSignal.abort())).rejects.toBe(ended);
  });
});

describe('a folder of fonts beside the source', () => {
  const put = async (path: string, text = 'font') => {
    await mkdir(join(beside, path, '..'), { recursive: true });
    await writeFile(join(beside, path), text);
  };
  const copied = async () => {
    await collect([]);
    const names = await readdir(join(draft, 'fonts'));
    return Promise.all(names.sort().map(async (name) => [name, await readFile(join(draft, 'fonts', name), 'utf8')]));
  };

  test.each(['fonts', 'Fonts', 'font', '글꼴', '글꼴'.normalize('NFD'), '폰트'])(
    'is read when it is called %j',
    async (name) => {
      await put(`${name}/b.otf`, 'two');
      await put(`${name}/A.TTF`, 'one');
      await put(`${name}/readme.txt`);
      expect(await copied()).toEqual([
        ['beside-0', 'one'],
        ['beside-1', 'two'],
      ]);
    },
  );

  test('is not read when it has another name or is a file', async () => {
    await put('other/a.ttf');
    await put('fonts');
    await put('a.ttf');
    expect(await copied()).toEqual([]);
  });

  test('gives neither links nor what is too large', async () => {
    await put('secret.ttf', 'secret');
    await put('fonts/large.ttf');
    await truncate(join(beside, 'fonts/large.ttf'), 64 * MB + 1);
    await symlink('../secret.ttf', join(beside, 'fonts/link.ttf'));
    expect(await copied()).toEqual([]);
  });

  test('takes the place of the fonts of an earlier try', async () => {
    await mkdir(join(draft, 'fonts'));
    await writeFile(join(draft, 'fonts', 'attached-3'), 'old');
    expect(await copied()).toEqual([]);
  });
});
