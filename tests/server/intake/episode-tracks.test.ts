import { randomUUID } from 'node:crypto';
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  addSubtitle,
  changeSubtitles,
  examineSubtitle,
  getEpisodeTracks,
  MOST_PICTURE_BYTES,
  readInboxSubtitle,
} from '#contract/console/tracks.ts';
import { changeFile, insertFile } from '#server/intake/inbox/store.ts';
import { listTitleChoices } from '#contract/console/title-choices.ts';
import { listClips } from '#contract/console/clips.ts';
import type { ClipRecord } from '#server/catalogue/format/index.ts';
import { changeSubtitlesOfEpisode } from '#server/catalogue/own-tracks.ts';
import { publishChange } from '#server/catalogue/prepare.ts';
import { removeUnusedPictures } from '#server/catalogue/pictures/remove-unused-pictures.ts';
import { createTransact } from '#server/db/open.ts';
import type { ItemsTable } from '#server/db/tables/catalogue.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { discPacket, discPacks, framed, writeSup } from '#tests/support/media/disc-subtitles.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server/server-records.ts';

const DURATION = 1400;
const clipIdOf = (episode: number) => String(episode).padStart(32, '0');
/** Each test has an episode with a video of its own. */
const EPISODES = [801, 802, 803, 804, 805, 806, 807, 808, 809, 810];

const MANIFEST = `<MPD><Period>
  <AdaptationSet contentType="video" codecs="avc1.4d401f"><Representation id="0" bandwidth="900000" width="960" height="540"><BaseURL>v.mp4</BaseURL></Representation>
  <Representation id="1" bandwidth="4200400" width="1920" height="1080"/></AdaptationSet>
  <AdaptationSet contentType="audio"><Representation id="2" bandwidth="128000" codecs="mp4a.40.2"/></AdaptationSet>
</Period></MPD>`;

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let editor: Member;
let mediaFolder: string;
let mediaStore: ReturnType<typeof createFolderStore>;

beforeAll(async () => {
  mediaFolder = await mkdtemp(join(tmpdir(), 'bora-tracks-'));
  mediaStore = createFolderStore(mediaFolder);
  const clips = EPISODES.map((episode) => {
    const folder = `own/${clipIdOf(episode)}`;
    return buildClipRecord({
      id: clipIdOf(episode),
      duration: DURATION,
      streams: [{ protocol: 'dash', path: `${folder}/manifest.mpd` }],
      subtitles: [{ lang: 'ja', role: 'subtitle', label: '일본어', path: `${folder}/subtitles-ja.vtt` }],
      thumbnails: null,
      intro: null,
      outro: null,
    });
  });
  for (const { id } of clips) {
    await mkdir(join(mediaFolder, 'own', id), { recursive: true });
    await writeFile(join(mediaFolder, 'own', id, 'manifest.mpd'), MANIFEST);
    await writeFile(join(mediaFolder, 'own', id, 'subtitles-ja.vtt'), 'WEBVTT\n\n00:01.000 --> 00:02.000\nはい\n');
  }
  const title = buildTitleRecord(8, {
    episodes: EPISODES.map((id, index) => buildEpisodeRecord(8, index + 1, { id, clip: clipIdOf(id), access: 'free' })),
  });
  server = await createServerFixture({ records: [...smallCatalogue(), ...clips, title], mediaStore, mediaFolder });
  members = createMembers(server);
  editor = await members.buildMember('editor');
});
afterAll(() => server.close());

const removeUnused = () =>
  removeUnusedPictures(
    { transact: createTransact(server.db), clock: server.clock, mediaStore },
    new AbortController().signal,
  );

const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');
/** A cue every ten seconds until `last`. */
const srt = (last = 1300, text = '안녕하세요, 반갑습니다') =>
  Array.from({ length: Math.floor(last / 10) }, (_, index) => {
    const start = last - 2 - (Math.floor(last / 10) - 1 - index) * 10;
    return `${index + 1}\n${time(start)} --> ${time(start + 2)}\n${text} ${index}\n`;
  }).join('\n');

const send = <const E extends ConsoleEndpoint>(
  endpoint: E,
  id: number,
  query: Record<string, string>,
  file: string | Buffer,
) =>
  members.call(
    endpoint,
    { ...editor, headers: { 'content-type': 'application/octet-stream' } },
    { params: { id }, query, body: typeof file === 'string' ? Buffer.from(file) : file },
  );
