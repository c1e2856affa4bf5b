import { describe, expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { unknownCaptions } from '#platform/system-captions.ts';
import { createSessionStore } from '#src/stores/session-store.ts';
import { createSettingsStore, skipModeOf } from '#src/stores/settings-store.ts';
import { createFakePlatform, createMemoryStorage } from '#tests/support/app/fake-platform.ts';

const profile = (id: string) => ({ id, has_pin: false }) as Profile;

function start(saved: Record<string, string> = {}, captions = unknownCaptions) {
  const storage = createMemoryStorage(saved);
  const session = createSessionStore(createMemoryStorage());
  session.getState().signIn('account');
  session.getState().chooseProfile('token-1', profile('one'));
  return { storage, session, captions, settings: createSettingsStore(storage, session, captions) };
}

test('the settings of one profile are stored separately from other profiles', () => {
  const { storage, session, captions, settings } = start();
  settings.getState().changeSubtitle({ size: 'large' });
  settings.getState().change({ autoplayNext: false });
  session.getState().chooseProfile('token-2', profile('two'));
  expect(settings.getState().settings).toMatchObject({ autoplayNext: true, subtitle: { size: 'medium' } });
  session.getState().chooseProfile('token-1', profile('one'));
  expect(settings.getState().settings).toMatchObject({ autoplayNext: false, subtitle: { size: 'large' } });
  expect(createSettingsStore(storage, session, captions).getState().settings.subtitle.size).toBe('large');
});

test.each([
  ['invalid JSON', 'nonsense'],
  ['another shape', '[1,2]'],
])('a stored value with %s is read as the defaults', (_, saved) => {
  const { settings } = start({ 'settings:one': saved });
  expect(settings.getState().settings).toMatchObject({ autoplayNext: true, subtitle: { language: 'ko' } });
});

test('one invalid value affects no other', () => {
  const saved = {
    autoplayNext: false,
    skip: { opening: 'yes', ending: 'never' },
    skipsBySeries: { 'ending/series:7': 'always', 'opening/series:7': 1 },
    subtitle: { size: 'giant', color: 'yellow', language: null },
  };
  const { settings } = start({ 'settings:one': JSON.stringify(saved) });
  expect(settings.getState().settings).toMatchObject({
    autoplayNext: false,
    skip: { recap: 'ask', opening: 'ask', ending: 'never', preview: 'ask' },
    skipsBySeries: { 'ending/series:7': 'always', 'opening/series:7': 'ask' },
    subtitle: { size: 'medium', color: 'yellow', language: null },
  });
});

test('a choice for a series overrides the general one, for one kind of part', () => {
  const { settings } = start();
  const { setSkip, change } = settings.getState();
  const modeOf = (seriesKey: string, kind: 'opening' | 'ending') =>
    skipModeOf(settings.getState().settings, seriesKey, kind);
  setSkip('series:7', 'opening', 'always');
  expect(modeOf('series:7', 'opening')).toBe('always');
  expect(modeOf('series:7', 'ending')).toBe('ask');
  expect(modeOf('series:8', 'opening')).toBe('ask');
  change({ skip: { ...settings.getState().settings.skip, opening: 'always', ending: 'never' } });
  setSkip('series:7', 'opening', 'ask');
  setSkip('series:7', 'ending', 'always');
  expect(modeOf('series:7', 'opening')).toBe('ask');
  expect(modeOf('series:7', 'ending')).toBe('always');
  expect(modeOf('series:8', 'opening')).toBe('always');
  expect(modeOf('series:8', 'ending')).toBe('never');
});

test('the number of remembered series is limited, and the oldest is dropped', () => {
  const { settings } = start();
  for (let id = 1; id <= 205; id += 1) settings.getState().setAudio(`series:${id}`, 'ja');
  const { audioBySeries } = settings.getState().settings;
  expect(Object.keys(audioBySeries)).toHaveLength(200);
  expect(audioBySeries['series:205']).toBe('ja');
  expect(audioBySeries['series:5']).toBeUndefined();
});

describe('the captions of the television', () => {
  const large = { isOn: true, size: 'large', color: 'yellow', ground: 'solid' } as const;
  const fromTelevision = { size: 'large', color: 'yellow', ground: 'solid', isForDeaf: true } as const;

  test('are the default of ours, also when they change later', () => {
    const set = createFakePlatform();
    const { settings } = start({}, set.captions);
    expect(settings.getState().settings.subtitle).toMatchObject({ size: 'medium', isForDeaf: false });
    set.setCaptions(large);
    expect(settings.getState().settings.subtitle).toMatchObject(fromTelevision);
    set.setCaptions({ ...large, isOn: false, size: null, color: null, ground: null });
    expect(settings.getState().settings.subtitle).toMatchObject({ size: 'medium', color: 'white', isForDeaf: false });
  });

  test('do not override what the viewer chose, one by one, also after a restart', () => {
    const set = createFakePlatform();
    set.setCaptions(large);
    const { storage, session, captions, settings } = start({}, set.captions);
    settings.getState().changeSubtitle({ size: 'medium' });
    settings.getState().change({ autoplayNext: false });
    expect(settings.getState().settings.subtitle).toMatchObject({ ...fromTelevision, size: 'medium' });
    const later = createSettingsStore(storage, session, captions);
    expect(later.getState().settings.subtitle).toMatchObject({ ...fromTelevision, size: 'medium' });
    set.setCaptions({ ...large, color: 'green' });
    expect(later.getState().settings.subtitle).toMatchObject({ size: 'medium', color: 'green' });
  });
});
