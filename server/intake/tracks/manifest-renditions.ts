import type { ClipRecord } from '../../catalogue/format/index.ts';
import { MediaStoreError } from '../../providers/media-store.ts';
import { readStoredText, type TextPlaces } from './stored-text.ts';

/** Bytes of a manifest that are read: those with one file per rendition have a few thousand. */
const MOST_BYTES = 2 ** 20;

export interface ManifestRendition {
  width: number;
  height: number;
  codec: string;
  kilobits: number;
}

const attributeOf = (tag: string, name: string) => new RegExp(String.raw`\s${name}="([^"]{0,200})"`).exec(tag)?.[1];

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^avc[13]/, 'H.264'],
  [/^(?:hvc1|hev1)/, 'HEVC'],
  [/^vp0?9/, 'VP9'],
  [/^av01/, 'AV1'],
];

const familyOf = (codecs: string) => FAMILIES.find(([pattern]) => pattern.test(codecs))?.[1] ?? codecs;

/** The pictures that a DASH manifest offers, the largest first. Sets of adaptation may have what their representations share. */
export function renditionsOfManifest(text: string): ManifestRendition[] {
  const found: ManifestRendition[] = [];
  let shared = '';
  for (const [tag] of text.matchAll(/<(?:AdaptationSet|Representation)\s[^>]{0,4000}>/g)) {
    if (tag.startsWith('<AdaptationSet')) {
      shared = tag;
      continue;
    }
    const of = (name: string) => attributeOf(tag, name) ?? attributeOf(shared, name);
    const [width, height] = [Number(of('width')), Number(of('height'))];
    if (!(width > 0 && height > 0)) continue;
    found.push({
      width: Math.round(width),
      height: Math.round(height),
      codec: familyOf(of('codecs') ?? ''),
      kilobits: Math.max(0, Math.round(Number(of('bandwidth') ?? 0) / 1000)) || 0,
    });
  }
  return found.sort((one, other) => other.height - one.height || other.kilobits - one.kilobits);
}

/** The pictures of a clip; null when its manifest cannot be read. */
export async function findRenditions(
  places: TextPlaces,
  { streams }: Pick<ClipRecord, 'streams'>,
): Promise<ManifestRendition[] | null> {
  const manifest = streams.find(({ protocol }) => protocol === 'dash');
  if (!manifest) return null;
  try {
    const text = await readStoredText(places, manifest.path, MOST_BYTES);
    return text === undefined ? null : renditionsOfManifest(text);
  } catch (error) {
    if (error instanceof MediaStoreError || (error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}
