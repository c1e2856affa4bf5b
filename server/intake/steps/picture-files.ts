import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EncodedSubtitle } from '../encode/encoded.ts';
import { checkFree, type FreeBytes } from '../disk.ts';
import { sourceInput } from '../ffmpeg-arguments.ts';
import { extraDataOf } from '../pictures/extra-data.ts';
import {
  MOST_INDEX_BYTES,
  MOST_TRACK_BYTES,
  type PictureTrack,
  subFileOf,
  tracksOfFile,
} from '../pictures/file-tracks.ts';
import { cuesOf } from '../pictures/picture-cues.ts';
import type { ShownState } from '../pictures/picture.ts';
import { DVB_COLORS, DVB_INDEX, readDiscIndex, type DiscIndex } from '../pictures/read-idx.ts';
import { canvasFor, readStreamStates } from '../pictures/vobsub-states.ts';
import { writePictures, type WrittenPictures } from '../pictures/write-pictures.ts';
import { planSeconds, type Plan, type PlannedPictures } from '../plan/plan.ts';
import { displaySize } from '../plan/rungs.ts';
import { pictureLabel, subtitleParams } from '../plan/subtitles.ts';
import { SOURCE_NAME } from '../probe/input-file.ts';
import type { Source } from '../probe/source.ts';
import type { RunTool } from '../run-tool.ts';
import { sharedTime, TimeLimitError } from '../subtitles/within-time.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { extractTracks } from './extract-tracks.ts';
import { readBounded } from './read-bounded.ts';
import type { StepContext } from './step.ts';

const HEADERS_MS = 60_000;
const HEADERS_BYTES = 4_000_000;
/** A film takes seconds; a crafted file may have a screen of 4K for each of its bytes. */
const CONVERTING_MS = 10 * 60_000;
/** Longest time for all picture tracks of a video together. */
const CONVERTING_ALL_MS = 30 * 60_000;

/** Largest canvas of subtitles of television. */
const DVB_SIZE = '1920x1080';

const SOURCE = `../${SOURCE_NAME}`;

interface Work extends StepContext {
  readonly runTool: RunTool;
  readonly freeBytes: FreeBytes;
  readonly plan: Plan;
  readonly probed: Source;
  /** Folder of the files that are being written. */
  readonly draft: string;
}

type Role = EncodedSubtitle['role'];

/**
 * Writes the planned subtitles that consist of pictures as sheets. Texts of a language take the place of its pictures: they
 * can be read aloud. What cannot be used is left out, and said.
 */
export async function convertPictures(work: Work, texts: readonly EncodedSubtitle[]): Promise<EncodedSubtitle[]> {
  const { plan, draft, notice } = work;
  const made: EncodedSubtitle[] = [];
  const forced: EncodedSubtitle[] = [];
  const has = (list: readonly EncodedSubtitle[], lang: string, role: Role) =>
    list.some((one) => one.lang === lang && one.role === role);
  await extractTracks({
    ...work,
    tracks: plan.pictures.flatMap(({ origin, format }) =>
      origin.from === 'stream' ? [{ stream: origin.stream, format }] : [],
    ),
    // A picture of television stays until the next one, which may be empty.
    optionsOf: (tracks) => (tracks.some(({ format }) => format === 'dvb') ? ['-compute_edt', '1'] : []),
    outputOf: ({ stream, format }) => [
      ...['-map', `0:${stream}`, '-fs', String(MOST_TRACK_BYTES + 1)],
      ...(format === 'sup' ? ['-c:s', 'copy', '-f', 'sup'] : []),
      // Its clock begins with the first picture of the film.
      ...(format === 'vobsub' ? ['-c:s', 'copy', '-preload', '0', '-f', 'vob'] : []),
      ...(format === 'dvb'
        ? ['-c:s', 'dvdsub', '-s', DVB_SIZE, '-palette', DVB_COLORS, '-preload', '0', '-f', 'vob']
        : []),
      trackFile(stream),
    ],
  });
  const leftMs = sharedTime(CONVERTING_ALL_MS, CONVERTING_MS);
  const names = new Set<string>();
  /** A disc may have several tracks of one language and role, such as a whole one and a forced one without a mark. */
  const freeName = (wanted: string) => {
    let name = wanted;
    for (let count = 2; names.has(name); count += 1) name = `${wanted}-${count}`;
    names.add(name);
    return name;
  };
  for (const planned of plan.pictures) {
    const params = subtitleParams(planned.origin);
    for (const { lang, states } of await tracksOf(work, planned)) {
      if (has([...texts, ...made], lang, planned.role)) {
        notice(noticeOf('SUBTITLE_SAME_LANGUAGE', { ...params, lang, role: planned.role }));
        continue;
      }
      const name = freeName(
        `pictures-${[lang.toLowerCase(), ...(planned.role === 'subtitle' ? [] : [planned.role])].join('-')}`,
      );
      const written = await writeInTime(work, { name, states, limitMs: leftMs() }, params);
      if (!written) continue;
      const { sheets, all } = written;
      const role = written.isForcedAlone ? 'forced' : planned.role;
      const add = async (list: EncodedSubtitle[], file: string, vtt: string, as: Role) => {
        await writeFile(join(draft, file), vtt);
        list.push({ file, lang, role: as, label: pictureLabel(lang, as), sheets: [...sheets] });
      };
      if (!has([...texts, ...made], lang, role)) await add(made, `${name}.vtt`, all, role);
      else notice(noticeOf('SUBTITLE_SAME_LANGUAGE', { ...params, lang, role }));
      if (written.forced !== null && role !== 'forced' && !has(forced, lang, 'forced'))
        await add(forced, `${freeName(`${name}-forced`)}.vtt`, written.forced, 'forced');
    }
    if (planned.origin.from === 'stream') await rm(join(draft, trackFile(planned.origin.stream)), { force: true });
  }
  return [...made, ...forced.filter(({ lang }) => !has([...texts, ...made], lang, 'forced'))];
}

