import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools, type Tools } from '#server/intake/tools.ts';
import { median } from './lib/quantile.ts';
import { printTable, type Figure } from './lib/table.ts';
import { compareLadders } from './media/ladder.ts';
import { scoreMarks } from './media/marks.ts';
import { measurePublishing } from './media/publishing.ts';
import { measureNames, measureScan, measureSubtitles } from './media/readers.ts';
import { type Measured, type Round, SECONDS, timeWholeWay } from './media/whole-way.ts';

/*
 * Measures the way of own videos: its time and memory beside one command of ffmpeg, the bytes of its rungs beside a ladder
 * of fixed rates, how well openings and endings are found, how soon viewers see a published episode, and how well and fast
 * names, folders and subtitles are read:
 *
 *     npm run bench:media                      about ten minutes
 *     npm run bench:media -- marks way         some of: names scan subtitles way ladder marks publish
 *
 * The first three and the last one need no tools.
 */
const LEAST_SCORE = 0.95;
const MOST_TIMES = 1.15;
const LEAST_SAVED = 0.25;
const MB = 1_000_000;

async function measureWay(tools: Tools, folder: string): Promise<Figure[]> {
  const rounds = await timeWholeWay(tools, folder);
  const seconds = (of: (round: Round) => number) => `${median(rounds.map(of)).toFixed(1)} s`;
  const compare = (what: string, of: (measured: Measured) => number): Figure => {
    const times = median(rounds.map(({ steps, command }) => of(steps) / of(command)));
    return {
      what,
      figure: `${times.toFixed(2)} times (${seconds(({ steps }) => of(steps))} and ${seconds(({ command }) => of(command))})`,
      target: `<= ${MOST_TIMES}`,
      isMet: times <= MOST_TIMES,
    };
  };
  const bytes = (of: (round: Round) => Measured) =>
    `${(Math.max(...rounds.map((round) => of(round).bytes)) / MB).toFixed(0)} MB`;
  return [
    compare(
      `${SECONDS} s in 720p, all steps beside one command of ffmpeg for the same rungs, median of ${rounds.length}`,
      (measured) => measured.seconds,
    ),
    compare('processor time of the same', (measured) => measured.cpu),
    ...Object.keys(rounds[0]?.parts ?? {}).map((step) => ({
      what: `of which the step ${step}`,
      figure: seconds(({ parts }) => parts[step] ?? 0),
      target: '',
    })),
    {
      what: 'memory of the tools at one time, and of that command',
      figure: `${bytes(({ steps }) => steps)} and ${bytes(({ command }) => command)}`,
      target: '',
    },
  ];
}

function measureLadder(tools: Tools, folder: string): Figure[] {
  return compareLadders(tools, folder).map(({ rung, own, fixed, fixedKilobits, leastSimilarity }) => ({
    what: `${rung}: bytes of five clips, beside one rate for all with the same similarity (${leastSimilarity.toFixed(3)} or more)`,
    figure: `${Math.round((1 - own / fixed) * 100)} % fewer (${Math.round(own / 1000)} kB, ${Math.round(fixed / 1000)} kB at ${fixedKilobits} kbit/s)`,
    target: `>= ${LEAST_SAVED * 100} %`,
    isMet: 1 - own / fixed >= LEAST_SAVED,
  }));
}

function measureMarks(tools: Tools, folder: string): Figure[] {
  const { precision, recall, worst } = scoreMarks(tools, folder);
  const scored = (what: string, score: number): Figure => ({
    what: `openings and endings of 12 episodes within 1 s, ${what}`,
    figure: score.toFixed(2),
    target: `>= ${LEAST_SCORE}`,
    isMet: score >= LEAST_SCORE,
  });
  return [
    scored('precision', precision),
    scored('recall', recall),
    { what: 'openings and endings, largest error', figure: `${worst.toFixed(2)} s`, target: '' },
  ];
}

type Measure<Needed> = (tools: Needed, folder: string) => Figure[] | Promise<Figure[]>;

const WITHOUT_TOOLS: Readonly<Record<string, Measure<unknown>>> = {
  names: measureNames,
  scan: measureScan,
  subtitles: measureSubtitles,
  publish: measurePublishing,
};
const WITH_TOOLS: Readonly<Record<string, Measure<Tools>>> = {
  way: measureWay,
  ladder: measureLadder,
  marks: measureMarks,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in WITHOUT_TOOLS) && !(name in WITH_TOOLS));
if (unknown !== undefined)
  throw new Error(`"${unknown}" is none of ${[...Object.keys(WITHOUT_TOOLS), ...Object.keys(WITH_TOOLS)].join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'bora-bench-media-'));
try {
  const isWanted = ([name]: [string, unknown]) => wanted.length === 0 || wanted.includes(name);
  const withTools = Object.entries(WITH_TOOLS).filter(isWanted);
  for (const [, measure] of Object.entries(WITHOUT_TOOLS).filter(isWanted))
    printTable(await measure(undefined, folder));
  const tools = withTools.length > 0 ? findTools() : undefined;
  if (tools !== undefined) for (const [, measure] of withTools) printTable(await measure(tools, folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
