import {
  MOST_SUBTITLE_BYTES,
  type SubtitleEncoding,
  type SubtitleQuestion,
  type SubtitleRole,
} from '#contract/console/tracks.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import { shownName } from '../intake-error.ts';
import { ASK_BELOW, guessFromName } from '../names.ts';
import { languageOf } from '../plan/languages.ts';
import { pictureFormatOfFile, pictureLabel, subtitleLabel, subtitleRoleOf } from '../plan/subtitles.ts';
import { readSubtitleName } from '../beside/subtitle-words.ts';
import type { TrackFacts } from '../subtitles/convert.ts';
import type { CodedText } from '../texts/coded-text.ts';
import { noticeOfFinding } from '../texts/finding-texts.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import type { ApartConversion, ConvertApart } from './convert-apart.ts';
import type { DrawnApart, PicturesToRead, ReadPicturesApart } from './pictures-apart.ts';
import { questionsOf } from './subtitle-questions.ts';

/** A file that an operator gives. */
export interface GivenSubtitle {
  name: string;
  bytes: Uint8Array;
  encoding?: SubtitleEncoding | undefined;
  /** Which language of a file with several. Default: the first. */
  track?: number | undefined;
  /** Length of the file `idx`, which `bytes` begins with; the file `sub` follows. */
  indexBytes?: number | undefined;
}

export type Subtitle = ClipRecord['subtitles'][number];

export const roleOf = ({ role = 'subtitle' }: Pick<Subtitle, 'role'>): SubtitleRole => role;

/** One language of a file. */
export interface ReadTrack {
  /** WebVTT; for pictures what is drawn of them, where that was asked for. */
  content: { vtt: string } | { pictures: DrawnApart | null };
  facts: TrackFacts;
  lang: string;
  role: SubtitleRole;
  labelOf(lang: string, role: SubtitleRole): string;
  /** @param replaced the subtitle whose place it takes */
  questions(of: { lang: string; role: SubtitleRole }, replaced?: Subtitle): SubtitleQuestion[];
}

export interface ReadSubtitle {
  /** Null for a file that is no subtitle. */
  format: string | null;
  /** The character set, where nothing but the text says it. */
  guess: string | null;
  notices: CodedText[];
  tracks: ReadTrack[];
}

const numberIn = (text: string): number | undefined => {
  const [found] = /\d+(?:\.\d+)?/.exec(text) ?? [];
  return found === undefined ? undefined : Number(found);
};

/** The number of the episode that a video's name says beyond doubt. */
const numberOfName = (name: string): number | undefined => {
  const { episode, confidence } = guessFromName(`${name}.mkv`);
  return confidence.episode >= ASK_BELOW ? episode : undefined;
};

export interface SubtitleReaders {
  readonly convert: ConvertApart;
  readonly readPictures: ReadPicturesApart;
}

/** The video that a file is for. */
interface OfVideo {
  readonly clip: ClipRecord;
  readonly episodeNum: string;
  /** In pixels, as viewers see it. */
  readonly film: { readonly width: number; readonly height: number };
  /** Whether pictures are drawn, which takes some seconds. */
  readonly isDrawn: boolean;
}

/** What a file is, and its text or pictures for a clip. */
export async function readSubtitle(
  { convert, readPictures }: SubtitleReaders,
  { clip, episodeNum, film, isDrawn }: OfVideo,
  { name, bytes, encoding, indexBytes = 0, track = 0 }: GivenSubtitle,
): Promise<ReadSubtitle> {
  const { format, tags, video: videoName } = readSubtitleName(name);
  const lang = languageOf(tags.language);
  const role = subtitleRoleOf(tags);
  const file = { file: shownName(name) };
  const video = { duration: clip.duration, number: numberIn(episodeNum) };
  const number = numberOfName(videoName);
  const questionsAbout =
    (facts: TrackFacts): ReadTrack['questions'] =>
    (of, replaced) => {
      const isTaken = clip.subtitles.some(
        (one) => one !== replaced && one.lang.toLowerCase() === of.lang.toLowerCase() && roleOf(one) === of.role,
      );
      return questionsOf(facts, { role: of.role, number, isTaken }, video);
    };
  const pictureFormat = pictureFormatOfFile(name);
  if (pictureFormat) {
    const given = { format: pictureFormat, lang, bytes, indexBytes, film: { ...film, seconds: clip.duration } };
    const { notices, tracks } = await readPictureTracks(readPictures, given, file, isDrawn ? track : undefined);
    return {
      ...{ format: pictureFormat, guess: null, notices },
      tracks: tracks.map((one) => ({
        ...one,
        role: one.isForcedAlone ? 'forced' : role,
        labelOf: pictureLabel,
        questions: questionsAbout(one.facts),
      })),
    };
  }
  if (format === null) return { format, guess: null, notices: [noticeOf('SUBTITLE_UNSUPPORTED', file)], tracks: [] };
  if (bytes.length > MOST_SUBTITLE_BYTES)
    return { format, guess: null, notices: [noticeOf('SUBTITLE_TOO_LARGE', file)], tracks: [] };
  const conversion: ApartConversion =
    bytes.length === 0
      ? { tracks: [], findings: [{ kind: 'empty' }] }
      : await convert(bytes, { format, lang, encoding }, clip.duration);
  return {
    format,
    guess: conversion.findings.find((finding) => finding.kind === 'encoding')?.encoding ?? null,
    notices: conversion.findings.map((each) => noticeOfFinding(each, file)),
    tracks: conversion.tracks.map(({ vtt, lang: read, facts }) => ({
      ...{ content: { vtt }, facts, lang: read, role },
      labelOf: subtitleLabel,
      questions: questionsAbout(facts),
    })),
  };
}

/** @param draws the track whose pictures are drawn. */
async function readPictureTracks(
  readPictures: ReadPicturesApart,
  given: PicturesToRead,
  file: { file: string },
  draws: number | undefined,
) {
  const read = await readPictures({ ...given, draws });
  if (read === 'tooSlow') return { notices: [noticeOf('PICTURES_SLOW', file)], tracks: [] };
  const tracks = read.tracks.flatMap(({ cues, forced, beyond, firstSeconds, lastSeconds, lang }, index) => ({
    facts: { cues, beyond, firstSeconds, lastSeconds, sample: [] },
    ...{ lang, isForcedAlone: cues > 0 && forced === cues },
    content: { pictures: index === draws ? read.drawn : null },
  }));
  const seen = tracks.filter(({ facts }) => facts.cues > facts.beyond);
  const lost = read.tracks.reduce((sum, track) => sum + track.lost, 0);
  return {
    notices: [
      ...(seen.length === 0 ? [noticeOf('PICTURES_EMPTY', file)] : []),
      ...(lost > 0 && seen.length > 0 ? [noticeOf('PICTURES_LOST', { ...file, count: lost })] : []),
      ...(read.drawn && read.drawn.left > 0 ? [noticeOf('PICTURES_CUT', { ...file, count: read.drawn.left })] : []),
    ],
    tracks: seen.length === 0 ? [] : tracks,
  };
}
