import type { PictureKind } from '../job.ts';

/** `season01` and `season1`; Kodi calls season 0 `specials`. */
const seasonNames = (season: number | undefined): string[] =>
  season === undefined
    ? []
    : season === 0
      ? ['season-specials', 'season00', 'season0']
      : [...new Set([`season${String(season).padStart(2, '0')}`, `season${season}`])];

/** How pictures are called, the most exact name first; in small letters and without an ending. */
const NAMES: Record<PictureKind, readonly string[]> = {
  poster: ['poster', 'folder', 'cover'],
  wide: ['wide', 'landscape', 'thumb'],
  backdrop: ['backdrop', 'fanart', 'background'],
};

/**
 * The names of the pictures of a video and its title, as Kodi, Jellyfin and this service call them.
 *
 * @param stem the name of the video, in small letters and without its ending.
 */
export function namesOfPictures(
  stem: string,
  season: number | undefined,
): Record<PictureKind | 'still', readonly string[]> {
  const of = (kind: PictureKind) => [
    // A film's pictures begin with its name. The thumbnail of an episode is no picture of its title.
    ...NAMES[kind].filter((name) => name !== 'thumb').map((name) => `${stem}-${name}`),
    ...seasonNames(season).flatMap((name) => NAMES[kind].map((one) => `${name}-${one}`)),
    ...(kind === 'poster' ? seasonNames(season) : []),
    ...NAMES[kind],
    ...NAMES[kind].map((name) => `season-all-${name}`),
  ];
  return {
    poster: of('poster'),
    wide: of('wide'),
    backdrop: of('backdrop'),
    still: [`${stem}-thumb`, `${stem}.thumb`],
  };
}

/** What an uploaded picture is for: its name says it; undefined for another picture. */
export function pictureKindOfName(stem: string): PictureKind | 'still' | undefined {
  const name = stem.toLowerCase();
  if (/.-thumb$/.test(name) && !/^season(?:\d{1,3}|-specials|-all)-thumb$/.test(name)) return 'still';
  const word = /^season\d{1,3}$/.test(name)
    ? 'poster'
    : (/^season(?:\d{1,3}|-specials|-all)-(\w+)$/.exec(name)?.[1] ?? /-(\w+)$/.exec(name)?.[1] ?? name);
  return (Object.keys(NAMES) as PictureKind[]).find((kind) => NAMES[kind].includes(word));
}
