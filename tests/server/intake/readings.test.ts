import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import {
  beginReading,
  correctReadLines,
  listReadLines,
  publishReading,
  removeReading,
} from '#contract/console/readings.ts';
import { addSubtitle, changeSubtitles, getEpisodeTracks } from '#contract/console/tracks.ts';
import { createTransact } from '#server/db/open.ts';
import type { Reader } from '#server/intake/letters/find-reader.ts';
import { createFindReader } from '#server/intake/letters/find-reader.ts';
import { createReadCells, type ReadCells } from '#server/intake/letters/read-cells.ts';
import { readSubtitles } from '#server/intake/letters/read-subtitles.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { letterPagesProgram } from '#server/start/folders.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { framed, writeSup } from '#tests/support/media/disc-subtitles.ts';
import { lettersOf } from '#tests/support/media/drawn-letters.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server/server-records.ts';

const DURATION = 1400;
const EPISODE = 801;
const CLIP = '8'.repeat(32);
/** Pictures that are read at once. */
const AT_ONCE = 16;
const COUNT = 40;

const HERE: Reader = { command: [], langs: ['ko', 'en'] };
let reader: Reader | undefined = HERE;

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let editor: Member;
let mediaFolder: string;

beforeAll(async () => {
  mediaFolder = await mkdtemp(join(tmpdir(), 'bora-readings-'));
  const folder = `own/${CLIP}`;
  const clip = buildClipRecord({
    ...{ id: CLIP, duration: DURATION, subtitles: [], thumbnails: null, intro: null, outro: null },
    streams: [{ protocol: 'dash', path: `${folder}/manifest.mpd` }],
  });
  await mkdir(join(mediaFolder, folder), { recursive: true });
  await writeFile(join(mediaFolder, folder, 'manifest.mpd'), '<MPD></MPD>');
  const title = buildTitleRecord(8, {
    episodes: [buildEpisodeRecord(8, 1, { id: EPISODE, clip: CLIP, access: 'free' })],
  });
  server = await createServerFixture({
    records: [...smallCatalogue(), clip, title],
    mediaStore: createFolderStore(mediaFolder),
    mediaFolder,
    findReader: () => Promise.resolve(reader),
  });
  members = createMembers(server);
  editor = await members.buildMember('editor');
});
afterAll(async () => {
  await server.close();
  await rm(mediaFolder, { recursive: true, force: true });
});

const about = { id: EPISODE };
const show = async () => (await members.call(getEpisodeTracks, editor, { params: about })).reply;
const change = async (subtitles: (tracks: ReplyOf<typeof getEpisodeTracks>['subtitles']) => unknown[]) => {
  const tracks = await show();
  const list = tracks.subtitles.map(({ id, lang, role, label }) => ({ id, lang, role, label }));
  const kept = subtitles(tracks.subtitles).map((one) => list.find(({ id }) => id === (one as { id: string }).id));
  await members.call(changeSubtitles, editor, { params: about, body: { version: tracks.version, subtitles: kept } });
};

/** A picture every half minute; the last one is at the top of the film. */
const disc = (count: number) =>
  writeSup(
    Array.from({ length: count }, (_, index) => {
      const width = 300 + index * 4;
      const picture = { x: 560, y: index === count - 1 ? 60 : 900, width, height: 60, at: framed(width, 60) };
      return [
        { seconds: 10 + index * 30, pictures: [picture] },
        { seconds: 12 + index * 30, pictures: [] },
      ];
    }).flat(),
  );

async function addPictures(lang = 'ko', file = disc(COUNT)): Promise<string> {
  const { version } = await show();
  const query = {
    name: `show.${lang}.sup`,
    version,
    lang,
    role: 'subtitle',
    label: `${lang} (그림)`,
    accepts: 'SHORTER',
  };
  const headers = { 'content-type': 'application/octet-stream' };
  const { reply } = await members.call(addSubtitle, { ...editor, headers }, { params: about, query, body: file });
  return reply.subtitles.at(-1)!.id;
}

/** Each test begins without subtitles and drafts. */
beforeEach(async () => {
  reader = HERE;
  await change(() => []);
  await server.db.deleteFrom('subtitle_readings').execute();
});

const begin = (subtitleId: string) =>
  members.call(beginReading, editor, { params: about, body: { subtitle_id: subtitleId } });
const beginNow = async () => (await begin(await addPictures())).reply.readings[0]!.id;

/** Reads every line as its number. The third of each sixteen is doubtful. */
const asNumbers =
  (read: number[] = []): ReadCells =>
  ({ cells }) => {
    read.push(cells.length);
    return Promise.resolve(
      cells.map((_, index) => ({ text: `줄 ${index}`, confidence: index % AT_ONCE === 2 ? 40 : 95 })),
    );
  };

const work = (
  readCells: ReadCells,
  signal = new AbortController().signal,
  findReader = () => Promise.resolve(reader),
) =>
  readSubtitles(
    {
      db: server.db,
      transact: createTransact(server.db),
      clock: server.clock,
      catalogueFolder: server.catalogueFolder,
      mediaStore: createFolderStore(mediaFolder),
      findReader,
      readCells,
    },
    signal,
  );

