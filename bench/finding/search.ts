import { ratingsWithin } from '#server/lib/age-limit.ts';
import { createTitleIndex } from '#server/catalogue/search/title-index.ts';
import type { Searchable } from '#server/catalogue/search/titles.ts';
import { generatedName } from '../../scripts/catalogue/generated-names.ts';
import { quantile } from '../lib/quantile.ts';
import type { Figure } from '../lib/table.ts';
import { KNOWN_NAMES } from './search-names.ts';
import { createChance, meaninglessWords, queriesOf } from './search-slips.ts';

const SEED = 46;
const FILLERS = 2_500;
const AMONG = 8;
const MEANINGLESS = 200;

const EMPTY = {
  content_rating: 'all' as const,
  names: [],
  aliases: [],
  genres: ['판타지', '모험'],
  tags: ['마법'],
  director: '감독',
  production: '제작',
  audio_tracks: ['ja'],
  subtitle_tracks: ['ko'],
  is_listed: true,
  episodes: [],
} satisfies Partial<Searchable>;

const fillers = (count: number): Searchable[] =>
  Array.from({ length: count }, (_, index) => ({
    ...EMPTY,
    id: 10_000 + index,
    position: index,
    name: generatedName(index),
    cast: Array.from({ length: 6 }, (_cast, at) => `배우 ${(index * 7 + at * 13) % 900} (역할 ${index % 97} 역)`),
  }));

const known = (): Searchable[] =>
  KNOWN_NAMES.map(({ name, names, aliases }, id) => ({
    ...EMPTY,
    id,
    position: id + FILLERS,
    name,
    aliases,
    cast: [],
    names: names.map(([, other]) => ({ name: other })),
  }));

const indexOf = (count: number) => {
  const index = createTitleIndex();
  index.replace([...known(), ...fillers(count)], []);
  return index;
};

/** Share of the first place, and of the first eight. */
const TARGETS: Readonly<Record<string, readonly [first: number, among: number]>> = {
  whole: [0, 1],
  prefix: [0, 1],
  spacing: [0, 1],
  initials: [0, 0.98],
  layout: [0, 0.98],
  nickname: [0, 0.98],
  'wrong vowel': [0.9, 0.96],
  dropped: [0.9, 0.96],
  doubled: [0.9, 0.96],
  swapped: [0.9, 0.96],
  'name in ja': [0, 0.98],
  'name in ja-Latn': [0, 0.98],
  'name in en': [0, 0.98],
  'romaji without macrons': [0, 0.98],
  'numbers, seasons, signs': [0, 0.95],
  'words reversed': [0, 0.95],
};

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const ratings = ratingsWithin('19');

/** @param tell called with each query that missed its title. */
export function measureSearch(tell: (miss: string) => void): Figure[] {
  const chance = createChance(SEED);
  const index = indexOf(FILLERS);
  const counts = new Map<string, { asked: number; first: number; among: number }>();
  for (const { kind, typed, meant } of queriesOf(KNOWN_NAMES, chance)) {
    const { ids } = index.find(typed, ratings);
    const place = ids.indexOf(meant);
    const count = counts.get(kind) ?? { asked: 0, first: 0, among: 0 };
    counts.set(kind, count);
    count.asked += 1;
    if (place === 0) count.first += 1;
    if (place >= 0 && place < AMONG) count.among += 1;
    if (place !== 0) tell(`${kind}: ${typed} -> ${KNOWN_NAMES[meant]!.name}: ${place}`);
  }
  const figures = [...counts].map(([kind, { asked, first, among }]): Figure => {
    const [leastFirst, leastAmong] = TARGETS[kind]!;
    const target =
      leastFirst > 0 ? `${percent(leastFirst)} first, ${percent(leastAmong)} of 8` : `${percent(leastAmong)} of 8`;
    return {
      what: `search: ${kind} (${asked})`,
      target,
      figure: `${percent(first / asked)} first, ${percent(among / asked)} of 8`,
      isMet: first / asked >= leastFirst && among / asked >= leastAmong,
    };
  });
  const words = meaninglessWords(MEANINGLESS, chance);
  const silent = words.filter((word) => {
    const { ids, understood } = index.find(word, ratings);
    return ids.length > 0 && understood === null;
  });
  figures.push({
    what: 'search: meaningless words that show a title and do not say so',
    target: '5 %',
    figure: percent(silent.length / words.length),
    isMet: silent.length / words.length <= 0.05,
  });
  return [...figures, ...[5_000, 20_000, 50_000].flatMap((count) => measureCost(count))];
}

function measureCost(count: number): Figure[] {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const began = performance.now();
  const index = indexOf(count);
  const builtMs = performance.now() - began;
  globalThis.gc?.();
  const bytes = process.memoryUsage().heapUsed - before;
  const chance = createChance(SEED);
  const typed = [
    ...queriesOf(KNOWN_NAMES, chance).map((query) => query.typed),
    ...meaninglessWords(MEANINGLESS, chance),
  ].filter((_text, at) => at % 4 === 0);
  const times = typed.map((text) => {
    const start = process.cpuUsage();
    index.find(text, ratings);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  const p95 = quantile(times, 0.95);
  const at = `${count.toLocaleString('en')} titles`;
  return [
    {
      what: `search: p95 at ${at}`,
      figure: `${p95.toFixed(1)} ms`,
      ...(count === 5_000 ? { target: '40 ms', isMet: p95 <= 40 } : { target: '' }),
    },
    { what: `search: slowest at ${at}`, figure: `${Math.max(...times).toFixed(1)} ms`, target: '' },
    {
      what: `search: names read at ${at}`,
      figure: `${builtMs.toFixed(0)} ms, ${(bytes / 2 ** 20).toFixed(1)} MB`,
      target: '',
    },
  ];
}
