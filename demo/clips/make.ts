import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClipRecord } from '../../server/catalogue/format/index.ts';
import { draw } from '../art/draw.ts';
import { describe } from './description.ts';
import { encode, encodeDescription, encodeSound, joinDownload } from './encode.ts';
import { ffmpeg, finished, startFfmpeg } from './ffmpeg.ts';
import { type Film, frameAt } from './film.ts';
import { films } from './films/index.ts';
import { manifestsOf } from './manifests.ts';
import { drawPreviews } from './previews.ts';
import { framesPerSecond, pictureTrack, renditionsOf, soundLanguagesOf, tracksOf } from './renditions.ts';
import { sealClip, sealedClips } from './sealed.ts';
import { perform, type Score, toWav } from './sound.ts';
import { captions, subtitles } from './subtitles.ts';
import { readTracks, soundNames } from './tracks.ts';

/**
 * Makes the clips: `npm run catalogue:clips -- [--sound | --description | --manifests] [id ...]`. `--sound` keeps the video
 * files, `--description` also the other sounds, `--manifests` all media files. Needs ffmpeg with libx264, libvpx and libopus,
 * except for the manifests, and espeak-ng for descriptions.
 */
const isSoundOnly = process.argv.includes('--sound');
const isDescriptionOnly = process.argv.includes('--description');
const isManifestsOnly = process.argv.includes('--manifests');
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));

const catalogueFolder = fileURLToPath(new URL('../catalogue', import.meta.url));
const masterSize = { width: 1280, height: 720 };
/** Loudness of every clip, in LUFS. */
const loudness = -20;
const languages = [
  { lang: 'ko', label: '한국어' },
  { lang: 'en', label: '영어' },
] as const;

async function makeClip(film: Film): Promise<void> {
  const folder = join(catalogueFolder, 'media', film.id);
  const work = await mkdtemp(join(tmpdir(), `${film.id}-`));
  const made = join(work, 'made');
  await mkdir(made);
  const picture = join(work, 'picture.mkv');
  if (isSoundOnly) await copyPicture(film, folder, made);
  else {
    await drawPicture(film, picture);
    await encode(picture, made, film);
  }
  for (const lang of soundLanguagesOf(film)) {
    const sound = join(work, `sound-${lang ?? 'one'}.wav`);
    await playSound(film, (lang === 'ko' && film.dub) || film.score, sound);
    await encodeSound(sound, made, lang);
  }
  await addDescription(film, made, work);
  await writeManifests(film, made);
  for (const { lang } of film.cues ? languages : [])
    await writeFile(join(made, `${lang}.vtt`), subtitles(film.cues ?? [], lang));
  if (film.sounds) await writeFile(join(made, 'ko-caption.vtt'), captions(film.cues ?? [], film.sounds));
  const sheet = film.isAdvertisement ? null : await drawPreviews(film, made);
  const size = film.isAdvertisement ? undefined : await joinDownload(made, 'download.mp4', soundLanguagesOf(film));
  await rm(folder, { recursive: true, force: true });
  await cp(made, folder, { recursive: true });
  await writeRecord(film, sheet, size);
  await rm(work, { recursive: true });
  console.log(`${film.id}: made`);
}

/** Encodes the described sound of a film that has one. */
async function addDescription(film: Film, folder: string, work: string): Promise<void> {
  if (!film.description) return;
  const [sound, file] = [join(work, 'sound-low.wav'), join(work, 'described.wav')];
  await playSound(film, film.score, sound);
  await describe(film.description, { sound, file, work });
  await encodeDescription(file, folder);
}

/** Makes the described sound again, and the manifests. */
async function remakeDescription(film: Film): Promise<void> {
  const folder = join(catalogueFolder, 'media', film.id);
  const work = await mkdtemp(join(tmpdir(), `${film.id}-`));
  await addDescription(film, folder, work);
  await writeManifests(film, folder);
  await rm(work, { recursive: true });
}