const lines = async (id: string, query: Record<string, string> = {}) =>
  (await members.call(listReadLines, editor, { params: { id }, query: { limit: '100', ...query } })).reply;
const correct = (id: string, list: readonly { position: number; text: string }[]) =>
  members.call(correctReadLines, editor, { params: { id }, body: { lines: list } });
const publish = async (id: string, changes: object = {}) => {
  const { version } = await show();
  const body = { version, lang: 'ko', role: 'subtitle', label: '한국어', replaces_text: false, ...changes };
  return members.call(publishReading, editor, { params: { id }, body });
};
const seen = async () => {
  const { profileToken: token } = await server.buildViewer();
  return (await server.call(endpoints.getVideo, { token, params: about, query: { device: 'web' } })).reply;
};
const textAt = async (url: string) => (await server.app.inject(new URL(url).pathname)).body;

describe('pictures that are read', () => {
  test('become a draft, whose doubtful lines are corrected, and a text that viewers get in place of the pictures', async () => {
    const subtitleId = await addPictures();
    const { reply } = await begin(subtitleId);
    expect(reply.readings).toMatchObject([{ subtitle_id: subtitleId, state: 'waiting', cnt_line: 0 }]);
    const { id } = reply.readings[0]!;
    const batches: number[] = [];
    await work(asNumbers(batches));
    expect(batches.reduce((sum, count) => sum + count, 0)).toBe(COUNT);
    expect(Math.max(...batches)).toBeLessThanOrEqual(AT_ONCE);
    const { readings } = await show();
    expect(readings).toMatchObject([{ id, state: 'read', cnt_line: COUNT, cnt_read: COUNT, failure: null }]);

    const doubtful = await lines(id, { only: 'doubtful' });
    expect(doubtful.count).toBe(readings[0]!.cnt_doubtful);
    expect(doubtful.results[0]).toMatchObject({ position: 2, start_seconds: 70, end_seconds: 72, text: '줄 2' });
    const { sheet } = doubtful.results[0]!.cell;
    const picture = await server.app.inject(new URL(doubtful.sheets[sheet - 1]!).pathname);
    expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP');

    await correct(id, [
      { position: 2, text: '고친 글자' },
      { position: 3, text: '' },
    ]);
    expect((await lines(id, { only: 'doubtful' })).count).toBe(doubtful.count - 1);
    expect((await lines(id)).results[2]).toMatchObject({ text: '고친 글자', is_checked: true });

    const published = (await publish(id)).reply;
    expect(published.subtitles.map(({ label, is_pictures: isPictures }) => [label, isPictures])).toEqual([
      ['ko (그림)', true],
      ['한국어', false],
    ]);
    expect(published.readings).toEqual([]);
    const video = await seen();
    expect(video.picture_subtitles).toBeUndefined();
    const text = await textAt(video.subtitles[0]!.url);
    expect(text).toContain('00:01:10.000 --> 00:01:12.000\n고친 글자');
    expect(text.match(/-->/g)).toHaveLength(COUNT - 1);
    // What was at the top of the film stays there.
    expect(text.match(/line:5%/g)).toHaveLength(1);

    await change((subtitles) => subtitles.filter((one) => one.is_pictures));
    expect((await seen()).picture_subtitles).toHaveLength(1);
  });

  test('take the place of a text of their language only where the operator says so', async () => {
    const id = await beginNow();
    await work(asNumbers());
    const { version } = await show();
    const query = { name: 'a.srt', version, lang: 'ko', role: 'caption', label: '먼저' };
    const headers = { 'content-type': 'application/octet-stream' };
    const body = Buffer.from('1\n00:00:01,000 --> 00:00:03,000\n먼저\n\n2\n00:23:00,000 --> 00:23:02,000\n끝\n');
    expect((await members.call(addSubtitle, { ...editor, headers }, { params: about, query, body })).status).toBe(200);
    expect((await publish(id, { role: 'caption' })).error.code).toBe('REFUSED');
    const { reply } = await publish(id, { role: 'caption', label: '나중', replaces_text: true });
    expect(reply.subtitles.map(({ label }) => label)).toEqual(['ko (그림)', '나중']);
  });
});

