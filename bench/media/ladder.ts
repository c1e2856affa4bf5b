import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pictureGraph, renditionOutput } from '#server/intake/encode/picture-arguments.ts';
import { makePlan } from '#server/intake/plan/make-plan.ts';
import { type Plan, planSeconds, type Rendition } from '#server/intake/plan/plan.ts';
import type { Source } from '#server/intake/probe/source.ts';
import type { Tools } from '#server/intake/tools.ts';
import { makeReference, run } from './sources.ts';

const SECONDS = 4;
const CLIPS = [
  { name: 'calm', film: 'cloud-mail', from: 20 },
  { name: 'harbor', film: 'harbor-dawn', from: 30 },
  { name: 'pudding', film: 'moon-pudding', from: 2 },
  { name: 'train', film: 'night-train', from: 20 },
  { name: 'rain', film: 'rain-umbrella', from: 3 },
] as const;
/** Halvings of the interval of rates: the last one is an eighth of our own rate wide. */
const HALVINGS = 5;

export interface RungBytes {
  rung: string;
  /** Bytes of all clips. */
  own: number;
  /** The lowest rate that gives every clip the score of ours, in kbit/s, and its bytes. */
  fixedKilobits: number;
  fixed: number;
  /** Structural similarity of all clips of ours, least and mean. */
  leastSimilarity: number;
}

/** A source of the shape of the films. */
const source = (rate: { numerator: number; denominator: number }): Source => ({
  bytes: 1,
  modifiedMs: 0,
  formatName: 'matroska',
  sounds: [],
  subtitles: [],
  chapters: [],
  picture: {
    stream: 0,
    codec: 'h264',
    width: 1280,
    height: 720,
    rotation: 0,
    frameRate: rate,
    isVariable: false,
    pixelAspect: { numerator: 1, denominator: 1 },
    isInterlaced: false,
    range: 'sdr',
    matrix: 'bt709',
    endSeconds: SECONDS,
  },
});

/** Structural similarity of luma with the reference in the size of the rendition. */
function similarity(
  tools: Tools,
  folder: string,
  { width, height }: Rendition,
  file: string,
  reference: string,
): number {
  const scale = `[1:v]scale=${width}:${height}:flags=lanczos,setsar=1,format=yuv420p[to];[0:v][to]ssim`;
  const words = ['-nostdin', '-hide_banner', '-i', file, '-i', reference, '-filter_complex', scale, '-f', 'null', '-'];
  const { stderr } = spawnSync(tools.ffmpeg, words, { cwd: folder });
  const found = /SSIM Y:([\d.]+)/.exec(stderr.toString())?.[1];
  if (found === undefined) throw new Error(`no score of ${file}: ${stderr.toString().slice(-300)}`);
  return Number(found);
}

/** Replaces the constant quality by a constant rate. */
const atRate = (words: readonly string[], kilobits: number) =>
  words.flatMap((word, index) =>
    word === '-crf'
      ? ['-b:v', `${kilobits}k`]
      : words[index - 1] === '-crf'
        ? []
        : words[index - 1] === '-maxrate'
          ? [`${kilobits}k`]
          : words[index - 1] === '-bufsize'
            ? [`${kilobits * 2}k`]
            : [word],
  );

/**
 * Bytes of each rung beside those of a ladder with one rate for all clips, which must be high enough for the busiest
 * of them to have the same structural similarity.
 */
export function compareLadders(tools: Tools, folder: string): RungBytes[] {
  mkdirSync(folder, { recursive: true });
  const plan: Plan = makePlan(source({ numerator: 24, denominator: 1 }));
  const references = new Map(
    CLIPS.map(({ name, ...clip }) => [name, makeReference(tools.ffmpeg, folder, name, { ...clip, seconds: SECONDS })]),
  );
  const encode = (reference: string, rendition: Rendition, kilobits?: number) => {
    const words = renditionOutput(plan, rendition);
    const output = kilobits === undefined ? words : atRate(words, kilobits);
    const graph = ['-filter_complex', pictureGraph(plan, [rendition], false), '-map', '[v0]'];
    run(tools.ffmpeg, folder, ['-i', reference, ...graph, ...output]);
    const file = join(folder, `${rendition.name}.mp4`);
    return { bytes: statSync(file).size, score: similarity(tools, folder, rendition, file, reference) };
  };
  return plan.renditions.map((rendition) => {
    const own = new Map([...references].map(([name, file]) => [name, encode(file, rendition)]));
    const [busiest] = [...own].sort(([, one], [, other]) => other.bytes - one.bytes);
    const [name, wanted] = busiest!;
    let [low, high] = [50, 4 * ((wanted.bytes * 8) / 1000 / SECONDS)];
    for (let halving = 0; halving < HALVINGS; halving += 1) {
      const middle = Math.round((low + high) / 2);
      if (encode(references.get(name)!, rendition, middle).score >= wanted.score) high = middle;
      else low = middle;
    }
    const values = [...own.values()];
    return {
      rung: `${rendition.height}p`,
      own: values.reduce((sum, { bytes }) => sum + bytes, 0),
      fixedKilobits: Math.round(high),
      fixed: Math.round(((high * 1000) / 8) * planSeconds(plan) * values.length),
      leastSimilarity: Math.min(...values.map(({ score }) => score)),
    };
  });
}