async function writeInTime(
  { plan, probed, draft, source, freeBytes, signal, notice }: Work,
  { name, states, limitMs }: { name: string; states: PictureTrack['states']; limitMs: number },
  params: ReturnType<typeof subtitleParams>,
): Promise<WrittenPictures | undefined> {
  let lost = 0;
  const leftMs = sharedTime(limitMs);
  const check = () => {
    signal.throwIfAborted();
    if (leftMs() <= 0) throw new TimeLimitError(`Not done after ${limitMs} ms.`);
  };
  const lose = () => {
    check();
    lost += 1;
  };
  function* inTime(): Generator<ShownState> {
    for (const state of states(lose)) {
      check();
      yield state;
    }
  }
  try {
    const film = displaySize(probed.picture);
    const written = await writePictures({
      cues: () => {
        lost = 0;
        return cuesOf(inTime());
      },
      film: { width: probed.picture.width, height: probed.picture.height, aspect: film.width / film.height },
      seconds: planSeconds(plan),
      folder: draft,
      name,
    });
    checkFree(freeBytes, draft, 0, source);
    if (!written) notice(noticeOf('PICTURES_EMPTY', params));
    if (written && lost > 0) notice(noticeOf('PICTURES_LOST', { ...params, count: lost }));
    if (written && written.left > 0) notice(noticeOf('PICTURES_CUT', { ...params, count: written.left }));
    return written;
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    notice(noticeOf('PICTURES_SLOW', params));
    return undefined;
  }
}

/** The tracks of a stream, or of a file, which may have several. */
async function tracksOf(work: Work, { origin, format, lang }: PlannedPictures): Promise<PictureTrack[]> {
  const { draft, source, notice } = work;
  const params = subtitleParams(origin);
  const path = origin.from === 'file' ? join(dirname(source), origin.name) : join(draft, trackFile(origin.stream));
  const isIndex = format === 'vobsub' && origin.from === 'file';
  const bytes = await readBounded(isIndex ? subFileOf(path) : path, MOST_TRACK_BYTES);
  const index = isIndex ? await readBounded(path, MOST_INDEX_BYTES) : new Uint8Array();
  if (bytes === 'tooLarge' || index === 'tooLarge') notice(noticeOf('SUBTITLE_TOO_LARGE', params));
  else if (bytes === undefined || index === undefined) notice(noticeOf('PICTURES_EMPTY', params));
  if (!(bytes instanceof Uint8Array) || !(index instanceof Uint8Array)) return [];
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (origin.from === 'stream' && format !== 'sup') {
    const said = format === 'dvb' ? DVB_INDEX : await indexOf(work, origin.stream);
    const ofStream = { ...said, canvas: canvasFor(data, said.canvas) };
    return [{ lang, states: (onLost) => readStreamStates(data, ofStream, onLost) }];
  }
  return tracksOfFile({ format: isIndex ? 'vobsub' : 'sup', bytes: data, index, lang });
}

const trackFile = (stream: number) => `track-${stream}.pictures`;

/** Size and colours of a stream of DVD subtitles. */
async function indexOf({ runTool, draft, signal }: Work, stream: number): Promise<DiscIndex> {
  const { output } = await runTool('ffprobe', {
    arguments: [
      ...['-v', 'error', '-show_streams', '-show_data', '-select_streams', String(stream), '-of', 'json'],
      ...sourceInput(SOURCE),
    ],
    folder: draft,
    signal,
    limitMs: HEADERS_MS,
    outputBytes: HEADERS_BYTES,
  });
  return readDiscIndex(extraDataOf(output));
}
