import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportQuality } from '#contract/quality.ts';
import { fingerprintOf, tidyMessage, tidyStack } from '#server/monitoring/quality/crash-rules.ts';
import { recountFrom } from '#server/monitoring/quality/fold.ts';
import { percentileOf, STARTUP_BOUNDS_MS } from '#server/monitoring/quality/histogram.ts';
import { engineNameOf, versionNameOf } from '#server/monitoring/quality/names.ts';
import { createResolveStack } from '#server/monitoring/quality/source-maps.ts';
import { addSums, qualityOf, NO_SUMS } from '#server/monitoring/quality/summary.ts';
import { findTroubles } from '#server/monitoring/quality/troubles.ts';
import { buildQuality } from '#tests/support/media/quality.ts';

const HOUR = 3600_000;
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);

test.each([
  { startup_ms: -1 },
  { startup_ms: 86_400_001 },
  { cnt_decoded: 1.5 },
  { average_bitrate: 2_000_000_000 },
  { errors: Array.from({ length: 25 }, (_, index) => `CODE_${index}`) },
  { errors: ['not a code'] },
  { app_version: '../../etc' },
  { engine: 'x'.repeat(101) },
])('a report is refused outside of its bounds: %j', (changes) => {
  expect(reportQuality.body.safeParse(buildQuality()).success).toBe(true);
  expect(reportQuality.body.safeParse({ ...buildQuality(), ...changes }).success).toBe(false);
});

describe('percentiles', () => {
  const counted = (counts: Record<number, number>) =>
    Array.from({ length: STARTUP_BOUNDS_MS.length + 1 }, (_, index) => counts[index] ?? 0);

  test('are interpolated inside their bucket', () => {
    // 10 between 750 and 1000 ms, 10 between 1000 and 1250 ms.
    expect(percentileOf(counted({ 3: 10, 4: 10 }), 0.5)).toBe(1000);
    expect(percentileOf(counted({ 3: 10, 4: 10 }), 0.75)).toBe(1125);
    expect(percentileOf(counted({ 0: 4 }), 0.5)).toBe(125);
    expect(percentileOf(counted({ 0: 3 }), 0.5)).toBe(125);
    expect(percentileOf(counted({ 0: 3 }), 1 / 3)).toBe(83);
    expect(percentileOf(counted({ 0: 3 }), 2 / 3)).toBe(167);
    expect(percentileOf(counted({ 2: 1, 9: 99 }), 0.5)).toBe(3495);
    expect(percentileOf(counted({ 2: 1, 9: 1 }), 1)).toBe(4000);
  });

  test('percentiles of times above the last bound lie in the last bucket, and without times there is none', () => {
    expect(percentileOf(counted({ [STARTUP_BOUNDS_MS.length]: 1 }), 0.95)).toBeGreaterThan(30_000);
    expect(percentileOf([], 0.5)).toBeNull();
    expect(percentileOf(counted({}), 0.5)).toBeNull();
  });

  test('percentiles of added sums are those of all their playbacks', () => {
    const one = { ...NO_SUMS, cnt_playback: 10, startup_counts: counted({ 3: 10 }), rebuffer_ms: 10, play_ms: 990 };
    const other = { ...NO_SUMS, cnt_playback: 10, startup_counts: counted({ 4: 10 }), rebuffer_ms: 30, play_ms: 970 };
    expect(qualityOf([one, other].reduce(addSums, NO_SUMS))).toMatchObject({
      cnt_playback: 20,
      startup_p50_ms: 1000,
      rebuffer_ratio: 0.02,
      dropped_ratio: null,
    });
    const frames = { ...NO_SUMS, cnt_failed: 2, cnt_dropped: 1, cnt_decoded: 3 };
    expect(qualityOf(addSums(frames, frames))).toMatchObject({ cnt_failed: 4, dropped_ratio: 0.33333 });
  });
});

