import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { Random } from '../../lib/random.ts';
import { readDashManifest } from '../package/dash-manifest.ts';
import { type MediaPlaylist, readMediaPlaylist } from '../package/media-playlist.ts';
import { clipPathOf } from '../media-folder.ts';
import { readStoredText, type TextPlaces } from '../tracks/stored-text.ts';
import { masterWithSounds, soundsOfManifest, withSounds, type ManifestSound, type Sound } from './sound-manifests.ts';

/** Manifests with one file per rendition have a few thousand bytes, and playlists of a film a hundred thousand. */
const MOST_BYTES = 4 * 2 ** 20;

/** The manifests of a clip whose sounds can be changed. */
export interface ClipManifests {
  dash: string;
  /** The master playlist; undefined for a protected clip. */
  hls: string | undefined;
  seconds: number;
  /** Files of the sounds that the record names, in its order. */
  sounds: ManifestSound[];
  /** Names of all sounds that the manifests have: a clip without sound has one of silence. */
  names: string[];
}

const keyOf = ({ lang, role }: Pick<Sound, 'lang' | 'role'>) => `${lang.toLowerCase()} ${role}`;
const streamOf = ({ streams }: ClipRecord, protocol: 'dash' | 'hls') =>
  streams.find((stream) => stream.protocol === protocol)?.path;

/** A store that does not answer is no clip without manifests. */
const asMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/** @returns undefined for a clip that this service has not made, or whose manifests somebody has changed by hand. */
export async function readClipManifests(places: TextPlaces, clip: ClipRecord): Promise<ClipManifests | undefined> {
  const folder = `${clipPathOf(clip.id)}/`;
  const paths = [streamOf(clip, 'dash'), streamOf(clip, 'hls')];
  if (paths[0] === undefined || paths.some((path) => path !== undefined && !path.startsWith(folder))) return undefined;
  const read = async (path: string | undefined) =>
    path === undefined ? undefined : await readStoredText(places, path, MOST_BYTES).catch(asMissing);
  const [dash, hls] = [await read(paths[0]), await read(paths[1])];
  const whole = dash === undefined ? undefined : readDashManifest(dash);
  const found = dash === undefined ? undefined : soundsOfManifest(dash);
  if (dash === undefined || whole === undefined || found === undefined) return undefined;
  if (paths[1] !== undefined && hls === undefined) return undefined;
  const { audio = [] } = clip;
  const sounds = audio.map((one) => found.find((other) => keyOf(other) === keyOf(one)));
  const known = sounds.filter((one) => one !== undefined);
  if (known.length < sounds.length) return undefined;
  return { dash, hls, seconds: whole.seconds, sounds: known, names: found.map(({ name }) => name) };
}

/**
 * Writes manifests with other sounds beside those that there are: televisions that play go on with the old ones, which take
 * a few thousand bytes and go with the clip.
 *
 * @returns the streams of the clip.
 */
export async function writeClipManifests(
  options: TextPlaces & { random: Pick<Random, 'uuid'> },
  clip: ClipRecord,
  manifests: ClipManifests,
  sounds: readonly (ManifestSound & Sound)[],
): Promise<ClipRecord['streams']> {
  const { mediaStore, random } = options;
  const folder = clipPathOf(clip.id);
  const id = random.uuid().slice(0, 8);
  const playlistOf = async (name: string): Promise<MediaPlaylist> => {
    const text = await readStoredText(options, `${folder}/${name}.m3u8`, MOST_BYTES);
    const playlist = text === undefined ? undefined : readMediaPlaylist(text);
    if (playlist === undefined) throw new Error(`${folder}/${name}.m3u8 is incomplete`);
    return playlist;
  };
  const paths = { dash: `${folder}/manifest-${id}.mpd`, hls: `${folder}/master-${id}.m3u8` };
  if (manifests.hls !== undefined) {
    const now = [];
    for (const sound of sounds) now.push({ ...sound, playlist: await playlistOf(sound.name) });
    const before = [];
    for (const name of manifests.names) before.push(await playlistOf(name));
    await mediaStore.putText(paths.hls, masterWithSounds(manifests.hls, now, before));
  }
  await mediaStore.putText(paths.dash, withSounds(manifests.dash, sounds));
  return clip.streams.map((stream) => ({ ...stream, path: paths[stream.protocol] }));
}
