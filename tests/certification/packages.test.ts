import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { ANSWER_LIMIT_MS, createClient } from '#src/api/client/client.ts';
import { clockLabel } from '#src/lib/clock-labels.ts';
import { shakaConfigurationOf } from '#src/player/engine/shaka-configuration.ts';
import { createCueDisplayer } from '#src/player/engine/cue-displayer.ts';
import { withVoice } from '../../scripts/package/build-package.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { buildParsedCue } from '#tests/support/media/subtitle-cues.ts';

/*
 * Rules that can be checked on manifests, style sheets and sources alone (docs/certification.md).
 */
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Files below a folder whose path matches. */
const sources = (folder: string, fitting: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => fitting.test(path))
    .map((path) => ({ path, text: read(path) }));
const appSources = [...sources('src', /\.tsx?$/), ...sources('platform', /\.ts$/)];
const config = read('tizen/config.xml');
const appinfo = JSON.parse(read('webos/appinfo.json').replace('{{version}}', '1.0.0')) as Record<string, unknown>;
/** The app's name in both stores. */
const LISTED_AS = '보라';
const MOST_SECONDS = 15;

test('S2: every request has a timeout of at most 15 s', async () => {
  const timeouts: (number | undefined)[] = [];
  const client = createClient({
    baseUrl: 'http://127.0.0.1',
    token: () => null,
    onSessionLost: () => undefined,
    timeoutMs: ANSWER_LIMIT_MS,
    adapter: (request) => {
      timeouts.push(request.timeout);
      return Promise.reject(new Error('not sent'));
    },
  });
  await expect(client.call(endpoints.getStatus, {})).rejects.toThrow();
  expect(timeouts).toHaveLength(1);
  for (const timeout of timeouts) {
    expect(timeout).toBeGreaterThan(0);
    expect(timeout).toBeLessThanOrEqual(MOST_SECONDS * 1000);
  }
});

const shaka = shakaConfigurationOf(
  { protocol: 'dash', url: 'http://127.0.0.1/manifest.mpd', drm: null } as Parameters<typeof shakaConfigurationOf>[0],
  {} as Parameters<typeof shakaConfigurationOf>[1],
) as {
  streaming: {
    bufferingGoal: number;
    bufferBehind: number;
    retryParameters: { stallTimeout: number; connectionTimeout: number };
  };
  manifest: { retryParameters: { timeout: number } };
};

test('S2: a media request times out after at most 15 s without a byte', () => {
  const { streaming, manifest } = shaka;
  expect(streaming.retryParameters.connectionTimeout).toBeLessThanOrEqual(MOST_SECONDS * 1000);
  expect(streaming.retryParameters.stallTimeout).toBeLessThanOrEqual(MOST_SECONDS * 1000);
  expect(manifest.retryParameters.timeout).toBeLessThanOrEqual(MOST_SECONDS * 1000);
});

test('O9: the player buffers little ahead and behind, because old sets run out of memory', () => {
  const { bufferingGoal, bufferBehind } = shaka.streaming;
  expect(bufferingGoal).toBeGreaterThanOrEqual(20);
  expect(bufferingGoal).toBeLessThanOrEqual(30);
  expect(bufferBehind).toBeGreaterThanOrEqual(10);
  expect(bufferBehind).toBeLessThanOrEqual(20);
});

test.each([
  [0, '0:00'],
  [65, '1:05'],
  [3725, '1:02:05'],
])('S18: %i seconds are shown as %s', (seconds, label) => {
  expect(clockLabel(seconds)).toBe(label);
});

test('S21: a subtitle is visible from its first second to its last', () => {
  const clock = createFakeClock();
  const told: string[] = [];
  const displayer = createCueDisplayer({
    clock,
    positionSeconds: () => clock.now() / 1000,
    speed: () => 1,
    pictureShare: () => ({ width: 1, height: 1 }),
    hasDrawings: () => false,
    sheetUrls: () => null,
    sheets: { keep: () => undefined, find: () => undefined },
    onCues: (cues) => told.push(cues.map(({ text }) => text).join()),
  });
  displayer.setTextVisibility(true);
  displayer.append([buildParsedCue({ payload: '막차가 떠난다.', startTime: 2, endTime: 3.5 })]);
  clock.advance(1_999);
  expect(told).toEqual([]);
  clock.advance(1);
  expect(told).toEqual(['막차가 떠난다.']);
  clock.advance(1_500);
  expect(told.at(-1)).toBe('');
});

test('S22: the app uses the one language that its manifests name', () => {
  expect(config).toContain(`<name>${LISTED_AS}</name>`);
  expect(config).not.toMatch(/<name[^>]+xml:lang=/);
  expect(existsSync(join(root, 'webos/resources'))).toBe(false);
  expect(read('index.html')).toContain('<html lang="ko">');
  // A Korean voice would misread a label in another language.
  const labels = appSources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:label|aria-label|title|placeholder)="([^"{}]*)"/g)].map(([, label]) => `${path}: ${label}`),
  );
  expect(labels.length).toBeGreaterThan(50);
  expect(labels.filter((label) => !/[가-힣]|: PIN$/.test(label))).toEqual([]);
});

