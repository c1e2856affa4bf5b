import type { SubtitleEncoding, SubtitleQuestion, SubtitleRole } from '#contract/console/tracks.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import { shownName } from '../intake-error.ts';
import { ASK_BELOW, guessFromName } from '../names.ts';
import { languageOf } from '../plan/languages.ts';
import { subtitleRoleOf } from '../plan/subtitles.ts';
import { readSubtitleName } from '../beside/subtitle-words.ts';
import type { TrackFacts } from '../subtitles/convert.ts';
import type { CodedText } from '../texts/coded-text.ts';
import { noticeOfFinding } from '../texts/finding-texts.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import type { ApartConversion, ConvertApart } from './convert-apart.ts';
import { questionsOf } from './subtitle-questions.ts';

/** A file that an operator gives. */
export interface GivenSubtitle {
  name: string;
  bytes: Uint8Array;
  encoding?: SubtitleEncoding | undefined;
  /** Which language of a file with several. Default: the first. */
  track?: number | undefined;
}

export type Subtitle = ClipRecord['subtitles'][number];

export const roleOf = ({ role = 'subtitle' }: Pick<Subtitle, 'role'>): SubtitleRole => role;

/** One language of a file. */
interface ReadTrack {
  vtt: string;
  facts: TrackFacts;
  lang: string;
  role: SubtitleRole;
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

/** What a file is, and its text for a clip. */
export async function readSubtitle(
  convert: ConvertApart,
  { clip, episodeNum }: { clip: ClipRecord; episodeNum: string },
  { name, bytes, encoding }: GivenSubtitle,
): Promise<ReadSubtitle> {
  const { format, tags, video: videoName } = readSubtitleName(name);
  const file = { file: shownName(name) };
  if (format === null) return { format, guess: null, notices: [noticeOf('SUBTITLE_UNSUPPORTED', file)], tracks: [] };
  const conversion: ApartConversion =
    bytes.length === 0
      ? { tracks: [], findings: [{ kind: 'empty' }] }
      : await convert(bytes, { format, lang: languageOf(tags.language), encoding }, clip.duration);
  const video = { duration: clip.duration, number: numberIn(episodeNum) };
  const number = numberOfName(videoName);
  return {
    format,
    guess: conversion.findings.find((finding) => finding.kind === 'encoding')?.encoding ?? null,
    notices: conversion.findings.map((each) => noticeOfFinding(each, file)),
    tracks: conversion.tracks.map(({ vtt, lang, facts }) => ({
      vtt,
      facts,
      lang,
      role: subtitleRoleOf(tags),
      questions: (of, replaced) => {
        const isTaken = clip.subtitles.some(
          (one) => one !== replaced && one.lang.toLowerCase() === of.lang.toLowerCase() && roleOf(one) === of.role,
        );
        return questionsOf(facts, { role: of.role, number, isTaken }, video);
      },
    })),
  };
}
