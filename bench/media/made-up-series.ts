import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/* Twelve episodes of sound, with cold opens of differing lengths. All sounds come from ffmpeg. */

const RATE = 16_000;
const OPENING_SECONDS = 20;
const ENDING_SECONDS = 18;
const COLD_OPENS = [0, 3.37, 21.9, 12.05, 7.71, 30.2, 5.5, 17.43, 26.66, 1.2, 9.99, 14.8];
/** The second half of the season has another opening; one episode has none. */
const WITHOUT_OPENING = 4;
const SECOND_OPENING_FROM = 7;
const PREVIEW_EVERY = 3;

interface Truth {
  seconds: number;
  opening: { start: number; end: number } | null;
  ending: { start: number; end: number };
}

/** A number between 0 and `most` that changes `often` times a second and looks random. */
const random = (seed: number, often: number, most: number) =>
  `mod(abs(sin((floor(t*${often})+${seed})*12.9898)*43758.5453),1)*${most}`;

/** Two voices that play notes of the seed. */
const melody = (seed: number, seconds: number) => {
  const [high, low] = [2 + (seed % 7) * 0.37, 1.3 + (seed % 5) * 0.53];
  const note = (base: number, seedOfVoice: number, often: number, notes: number) =>
    `sin(2*PI*t*${base}*pow(2,floor(${random(seedOfVoice, often, notes)})/12))`;
  return `aevalsrc='0.25*${note(220, seed, high, 24)}+0.2*${note(330, seed + 57, low, 18)}':s=${RATE}:d=${seconds}`;
};

/** Sound that differs between episodes: noise and a quiet melody. */
const scene = (seed: number, seconds: number) =>
  `anoisesrc=d=${seconds}:c=pink:seed=${seed}:a=0.3:r=${RATE}[noise${seed}];${melody(seed * 7 + 1000, seconds)},volume=0.6[voice${seed}];[noise${seed}][voice${seed}]amix=2:duration=first`;

/** Writes `N.m4a` for each episode. @returns what is in them. */
export function makeSeries(ffmpeg: string, folder: string): Truth[] {
  return COLD_OPENS.map((coldOpen, index) => {
    const number = index + 1;
    const parts: string[] = [];
    let seconds = 0;
    const add = (part: string, length: number) => {
      parts.push(part);
      const start = seconds;
      seconds += length;
      return { start, end: seconds };
    };
    if (coldOpen > 0) add(scene(number * 100 + 1, coldOpen), coldOpen);
    const openingSeed = number < SECOND_OPENING_FROM ? 50 : 100;
    const opening = number === WITHOUT_OPENING ? null : add(melody(openingSeed, OPENING_SECONDS), OPENING_SECONDS);
    add(scene(number * 100 + 2, 50), 50);
    const ending = add(melody(333, ENDING_SECONDS), ENDING_SECONDS);
    if (number % PREVIEW_EVERY === 0) add(scene(number * 100 + 3, 8.3), 8.3);
    const shaped = parts.map((part, place) => `${part},aformat=channel_layouts=mono:sample_rates=${RATE}[p${place}]`);
    const joined = `${parts.map((_, place) => `[p${place}]`).join('')}concat=n=${parts.length}:v=0:a=1[out]`;
    const encode = ['-map', '[out]', '-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', '48000', `${number}.m4a`];
    const words = ['-nostdin', '-v', 'error', '-y', '-filter_complex', [...shaped, joined].join(';'), ...encode];
    execFileSync(ffmpeg, words, { cwd: folder });
    return { seconds, opening, ending };
  });
}

export const episodeFile = (folder: string, index: number): string => join(folder, `${index + 1}.m4a`);
