import type { ClipRecord } from '../../catalogue/format/index.ts';
import { soundLine } from '../package/hls-masters.ts';
import { averageBitRate, type MediaPlaylist, peakBitRate } from '../package/media-playlist.ts';
import { FOR_BLIND } from '../package/packager-arguments.ts';
import { UNKNOWN_LANGUAGE } from '../plan/languages.ts';

/*
 * The sounds that the manifests of a clip name. A sound is one set of adaptation with one file, as our packager writes it.
 */

export type Sound = NonNullable<ClipRecord['audio']>[number];

/** A sound of a manifest: its file without `.mp4`, and its element of DASH. */
export interface ManifestSound extends Omit<Sound, 'label'> {
  name: string;
  element: string;
}

const SETS = /<AdaptationSet\b[^>]*contentType="audio"[^>]*>[\s\S]*?<\/AdaptationSet>\n?/g;
const ABOUT = /(?:<(?:Role|Accessibility)\b[^>]*\/>|<Label>[^<]*<\/Label>)\s*/g;

/** The elements of sounds with their indentation, and where each begins. */
const setsIn = (text: string): { start: number; element: string }[] =>
  [...text.matchAll(SETS)].map(({ 0: found, index }) => {
    let start = index;
    while (start > 0 && /[ \t]/.test(text[start - 1]!)) start -= 1;
    return { start, element: text.slice(start, index + found.length) };
  });

/** Inserts elements before the first `<Representation`, each with the white space before that. */
function beforeRepresentation(element: string, inserted: readonly string[]): string {
  const at = element.indexOf('<Representation');
  const before = element.slice(0, at).trimEnd();
  const space = element.slice(before.length, at);
  return `${before}${inserted.map((one) => space + one).join('')}${element.slice(before.length)}`;
}

const attributeOf = (element: string, name: string) => new RegExp(String.raw`\s${name}="([^"]*)"`).exec(element)?.[1];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The sounds of a manifest of DASH; undefined for one that another packager has written. */
export function soundsOfManifest(text: string): ManifestSound[] | undefined {
  const sounds = setsIn(text).map(({ element }): ManifestSound | undefined => {
    const name = /<BaseURL>([\w-]+)\.mp4<\/BaseURL>/.exec(element)?.[1];
    const role = /<Role\b[^>]*\svalue="(main|dub|description)"/.exec(element)?.[1] as Sound['role'] | undefined;
    const isWhole = element.split('<Representation').length === 2;
    return name && role && isWhole
      ? { name, role, lang: attributeOf(element, 'lang') ?? UNKNOWN_LANGUAGE, element }
      : undefined;
  });
  const known = sounds.filter((one) => one !== undefined);
  return known.length > 0 && known.length === sounds.length ? known : undefined;
}

/** The element of a sound with another language, role and label. */
function written({ element, lang, role, label }: ManifestSound & Sound): string {
  const about = [
    ...(role === 'description'
      ? [`<Accessibility schemeIdUri="${FOR_BLIND.scheme}" value="${FOR_BLIND.value}"/>`]
      : []),
    `<Role schemeIdUri="urn:mpeg:dash:role:2011" value="${role}"/>`,
    `<Label>${escaped(label)}</Label>`,
  ];
  const bare = element
    .replace(/(<AdaptationSet\b[^>]*?)\slang="[^"]*"/, '$1')
    .replace('contentType="audio"', () =>
      lang === UNKNOWN_LANGUAGE ? 'contentType="audio"' : `contentType="audio" lang="${lang}"`,
    )
    .replace(ABOUT, '');
  return beforeRepresentation(bare, about);
}

/** A manifest of DASH with these sounds in their order, instead of those that it has. */
export function withSounds(text: string, sounds: readonly (ManifestSound & Sound)[]): string {
  const sets = setsIn(text);
  const start = sets[0]?.start ?? text.length;
  const rest = sets.reduceRight(
    (left, { start: at, element }) => left.slice(0, at) + left.slice(at + element.length),
    text,
  );
  const elements = sounds.map((sound) => {
    const element = written(sound);
    return element.endsWith('\n') ? element : `${element}\n`;
  });
  const whole = `${rest.slice(0, start)}${elements.join('')}${rest.slice(start)}`;
  const next = { AdaptationSet: 0, Representation: 0 };
  return whole.replace(
    /<(AdaptationSet|Representation)\b([^>]*?)\sid="\d+"/g,
    (_all, tag: keyof typeof next, before: string) => `<${tag}${before} id="${next[tag]++}"`,
  );
}

/**
 * A master playlist with these sounds. A variant needs the bandwidth of its pictures with the heaviest sound.
 *
 * @param before playlists of the sounds that it has.
 */
export function masterWithSounds(
  text: string,
  sounds: readonly (Sound & { name: string; playlist: MediaPlaylist })[],
  before: readonly MediaPlaylist[],
): string {
  const heaviest = (rate: (playlist: MediaPlaylist) => number, all: readonly MediaPlaylist[]) =>
    Math.max(0, ...all.map(rate));
  const now = sounds.map(({ playlist }) => playlist);
  const more = (rate: (playlist: MediaPlaylist) => number) => heaviest(rate, now) - heaviest(rate, before);
  const [peak, average] = [more(peakBitRate), more(averageBitRate)];
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'))
    .map((line) =>
      line
        .replace(/([:,])BANDWIDTH=(\d+)/, (_, sign: string, rate: string) => `${sign}BANDWIDTH=${Number(rate) + peak}`)
        .replace(/AVERAGE-BANDWIDTH=(\d+)/, (_, rate: string) => `AVERAGE-BANDWIDTH=${Number(rate) + average}`),
    );
  const at = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'));
  return [...lines.slice(0, at), ...sounds.map(soundLine), ...lines.slice(at)].join('\n');
}
