import type { FoundMark } from './propose-marks.ts';

/** The parts of an episode that viewers may skip. */
export const MARK_KINDS = ['intro', 'outro', 'recap', 'preview'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export interface Chapter {
  startSeconds: number;
  endSeconds: number;
  title: string;
}

/** What the names of a clip's chapters say, in seconds of the clip. */
export type ChapterMarks = Record<MarkKind, FoundMark | null>;

/** With the chapters themselves, which clips of earlier versions do not have. */
export type StoredChapters = ChapterMarks & { list?: readonly Chapter[] };

/** Names that mean one thing. */
const CLEAR = 0.9;
/** Names that people also give to other parts: an intro may be a scene before the opening. */
const VAGUE = 0.7;

/** Names of chapters, normalized as `wordsOf` does it. */
const NAMES: readonly (readonly [kind: MarkKind, confidence: number, name: RegExp])[] = [
  [
    'recap',
    CLEAR,
    /^(?:recap|previously(?: on\b.*)?|last (?:time|episode)|summary|あらすじ|前回(?:のあらすじ|まで)?.*|これまでの.*|지난 ?(?:이야기|줄거리|회|화).*|전회 ?줄거리|前情(?:提要|回顾|回顧)|上集回[顾顧])$/,
  ],
  [
    'preview',
    CLEAR,
    /^(?:(?:next )?(?:episode )?preview|next (?:episode|time).*|yokoku|予告.*|次回.*|次週.*|(?:다음 ?(?:화|회|편|주|이야기) ?)?예고(?:편)?|다음 ?(?:화|회|편|이야기)(?: 예고)?|차회 ?예고|下[集回][预預]告|[预預]告)$/,
  ],
  [
    'intro',
    CLEAR,
    /^(?:(?:nc)?op ?\d{0,2}[a-z]?|opening(?: (?:theme|song|credits|titles?|sequence|animation))?|(?:main )?title (?:sequence|theme)|theme song|オープニング(?:テーマ)?|主題歌|오프닝(?: ?(?:곡|테마|영상))?|여는 ?노래|片[头頭](?:曲)?)(?: [-:] .*| \d{1,2})?$/,
  ],
  [
    'outro',
    CLEAR,
    /^(?:(?:nc)?ed ?\d{0,2}[a-z]?|ending(?: (?:theme|song|credits|titles?|sequence|animation))?|(?:end|closing) (?:credits|titles?|theme)|エンディング(?:テーマ)?|スタッフロール|엔딩(?: ?(?:곡|테마|영상|크레딧))?|닫는 ?노래|片尾(?:曲)?)(?: [-:] .*| \d{1,2})?$/,
  ],
  ['intro', VAGUE, /^(?:intro|타이틀|タイトル|title(?:s| card)?)$/],
  ['outro', VAGUE, /^(?:outro|(?:staff )?credits|크레딧|クレジット|제작진|staff ?roll)$/],
];

/** Shortest and longest part of each kind, in seconds. A chapter of another length has a misleading name. */
const LENGTHS: Record<MarkKind, readonly [least: number, most: number]> = {
  intro: [5, 300],
  outro: [5, 900],
  recap: [3, 600],
  preview: [3, 300],
};
/** A part that takes more of the clip is the clip. */
const LARGEST_SHARE = 0.6;
/** Chapters of one kind that lie closer together are one. */
const TOUCHING_SECONDS = 1;
const LONGEST_NAME = 100;

/** The name of a chapter without its number: `Chapter 03: Opening`, `02 - OP`, `[ED]`. */
function wordsOf(title: string): string {
  const plain = Array.from(title.normalize('NFKC').replace(/[\p{Cc}\p{Cf}]/gu, ''))
    .slice(0, LONGEST_NAME)
    .join('')
    .toLowerCase()
    .replace(/["'“”‘’「」『』[\](){}<>【】]/g, ' ')
    .replace(/[_\s]+/g, ' ')
    .trim();
  const unnumbered = plain.replace(/^(?:chapter|chap|ch|チャプター|챕터|장)?[ .#]?\d{1,3}(?:\s*[-.:)]\s*|\s+)/, '');
  return (unnumbered === '' ? plain : unnumbered).trim();
}

function kindOf(title: string): { kind: MarkKind; confidence: number } | undefined {
  const words = wordsOf(title);
  const found = NAMES.find(([, , name]) => name.test(words));
  return found && { kind: found[0], confidence: found[1] };
}

/** Joins chapters of one kind that touch: `OP` may have a chapter for each verse. */
function joined(marks: readonly FoundMark[]): FoundMark[] {
  const all: FoundMark[] = [];
  for (const mark of marks) {
    const last = all.at(-1);
    if (last && last.confidence === mark.confidence && mark.start - last.end <= TOUCHING_SECONDS) last.end = mark.end;
    else all.push({ ...mark });
  }
  return all;
}

/**
 * Reads marks from the names that people give to chapters. Names of the story itself (`Part A`, `アバン`, `본편`) and names
 * that say nothing (`Chapter 1`) give none.
 *
 * @param duration of the clip, in seconds.
 */
export function marksOfChapters(chapters: readonly Chapter[], duration: number): ChapterMarks {
  const found: Record<MarkKind, FoundMark[]> = { intro: [], outro: [], recap: [], preview: [] };
  const inOrder = [...chapters].sort((one, other) => one.startSeconds - other.startSeconds);
  for (const [index, { startSeconds, endSeconds, title }] of inOrder.entries()) {
    const said = kindOf(title);
    if (said === undefined) continue;
    const start = Math.max(0, startSeconds);
    const next = inOrder[index + 1]?.startSeconds ?? duration;
    // Some files give chapters a start alone, and others let them overlap.
    const end = Math.min(duration, endSeconds > startSeconds ? Math.min(endSeconds, Math.max(next, start)) : next);
    if (Number.isFinite(start) && end > start) found[said.kind].push({ start, end, confidence: said.confidence });
  }
  const best = (kind: MarkKind): FoundMark | null => {
    const [least, most] = LENGTHS[kind];
    const marks = joined(found[kind]).filter(
      ({ start, end }) => end - start >= least && end - start <= Math.min(most, duration * LARGEST_SHARE),
    );
    const clearest = Math.max(...marks.map(({ confidence }) => confidence));
    // After the last of several endings, nothing follows that the viewer wants to see.
    const candidates = marks.filter(({ confidence }) => confidence === clearest);
    return (kind === 'outro' || kind === 'preview' ? candidates.at(-1) : candidates[0]) ?? null;
  };
  return { intro: best('intro'), outro: best('outro'), recap: best('recap'), preview: best('preview') };
}

export const hasMarks = (marks: ChapterMarks): boolean => MARK_KINDS.some((kind) => marks[kind] !== null);
