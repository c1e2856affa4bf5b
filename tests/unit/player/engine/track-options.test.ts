import { describe, expect, test } from 'vitest';
import type { Sound } from '#contract/playback.ts';
import { langOfKey, trackKeyOf } from '#contract/rules/track-key.ts';
import {
  findSound,
  isCaptionKey,
  labelWithRole,
  roleOfSound,
  shownSubtitle,
  subtitleChoices,
  subtitleKeyOf,
  type ManifestSound,
} from '#src/player/engine/track-options.ts';

const ja = { lang: 'ja', role: 'main', label: '원어 (일본어)' } as const;
const ko = { lang: 'ko', role: 'dub', label: '한국어 더빙' } as const;
const described = { lang: 'ja', role: 'description', label: '일본어 화면 해설' } as const;

test('a key names the role unless it is the usual one', () => {
  expect([ja, ko, described].map(trackKeyOf)).toEqual(['ja', 'ko/dub', 'ja/description']);
  expect([subtitleKeyOf('ko', false), subtitleKeyOf('ko', true), subtitleKeyOf(null, true)]).toEqual([
    'ko',
    'ko/caption',
    null,
  ]);
  expect([langOfKey('ko/caption'), langOfKey('ko')]).toEqual(['ko', 'ko']);
  expect([isCaptionKey('ko/caption'), isCaptionKey('ko')]).toEqual([true, false]);
});

test('a label names its role once', () => {
  expect(labelWithRole('한국어 더빙', 'dub')).toBe('한국어 더빙');
  expect(labelWithRole('Korean', 'dub')).toBe('Korean (더빙)');
  expect(labelWithRole('Korean', 'caption')).toBe('Korean (청각 장애인용)');
  expect(labelWithRole('한국어', 'main')).toBe('한국어');
});

describe('the sound of a remembered choice', () => {
  test.each([
    ['is that of its language and role', 'ja/description', described],
    ['is a dub where the language has no original', 'ko', ko],
    ['is the original where there is no description', 'ja/description', ja],
    ['is unknown in another language', 'en', undefined],
  ])('%s', (_, key, sound) => {
    const sounds = sound === ja ? [ja, ko] : [ja, ko, described];
    expect(findSound<Sound>(sounds, key)).toBe(sound);
  });

  test('is no description that the viewer did not choose', () => {
    expect(findSound<Sound>([described], 'ja')).toBeUndefined();
  });
});

describe('subtitles', () => {
  const track = (lang: string, role: 'subtitle' | 'caption' | 'forced') => ({ lang, role });
  const whole = track('ko', 'subtitle');
  const caption = track('ko', 'caption');
  const signs = track('ko', 'forced');
  const english = track('en', 'forced');
  const all = [signs, caption, whole, english];

  test('are a choice unless they are forced and their language has others', () => {
    expect(subtitleChoices(all)).toEqual([whole, caption, english]);
  });

  test.each([
    ['the chosen ones', 'ko', 'ja', whole],
    ['captions for those who prefer them', 'ko/caption', 'ja', caption],
    ['forced ones while they are off and the sound is in their language', null, 'ko', signs],
    ['forced ones of the sound where the chosen language is missing', 'fr', 'ko', signs],
    ['none while they are off and the sound is in another language', null, 'ja', undefined],
    ['none before there is a sound', null, null, undefined],
    ['the whole ones, not the forced ones, with a sound in the same language', 'ko', 'ko', whole],
  ])('shown are %s', (_, key, sound, shown) => expect(shownSubtitle(all, key, sound)).toBe(shown));

  test('shown are others of the language where the preferred role is missing', () => {
    expect(shownSubtitle([whole], 'ko/caption', 'ja')).toBe(whole);
    expect(shownSubtitle([caption], 'ko', 'ja')).toBe(caption);
    expect(shownSubtitle([signs], 'ko', 'ja')).toBe(signs);
  });

  test('forced ones follow a sound of any region of their language', () => {
    expect(shownSubtitle([signs], null, 'ko-KR')).toBe(signs);
  });
});

describe('the role of a sound', () => {
  const manifest = (part: Partial<ManifestSound>): ManifestSound => ({
    language: 'ja',
    label: null,
    roles: [],
    accessibilityPurpose: null,
    ...part,
  });
  test.each([
    ['comes from the label in the video', manifest({ language: 'ko', label: '한국어 더빙' }), 'dub'],
    ['comes from the only sound of a language', manifest({ language: 'ko', label: 'Korean' }), 'dub'],
    ['comes from the manifest', manifest({ roles: ['dub'] }), 'dub'],
    ['comes from DASH for the blind', manifest({ accessibilityPurpose: 'visually impaired' }), 'description'],
    ['comes from HLS for the blind', manifest({ roles: ['public.accessibility.describes-video'] }), 'description'],
    ['is the original otherwise', manifest({}), 'main'],
  ])('%s', (_, track, role) => expect(roleOfSound(track, [ja, ko, described])).toBe(role));
});
