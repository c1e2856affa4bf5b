import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InboxFindings } from '#contract/console/inbox.ts';
import { addSound, changeSounds, getEpisodeTracks } from '#contract/console/tracks.ts';
import { endpoints } from '#contract/endpoints.ts';
import { insertFile, changeFile } from '#server/intake/inbox/store.ts';
import { uploadPathOf, workFolderOf } from '#server/intake/media-folder.ts';
import { planSound, publishSound } from '#server/intake/sounds/publish-sound.ts';
import { soundsOfManifest } from '#server/intake/sounds/sound-manifests.ts';
import type { SoundTarget } from '#server/intake/job.ts';
import { createTransact } from '#server/db/open.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { dashOf, masterOf, playlistOf } from '#tests/support/media/sound-manifests.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import {
  buildClipRecord,
  buildEpisodeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server/server-records.ts';

const clipIdOf = (episode: number) => String(episode).padStart(32, '0');
/** Each test has an episode with a video of its own. */
const EPISODES = [801, 802, 803, 804, 805, 806, 807];
const SOUNDS = [
  { file: 'sound-ja', lang: 'ja', role: 'main' as const, label: '원어 (일본어)' },
  { file: 'sound-ko-dub', lang: 'ko', role: 'dub' as const, label: '한국어 더빙' },
];

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let editor: Member;
let mediaFolder: string;
let mediaStore: ReturnType<typeof createFolderStore>;

beforeAll(async () => {
  mediaFolder = await mkdtemp(join(tmpdir(), 'bora-sounds-'));
  mediaStore = createFolderStore(mediaFolder);
  const clips = EPISODES.map((episode) => {
    const folder = `own/${clipIdOf(episode)}`;
    return buildClipRecord({
      id: clipIdOf(episode),
      duration: 1400,
      streams: [
        { protocol: 'dash', path: `${folder}/manifest.mpd` },
        { protocol: 'hls', path: `${folder}/master.m3u8` },
      ],
      subtitles: [],
      audio: SOUNDS.map(({ lang, role, label }) => ({ lang, role, label })),
      thumbnails: null,
      intro: null,
      outro: null,
    });
  });
  for (const { id } of clips) {
    const folder = join(mediaFolder, 'own', id);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'manifest.mpd'), dashOf(SOUNDS));
    await writeFile(join(folder, 'master.m3u8'), masterOf(SOUNDS));
    for (const { file } of SOUNDS) await writeFile(join(folder, `${file}.m3u8`), playlistOf(file, 128_000));
  }
  const title = buildTitleRecord(8, {
    episodes: EPISODES.map((id, index) => buildEpisodeRecord(8, index + 1, { id, clip: clipIdOf(id), access: 'free' })),
  });
  server = await createServerFixture({ records: [...smallCatalogue(), ...clips, title], mediaStore, mediaFolder });
  members = createMembers(server);
  editor = await members.buildMember('editor');
});
afterAll(() => server.close());

const show = async (id: number) => (await members.call(getEpisodeTracks, editor, { params: { id } })).reply;
const idsOf = (sounds: readonly { lang: string; role: 'main' | 'dub' | 'description'; label: string }[]) =>
  sounds.map((one) => ({ ...one, id: `${one.lang}/${one.role}` }));
const change = (id: number, version: string, sounds: ReturnType<typeof idsOf>) =>
  members.call(changeSounds, editor, { params: { id }, body: { version, sounds } });

/** The sounds as televisions find them: in the answer, and in the manifests that it names. */
async function asSeen(id: number) {
  const { profileToken: token } = await server.buildViewer();
  const { streams, audio } = (
    await server.call(endpoints.getVideo, { token, params: { id }, query: { device: 'web' } })
  ).reply;
  const textOf = async (protocol: string) =>
    (await server.app.inject(new URL(streams.find((one) => one.protocol === protocol)!.url).pathname)).body;
  const dash = soundsOfManifest(await textOf('dash'))!.map(({ name, lang, role }) => `${name} ${lang} ${role}`);
  const hls = [...(await textOf('hls')).matchAll(/NAME="([^"]*)".*URI="([^"]+)"/g)].map(
    ([, name, uri]) => `${name} ${uri}`,
  );
  return { audio: audio?.map(({ lang, role, label }) => `${lang} ${role} ${label}`), dash, hls };
}

const findings = (seconds: number): InboxFindings => ({
  seconds,
  format: 'flac',
  picture: null,
  sounds: [{ lang: 'ko', title: '', codec: 'flac', channels: 2, is_for_blind: false, is_comment: false }],
  subtitles: [],
  cnt_chapter: 0,
});

/** A file of sound that was uploaded and examined. */
async function upload(seconds = 1400): Promise<string> {
  const id = crypto.randomUUID();
  await mkdir(join(mediaFolder, '.uploads'), { recursive: true });
  await writeFile(uploadPathOf(mediaFolder, id), 'sound');
  await insertFile(server.db, {
    id,
    origin: 'upload',
    kind: 'sound',
    path: `더빙 ${id.slice(0, 4)}.flac`,
    location: null,
    bytes: 5,
    modified_at: null,
    uploaded_by: null,
    created_at: server.clock.now(),
  });
  await changeFile(server.db, id, 'receiving', { state: 'ready', findings: findings(seconds) });
  return id;
}

const add = async (id: number, fileId: string, changes: object = {}) => {
  const { version } = await show(id);
  const body = { version, file_id: fileId, lang: 'ko', role: 'description' as const, label: '화면 해설', accepts: [] };
  return members.call(addSound, editor, { params: { id }, body: { ...body, ...changes } });
};

