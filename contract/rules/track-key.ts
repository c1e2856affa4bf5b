import type { Sound, Subtitle } from '../playback.ts';

export interface KeyedTrack {
  readonly lang: string;
  readonly role: Sound['role'] | NonNullable<Subtitle['role']>;
}

/**
 * A track by language and role: `ja`, `ko/dub`, `ko/caption`. The usual role of a language has no name in keys: it
 * is a language's only track in most titles.
 */
export const trackKeyOf = ({ lang, role }: KeyedTrack): string =>
  role === 'main' || role === 'subtitle' ? lang : `${lang}/${role}`;

export const langOfKey = (key: string): string => key.split('/')[0] ?? key;

/** The languages of tracks, each once, in the same order. */
export const langsOfKeys = (keys: readonly string[]): string[] => [...new Set(keys.map(langOfKey))];