const show = async (id: number) => (await members.call(getEpisodeTracks, editor, { params: { id } })).reply;
const examine = async (id: number, name: string, file: string | Buffer, query = {}) =>
  (await send(examineSubtitle, id, { name, ...query }, file)).reply;
const add = async (id: number, changes: Record<string, string> = {}, file: string | Buffer = srt()) => {
  const { version } = await show(id);
  const query = { name: 'any.srt', version, lang: 'ko', role: 'subtitle', label: '한국어', ...changes };
  return send(addSubtitle, id, query, file);
};
const change = (id: number, version: string, subtitles: readonly object[]) =>
  members.call(changeSubtitles, editor, { params: { id }, body: { version, subtitles } });
const written = ({ subtitles }: ReplyOf<typeof getEpisodeTracks>) =>
  subtitles.map(({ lang, role, label }) => `${lang} ${role} ${label}`);
const editable = ({ subtitles }: ReplyOf<typeof getEpisodeTracks>) =>
  subtitles.map(({ id, lang, role, label }) => ({ id, lang, role, label }));
const fetchAt = async (url: string) => (await server.app.inject(new URL(url).pathname)).rawPayload;
const textAt = async (url: string) => (await fetchAt(url)).toString();

const asSeen = async (id: number) => {
  const { profileToken: token } = await server.buildViewer();
  return (await server.call(endpoints.getVideo, { token, params: { id }, query: { device: 'web' } })).reply;
};

const picturesSeen = async (id: number) => (await asSeen(id)).picture_subtitles ?? [];

test('clips and titles are chosen by what people know: file, episode and picture', async () => {
  await server.db
    .insertInto('media_contents')
    .values({ clip_id: clipIdOf(801), hash: 'h', source: '/videos/달빛 여우 - 01.mkv', added_at: server.clock.now() })
    .execute();
  const { results } = (await members.call(listClips, editor, { query: { keyword: '여우 - 01' } })).reply;
  expect(results).toMatchObject([{ id: clipIdOf(801), file: '달빛 여우 - 01.mkv', used_by: ['제목 8 1화'] }]);
  expect(results[0]!.picture).toContain('/art/');
  const choices = (await members.call(listTitleChoices, editor, { query: { keyword: '제목8' } })).reply;
  expect(choices.results).toMatchObject([{ id: 8, name: '제목 8', cnt_episode: EPISODES.length }]);
  expect(choices.results[0]!.picture).toContain('/art/');
});

const rename = (names: Updateable<ItemsTable>) =>
  createTransact(server.db)(async (tx) => {
    await tx.updateTable('items').set(names).where('id', '=', 8).execute();
    await publishChange(tx, [8], server.clock.now());
  });

test('titles are found by all their names, whatever signs, spaces, case and way of writing they have', async () => {
  const names = [{ lang: 'en', name: 'Étoile — “Kite” 2' }];
  await rename({
    name: '종이 연'.normalize('NFD'),
    names: JSON.stringify(names) as never,
    aliases: ['바람-개비', '100%_연'],
  });
  const find = async (keyword: string) =>
    (await members.call(listTitleChoices, editor, { query: { keyword } })).reply.results.map(({ id }) => id);
  for (const keyword of ['종이연', '이 연', 'étoile kite', 'ÉTOILE', 'kite2', '바람개비', '100연', '8'])
    expect([keyword, await find(keyword)]).toEqual([keyword, expect.arrayContaining([8])]);
  expect(await find('연종이')).toEqual([]);
  expect(await find('!?')).toEqual(await find(''));
  const second = await members.call(listTitleChoices, editor, { query: { limit: 1, offset: 1 } });
  expect(second.reply.results.map(({ id }) => id)).toEqual([(await find(''))[1]]);
  await rename({ name: '제목 8', aliases: [] });
});

test('what a video has is shown: pictures by the manifest, sounds, subtitles, and addresses to look at it', async () => {
  const tracks = await show(801);
  expect(tracks).toMatchObject({
    episode_id: 801,
    clip_id: clipIdOf(801),
    duration: DURATION,
    is_own: true,
    cnt_episode: 1,
    renditions: [
      { width: 1920, height: 1080, codec: 'H.264', kilobits: 4200 },
      { width: 960, height: 540, codec: 'H.264', kilobits: 900 },
    ],
    sounds: [
      { lang: 'ja', role: 'main' },
      { lang: 'ko', role: 'dub' },
    ],
  });
  expect(written(tracks)).toEqual(['ja subtitle 일본어']);
  expect(await textAt(tracks.subtitles[0]!.url)).toContain('はい');
  expect(await textAt(tracks.streams[0]!.url)).toBe(MANIFEST);
});

