import type shaka from 'shaka-player';
import type { PlayedVariant, TrackOption, Tracks } from './engine.ts';

/** Buffer that stays after a change of tracks, in seconds: the change is fast and does not interrupt the picture. */
const BUFFER_ON_CHANGE_SECONDS = 4;

/** Shaka's value for an unknown language. */
const UNKNOWN_LANGUAGE = 'und';

/** One audio track per language: Shaka lists each codec separately. */
function audioOptions(player: shaka.Player): readonly TrackOption[] {
  const labels = new Map<string, string>();
  for (const { language, label } of player.getAudioTracks()) {
    if (!labels.has(language) && language !== UNKNOWN_LANGUAGE) labels.set(language, label ?? language);
  }
  return Array.from(labels, ([lang, label]) => ({ lang, label }));
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

export const tracksOf = (player: shaka.Player, subtitles: Tracks['subtitles'], height: number | null): Tracks => ({
  subtitles,
  audio: {
    available: audioOptions(player),
    active: player.getAudioTracks().find((track) => track.active)?.language ?? null,
  },
  quality: { available: heightsOf(player), active: height },
});

/** Null before a rendition is chosen. */
export function playedVariant(player: shaka.Player): PlayedVariant | null {
  const active = player.getVariantTracks().find((track) => track.active);
  return active ? { height: active.height ?? 0, kilobits: Math.round(active.bandwidth / 1_000) } : null;
}

export function selectAudioTrack(player: shaka.Player, lang: string): void {
  const tracks = player.getAudioTracks().filter(({ language }) => language === lang);
  const playing = player.getAudioTracks().find((track) => track.active);
  const wanted = tracks.find(({ mimeType }) => mimeType === playing?.mimeType) ?? tracks[0];
  if (wanted && !wanted.active) player.selectAudioTrack(wanted, BUFFER_ON_CHANGE_SECONDS);
}

/** Selects a height; null or an unavailable height selects automatically. Returns the height in use. */
export function selectVideoHeight(player: shaka.Player, height: number | null): number | null {
  const wanted = videoTracksInUse(player).find((track) => track.height === height);
  player.configure({ abr: { enabled: !wanted } });
  if (wanted) player.selectVideoTrack(wanted, true, BUFFER_ON_CHANGE_SECONDS);
  return wanted?.height ?? null;
}
