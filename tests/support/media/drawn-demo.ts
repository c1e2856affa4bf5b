import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { DrawnSegments } from '#contract/rules/drawn-segments.ts';
import { cuesOf } from '#server/intake/pictures/picture-cues.ts';
import { readSup } from '#server/intake/pictures/read-sup.ts';
import { writePictures } from '#server/intake/pictures/write-pictures.ts';
import { framed, writeSup } from './disc-subtitles.ts';

/** Films of the demo in WebM, which every engine of the tests can play; their segments have the same times. */
const FILMS = join(import.meta.dirname, '../../../demo/catalogue/media');
const FILM = 'cloud-mail';
/** Its pictures stand for drawings: nothing has to be encoded, and nobody can mistake them. */
const DRAWN_BY = 'harbor-dawn';
export const RENDITIONS = ['vp9-360', 'vp9-540', 'vp9-720'];
const SEGMENT_SECONDS = 2;
/** When the film has drawings, in seconds. */
export const DRAWN = { from: 20, to: 44 };
/** When the film has a picture subtitle, in seconds. */
export const SPOKEN = { from: 16, to: 40 };
const CLIP = 'drawn-demo';

/** A number of EBML: of an element's kind with its marker, of its size without. */
function numberAt(bytes: Buffer, at: number, hasMarker: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  let value = hasMarker ? first : first & (0xff >> length);
  for (let next = at + 1; next < at + length; next += 1) value = value * 256 + (bytes[next] ?? 0);
  return { value, end: at + length };
}

const SEGMENT_ELEMENT = 0x18538067;
const CLUSTER = 0x1f43b675;

/** First byte and length of each segment of a WebM file. */
function segmentsOf(bytes: Buffer): { start: number; size: number }[] {
  const found: { start: number; size: number }[] = [];
  for (let at = 0; at < bytes.length;) {
    const kind = numberAt(bytes, at, true);
    const size = numberAt(bytes, kind.end, false);
    if (kind.value === CLUSTER) found.push({ start: at, size: size.end + size.value - at });
    at = kind.value === SEGMENT_ELEMENT ? size.end : size.end + size.value;
  }
  return found;
}

/** The file of the film in a rendition of WebM. */
export const filmOf = (rendition: string) => join(FILMS, FILM, `${rendition}.webm`);

function drawRendition(folder: string, rendition: string, drawnFilm: string): DrawnSegments['renditions'][number] {
  const file = `${rendition}.webm`;
  const [plain, other] = [filmOf(rendition), join(drawnFilm, file)].map((path) => readFileSync(path));
  const isDrawn = (_segment: object, index: number) =>
    index * SEGMENT_SECONDS >= DRAWN.from && index * SEGMENT_SECONDS < DRAWN.to;
  const drawn = segmentsOf(other!).filter(isDrawn);
  const name = `${rendition}-drawn-ko.webm`;
  writeFileSync(
    join(folder, name),
    Buffer.concat(drawn.map(({ start, size }) => other!.subarray(start, start + size))),
  );
  return {
    file,
    drawn: name,
    starts: segmentsOf(plain!)
      .filter(isDrawn)
      .map(({ start }) => start),
    sizes: drawn.map(({ size }) => size),
  };
}

/**
 * Gives an episode of the demo a clip with drawn segments and subtitles of a disc.
 *
 * @param mediaFolder of the server
 * @param drawnFilm the folder of a film with segments of the same times, of which those with drawings are taken
 */
export async function giveDrawnClip(
  server: { query(statement: string, values?: readonly unknown[]): Promise<unknown> },
  mediaFolder: string,
  episodeId: number,
  drawnFilm = join(FILMS, DRAWN_BY),
): Promise<void> {
  const folder = join(mediaFolder, 'own', CLIP);
  mkdirSync(folder, { recursive: true });
  const manifest = readFileSync(join(FILMS, FILM, 'manifest.mpd'), 'utf8');
  const inWebm = manifest.replaceAll(/\s*<AdaptationSet [^>]*mimeType="\w+\/mp4"[^]*?<\/AdaptationSet>/g, '');
  writeFileSync(join(folder, 'manifest.mpd'), inWebm);
  for (const [, file = ''] of inWebm.matchAll(/<BaseURL>([^<]+)</g))
    cpSync(join(FILMS, FILM, file), join(folder, file));
  const table: DrawnSegments = {
    renditions: RENDITIONS.map((rendition) => drawRendition(folder, rendition, drawnFilm)),
  };
  writeFileSync(join(folder, 'drawn-ko.json'), JSON.stringify(table));
  const box = { x: 560, y: 900, width: 800, height: 60, at: framed(800, 60) };
  const written = await writePictures({
    cues: () =>
      cuesOf(
        readSup(
          writeSup([
            { seconds: SPOKEN.from, pictures: [box] },
            { seconds: SPOKEN.to, pictures: [] },
          ]),
          () => undefined,
        ),
      ),
    film: { width: 1280, height: 720, aspect: 16 / 9 },
    ...{ seconds: 90, folder, name: 'pictures-ko' },
  });
  writeFileSync(join(folder, 'pictures-ko.vtt'), written!.all);
  const path = (file: string) => `own/${CLIP}/${file}`;
  const clip = {
    id: CLIP,
    streams: [{ protocol: 'dash', path: path('manifest.mpd') }],
    drawings: [{ lang: 'ko', label: '한국어', path: path('drawn-ko.json') }],
    subtitles: [
      { lang: 'ko', label: '한국어 (그림)', path: path('pictures-ko.vtt'), sheets: written!.sheets.map(path) },
    ],
    ...{ intro: null, outro: null },
  };
  await server.query('insert into clips select (jsonb_populate_record(clips, $1::jsonb)).* from clips where id = $2', [
    JSON.stringify(clip),
    FILM,
  ]);
  await server.query('update episodes set clip_id = $1 where id = $2', [CLIP, episodeId]);
}

/** Of the preview sheets of the demo. */
const PREVIEWS = { everySeconds: 5, columns: 10, width: 240, height: 135 };
/** A picture is told by the colours of so many parts. */
export const LOOK = { width: 8, height: 5 };

/** How different two pictures are. */
export const apart = (one: readonly number[], other: Buffer) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0);

/** Colours of the film at about a time, with its drawings and without. */
export const looksAt = (seconds: number): Promise<Buffer[]> =>
  Promise.all(
    [DRAWN_BY, FILM].map((film) => {
      const { everySeconds, columns, width, height } = PREVIEWS;
      const index = Math.floor(seconds / everySeconds);
      const place = { left: (index % columns) * width, top: Math.floor(index / columns) * height };
      const sheet = sharp(join(FILMS, film, 'previews.webp')).extract({ ...place, width, height });
      return sheet.resize(LOOK.width, LOOK.height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    }),
  );