test('S23: all stored data is removed with the app, because it uses app-bound storage only', () => {
  const stores = appSources.filter(
    ({ path, text }) =>
      // Only browsers store videos on disk; the adapters of both sets do not.
      !path.startsWith('platform/browser/') &&
      /indexedDB|openDatabase|requestFileSystem|serviceWorker|\bcaches\.|tizen\.filesystem|sessionStorage/.test(text),
  );
  expect(stores.map(({ path }) => path)).toEqual([]);
});

/** Parts of Samsung's API and the privilege each needs (Samsung's API reference). */
const PRIVILEGES: readonly (readonly [RegExp, string])[] = [
  [/tvinputdevice/, 'http://tizen.org/privilege/tv.inputdevice'],
  [/\bnetwork\b.*isConnectedToGateway|isConnectedToGateway/, 'http://developer.samsung.com/privilege/network.public'],
  [/productinfo/, 'http://developer.samsung.com/privilege/productinfo'],
  [/application\.launch|launchAppControl/, 'http://tizen.org/privilege/application.launch'],
  [/tvaudiocontrol/, 'http://tizen.org/privilege/tv.audio'],
  [/\bavplay\b/, 'http://developer.samsung.com/privilege/avplay'],
  [/voiceinteraction/, 'http://developer.samsung.com/privilege/voicecontrol'],
  [/tizen\.filesystem/, 'http://tizen.org/privilege/filesystem.read'],
];

test('S24: the manifest declares exactly the privileges in use', () => {
  const used = sources('platform/tizen', /\.ts$/).map(({ text }) => text);
  const needed = PRIVILEGES.filter(([api]) => used.some((text) => api.test(text))).map(([, privilege]) => privilege);
  // The package for sets with voice: the other one lacks only the privilege for it.
  const declared = [...withVoice(config).matchAll(/<tizen:privilege name="([^"]+)"/g)].map(([, name]) => name);
  // Every networked app needs this one.
  expect(declared.sort()).toEqual([...needed, 'http://tizen.org/privilege/internet'].sort());
});

test('S25: the app has the same name on the set and in the stores', () => {
  expect(/<name>([^<]+)<\/name>/.exec(config)?.[1]).toBe(LISTED_AS);
  expect(appinfo['title']).toBe(LISTED_AS);
  expect(String(appinfo['appDescription']).length).toBeLessThanOrEqual(60);
});

const SMALLEST_REM = 1.5;
const styleSheets = sources('src', /\.css$/);

test('S26: no text is smaller than 24 px, and running text not smaller than 28 px', () => {
  // Charts use their own unit: 14.5 of it are 24 px.
  const sizes = styleSheets
    .filter(({ path }) => !path.endsWith('charts.module.css'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/font-size:\s*(?:calc\()?([\d.]+)(rem|px|em)/g)].map(([, size, unit]) => ({
        path,
        size: Number(size),
        unit,
      })),
    );
  expect(sizes.length).toBeGreaterThan(50);
  expect(sizes.filter(({ size, unit }) => unit === 'px' || (unit === 'rem' && size < SMALLEST_REM))).toEqual([]);
  expect(/body\s*\{[^}]*font-size:\s*([\d.]+)rem/.exec(read('src/ui/base.css'))?.[1]).toBe('1.75');
});

/** Removes brackets with their contents, as from `transform var(--a, 1ms ease(0, 1))`. */
const withoutBrackets = (value: string): string => {
  const shorter = value.replace(/\([^()]*\)/g, '');
  return shorter === value ? value : withoutBrackets(shorter);
};

test('O3: only transform and opacity are animated, for at most 250 ms after a press', () => {
  const moved = styleSheets.flatMap(({ path, text }) =>
    [...text.matchAll(/transition:\s*([^;]+);/g)].flatMap(([, value = '']) =>
      withoutBrackets(value)
        .split(',')
        .map((part) => ({ path, property: part.trim().split(/\s/)[0] ?? '' })),
    ),
  );
  expect(moved.length).toBeGreaterThan(10);
  expect(moved.filter(({ property }) => !['transform', 'opacity', 'none'].includes(property))).toEqual([]);
  const [, move] = /--motion-move:\s*(\d+)ms/.exec(read('src/ui/tokens.css')) ?? [];
  expect(Number(move)).toBeLessThanOrEqual(250);
});

test('O7, TC 42: the app never registers volume, mute, power or Home', () => {
  const keys = sources('platform', /(tizen-keys|key-codes|page-keys)\.ts$/)
    .map(({ text }) => text.replace(/\/\*[\s\S]*?\*\//g, ''))
    .join('\n');
  expect(keys).not.toMatch(/Volume|Mute|Power|'Exit'|'Menu'|Home|\b44[789]\b|\b10182\b/);
  // Only the sleep timer fades the sound of a film; the volume of the set stays.
  const quieting = appSources.filter(({ text }) => /\.volume\s*=|\.muted\s*=/.test(text)).map(({ path }) => path);
  expect(quieting).toEqual(['src/features/playback/use-sleep-timer.ts']);
});
