/** What is read of a track of Shaka (shaka.extern.Track). */
export interface KeepableTrack {
  readonly type: string;
  readonly language: string;
  readonly height: number | null;
  readonly bandwidth: number;
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
}

/** The picture that is kept, in lines at most: more is seldom worth its place on a disk. */
const MOST_LINES = 720;

const highest = <Track extends KeepableTrack>(tracks: readonly Track[]): Track | undefined =>
  tracks.reduce<Track | undefined>((best, one) => (best && best.bandwidth >= one.bandwidth ? best : one), undefined);

/**
 * One picture with each of its sounds: the first codec family that is there, the most lines up to 720, and for each
 * language the best sound of one codec, so that the language can be changed without a break.
 */
export function tracksToKeep<Track extends KeepableTrack>(
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
  const languages = Array.from(new Set(sounds.map(({ language }) => language)));
  return languages.flatMap((lang) => highest(sounds.filter(({ language }) => language === lang)) ?? []);
}
