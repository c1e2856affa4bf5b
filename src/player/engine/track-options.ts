import type { Sound } from '#contract/playback.ts';
import { langOfKey, trackKeyOf, type KeyedTrack } from '#contract/rules/track-key.ts';

type Role = KeyedTrack['role'];

/** A selectable track. */
export interface TrackOption {
  /** The language, and the role unless it is the usual one: `ko`, `ko/dub`, `ko/caption`. */
  readonly key: string;
  readonly label: string;
}

/** Key of the subtitles that the viewer prefers; null for none. */
export const subtitleKeyOf = (lang: string | null, isForDeaf: boolean): string | null =>
  lang === null ? null : trackKeyOf({ lang, role: isForDeaf ? 'caption' : 'subtitle' });

export const isCaptionKey = (key: string): boolean => key.split('/')[1] === 'caption';

const ROLE_NAMES: Readonly<Partial<Record<Role, { word: string; suffix: string }>>> = {
  dub: { word: '더빙', suffix: '더빙' },
  description: { word: '해설', suffix: '화면 해설' },
  caption: { word: '청각', suffix: '청각 장애인용' },
  forced: { word: '화면 글자', suffix: '화면 글자' },
};

/** A label that names the role. Most labels do already. */
export function labelWithRole(label: string, role: Role): string {
  const name = ROLE_NAMES[role];
  return !name || label.indexOf(name.word) >= 0 ? label : `${label} (${name.suffix})`;
}

/** The wanted track, else one of its language in the order of `roles`. */
function findTrack<T extends KeyedTrack>(tracks: readonly T[], key: string, roles: readonly Role[]): T | undefined {
  const ofLanguage = tracks.filter(({ lang }) => lang === langOfKey(key));
  return (
    ofLanguage.find((track) => trackKeyOf(track) === key) ??
    roles.map((role) => ofLanguage.find((track) => track.role === role)).find((track) => track !== undefined)
  );
}

/** A description replaces no other sound: it disturbs viewers who did not choose it. */
export const findSound = <T extends KeyedTrack>(tracks: readonly T[], key: string): T | undefined =>
  findTrack(tracks, key, ['main', 'dub']);

export const findSubtitle = <T extends KeyedTrack>(tracks: readonly T[], key: string): T | undefined =>
  findTrack(tracks, key, ['subtitle', 'caption', 'forced']);

const primaryOf = (lang: string) => lang.split('-')[0];
export const isSameLanguage = (one: string, other: string) => primaryOf(one) === primaryOf(other);

/** Subtitles for the menu. Forced ones show by themselves, so they are a choice only where their language has no others. */
export const subtitleChoices = <T extends KeyedTrack>(tracks: readonly T[]): readonly T[] => {
  const of = (role: Role) => tracks.filter((track) => track.role === role);
  const whole = [...of('subtitle'), ...of('caption')];
  return [...whole, ...of('forced').filter(({ lang }) => !whole.some((other) => other.lang === lang))];
};

/**
 * The subtitles to show: the chosen ones, else those that a viewer needs who understands the sound: translations of
 * signs and of speech in another language.
 */
export function shownSubtitle<T extends KeyedTrack>(
  tracks: readonly T[],
  chosenKey: string | null,
  soundLang: string | null,
): T | undefined {
  const chosen = chosenKey === null ? undefined : findSubtitle(subtitleChoices(tracks), chosenKey);
  if (chosen || soundLang === null) return chosen;
  return tracks.find(({ lang, role }) => role === 'forced' && isSameLanguage(lang, soundLang));
}

/** The used part of Shaka's audio track (shaka.extern.AudioTrack). */
export interface ManifestSound {
  readonly language: string;
  readonly label: string | null;
  readonly roles: readonly string[];
  readonly accessibilityPurpose: string | null;
}

/** The role of a sound of the manifest. HLS does not tell a dub from the original, so the video's answer comes first. */
export function roleOfSound(track: ManifestSound, sounds: readonly Sound[]): Sound['role'] {
  const known = sounds.filter(({ lang }) => lang === track.language);
  const named = known.find(({ label }) => label === track.label);
  if (named) return named.role;
  const has = (...words: string[]) => track.roles.some((role) => words.indexOf(role) >= 0);
  if (track.accessibilityPurpose === 'visually impaired') return 'description';
  if (has('description', 'public.accessibility.describes-video')) return 'description';
  if (has('dub')) return 'dub';
  return known.length === 1 ? (known[0]?.role ?? 'main') : 'main';
}
