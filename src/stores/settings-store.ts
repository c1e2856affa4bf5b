import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage, SystemCaptions } from '#platform/platform.ts';
import type { SessionStore } from './session-store.ts';

export const subtitleSizes = ['small', 'medium', 'large', 'huge'] as const;
export const subtitleColors = ['white', 'yellow', 'green', 'purple'] as const;
export const subtitleGrounds = ['none', 'shade', 'solid'] as const;
export const subtitlePositions = ['bottom', 'raised', 'top'] as const;
/** Sizes of letters: their scales are in `letterScales` (src/lib/letters.ts) and src/ui/tokens.css. */
export const letterSizes = ['normal', 'large', 'large-2', 'large-3'] as const;

// Every field falls back by itself: a television keeps the shape of an older release, and one bad value costs no other.
const subtitleSchema = z.object({
  /** Language of subtitles to show wherever they exist; null is off. */
  language: z.catch(z.nullable(z.string()), 'ko'),
  /** Prefer subtitles that also write sounds down. */
  isForDeaf: z.catch(z.boolean(), false),
  size: z.catch(z.enum(subtitleSizes), 'medium'),
  color: z.catch(z.enum(subtitleColors), 'white'),
  ground: z.catch(z.enum(subtitleGrounds), 'none'),
  position: z.catch(z.enum(subtitlePositions), 'bottom'),
});

export type SkippedKind = 'recap' | 'opening' | 'ending' | 'preview';
export type SkipMode = 'ask' | 'always' | 'never';

const modeSchema = z.catch(z.enum(['ask', 'always', 'never']), 'ask');

/** The player's behaviour at the start of each kind of part. */
const skipSchema = z.object({ recap: modeSchema, opening: modeSchema, ending: modeSchema, preview: modeSchema });

const settingsSchema = z.object({
  autoplayNext: z.catch(z.boolean(), true),
  skip: z.catch(skipSchema, () => skipSchema.parse({})),
  /** Differences from `skip` in single series, by `skipKey`. */
  skipsBySeries: z.catch(z.record(z.string(), modeSchema), {}),
  /** Key of the sound that was chosen for a series (track-options.ts), by the series' key. */
  audioBySeries: z.catch(z.record(z.string(), z.string()), {}),
  /** Key of the subtitles that were chosen for a series, null for none, by the series' key. */
  subtitlesBySeries: z.catch(z.record(z.string(), z.nullable(z.string())), {}),
  /** Language of the signs and songs in the picture; null is off, undefined shows them where the sound is in another language. */
  drawings: z.catch(z.optional(z.nullable(z.string())), undefined),
  /** Play the trailer of home's billboard, without sound. */
  billboardTrailers: z.catch(z.boolean(), false),
  /** Load the beginning of what the focus rests on. */
  preparePlayback: z.catch(z.boolean(), true),
  subtitle: z.catch(subtitleSchema, () => subtitleSchema.parse({})),
  /** Cuts in place of movements; null while the viewer leaves it to the set (pace-store.ts). */
  reduceMotion: z.catch(z.nullable(z.boolean()), null),
  highContrast: z.catch(z.boolean(), false),
  letters: z.catch(z.enum(letterSizes), 'normal'),
  /** A wider ring around what has the focus. */
  thickRing: z.catch(z.boolean(), false),
  /** More time for holds and repeats; a key pressed twice by a trembling finger counts once. */
  slowKeys: z.catch(z.boolean(), false),
  /** No holds and no repeats: what a hold does is in a menu. */
  singlePresses: z.catch(z.boolean(), false),
  /** Type with the television's own keyboard in place of the app's. */
  deviceKeyboard: z.catch(z.boolean(), false),
});

export type Settings = z.output<typeof settingsSchema>;
export type SubtitleSettings = Settings['subtitle'];

export interface SettingsState {
  /** Settings of the profile that watches, or that watched last on this television. */
  readonly settings: Settings;
  change(part: Partial<Omit<Settings, 'subtitle'>>): void;
  changeSubtitle(part: Partial<SubtitleSettings>): void;
  setSkip(seriesKey: string, kind: SkippedKind, mode: SkipMode): void;
  setAudio(seriesKey: string, audioKey: string): void;
  setSubtitles(seriesKey: string, subtitleKey: string | null): void;
}

