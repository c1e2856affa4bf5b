import type shaka from 'shaka-player';
import type { Sound, Subtitle } from '#contract/playback.ts';
import { trackKeyOf } from '#contract/rules/track-key.ts';
import type { PlayedVariant, Tracks } from './engine.ts';
import { findSound, labelWithRole, roleOfSound, type TrackOption } from './track-options.ts';

/** Buffer that stays after a change of tracks, in seconds: the change is fast and does not interrupt the picture. */
const BUFFER_ON_CHANGE_SECONDS = 4;

/** A segment: other pictures of the same rendition appear with the next one. */
const BUFFER_ON_DRAWING_SECONDS = 2;

/** Shaka's value for an unknown language. */
const UNKNOWN_LANGUAGE = 'und';

/** A subtitle track that Shaka has. */
export interface LoadedSubtitle {
  readonly lang: string;
  readonly role: NonNullable<Subtitle['role']>;
  readonly label: string;
  /** Addresses of its pictures; null for text. */
  readonly sheets: readonly string[] | null;
  readonly track: shaka.extern.TextTrack;
}

interface HeardTrack {
  readonly lang: string;
  readonly role: Sound['role'];
  readonly track: shaka.extern.AudioTrack;
}

/** All audio tracks with their roles. Shaka lists each codec separately. */
const heardTracks = (player: shaka.Player, sounds: readonly Sound[]): readonly HeardTrack[] =>
  player.getAudioTracks().map((track) => ({ lang: track.language, role: roleOfSound(track, sounds), track }));

/** One option per language and role. */
function audioOptions(tracks: readonly HeardTrack[], sounds: readonly Sound[]): readonly TrackOption[] {
  const labels = new Map<string, string>();
  for (const { lang, role, track } of tracks) {
    const key = trackKeyOf({ lang, role });
    if (labels.has(key) || lang === UNKNOWN_LANGUAGE) continue;
    const known = sounds.find((sound) => sound.lang === lang && sound.role === role);
    labels.set(key, labelWithRole(known?.label ?? track.label ?? lang, role));
  }
  return Array.from(labels, ([key, label]) => ({ key, label }));
}

/** Video tracks of the current codec; changing it would interrupt the picture. */
function videoTracksInUse(player: shaka.Player): shaka.extern.VideoTrack[] {
  const tracks = player.getVideoTracks();
  const active = tracks.find((track) => track.active);
  return active ? tracks.filter(({ mimeType }) => mimeType === active.mimeType) : tracks;
}

/** Heights in lines, the highest first. */
const heightsOf = (player: shaka.Player): readonly number[] =>
  Array.from(new Set(videoTracksInUse(player).map(({ height }) => height ?? 0)))
    .filter((height) => height > 0)
    .sort((one, other) => other - one);

export interface TracksOptions {
  readonly sounds: readonly Sound[];
  readonly subtitles: Tracks['subtitles'];
  readonly drawings: Tracks['drawings'];
  /** The chosen height. */
  readonly height: number | null;
}

export function tracksOf(player: shaka.Player, { sounds, subtitles, drawings, height }: TracksOptions): Tracks {
  const heard = heardTracks(player, sounds);
  const active = heard.find(({ track }) => track.active);
  return {
    subtitles,
    drawings,
    audio: { available: audioOptions(heard, sounds), active: active ? trackKeyOf(active) : null },
    quality: { available: heightsOf(player), active: height },
  };
}

export const playedLanguage = (player: shaka.Player): string | null =>
  player.getAudioTracks().find((track) => track.active)?.language ?? null;

/** Null before a rendition is chosen. */
export function playedVariant(player: shaka.Player): PlayedVariant | null {
  const active = player.getVariantTracks().find((track) => track.active);
  return active ? { height: active.height ?? 0, kilobits: Math.round(active.bandwidth / 1_000) } : null;
}

/** Selects a sound by its key. Without one of this language the sound stays as it is. */
export function selectAudioTrack(player: shaka.Player, key: string, sounds: readonly Sound[]): void {
  const heard = heardTracks(player, sounds);
  const playing = heard.find(({ track }) => track.active)?.track;
  // Prefers the current codec among equal tracks: another one would interrupt the picture.
  const wanted = findSound(
    [...heard].sort(
      (one, other) =>
        Number(other.track.mimeType === playing?.mimeType) - Number(one.track.mimeType === playing?.mimeType),
    ),
    key,
  )?.track;
  if (wanted && !wanted.active) player.selectAudioTrack(wanted, BUFFER_ON_CHANGE_SECONDS);
}

/** Selects a height; null or an unavailable height selects automatically. Returns the height in use. */
export function selectVideoHeight(player: shaka.Player, height: number | null): number | null {
  const wanted = videoTracksInUse(player).find((track) => track.height === height);
  player.configure({ abr: { enabled: !wanted } });
  if (wanted) player.selectVideoTrack(wanted, true, BUFFER_ON_CHANGE_SECONDS);
  return wanted?.height ?? null;
}

/** Loads the coming segments again, without a stop of the picture. */
export function reloadSegments(player: shaka.Player, isHeightChosen: boolean): void {
  const active = player.getVariantTracks().find((track) => track.active);
  if (!active) return;
  // Shaka warns of a selection while it chooses by itself.
  player.configure({ abr: { enabled: false } });
  player.selectVariantTrack(active, true, BUFFER_ON_DRAWING_SECONDS);
  player.configure({ abr: { enabled: !isHeightChosen } });
}