test('the sounds of a video get other names, another order, and go, in the answer and in the manifests', async () => {
  const before = await show(801);
  expect(before.can_change_sounds).toBe(true);
  const [japanese, korean] = idsOf(before.sounds);
  const renamed = await change(801, before.version, [{ ...korean!, label: '우리말 "더빙"' }, japanese!]);
  expect(renamed.status).toBe(200);
  expect(await asSeen(801)).toEqual({
    audio: ['ko dub 우리말 ”더빙”', 'ja main 원어 (일본어)'],
    dash: ['sound-ko-dub ko dub', 'sound-ja ja main'],
    hls: ['우리말 ”더빙” sound-ko-dub.m3u8', '원어 (일본어) sound-ja.m3u8'],
  });
  await change(801, renamed.reply.version, [japanese!]);
  expect(await asSeen(801)).toEqual({
    audio: ['ja main 원어 (일본어)'],
    dash: ['sound-ja ja main'],
    hls: ['원어 (일본어) sound-ja.m3u8'],
  });
  const folder = join(mediaFolder, 'own', clipIdOf(801));
  // A television that plays goes on with what it has.
  expect(await readFile(join(folder, 'manifest.mpd'), 'utf8')).toBe(dashOf(SOUNDS));
  const entries = await server.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'episode.tracks')
    .execute();
  expect(entries.at(-1)!.after).toMatchObject({ sounds: ['원어 (일본어) (ja, main)'] });
});

test('two operators do not change the same sounds, and no two are of one language and kind', async () => {
  const { version, sounds } = await show(802);
  const [japanese, korean] = idsOf(sounds);
  expect((await change(802, version, [japanese!, { ...korean!, lang: 'ja', role: 'main' }])).status).toBe(409);
  expect((await change(802, version, [japanese!, japanese!])).status).toBe(400);
  expect((await change(802, version, [korean!, japanese!])).status).toBe(200);
  expect((await change(802, version, [japanese!])).status).toBe(409);
  expect((await show(802)).sounds).toHaveLength(2);
});

describe('a file of sound', () => {
  test('of another length, or of a kind that there is, is a question first', async () => {
    const file = await upload(1300);
    expect((await add(803, file)).status).toBe(409);
    expect((await add(803, file, { role: 'dub', accepts: ['OTHER_LENGTH'] })).status).toBe(409);
    const { status, reply } = await add(803, file, { role: 'dub', accepts: ['OTHER_LENGTH', 'SAME_SOUND'] });
    expect(status).toBe(200);
    expect(reply.sound_jobs).toMatchObject([{ label: '화면 해설', state: 'waiting' }]);
    // The job has the file.
    expect((await add(803, file, { accepts: ['OTHER_LENGTH'] })).status).toBe(404);
  });

  test('that nobody has examined, or of a video, is refused', async () => {
    expect((await add(804, crypto.randomUUID())).status).toBe(404);
  });

  const places = () => ({
    db: server.db,
    transact: createTransact(server.db),
    clock: server.clock,
    random: { uuid: () => crypto.randomUUID() },
    catalogueFolder: mediaFolder,
    mediaFolder,
    mediaStore,
  });
  /** What the steps of a job leave, without the tools that make it. */
  async function finish(id: string, target: SoundTarget) {
    const { name, lang, role, label, seconds } = await planSound(places(), { id, target });
    expect(seconds).toBe(1400);
    const folder = join(workFolderOf(mediaFolder, id), 'packaged');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'manifest.mpd'), dashOf([{ file: name, lang, role, label }]));
    await writeFile(join(folder, `${name}.m3u8`), playlistOf(name, 160_000));
    await writeFile(join(folder, `${name}.mp4`), 'sound');
    await writeFile(join(folder, '../clip.json'), JSON.stringify({ name, bytes: 5 }));
    await publishSound(places(), { id, target });
    return name;
  }
  const jobOf = async (episode: number) => {
    const [job] = await server.db
      .selectFrom('media_jobs')
      .select(['id', 'target'])
      .where('state', '=', 'waiting')
      .execute()
      .then((rows) => rows.filter(({ target }) => (target as SoundTarget).episode?.episodeId === episode));
    return { id: job!.id, target: job!.target as SoundTarget };
  };

  test('becomes a sound that the answer and the manifests name, behind the others', async () => {
    await add(805, await upload());
    const { id, target } = await jobOf(805);
    const name = await finish(id, target);
    expect(name).toMatch(/^sound-ko-description-[\da-f]{8}$/);
    expect(await asSeen(805)).toEqual({
      audio: ['ja main 원어 (일본어)', 'ko dub 한국어 더빙', 'ko description 화면 해설'],
      dash: ['sound-ja ja main', 'sound-ko-dub ko dub', `${name} ko description`],
      hls: ['원어 (일본어) sound-ja.m3u8', '한국어 더빙 sound-ko-dub.m3u8', `화면 해설 ${name}.m3u8`],
    });
    // A job that is repeated after an interruption changes nothing.
    await publishSound(places(), { id, target });
    expect((await asSeen(805)).audio).toHaveLength(3);
  });

  test('takes the place of the sound that it replaces', async () => {
    await add(806, await upload(), { lang: 'ja', role: 'main', label: '새 원어', replaces: 'ja/main' });
    const { id, target } = await jobOf(806);
    const name = await finish(id, target);
    expect((await asSeen(806)).dash).toEqual([`${name} ja main`, 'sound-ko-dub ko dub']);
  });

  test('does not go to a video that came in the meantime', async () => {
    await add(807, await upload());
    const { id, target } = await jobOf(807);
    await expect(planSound(places(), { id, target: { ...target, clipId: clipIdOf(806) } })).rejects.toThrow(
      'The episode has got another video',
    );
  });
});