export type SettingsStore = StoreApi<SettingsState>;

/** Series that are remembered one by one: a television's storage is small. */
const MOST_SERIES = 200;

const keyOf = (profileId: string) => `settings:${profileId}`;

/** Stored settings. Of the subtitles, only the viewer's choices: the television decides the rest. */
interface Saved {
  readonly settings: Settings;
  readonly chosen: object;
}

function parseSaved(text: string | null): { subtitle?: object } | null {
  try {
    return JSON.parse(text ?? 'null') as ReturnType<typeof parseSaved>;
  } catch {
    return null;
  }
}

function read(storage: KeyValueStorage, profileId: string | null): Saved {
  const saved = parseSaved(profileId === null ? null : storage.get(keyOf(profileId)));
  return { settings: settingsSchema.parse({ ...saved }), chosen: { ...saved?.subtitle } };
}

/** The television's captions decide what the viewer did not choose: captions that are on also mean sounds. */
function withCaptions({ settings, chosen }: Saved, captions: SystemCaptions): Settings {
  const told = captions.get();
  // A setting that the television does not report is null, which falls back like any invalid value.
  return { ...settings, subtitle: subtitleSchema.parse({ ...told, isForDeaf: told.isOn, ...chosen }) };
}

/** The record with this entry; beyond the limit one that came early is forgotten. */
function remember<V>(record: Readonly<Record<string, V>>, seriesKey: string, value: V): Record<string, V> {
  const next: Record<string, V> = { ...record, [seriesKey]: value };
  const forgotten = Object.keys(next).find((key) => key !== seriesKey);
  if (Object.keys(next).length > MOST_SERIES && forgotten !== undefined) delete next[forgotten];
  return next;
}

/** Settings of each profile on this television; they change with the profile. */
export function createSettingsStore(
  storage: KeyValueStorage,
  session: SessionStore,
  captions: SystemCaptions,
): SettingsStore {
  const currentProfileId = () => session.getState().lastProfile?.profile.id ?? null;
  let profileId = currentProfileId();
  let saved = read(storage, profileId);

  const store = createStore<SettingsState>()((set, get) => {
    const save = (next: Saved) => {
      saved = next;
      set({ settings: withCaptions(saved, captions) });
      const { settings, chosen } = saved;
      if (profileId !== null) storage.set(keyOf(profileId), JSON.stringify({ ...settings, subtitle: chosen }));
    };
    const change: SettingsState['change'] = (part) => save({ ...saved, settings: { ...saved.settings, ...part } });
    return {
      settings: withCaptions(saved, captions),
      change,
      changeSubtitle: (part) => save({ ...saved, chosen: { ...saved.chosen, ...part } }),
      setSkip: (seriesKey, kind, mode) =>
        change({ skipsBySeries: remember(get().settings.skipsBySeries, skipKey(seriesKey, kind), mode) }),
      setAudio: (seriesKey, audioKey) =>
        change({ audioBySeries: remember(get().settings.audioBySeries, seriesKey, audioKey) }),
      setSubtitles: (seriesKey, subtitleKey) =>
        change({ subtitlesBySeries: remember(get().settings.subtitlesBySeries, seriesKey, subtitleKey) }),
    };
  });

  const show = () => store.setState({ settings: withCaptions(saved, captions) });
  captions.subscribe(show);
  session.subscribe(() => {
    if (currentProfileId() === profileId) return;
    profileId = currentProfileId();
    saved = read(storage, profileId);
    show();
  });
  return store;
}

const skipKey = (seriesKey: string, kind: SkippedKind) => `${kind}/${seriesKey}`;

/** The player's behaviour at such parts of a series. */
export const skipModeOf = ({ skip, skipsBySeries }: Settings, seriesKey: string, kind: SkippedKind): SkipMode =>
  skipsBySeries[skipKey(seriesKey, kind)] ?? skip[kind];