async function writeManifests(film: Film, folder: string): Promise<void> {
  const manifests = manifestsOf(await readTracks(tracksOf(film), folder), film.seconds);
  for (const [name, text] of Object.entries(manifests)) await writeFile(join(folder, name), text);
}

async function copyPicture(film: Film, folder: string, made: string): Promise<void> {
  for (const { file } of renditionsOf(film).map(pictureTrack)) await cp(join(folder, file), join(made, file));
}

/** All frames in a lossless file, so that all renditions have the same source. */
async function drawPicture(film: Film, file: string): Promise<void> {
  const { width, height } = masterSize;
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    `${width}x${height}`,
    '-r',
    String(framesPerSecond),
    '-i',
    '-',
  ];
  const child = startFfmpeg([
    ...input,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-qp',
    '4',
    '-pix_fmt',
    'yuv420p',
    file,
  ]);
  const done = finished(child);
  if (child.stdin === null) throw new Error('ffmpeg takes no input');
  for (let frame = 0; frame < film.seconds * framesPerSecond; frame += 1) {
    const { pixels } = draw(frameAt(film, frame / framesPerSecond, width));
    if (!child.stdin.write(pixels)) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  await done;
}

async function playSound(film: Film, score: Score, file: string): Promise<void> {
  const track = perform(score, film.seconds, film.id);
  await writeFile(file, toWav(track, 0.5));
  const measured = /I:\s+(-?[\d.]+) LUFS(?![\s\S]*I:\s+-?[\d.]+ LUFS)/.exec(
    await ffmpeg(['-i', file, '-af', 'ebur128', '-f', 'null', '-']),
  );
  if (measured === null) throw new Error(`no loudness measured for ${film.id}`);
  await writeFile(file, toWav(track, 0.5 * 10 ** ((loudness - Number(measured[1])) / 20)));
}

async function writeRecord(
  film: Film,
  sheet: { interval: number; columns: number; rows: number; width: number; height: number } | null,
  downloadSize: number | undefined,
) {
  const at = (name: string) => `media/${film.id}/${name}`;
  const record: ClipRecord = {
    kind: 'clip',
    id: film.id,
    duration: film.seconds,
    streams: [
      { protocol: 'dash', path: at('manifest.mpd') },
      { protocol: 'hls', path: at('master.m3u8') },
    ],
    subtitles: film.cues ? languages.map(({ lang, label }) => ({ lang, label, path: at(`${lang}.vtt`) })) : [],
    audio: soundLanguagesOf(film).map((lang = 'ko') => ({
      lang,
      role: lang === 'ko' && film.dub ? 'dub' : 'main',
      label: film.dub ? soundNames[lang] : '한국어',
    })),
    thumbnails: sheet && { path: at('previews.webp'), ...sheet },
    intro: film.intro ?? null,
    outro: film.outro ?? null,
    recap: film.recap ?? null,
    preview: film.preview ?? null,
    ...(downloadSize !== undefined && { download: { path: at('download.mp4'), size: downloadSize } }),
  };
  const folder = join(catalogueFolder, 'records', 'clips');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${film.id}.json`), `${JSON.stringify(record, null, 2)}\n`);
}

const isWanted = ({ id }: { id: string }) => wanted.length === 0 || wanted.includes(id);
const known = [...films, ...sealedClips];
if (!known.some(isWanted)) throw new Error(`no such clip; there are: ${known.map(({ id }) => id).join(', ')}`);
for (const film of films.filter(isWanted)) {
  if (isManifestsOnly) await writeManifests(film, join(catalogueFolder, 'media', film.id));
  else if (isDescriptionOnly) await remakeDescription(film);
  else await makeClip(film);
}
for (const sealed of sealedClips.filter((clip) => isWanted(clip) || isWanted({ id: clip.of })))
  await sealClip(sealed, catalogueFolder);