describe('a reading', () => {
  test('is in the audit log from its beginning to its end', async () => {
    await server.db.deleteFrom('audit_log').where('action', '=', 'episode.reading').execute();
    const id = await beginNow();
    await work(asNumbers());
    await correct(id, [{ position: 2, text: '고친 글자' }]);
    expect((await correct(id, [])).error.code).toBe('VALIDATION_FAILED');
    await members.call(removeReading, editor, { params: { id } });
    const entries = await server.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_id', 'before', 'after'])
      .where('action', '=', 'episode.reading')
      .orderBy('at')
      .execute();
    const about = { actor_id: editor.id, subject_id: String(EPISODE) };
    expect(entries).toHaveLength(3);
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...about, before: null, after: { lang: 'ko' } },
        { ...about, before: { lang: 'ko' }, after: { lang: 'ko', corrected_lines: 1 } },
        { ...about, before: { lang: 'ko' }, after: null },
      ]),
    );
  });

  test('goes on where it stopped when its worker stops, and stores nothing of the pictures that it had begun', async () => {
    const id = await beginNow();
    const stopping = new AbortController();
    const read: number[] = [];
    const usual = asNumbers(read);
    await work((cells) => {
      if (read.length > 0) stopping.abort(new Error('stopped'));
      return usual(cells);
    }, stopping.signal);
    expect((await show()).readings).toMatchObject([{ state: 'reading', cnt_line: COUNT, cnt_read: read[0] }]);
    expect((await lines(id)).results.map(({ position }) => position)).toEqual([...Array(read[0]).keys()]);
    // Only whole drafts are corrected and published.
    expect((await correct(id, [{ position: 0, text: 'a' }])).error.code).toBe('REFUSED');
    expect((await publish(id)).error.code).toBe('REFUSED');
    const rest: number[] = [];
    await work(asNumbers(rest));
    expect(rest.reduce((sum, count) => sum + count, 0)).toBe(COUNT - read[0]!);
    expect((await show()).readings).toMatchObject([{ state: 'read', cnt_read: COUNT }]);
  });

  test('that an operator stops is gone, and the work on it ends', async () => {
    const id = await beginNow();
    const read: number[] = [];
    const usual = asNumbers(read);
    await work(async (cells) => {
      await members.call(removeReading, editor, { params: { id } });
      return usual(cells);
    });
    expect(read).toHaveLength(1);
    expect((await show()).readings).toEqual([]);
    expect(await server.db.selectFrom('reading_lines').selectAll().execute()).toEqual([]);
    expect((await members.call(removeReading, editor, { params: { id } })).error.code).toBe('NOT_FOUND');
  });

  test('leaves pictures that the program cannot read to people, and goes on', async () => {
    const id = await beginNow();
    let calls = 0;
    const usual = asNumbers();
    await work((cells) => ((calls += 1) === 1 ? Promise.resolve('READER_STUCK') : usual(cells)));
    const { results } = await lines(id, { only: 'doubtful' });
    expect(results.filter(({ text }) => text === '').length).toBeGreaterThan(0);
    expect((await show()).readings).toMatchObject([{ state: 'read', failure: null, cnt_read: COUNT }]);
  });

  test('ends where the program fails again and again, says why, and reads those pictures again when it is asked', async () => {
    const id = await beginNow();
    let calls = 0;
    await work(() => {
      calls += 1;
      return Promise.resolve('READER_STUCK');
    });
    expect(calls).toBe(3);
    const { readings, subtitles } = await show();
    expect(readings).toMatchObject([{ id, state: 'failed', failure: 'READER_STUCK' }]);
    expect((await begin(subtitles[0]!.id)).reply.readings).toMatchObject([{ id, state: 'waiting', cnt_read: 0 }]);
    await work(asNumbers());
    expect((await show()).readings).toMatchObject([{ id, state: 'read', cnt_read: COUNT }]);
  });

  test('waits on a machine without the program, and ends on one without the language', async () => {
    await beginNow();
    reader = undefined;
    await work(asNumbers());
    expect((await show()).readings).toMatchObject([{ state: 'waiting' }]);
    reader = { command: [], langs: ['en'] };
    await work(asNumbers());
    expect((await show()).readings).toMatchObject([{ state: 'failed', failure: 'LANGUAGE_MISSING' }]);
  });

  test('ends where its pictures are gone', async () => {
    const subtitleId = await addPictures();
    await begin(subtitleId);
    await rm(join(mediaFolder, 'own', CLIP, subtitleId));
    await work(asNumbers());
    expect((await show()).readings).toMatchObject([{ state: 'failed', failure: 'PICTURES_MISSING' }]);
  });
});

describe('reading is refused', () => {
  test('without the program or the data of the language, by name', async () => {
    const subtitleId = await addPictures('ja');
    expect((await show()).reader).toEqual({ langs: ['ko', 'en'] });
    expect((await begin(subtitleId)).error.message).toContain('tesseract-ocr-jpn');
    reader = undefined;
    expect((await show()).reader).toBeNull();
    expect((await begin(subtitleId)).error.message).toContain('tesseract-ocr-jpn');
  });

  test('for a language that nothing here knows, and for what is text', async () => {
    expect((await begin(await addPictures('fr'))).error.message).toContain('한국어, 일본어, 영어');
    expect((await begin('no/such.vtt')).error.code).toBe('CHANGED_MEANWHILE');
  });
});

const installed = await createFindReader()();

test.runIf(installed?.langs.includes('en'))('tesseract reads letters of a disc', async () => {
  reader = installed;
  const subtitleId = await addPictures('en', writeSup(await lettersOf(['Where were you?', 'I was at home.'])));
  const { id } = (await begin(subtitleId)).reply.readings[0]!;
  await work(createReadCells(letterPagesProgram, server.app.failures));
  const { results } = await lines(id);
  expect(results.map(({ text }) => text)).toEqual(['Where were you?', 'I was at home.']);
});
