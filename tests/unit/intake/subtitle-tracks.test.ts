import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { convertPictures } from '#server/intake/steps/picture-files.ts';
import { convertSubtitles } from '#server/intake/steps/subtitle-files.ts';
import type { CodedText } from '#server/intake/texts/coded-text.ts';
import { framed, writeSup } from '#tests/support/media/disc-subtitles.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bora-tracks-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A job whose subtitles are files beside the video, so that no tool runs. */
function jobOf(files: Readonly<Record<string, Buffer | string>>, plan: object) {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const notices: string[] = [];
  return {
    notices,
    work: {
      ...{ source: join(folder, 'video.mkv'), folder, draft: folder, signal: new AbortController().signal },
      notice: ({ code }: CodedText) => notices.push(code),
      plan: { frames: 60, frameRate: { numerator: 1, denominator: 1 }, subtitles: [], pictures: [], ...plan },
      probed: { picture: { width: 1920, height: 1080, pixelAspect: { numerator: 1, denominator: 1 }, rotation: 0 } },
      freeBytes: () => 1e12,
    } as never,
  };
}
const file = (name: string, format: string, lang: string, role = 'subtitle') => ({
  ...{ origin: { from: 'file', name }, format, lang, role },
});

const script = (text: string) => `[Script Info]
PlayResX: 1920
PlayResY: 1080

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Sign,Arial,48

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:05.00,Sign,,0,0,0,,{\\pos(400,300)\\fscx150\\frz30}${text}
`;

it('the whole script of a language is drawn, and Korean first, whatever the order of the files', async () => {
  const { work } = jobOf(
    { 'en.ass': script('POST'), 'ko.forced.ass': script('FORCED'), 'ko.ass': script('WHOLE') },
    {
      subtitles: [
        file('en.ass', 'ass', 'en'),
        file('ko.forced.ass', 'ass', 'ko', 'forced'),
        file('ko.ass', 'ass', 'ko'),
      ],
    },
  );
  const { scripts } = await convertSubtitles(work);
  expect(scripts.map(({ lang }) => lang)).toEqual(['ko', 'en']);
  expect(JSON.stringify(scripts[0])).toContain('WHOLE');
});

const speech = { x: 560, y: 900, width: 800, height: 60, at: framed(800, 60) };
const sign = { x: 200, y: 100, width: 300, height: 60, at: framed(300, 60), isForced: true };
const shown = (...pictures: (typeof speech)[]) =>
  writeSup([
    { seconds: 1, pictures },
    { seconds: 5, pictures: [] },
  ]);

it('several tracks of discs in one language keep their own pictures', async () => {
  const { work, notices } = jobOf(
    { 'signs.ko.sup': shown(sign), 'whole.ko.sup': shown(speech) },
    { pictures: [file('signs.ko.sup', 'sup', 'ko'), file('whole.ko.sup', 'sup', 'ko')] },
  );
  const tracks = await convertPictures(work, []);
  expect(tracks.map(({ role }) => role)).toEqual(['forced', 'subtitle']);
  const [forced, whole] = tracks.map(({ file: name, sheets }) => [readFileSync(join(folder, name), 'utf8'), sheets]);
  expect(forced).not.toEqual(whole);
  expect(new Set(tracks.flatMap(({ file: name, sheets = [] }) => [name, ...sheets])).size).toBe(4);
  expect(notices).toEqual([]);
});

it('a marked forced track is not replaced by the forced pictures of the whole one', async () => {
  const { work } = jobOf(
    { 'forced.ko.sup': shown(sign), 'whole.ko.sup': shown(speech, sign) },
    { pictures: [file('forced.ko.sup', 'sup', 'ko', 'forced'), file('whole.ko.sup', 'sup', 'ko')] },
  );
  const tracks = await convertPictures(work, []);
  expect(tracks.map(({ role }) => role)).toEqual(['forced', 'subtitle']);
  const [forced] = tracks;
  expect(forced!.sheets!.every((sheet) => !tracks[1]!.sheets!.includes(sheet))).toBe(true);
  // Where the picture is on its own sheet; on that of the whole track the speech is before it.
  expect(readFileSync(join(folder, forced!.file), 'utf8')).toContain('1#xywh=0,0,');
});
