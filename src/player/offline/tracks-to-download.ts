/** The used part of Shaka's track (shaka.extern.Track). */
export interface DownloadableTrack {
  readonly type: string;
  readonly language: string;
  readonly height: number | null;
  readonly bandwidth: number;
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  readonly audioRoles: readonly string[] | null;
  readonly accessibilityPurpose: string | null;
}

/** Maximum height of a download in lines: more is rarely worth the disk space. */
const MOST_LINES = 720;

const highest = <Track extends DownloadableTrack>(tracks: readonly Track[]): Track | undefined =>
  tracks.reduce<Track | undefined>((best, one) => (best && best.bandwidth >= one.bandwidth ? best : one), undefined);

/**
 * Selects one rendition with all of its sounds: the first available codec family, the most lines up to 720, and per
 * language and role the best audio of one codec, so that switching sounds does not interrupt playback.
 */
export function tracksToDownload<Track extends DownloadableTrack>(
  tracks: readonly Track[],
  preferredVideoCodecs: readonly string[],
): Track[] {
  const variants = tracks.filter(({ type }) => type === 'variant');
  const ofFamily = (family: string) => variants.filter(({ videoCodec }) => videoCodec?.indexOf(family) === 0);
  const family = preferredVideoCodecs.map(ofFamily).find(({ length }) => length > 0) ?? variants;
  const heights = family.map(({ height }) => height ?? 0);
  const small = heights.filter((height) => height <= MOST_LINES);
  const height = small.length > 0 ? Math.max(...small) : Math.min(...heights);
  const ofHeight = family.filter((track) => (track.height ?? 0) === height);
  const codec = highest(ofHeight)?.audioCodec;
  const sounds = ofHeight.filter(({ audioCodec }) => audioCodec === codec);
  const kindOf = ({ language, audioRoles, accessibilityPurpose }: Track) =>
    JSON.stringify([language, audioRoles, accessibilityPurpose]);
  const kinds = Array.from(new Set(sounds.map(kindOf)));
  return kinds.flatMap((kind) => highest(sounds.filter((track) => kindOf(track) === kind)) ?? []);
}
