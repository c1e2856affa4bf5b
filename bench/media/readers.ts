import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { ASK_BELOW, guessFromName, isEpisode } from '#server/intake/names.ts';
import { scan } from '#server/intake/scan.ts';
import { convertFile } from '#server/intake/subtitles/convert.ts';
import { nameCorpus, readAs, type SaidName } from '#tests/support/media/name-corpus.ts';
import { median } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';

/* Measures the readers of names, folders and subtitles, which need no media tools. */

const LEAST_RIGHT = 0.95;
const EPISODES_OF_A_TITLE = 20;
const ROUNDS = 3;
const CUES = 25_000;
const LINE_SECONDS = 0.3;

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;

/** How well the reader reads the corpus of the tests. */
export function measureNames(): Figure[] {
  const corpus = nameCorpus();
  const read = corpus.map(({ path, said }) => {
    const guess = guessFromName(path);
    const isSure = isEpisode(guess) && Math.min(...Object.values(guess.confidence)) >= ASK_BELOW;
    return { said, got: readAs(path, said), isSure };
  });
  const cntRight = (field: keyof SaidName) => read.filter(({ said, got }) => said[field] === got[field]).length;
  const right = read.filter(({ said, got }) => isDeepStrictEqual(said, got)).length;
  const wrongAndSure = read.filter(({ said, got, isSure }) => isSure && !isDeepStrictEqual(said, got)).length;
  return [
    ...(['title', 'season', 'episode', 'kind'] as const).map((field) => ({
      what: `${field} of ${read.length} names of the tests read right`,
      figure: percent(cntRight(field), read.length),
      target: '',
    })),
    {
      what: 'all of them right',
      figure: percent(right, read.length),
      target: `>= ${LEAST_RIGHT * 100} %`,
      isMet: right / read.length >= LEAST_RIGHT,
    },
    {
      what: 'names that are read wrong without a question',
      figure: String(wrongAndSure),
      target: '0',
      isMet: wrongAndSure === 0,
    },
    {
      what: 'names that are read without a question',
      figure: percent(read.filter(({ isSure }) => isSure).length, read.length),
      target: '',
    },
  ];
}

const fileOf = (title: number, episode: number) => {
  const name = `Lantern Tide ${title}x`;
  const number = String(episode).padStart(2, '0');
  return [
    `[Grp] ${name} - ${number} (1080p) [1A2B3C${number}].mkv`,
    `${name}.S01E${number}.1080p.WEB-DL.AAC2.0.H.264-GRP.mkv`,
    `달빛 여우 ${title}x ${episode}화.mkv`,
    `${number}. Rain.mkv`,
  ][title % 4]!;
};

/** Writes folders of titles, whose files are empty. */
function writeLibrary(root: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const title = Math.floor(index / EPISODES_OF_A_TITLE);
    const folder = join(root, `Lantern Tide ${title}x`);
    if (index % EPISODES_OF_A_TITLE === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, fileOf(title, (index % EPISODES_OF_A_TITLE) + 1)), '');
  }
}

/** Looks for the videos of a library and reads their names, each time in another folder: names are remembered. */
export async function measureScan(_tools: unknown, folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [count, target] of [
    [1_000, 1_000],
    [10_000, 5_000],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const root = join(folder, `library-${count}-${round}`);
      writeLibrary(root, count);
      const begin = performance.now();
      const { videos } = await scan(root, count);
      times.push(performance.now() - begin);
      if (videos.length !== count) throw new Error(`${videos.length} of ${count} videos were found`);
    }
    figures.push({
      what: `${count} videos found and their names read, median of ${ROUNDS}`,
      figure: `${median(times).toFixed(0)} ms`,
      target: `<= ${target} ms`,
      isMet: median(times) <= target,
    });
  }
  return figures;
}

const clock = (seconds: number, mark: string, digits: number) => {
  const whole = new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
  return `${whole.slice(0, 8)}${mark}${whole.slice(9, 9 + digits)}`;
};

const lines = Array.from({ length: CUES }, (_, index) => ({
  start: index * LINE_SECONDS,
  end: index * LINE_SECONDS + 0.25,
  text: `${index}번째 줄, 등대에 비가 온다`,
}));
const SOURCES = {
  srt: lines
    .map(
      ({ start, end, text }, index) => `${index + 1}\n${clock(start, ',', 3)} --> ${clock(end, ',', 3)}\n${text}\n\n`,
    )
    .join(''),
  vtt: `WEBVTT\n\n${lines.map(({ start, end, text }) => `${clock(start, '.', 3)} --> ${clock(end, '.', 3)}\n${text}\n\n`).join('')}`,
  ass: `[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${lines
    .map(
      ({ start, end, text }) =>
        `Dialogue: 0,${clock(start, '.', 2).slice(1)},${clock(end, '.', 2).slice(1)},Default,,0,0,0,,${text}\n`,
    )
    .join('')}`,
  sami: `<SAMI><BODY>\n${lines.map(({ start, text }) => `<SYNC Start=${Math.round(start * 1000)}><P Class=KRCC>${text}\n`).join('')}</BODY></SAMI>`,
} as const;

/** Reads subtitles of 25,000 cues and writes them as WebVTT. */
export function measureSubtitles(): Figure[] {
  return Object.entries(SOURCES).map(([format, text]) => {
    const bytes = Buffer.from(text);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const begin = performance.now();
      const { tracks } = convertFile(bytes, { format: format as keyof typeof SOURCES, lang: 'ko' }, CUES);
      times.push(performance.now() - begin);
      if (tracks.length === 0) throw new Error(`${format} has no track`);
    }
    return {
      what: `${CUES} cues of .${format} (${(bytes.length / 1_000_000).toFixed(1)} MB) as WebVTT, median of ${ROUNDS}`,
      figure: `${median(times).toFixed(0)} ms`,
      target: '',
    };
  });
}