describe('names', () => {
  test.each([
    ['Tizen 5.0 · Chromium 63', 'Chromium 63'],
    ['webOS 6 · Chromium 79', 'Chromium 79'],
    ['Edge 120 · Chromium 120', 'Chromium 120'],
    ['Firefox 140', 'Firefox 140'],
    ['Chromium 99999', 'Chromium 999'],
    ['<b>x</b>', 'other'],
  ])('the name of the engine %s is bounded: %s', (label, name) => expect(engineNameOf(label)).toBe(name));

  test('names of versions are bounded', () => {
    expect(['1.2.3', '1.2.3-beta.1', 'x', '1.2'].map(versionNameOf)).toEqual(['1.2.3', '1.2.3', 'other', 'other']);
  });
});

describe('crashes', () => {
  const of = (stack: string, message = 'x is undefined') => fingerprintOf({ message, stack });

  test('are the same defect in each build, on each system and with other numbers', () => {
    const one = of('at a (item-1a1cf04.js:1:52)\nat b (first-abcdef1.js:2:1)', 'index 3 of 7');
    expect(of('at zz (item-0f1e2d3.js:9:999)\nb@first-1111222.js:8:8', 'index 4 of 9')).toBe(one);
    expect(of('at a (item-legacy-1a1cf04.js:1:52)\nat b (first-legacy-abcdef1.js:2:1)', 'index 1 of 1')).toBe(one);
  });

  test('crashes in another file or with another message are another defect', () => {
    const stack = 'at a (item-1a1cf04.js:1:52)';
    expect(of('at a (home-1a1cf04.js:1:52)')).not.toBe(of(stack));
    expect(of('at a (1a1cf04.js:1:52)')).toBe(of('at b (0f1e2d3-legacy.js:7:1)'));
    expect(of(stack, 'y is undefined')).not.toBe(of(stack));
  });

  test('lose what names a person, and what is too long', () => {
    expect(tidyMessage('no answer for demo@bora.example, title 10301')).toBe('no answer for …@… title …');
    const stack = tidyStack(`at a (https://tv.example/assets/item.js?token=1:3:4)\n${'line\n'.repeat(99)}`);
    expect(stack).not.toContain('tv.example');
    expect(stack.split('\n')).toHaveLength(20);
    const lines = tidyStack(`\n  at a (x.js:1:1)  \n\n${'ab '.repeat(100)}\n`).split('\n');
    expect(lines).toEqual(['at a (x.js:1:1)', 'ab '.repeat(100).slice(0, 200)]);
    expect([tidyMessage(' a\nb '), tidyMessage('\n')]).toEqual(['a b', 'no message']);
  });

  test('are told apart by their first three frames of the app', () => {
    const frames = ['one', 'two', 'three', 'four'].map((name) => `at ${name} (${name}-1a1cf04.js:1:52)`);
    const react = 'at <anonymous>';
    const one = of(frames.join('\n'));
    expect(of([frames[0], react, ...frames.slice(1, 3)].join('\n'))).toBe(one);
    expect(of(frames.slice(0, 2).join('\n'))).not.toBe(one);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('hours that are counted again', () => {
  const from = (now: string, last: string | null) =>
    (at(now) - recountFrom(at(now), last === null ? null : at(last))) / HOUR;
  test.each([
    ['12:30', '12:29', 1.5],
    ['13:01', '12:59', 14 + 1 / 60],
    ['13:01', null, 28 * 24 + 1 / 60],
    // The clock was set back a little.
    ['12:00', '12:40', 1],
    // The clock of the worker before was wrong.
    ['12:00', '23:00', 7 * 24],
  ])('a run at %s after a run at %s counts again from far enough back', (now, last, hours) =>
    expect(from(now, last)).toBeCloseTo(hours, 5),
  );
});

describe('troubles', () => {
  const calm = { ...qualityOf(NO_SUMS), cnt_playback: 100, startup_p95_ms: 2000, rebuffer_ratio: 0.002 };
  const of = (changes: object, rest: object = {}) =>
    findTroubles({ quality: { ...calm, ...changes }, failures: [], crashes: [], ...rest });

  test('are what is worse than its limit, the worst first', () => {
    expect(of({})).toEqual([]);
    const failures = [{ code: 'SHAKA_3016', engine: 'Chromium 63', cnt: 9 }];
    expect(of({ cnt_failed: 10, startup_p95_ms: 6000 }, { failures })).toMatchObject([
      { kind: 'failures', value: 0.1, detail: 'SHAKA_3016 · Chromium 63' },
      { kind: 'startup', value: 6000 },
    ]);
  });

  test('begin above a limit: 2 % failed, 1 % of the time waiting, 5 s until the start', () => {
    const at = { cnt_failed: 2, rebuffer_ratio: 0.01, startup_p95_ms: 5000 };
    expect(of(at)).toEqual([]);
    expect(of({ cnt_failed: 3, rebuffer_ratio: 0.0101, startup_p95_ms: 5001 })).toMatchObject([
      { kind: 'failures', value: 0.03, limit: 0.02 },
      { kind: 'rebuffering', value: 0.0101, limit: 0.01 },
      { kind: 'startup', value: 5001, limit: 5000 },
    ]);
    expect(of({ cnt_failed: 3, startup_p95_ms: 25_000 }).map(({ kind }) => kind)).toEqual(['startup', 'failures']);
    expect(of({ cnt_playback: 20, cnt_failed: 1 })).toHaveLength(1);
    expect(of({ cnt_playback: 19, cnt_failed: 1 })).toEqual([]);
    expect(of({ startup_p95_ms: null, rebuffer_ratio: null })).toEqual([]);
  });

  test('name the episode that failed most often', () => {
    const rest = {
      failures: [{ code: 'SHAKA_3016', engine: 'Chromium 63', cnt: 9 }],
      worstEpisode: { name: '여우 우체국', episode_num: '3화' },
    };
    expect(of({ cnt_failed: 9 }, rest)[0]?.detail).toBe('SHAKA_3016 · Chromium 63 · 여우 우체국 3화');
  });

  test('are not read from a handful of playbacks, but a new crash counts at once', () => {
    const rest = { crashes: [{ message: 'x', cnt: 3 }] };
    expect(of({ cnt_playback: 5, cnt_failed: 5 }, rest).map(({ kind }) => kind)).toEqual(['crash']);
  });
});

describe('stacks', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bora-maps-'));
    mkdirSync(join(folder, 'src'));
    const source = join(folder, 'src/gate.ts');
    writeFileSync(source, 'export function openGate(key: string | null) {\n  return key!.length;\n}\n');
    const { outputFiles } = await build({
      entryPoints: [source],
      outdir: folder,
      bundle: true,
      minify: true,
      write: false,
      format: 'iife',
      globalName: 'g',
      sourcemap: 'external',
    });
    const map = outputFiles.find(({ path }) => path.endsWith('.map'))!;
    mkdirSync(join(folder, '1.2.3'));
    writeFileSync(join(folder, '1.2.3/gate-abcdef1.js.map'), map.text);
    const script = outputFiles.find(({ path }) => path.endsWith('.js'))!.text.split('\n');
    const row = script.findIndex((line) => line.includes('.length'));
    frame = `at a (gate-abcdef1.js:${row + 1}:${script[row]!.indexOf('.length') + 1})`;
    outside = map.text;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let frame: string;
  let outside: string;

  test('are resolved with the map of their version; lines without one stay', async () => {
    const resolve = createResolveStack(folder);
    const [line, other] = await resolve('1.2.3', `${frame}\nat b (lost-abcdef1.js:1:1)`);
    expect(line).toMatch(/src\/gate\.ts:2:\d+/);
    expect(other).toBe('at b (lost-abcdef1.js:1:1)');
    expect(await resolve('1.2.4', frame)).toEqual([frame]);
  });

  test('never lead out of the folder of maps', async () => {
    writeFileSync(join(folder, 'gate-abcdef1.js.map'), outside);
    const resolve = createResolveStack(join(folder, '1.2.3'));
    for (const version of ['..', '.', '../1.2.3']) expect(await resolve(version, frame)).toEqual([frame]);
  });
});