describe('a subtitle that comes later', () => {
  test('is shown to viewers at once, while who plays the video goes on with what he has', async () => {
    const before = await asSeen(802);
    const { reply } = await add(802);
    expect(written(reply)).toEqual(['ja subtitle 일본어', 'ko subtitle 한국어']);
    expect(await textAt(reply.subtitles[1]!.url)).toContain('안녕하세요, 반갑습니다 0');
    const after = await asSeen(802);
    expect(after.subtitles.map(({ lang }) => lang)).toEqual(['ja', 'ko']);
    expect(after.streams.map(({ protocol }) => protocol)).toEqual(before.streams.map(({ protocol }) => protocol));
    expect(await textAt(before.subtitles[0]!.url)).toContain('はい');
    const entry = await server.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'episode.tracks')
      .where('subject_id', '=', '802')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor: editor.email,
      before: { subtitles: ['일본어 (ja, subtitle)'] },
      after: { subtitles: ['일본어 (ja, subtitle)', '한국어 (ko, subtitle)'] },
    });
  });

  test.each([
    ['show.ko.srt', srt(), 'ko', 'subtitle'],
    ['show.ko.forced.vtt', `WEBVTT\n\n00:01.000 --> 00:02.000\n간판`, 'ko', 'forced'],
    [
      'show.sdh.ass',
      '[Script Info]\n[Events]\nFormat: Start, End, Style, Text\nDialogue: 0:00:01.00,0:23:00.00,D,[문 소리] 안녕',
      'ko',
      'caption',
    ],
    [
      'show.smi',
      '<SAMI><BODY><SYNC Start=1000><P Class=KRCC>안녕<SYNC Start=1300000><P Class=KRCC>또 봐</BODY></SAMI>',
      'ko',
      'subtitle',
    ],
  ])('%s is read, with language and role', async (name, file, lang, role) => {
    expect(await examine(801, name, file)).toMatchObject({ tracks: [{ lang, role, cnt_beyond: 0 }] });
  });

  test('is read as the language and role that the operator says, instead of what its name says', async () => {
    const said = { lang: 'en', role: 'caption' };
    expect(await examine(801, 'show.ko.srt', srt(), said)).toMatchObject({ tracks: [said] });
    expect(await examine(801, 'show.ko.srt', srt(), { ...said, track: '0' })).toMatchObject({ tracks: [said] });
  });

  test('a subtitle in a guessed character set says so, shows what it reads, and is read as the operator says', async () => {
    // "안녕하세요 반갑습니다" in EUC-KR.
    const korean = Buffer.from('bec8b3e7c7cfbcbcbfe420b9ddb0a9bdc0b4cfb4d9', 'hex');
    const head = Buffer.from('1\n00:00:01,000 --> 00:23:00,000\n');
    const file = Buffer.concat([head, korean]);
    const guessed = await examine(801, 'show.srt', file);
    expect(guessed).toMatchObject({
      encoding: 'cp949',
      notices: [{ code: 'SUBTITLE_ENCODING', params: { encoding: 'cp949' } }],
      tracks: [{ lang: 'ko', sample: ['안녕하세요 반갑습니다'] }],
    });
    const chosen = await examine(801, 'show.srt', file, { encoding: 'windows-1252' });
    expect(chosen).toMatchObject({ encoding: null, notices: [], tracks: [{ sample: ['¾È³çÇÏ¼¼¿ä ¹Ý°©½À´Ï´Ù'] }] });
  });

  test.each([
    ['picture.png', Buffer.from('89504e47', 'hex'), 'SUBTITLE_UNSUPPORTED'],
    ['empty.srt', '', 'SUBTITLE_EMPTY'],
    ['nothing.srt', 'no times here', 'SUBTITLE_EMPTY'],
    [
      'noise.srt',
      Buffer.concat([
        Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'),
        Buffer.from(Array.from({ length: 3000 }, (_, index) => 128 + ((index * index * 31) % 128))),
      ]),
      'SUBTITLE_UNDECODABLE',
    ],
  ])('%s cannot be used, and says why', async (name, file, code) => {
    expect(await examine(801, name, file)).toMatchObject({ notices: [{ code }], tracks: [] });
    expect((await add(801, { name }, file)).error.code).toBe('REFUSED');
    expect(written(await show(801))).toEqual(['ja subtitle 일본어']);
  });

  test.each([
    ['goes on behind the end', 'a.srt', srt(2800), 'LONGER'],
    ['ends long before', 'a.srt', srt(700), 'SHORTER'],
    ['is called like another episode', 'kite - 07.en.srt', srt(), 'OTHER_NUMBER'],
  ])('that %s is asked about first', async (_, name, file, question) => {
    expect((await examine(803, name, file)).tracks[0]!.questions).toEqual([question]);
    const role = { LONGER: 'caption', SHORTER: 'subtitle', OTHER_NUMBER: 'forced' }[question]!;
    expect((await add(803, { name, role }, file)).error.code).toBe('REFUSED');
    expect((await add(803, { name, role, accepts: question }, file)).status).toBe(200);
  });

  test('a subtitle of a language and role that is there is asked about, and takes its place', async () => {
    const { error } = await add(804, { lang: 'ja', label: '일본어 2' });
    expect(error.message).toContain('같은 언어');
    const [old] = (await show(804)).subtitles;
    const { reply } = await add(804, { lang: 'ja', label: '일본어 2', accepts: 'SAME_LANGUAGE' });
    expect(written(reply)).toEqual(['ja subtitle 일본어 2']);
    expect(reply.subtitles[0]!.id).not.toBe(old!.id);
    // Whoever plays the old one goes on.
    expect(await textAt(old!.url)).toContain('はい');
  });

  test('replaces another one where it stands', async () => {
    await add(805);
    const [first] = (await show(805)).subtitles;
    const { reply } = await add(805, { lang: 'en', label: '영어', replaces: first!.id });
    expect(written(reply)).toEqual(['en subtitle 영어', 'ko subtitle 한국어']);
  });
});

