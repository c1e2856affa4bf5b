import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ScriptToDraw } from '../drawings/draw.ts';
import { type DrawnScript, writeDrawnScript } from '../drawings/drawn-script.ts';
import { type Choices, judgeScript, type ShownStyle } from '../drawings/judge-script.ts';
import { MOST_STYLES } from '#contract/console/drawing-styles.ts';
import { shownStyles } from '../drawings/shown-styles.ts';
import type { EncodedSubtitle } from '../encode/encoded.ts';
import { UNKNOWN_LANGUAGE } from '../plan/languages.ts';
import type { Plan, PlannedSubtitle } from '../plan/plan.ts';
import { planSeconds } from '../plan/plan.ts';
import { subtitleLabel, subtitleParams } from '../plan/subtitles.ts';
import type { RunTool } from '../run-tool.ts';
import { readAssScript } from '../subtitles/ass-script.ts';
import { convertFile } from '../subtitles/convert.ts';
import { decodeText } from '../subtitles/decode-text.ts';
import { sharedTime, TimeLimitError, withinTime } from '../subtitles/within-time.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { noticeOfFinding } from '../texts/finding-texts.ts';
import { extractTracks } from './extract-tracks.ts';
import { readBounded } from './read-bounded.ts';
import type { StepContext } from './step.ts';

/** Text of a whole film has a hundredth of it. */
const MOST_SUBTITLE_BYTES = 20 * 2 ** 20;
/** A film's subtitles take less than a second; 20 MB take some. */
const CONVERTING_MS = 60_000;
/** Longest time for all texts of a video together. */
const CONVERTING_ALL_MS = 30 * 60_000;

/** A tag that begins a drawn shape. */
const SHAPE = /\\p[1-9]/;

interface Work extends StepContext {
  readonly runTool: RunTool;
  readonly plan: Plan;
  /** Folder of the files that are being written. */
  readonly draft: string;
}

export interface ConvertedSubtitles {
  readonly subtitles: EncodedSubtitle[];
  /** One for each language that has something to draw. */
  readonly scripts: ScriptToDraw[];
  /** Of all scripts, the most used first. */
  readonly styles: ShownStyle[];
}

/** Writes the planned subtitles as WebVTT; tells the operator what is left out, and what a file was taken for. */
export async function convertSubtitles(work: Work): Promise<ConvertedSubtitles> {
  const { plan, draft, notice } = work;
  const converted: (EncodedSubtitle & { script?: DrawnScript | undefined })[] = [];
  /** Scripts of tracks that only have shapes to draw, and no text to read. */
  const wordless: ScriptToDraw[] = [];
  const styles = new Map<string, ShownStyle>();
  await extractTracks({
    ...work,
    tracks: plan.subtitles.flatMap(({ origin, format }) =>
      origin.from === 'stream' ? [{ stream: origin.stream, format }] : [],
    ),
    outputOf: ({ stream, format }) => [
      ...['-map', `0:${stream}`, '-c:s', { srt: 'srt', ass: 'copy', vtt: 'copy', sami: 'srt' }[format]],
      ...['-fs', String(MOST_SUBTITLE_BYTES), '-f', { srt: 'srt', ass: 'ass', vtt: 'webvtt', sami: 'srt' }[format]],
      trackFile(stream),
    ],
  });
  const leftMs = sharedTime(CONVERTING_ALL_MS, CONVERTING_MS);
  for (const planned of plan.subtitles) {
    const { origin, role } = planned;
    const params = subtitleParams(origin);
    const bytes = await readBounded(
      origin.from === 'file' ? join(dirname(work.source), origin.name) : join(draft, trackFile(origin.stream)),
      MOST_SUBTITLE_BYTES,
    );
    const { tracks, findings } = convertInTime(bytes, planned, work, leftMs());
    const isWordless = findings.some(({ kind }) => kind === 'empty');
    const isJudged = bytes instanceof Uint8Array && (tracks.length > 0 || isWordless);
    const judged = isJudged ? judge(bytes, planned, work.choices, leftMs()) : undefined;
    const addStyles = () => {
      for (const style of judged?.styles ?? [])
        if ((styles.get(style.name)?.events ?? 0) < style.events) styles.set(style.name, style);
    };
    if (isWordless && judged?.script && SHAPE.test(judged.script.text) && planned.lang !== UNKNOWN_LANGUAGE) {
      wordless.push({ lang: planned.lang, script: judged.script });
      addStyles();
      continue;
    }
    findings.forEach((finding) => notice(noticeOfFinding(finding, params)));
    for (const { lang, vtt } of tracks) {
      if (converted.some((other) => other.lang === lang && other.role === role)) {
        notice(noticeOf('SUBTITLE_SAME_LANGUAGE', { ...params, lang, role }));
        continue;
      }
      const file = `${['subtitles', lang.toLowerCase(), ...(role === 'subtitle' ? [] : [role])].join('-')}.vtt`;
      await writeFile(join(draft, file), vtt);
      converted.push({ file, lang, role, label: subtitleLabel(lang, role), script: judged?.script });
      addStyles();
    }
  }
  // The whole script of a language before its forced one, and Korean first: drawing has a limit of time.
  converted.sort((one, other) => orderOfSubtitle(one) - orderOfSubtitle(other));
  const scripts = new Map<string, ScriptToDraw>();
  for (const { lang, script } of [...converted, ...wordless])
    if (script && !scripts.has(lang)) scripts.set(lang, { lang, script });
  return {
    subtitles: converted.map(({ file, lang, role, label }) => ({ file, lang, role, label })),
    scripts: [...scripts.values()],
    styles: [...styles.values()].sort((one, other) => other.events - one.events).slice(0, MOST_STYLES),
  };
}

/** What of a script is drawn, and its styles; undefined for other formats. */
function judge(
  bytes: Uint8Array,
  { format, lang, origin }: PlannedSubtitle,
  choices: Choices | undefined,
  limitMs: number,
) {
  if (format !== 'ass') return undefined;
  try {
    return withinTime(() => {
      const script = readAssScript(decodeText(bytes, lang), origin.from === 'stream');
      const { kinds, styles } = judgeScript(script, choices);
      return { script: writeDrawnScript(script, kinds), styles: shownStyles(script, styles) };
    }, limitMs);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return undefined;
  }
}

function convertInTime(
  bytes: Uint8Array | 'tooLarge' | undefined,
  planned: PlannedSubtitle,
  { plan, choices }: Work,
  limitMs: number,
) {
  if (bytes === undefined) return { tracks: [], findings: [{ kind: 'empty' } as const] };
  if (bytes === 'tooLarge') return { tracks: [], findings: [{ kind: 'tooLarge' } as const] };
  const isEmbedded = planned.origin.from === 'stream';
  try {
    return withinTime(() => convertFile(bytes, { ...planned, isEmbedded, choices }, planSeconds(plan)), limitMs);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return { tracks: [], findings: [{ kind: 'tooLarge' } as const] };
  }
}

/** Korean comes first: it is the language of the service. */
export const orderOfSubtitle = ({ lang, role }: EncodedSubtitle) =>
  (lang === 'ko' ? 0 : 10) + ['subtitle', 'caption', 'forced'].indexOf(role);

const trackFile = (stream: number) => `track-${stream}.text`;