describe('the subtitles of an episode', () => {
  test('are renamed, put into another order and removed in one change', async () => {
    await add(806);
    const tracks = await show(806);
    const [japanese, korean] = editable(tracks);
    const { reply } = await change(806, tracks.version, [{ ...korean, label: '한국어 자막' }, japanese!]);
    expect(written(reply)).toEqual(['ko subtitle 한국어 자막', 'ja subtitle 일본어']);
    expect((await asSeen(806)).subtitles.map(({ label }) => label)).toEqual(['한국어 자막', '일본어']);
    const last = await change(806, reply.version, [editable(reply)[0]!]);
    expect(written(last.reply)).toEqual(['ko subtitle 한국어 자막']);
  });

  test('refuse a change by somebody who has not seen the last one', async () => {
    const { version, ...tracks } = await show(807);
    const [japanese] = editable({ version, ...tracks });
    await change(807, version, [{ ...japanese, label: '먼저' }]);
    expect((await change(807, version, [{ ...japanese, label: '나중' }])).error.code).toBe('CHANGED_MEANWHILE');
    expect((await add(807, { version })).error.code).toBe('CHANGED_MEANWHILE');
    expect(written(await show(807))).toEqual(['ja subtitle 먼저']);
  });

  test('of two operators who add subtitles at once, one has to look again; nothing is half there', async () => {
    const answers = await Promise.all([add(808, { lang: 'ko', label: '하나' }), add(808, { lang: 'en', label: '둘' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { subtitles } = await show(808);
    expect(subtitles).toHaveLength(2);
    for (const { url } of subtitles) expect(await textAt(url)).toContain('WEBVTT');
  });

  test.each([
    ['the same language and role twice', { role: 'subtitle', lang: 'ja' }, 409],
    ['a language that does not exist', { lang: 'qq' }, 400],
    ['an empty name', { label: ' ' }, 400],
  ])('refuse %s', async (_, changes, status) => {
    await add(809, { accepts: 'SAME_LANGUAGE' });
    const tracks = await show(809);
    const [japanese, korean] = editable(tracks);
    expect((await change(809, tracks.version, [japanese!, { ...korean, ...changes }])).status).toBe(status);
    expect(written(await show(809))).toEqual(written(tracks));
  });

  test('are refused with a new file that is missing, also beside one that is there, and take a new name without a file', async () => {
    const options = {
      transact: createTransact(server.db),
      clock: server.clock,
      catalogueFolder: server.catalogueFolder,
      mediaStore,
    };
    const shown = async () => written(await show(809));
    const before = await shown();
    const missing = { lang: 'en', role: 'subtitle' as const, label: 'English', path: 'own/missing/en.vtt' };
    for (const choose of [(clip: ClipRecord) => [...clip.subtitles, missing], () => [missing]])
      await expect(changeSubtitlesOfEpisode(options, 809, choose)).rejects.toThrow(/missing\/en\.vtt/);
    expect(await shown()).toEqual(before);
    await rm(join(mediaFolder, 'own', clipIdOf(809), 'subtitles-ja.vtt'));
    await changeSubtitlesOfEpisode(options, 809, ({ subtitles }) => [{ ...subtitles[0]!, label: '일본어 자막' }]);
    expect(await shown()).toEqual(['ja subtitle 일본어 자막']);
  });

  test('subtitles that belong to the catalogue’s folder can be renamed, and take no file', async () => {
    const tracks = await show(101);
    expect(tracks.is_own).toBe(false);
    expect((await add(101, { lang: 'en' })).error.message).toContain('미디어에서 올린 영상이 아니라서');
  });
});

describe('pictures that come later', () => {
  const box = (y: number, isForced = false) => ({
    ...{ x: 560, y, width: 800, height: 60, isForced },
    at: framed(800, 60),
  });
  const disc = writeSup([
    { seconds: 10, pictures: [box(900), box(100, true)] },
    { seconds: 12, pictures: [] },
    { seconds: 1300, pictures: [box(900)] },
    { seconds: 1302, pictures: [] },
  ]);

  test('of a disc become sheets, with those for everybody in a track of their own, which stays when the others go', async () => {
    expect(await examine(810, 'show.ko.sup', disc)).toMatchObject({
      notices: [],
      tracks: [{ lang: 'ko', role: 'subtitle', label: '한국어 (그림)', is_pictures: true, cnt_cue: 3, questions: [] }],
    });
    const { reply } = await add(810, { name: 'show.ko.sup', label: '한국어 (그림)' }, disc);
    expect(written(reply).slice(1)).toEqual(['ko subtitle 한국어 (그림)', 'ko forced 한국어 (화면 글자, 그림)']);
    const shown = await picturesSeen(810);
    expect(shown.map(({ role, sheets }) => `${role} ${sheets.length}`)).toEqual(['subtitle 2', 'forced 2']);
    // The pictures are as far apart as on the disc, which is as large as the film.
    expect((await textAt(shown[0]!.url)).match(/ [\d.,]+$/gm)).toEqual([
      ' 29.17,83.33,41.67,5.56',
      ' 29.17,9.26,41.67,5.56',
      ' 29.17,83.33,41.67,5.56',
    ]);
    expect((await textAt(shown[1]!.url)).match(/ [\d.,]+$/gm)).toEqual([' 29.17,9.26,41.67,5.56']);

    const tracks = editable(reply);
    await change(810, reply.version, [tracks[0]!, tracks[2]!]);
    server.clock.advance(31 * 24 * 3600_000);
    // The session has ended.
    editor = await members.buildMember('editor');
    await removeUnused();
    expect((await fetchAt((await picturesSeen(810))[0]!.sheets[0]!)).subarray(8, 12).toString()).toBe('WEBP');
  });

  const packet = discPacket({ x: 100, y: 400, width: 300, height: 31, at: (x) => (x < 2 ? 1 : 2) });
  const EARLY = Buffer.from('delay: -01:00:00:000\ntimestamp: 00:00:01:000, filepos: 000000000\n');

  test('of a DVD come with their index, and the asked language is drawn', async () => {
    const picture = { x: 100, y: 400, width: 300, height: 31, at: (x: number) => (x < 2 ? 1 : 2) };
    const first = discPacks(discPacket(picture), 1);
    const sub = Buffer.concat([first, discPacks(discPacket({ ...picture, y: 20 }), 1300, 1)]);
    const idx = Buffer.from(
      [
        ...['size: 720x480', 'id: ko, index: 0', 'timestamp: 00:00:01:000, filepos: 000000000'],
        ...['id: en, index: 1', `timestamp: 00:21:40:000, filepos: ${first.length.toString(16).padStart(9, '0')}`, ''],
      ].join('\n'),
    );
    const query = { name: 'show.idx', index_bytes: String(idx.length) };
    const file = Buffer.concat([idx, sub]);
    const { tracks } = await examine(810, 'show.idx', file, { index_bytes: query.index_bytes });
    expect(tracks.map(({ lang, first_seconds: at }) => `${lang} ${at}`)).toEqual(['ko 1', 'en 1300']);
    const { reply } = await add(810, { ...query, track: '1', lang: 'en', label: '영어 (그림)' }, file);
    expect(written(reply).at(-1)).toBe('en subtitle 영어 (그림)');
    const shown = (await picturesSeen(810)).find(({ lang }) => lang === 'en');
    expect((await textAt(shown!.url)).match(/-->/g)).toHaveLength(1);
  });

  test.each([
    ['show.ko.sup', Buffer.from('no disc at all'), {}],
    ['show.idx', Buffer.from('size: 720x480\n'), { index_bytes: '14' }],
    ['show.idx', Buffer.from('size: 720x480\n'), { index_bytes: '9999999' }],
    ['show.ko.sup', writeSup([{ seconds: 1500, pictures: [box(900)] }]), {}],
    ['show.idx', Buffer.concat([EARLY, discPacks(packet, 1)]), { index_bytes: String(EARLY.length) }],
  ])('%s that has nothing to see is refused (%#)', async (name, file, query) => {
    expect(await examine(801, name, file, query)).toMatchObject({ notices: [{ code: 'PICTURES_EMPTY' }], tracks: [] });
    expect((await add(801, { name, ...query }, file)).error.code).toBe('REFUSED');
  });
});

test('a file that no clip has is removed after 30 days, with one that was replaced; a used one stays', async () => {
  const folder = join(mediaFolder, 'own', clipIdOf(801));
  await add(801, { label: '처음' });
  await add(801, { label: '다음', accepts: 'SAME_LANGUAGE' });
  const stored = async () =>
    (await readdir(folder)).filter((name) => name.startsWith('subtitles-') && !name.endsWith('.vtt'));
  expect(await stored()).toHaveLength(2);
  server.clock.advance(31 * 24 * 3600_000);
  await removeUnused();
  expect(await stored()).toHaveLength(1);
  const [name] = await stored();
  expect(await readFile(join(folder, name!, 'ko-subtitle.vtt'), 'utf8')).toContain('안녕하세요');
});

describe('a subtitle that was uploaded without its video', () => {
  beforeAll(async () => {
    // The session has ended.
    editor = await members.buildMember('editor');
  });
  beforeEach(async () => {
    await server.db.deleteFrom('inbox_files').execute();
  });
  const upload = async (path: string, content: string | Buffer, state: 'received' | 'ready' = 'ready') => {
    const id = randomUUID();
    await mkdir(join(mediaFolder, '.uploads'), { recursive: true });
    await writeFile(join(mediaFolder, '.uploads', id), content);
    await insertFile(server.db, {
      ...{ id, origin: 'upload', kind: 'subtitle', path, location: null },
      ...{ bytes: Buffer.byteLength(content), modified_at: null },
      ...{ uploaded_by: editor.email, created_at: server.clock.now() },
    });
    await changeFile(server.db, id, 'receiving', { state });
    return id;
  };
  const ask = (id: string) => members.call(readInboxSubtitle, editor, { params: { id } });
  const give = async (episode: number, id: string, changes: Record<string, string> = {}) => {
    const query = { name: 'any', file_id: id, ...changes };
    return { examined: await examine(episode, 'any', '', { file_id: id }), added: await add(episode, query, '') };
  };
  const picture = { x: 100, y: 400, width: 300, height: 31, at: (x: number) => (x < 2 ? 1 : 2) };
  const box = { x: 560, y: 900, width: 800, height: 60, at: framed(800, 60) };
  const discOf = (last: number) =>
    writeSup([
      { seconds: 1, pictures: [box] },
      { seconds: 2, pictures: [] },
      { seconds: last, pictures: [box] },
      { seconds: last + 1, pictures: [] },
    ]);
  const INDEX = '# VobSub index file\nsize: 720x480\nid: en, index: 0\ntimestamp: 00:21:40:000, filepos: 000000000\n';

  test.each([
    ['제목 8/제목 8 - 02.ko.srt', 802],
    ['제목 8 - 03.ja.SUP', 803],
    ['제목 8/자막/4화.ko.ass', 804],
    ['제목 8/Subs/제목 8 - 05/2_Korean.sup', 805],
    ['제목 8 S02E01.ko.sup', null],
    ['제목 8 - 99.sup', null],
  ])('%s is that of episode %s', async (path, episode) => {
    const id = await upload(path, 'PG');
    const { reply } = await ask(id);
    expect(reply).toMatchObject({ name: path.split('/').at(-1), file_ids: [id], episode: episode && { id: episode } });
  });

  test('becomes one of the episode, a text as pictures of a disc do', async () => {
    const text = await give(807, await upload('07.en.srt', srt()), { lang: 'en', label: 'English' });
    expect(text.examined).toMatchObject({ format: 'srt', tracks: [{ lang: 'en', questions: [] }] });
    expect(written(text.added.reply)).toContain('en subtitle English');
    const disc = await give(807, await upload('Subs/07.ko.sup', discOf(1300)), { label: '한국어 (그림)' });
    expect(disc.examined.tracks).toMatchObject([{ lang: 'ko', is_pictures: true, cnt_cue: 2, questions: [] }]);
    expect(written(disc.added.reply)).toContain('ko subtitle 한국어 (그림)');
    expect(await picturesSeen(807)).toMatchObject([{ lang: 'ko', role: 'subtitle' }]);
  });

  test('of a DVD is read by either of its two files, and only when both are there', async () => {
    const index = await upload('제목 8/06.en.idx', INDEX);
    const other = await upload('06.en.sub', 'of another folder');
    for (const id of [index, other]) {
      expect((await ask(id)).error.message).toContain('.idx와 .sub 두 파일');
      expect((await send(examineSubtitle, 806, { name: 'any', file_id: id }, '')).error.code).toBe('REFUSED');
    }
    const pictures = await upload('제목 8/06.EN.sub', discPacks(discPacket(picture), 1300), 'received');
    for (const id of [index, pictures])
      expect((await ask(id)).reply).toMatchObject({ name: '06.en.idx', file_ids: [index, pictures] });
    const { examined, added } = await give(806, pictures, { lang: 'en', label: '영어 (그림)' });
    expect(examined.tracks).toMatchObject([{ lang: 'en', is_pictures: true, cnt_cue: 1, questions: [] }]);
    expect(written(added.reply)).toContain('en subtitle 영어 (그림)');
  });

  test('is asked about where length, number or language leave a doubt, and nothing is added before the answer', async () => {
    const before = written(await show(808));
    const asked = async (path: string, disc: Buffer) => {
      const { examined, added } = await give(808, await upload(path, disc), { lang: 'ja', label: '그림' });
      expect(added.error.code).toBe('REFUSED');
      return examined.tracks.map(({ lang, questions }) => [lang, ...questions]);
    };
    expect(await asked('08.ja.sup', discOf(1300))).toEqual([['ja', 'SAME_LANGUAGE']]);
    expect(await asked('08.sup', discOf(1300))).toEqual([['und']]);
    expect(await asked('제목 8 - 07.ja.sup', discOf(700))).toEqual([
      ['ja', 'SAME_LANGUAGE', 'SHORTER', 'OTHER_NUMBER'],
    ]);
    expect(await asked('08.ja.sup', discOf(1500))).toEqual([['ja', 'SAME_LANGUAGE', 'LONGER']]);
    expect(written(await show(808))).toEqual(before);
  });

  test('that is gone, is none, or is larger than an episode takes is refused', async () => {
    expect((await ask(randomUUID())).error.code).toBe('NOT_FOUND');
    const gone = await upload('08.ko.sup', 'PG');
    await rm(join(mediaFolder, '.uploads', gone));
    const other = await upload('08.ko.sup', 'PG');
    await server.db.updateTable('inbox_files').set({ kind: 'metadata' }).where('id', '=', other).execute();
    for (const id of [gone, other])
      expect((await send(examineSubtitle, 808, { name: 'a.srt', file_id: id }, srt())).error.code).toBe('NOT_FOUND');
    const large = await upload('08.ko.sup', 'PG');
    await server.db
      .updateTable('inbox_files')
      .set({ bytes: MOST_PICTURE_BYTES + 1 })
      .where('id', '=', large)
      .execute();
    expect((await send(examineSubtitle, 808, { name: 'a.sup', file_id: large }, '')).error.message).toBe(
      '08.ko.sup: 60 MB까지 회차에 더할 수 있어요.',
    );
  });
});
