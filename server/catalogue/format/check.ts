import { clipFolderOf, subtitleKeyOf } from './clip-folder.ts';
import { hasFile, type FileFolders } from './file-folders.ts';
import type { AdvertisementRecord, ClipRecord, TitleRecord } from './records.ts';
import type { PlanSale, ProductSale } from './sale.ts';
import { CatalogueError, type CatalogueProblem, recordLabel, type SourcedRecord } from './read.ts';

export interface CheckOptions {
  /** The base folder of file paths; without it, files are not checked. */
  folder?: string;
  /** Where own videos are. Default: `folder`. */
  mediaStore?: FileFolders['mediaStore'];
}

/** Files that are looked for at once: a store behind a network takes a moment for each. */
const LOOKED_AT_ONCE = 16;

const BEYOND_CLIP = '영상이 끝난 뒤예요.';
const NO_CLIP = '없는 영상이에요.';
/** Why a clip cannot be a trailer, in Korean. */
export const PLAYED_TRAILER = '회차가 쓰는 영상은 예고편이 될 수 없어요.';

/** @param shown the message in Korean, for problems that a form can cause. */
type Report = (sourced: SourcedRecord, field: string, message: string, shown?: string) => void;

/**
 * Checks rules across records: ids, references, orders, times and files.
 * @throws CatalogueError with all problems.
 */
export async function checkCatalogue(records: readonly SourcedRecord[], options: CheckOptions = {}): Promise<void> {
  const problems: CatalogueProblem[] = [];
  const report: Report = ({ source, record }, field, message, shown) => {
    problems.push({ record: recordLabel(source, record), field, message, shown });
  };
  checkIds(records, report);
  checkSeries(records, report);
  const clips = new Map(
    records.flatMap(({ record }) => (record.kind === 'clip' ? [[record.id, record] as const] : [])),
  );
  const themes = new Set(records.flatMap(({ record }) => (record.kind === 'theme' ? [record.id] : [])));
  for (const sourced of records) {
    if (sourced.record.kind === 'clip') checkClip(sourced, sourced.record, report);
    if (sourced.record.kind === 'title') checkTitle(sourced, sourced.record, clips, themes, report);
    if (sourced.record.kind === 'title') checkEnds(sourced, sourced.record, report);
    if (sourced.record.kind === 'title') checkProducts(sourced, sourced.record, report);
    if (sourced.record.kind === 'title') checkTrailer(sourced, sourced.record, clips, report);
    if (sourced.record.kind === 'plan') checkSale(sourced, 'sale', sourced.record.sale, report);
    if (sourced.record.kind === 'advertisement') checkAdvertisement(sourced, sourced.record, clips, report);
  }
  checkTrailerFolders(records, clips, report);
  const { folder: catalogueFolder, mediaStore } = options;
  if (catalogueFolder !== undefined) await checkFiles(records, { catalogueFolder, mediaStore }, report);
  if (problems.length > 0) throw new CatalogueError(problems);
}

/** Ids are unique per kind; ids of episodes and products are unique in the whole catalogue. */
function checkIds(records: readonly SourcedRecord[], report: Report): void {
  const owners = new Map<string, string>();
  const claim = (sourced: SourcedRecord, field: string, space: string, id: number | string) => {
    const key = `${space} ${id}`;
    const owner = owners.get(key);
    const own = recordLabel(sourced.source, sourced.record);
    if (owner === undefined) owners.set(key, own);
    else
      report(sourced, field, `${space} id ${id} is already used ${owner === own ? 'in this record' : `by ${owner}`}`);
  };
  for (const sourced of records) {
    const { record } = sourced;
    claim(sourced, 'id', record.kind, record.id);
    if (record.kind !== 'title') continue;
    record.episodes.forEach(({ id }, index) => claim(sourced, `episodes[${index}].id`, 'episode', id));
    record.products?.forEach(({ id }, index) => claim(sourced, `products[${index}].id`, 'product', id));
  }
}

/** Each place in a series belongs to one title. */
function checkSeries(records: readonly SourcedRecord[], report: Report): void {
  const places = new Map<string, string>();
  for (const sourced of records) {
    if (sourced.record.kind !== 'title' || sourced.record.series === null) continue;
    const { id, order } = sourced.record.series;
    const owner = places.get(`${id} ${order}`);
    if (owner === undefined) places.set(`${id} ${order}`, sourced.record.name);
    else report(sourced, 'series.order', `place ${order} of series ${id} is already used by "${owner}"`);
  }
}

/** A viewer is asked about one part at a time. The opening and the ending have a check of their own. */
function checkOverlaps(sourced: SourcedRecord, { intro, outro, recap, preview, duration }: ClipRecord, report: Report) {
  const ending = outro && { start: outro.start, end: outro.end ?? duration };
  const pairs = [
    ['recap', recap, 'intro', intro],
    ['recap', recap, 'outro', ending],
    ['preview', preview, 'intro', intro],
    // Without an end, the ending lasts until the preview.
    ['preview', preview, 'outro', outro?.end === undefined ? null : ending],
    ['preview', preview, 'recap', recap],
  ] as const;
  for (const [name, part, other, otherPart] of pairs) {
    if (part && otherPart && part.start < otherPart.end && otherPart.start < part.end)
      report(
        sourced,
        `${name}.start`,
        `inside the ${other} (${otherPart.start}-${otherPart.end})`,
        '구간이 서로 겹쳐요.',
      );
  }
}

function checkClip(sourced: SourcedRecord, clip: ClipRecord, report: Report): void {
  const { duration, intro, outro, streams, subtitles, audio = [] } = clip;
  for (const kind of ['intro', 'outro', 'recap', 'preview'] as const) {
    const { start = 0, end } = clip[kind] ?? {};
    if (end === undefined) continue;
    if (start >= end) report(sourced, `${kind}.end`, `not after the start (${start})`, '끝이 시작보다 뒤여야 해요.');
    if (end > duration) report(sourced, `${kind}.end`, `after the end of the clip (${duration})`, BEYOND_CLIP);
  }
  checkOverlaps(sourced, clip, report);
  if (outro !== null && outro.start >= duration)
    report(sourced, 'outro.start', `after the end of the clip (${duration})`, BEYOND_CLIP);
  if (intro !== null && outro !== null && outro.start < intro.end) {
    report(sourced, 'outro.start', `before the end of the intro (${intro.end})`, '엔딩이 오프닝보다 먼저예요.');
  }
  repeated(streams.map(({ protocol }) => protocol)).forEach(({ index, value }) => {
    report(sourced, `streams[${index}].protocol`, `duplicate "${value}"`);
  });
  repeated(subtitles.map(subtitleKeyOf)).forEach(({ index, value }) => {
    report(sourced, `subtitles[${index}].lang`, `duplicate "${value}"`);
  });
  repeated(audio.map(({ lang, role }) => `${lang} ${role}`)).forEach(({ index, value }) => {
    report(sourced, `audio[${index}].lang`, `duplicate "${value}"`);
  });
}

function checkTitle(
  sourced: SourcedRecord,
  title: TitleRecord,
  clips: ReadonlyMap<string, ClipRecord>,
  themes: ReadonlySet<number>,
  report: Report,
): void {
  title.themes.forEach((id, index) => {
    if (!themes.has(id)) report(sourced, `themes[${index}]`, `no such theme ${id}`, '없는 테마예요.');
  });
  repeated(title.names.map(({ lang }) => lang)).forEach(({ index, value }) => {
    report(sourced, `names[${index}].lang`, `duplicate "${value}"`, `"${value}" 이름이 두 개 있어요.`);
  });
  repeated(title.country_ratings.map(({ country }) => country)).forEach(({ index, value }) => {
    report(sourced, `country_ratings[${index}].country`, `duplicate "${value}"`, `"${value}"의 등급이 두 개 있어요.`);
  });
  for (const field of ['themes', 'genres', 'tags', 'rating_reasons', 'aliases', 'countries'] as const) {
    repeated<number | string>(title[field]).forEach(({ index, value }) => {
      report(sourced, `${field}[${index}]`, `duplicate "${value}"`, `"${value}" 값이 두 번 있어요.`);
    });
  }
  title.episodes.forEach((episode, index) => {
    if (!clips.has(episode.clip)) report(sourced, `episodes[${index}].clip`, `no such clip "${episode.clip}"`, NO_CLIP);
    if (episode.order !== index + 1) {
      report(
        sourced,
        `episodes[${index}].order`,
        `${episode.order} where ${index + 1} is due: orders go 1, 2, 3 without a gap`,
      );
    }
    checkBreaks(sourced, `episodes[${index}].ad_breaks`, episode.ad_breaks ?? [], clips.get(episode.clip), report);
  });
}

/** Nothing ends before it starts. Days before an import are no instants yet, and are left out. */
function checkEnds(sourced: SourcedRecord, { ends_at: titleEnd, episodes }: TitleRecord, report: Report): void {
  const starts = episodes.map(({ published_at: at }) => (typeof at === 'string' ? Date.parse(at) : -Infinity));
  episodes.forEach(({ ends_at: end }, index) => {
    if (end !== null && Date.parse(end) <= starts[index]!)
      report(sourced, `episodes[${index}].ends_at`, 'not after published_at', '끝이 공개 시각보다 뒤여야 해요.');
  });
  if (titleEnd !== null && Date.parse(titleEnd) <= Math.min(...starts) && starts.length > 0)
    report(sourced, 'ends_at', 'not after its first episode', '끝이 첫 회차의 공개 시각보다 뒤여야 해요.');
}

function checkBreaks(
  sourced: SourcedRecord,
  field: string,
  breaks: readonly number[],
  clip: ClipRecord | undefined,
  report: Report,
): void {
  breaks.forEach((offset, index) => {
    const before = breaks[index - 1];
    if (before !== undefined && offset <= before)
      report(sourced, `${field}[${index}]`, `not after ${before}`, '앞의 시각보다 뒤여야 해요.');
    if (clip !== undefined && offset >= clip.duration)
      report(sourced, `${field}[${index}]`, `after the end of the clip (${clip.duration})`, BEYOND_CLIP);
  });
}

function checkSale(
  sourced: SourcedRecord,
  field: string,
  sale: PlanSale | ProductSale | undefined,
  report: Report,
): void {
  const { starts_at: startsAt, ends_at: endsAt } = sale ?? {};
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(endsAt) <= Date.parse(startsAt))
    report(sourced, `${field}.ends_at`, 'not after starts_at', '판매가 끝나는 시각은 시작하는 시각보다 뒤여야 해요.');
}

function checkProducts(sourced: SourcedRecord, title: TitleRecord, report: Report): void {
  const { episodes, products = [] } = title;
  const own = new Set(episodes.map(({ id }) => id));
  products.forEach(({ episode_id: episodeId, kind, rental_hours: hours, sale }, index) => {
    if (episodeId !== null && !own.has(episodeId))
      report(sourced, `products[${index}].episode_id`, `no such episode ${episodeId} in this title`, '없는 회차예요.');
    if ((kind === 'rental') !== (hours !== null))
      report(
        sourced,
        `products[${index}].rental_hours`,
        'a rental needs hours, a purchase must have none',
        '대여에는 시간이 있어야 하고, 소장에는 없어야 해요.',
      );
    checkSale(sourced, `products[${index}].sale`, sale, report);
  });
  episodes.forEach(({ id, access }, index) => {
    const isSold = products.some(({ episode_id: episodeId }) => episodeId === null || episodeId === id);
    if (access === 'purchase' && !isSold)
      report(
        sourced,
        `episodes[${index}].access`,
        'no product contains it',
        '구매한 사람만 보는 회차에는 상품이 있어야 해요.',
      );
  });
}

/** Its address is not bound to a right, so it must open nothing but the trailer. */
function checkTrailer(
  sourced: SourcedRecord,
  { trailer }: TitleRecord,
  clips: ReadonlyMap<string, ClipRecord>,
  report: Report,
): void {
  if (trailer === null) return;
  const clip = clips.get(trailer);
  if (clip === undefined) report(sourced, 'trailer', `no such clip "${trailer}"`, NO_CLIP);
  else if (clip.streams.every(({ drm }) => drm !== undefined))
    report(
      sourced,
      'trailer',
      `every stream of clip "${trailer}" is encrypted`,
      '보호된 영상은 예고편이 될 수 없어요.',
    );
}

/** Trailers whose folder holds a clip that an episode plays. */
function checkTrailerFolders(
  records: readonly SourcedRecord[],
  clips: ReadonlyMap<string, ClipRecord>,
  report: Report,
): void {
  const played = new Set(
    records.flatMap(({ record }) => (record.kind === 'title' ? record.episodes.map(({ clip }) => clip) : [])),
  );
  const folders = [...played].flatMap((id) => {
    const clip = clips.get(id);
    return clip === undefined ? [] : [{ id, folder: `${clipFolderOf(clip)}/` }];
  });
  for (const sourced of records) {
    const trailer = sourced.record.kind === 'title' ? sourced.record.trailer : null;
    const clip = trailer === null ? undefined : clips.get(trailer);
    if (clip === undefined) continue;
    const open = `${clipFolderOf(clip)}/`;
    const inside = folders.find(({ folder }) => folder.startsWith(open));
    if (inside !== undefined) report(sourced, 'trailer', playedInside(trailer!, inside.id), PLAYED_TRAILER);
  }
}

/** Why a clip cannot be a trailer. */
export const playedInside = (trailer: string, played: string): string =>
  trailer === played
    ? `an episode plays clip "${played}"`
    : `its folder holds clip "${played}", which an episode plays`;

function checkAdvertisement(
  sourced: SourcedRecord,
  { clip: id, skip_after: skipAfter, starts_at: startsAt, ends_at: endsAt }: AdvertisementRecord,
  clips: ReadonlyMap<string, ClipRecord>,
  report: Report,
): void {
  const clip = clips.get(id);
  if (clip === undefined) report(sourced, 'clip', `no such clip "${id}"`);
  else if (skipAfter !== null && skipAfter >= clip.duration)
    report(sourced, 'skip_after', `after the end of the clip (${clip.duration})`);
  if (startsAt !== undefined && endsAt !== undefined && Date.parse(endsAt) < Date.parse(startsAt))
    report(sourced, 'ends_at', 'before starts_at');
}

/**
 * Looks for the files of records alone.
 *
 * @throws CatalogueError that names every missing file.
 */
export async function checkRecordFiles(records: readonly SourcedRecord[], places: FileFolders): Promise<void> {
  const problems: CatalogueProblem[] = [];
  await checkFiles(records, places, ({ source, record }, field, message) =>
    problems.push({ record: recordLabel(source, record), field, message }),
  );
  if (problems.length > 0) throw new CatalogueError(problems);
}

async function checkFiles(records: readonly SourcedRecord[], places: FileFolders, report: Report): Promise<void> {
  const all = records.flatMap((sourced) => filesOf(sourced).map(([field, path]) => ({ sourced, field, path })));
  const paths = [...new Set(all.map(({ path }) => path))];
  const missing = new Set<string>();
  for (let from = 0; from < paths.length; from += LOOKED_AT_ONCE)
    await Promise.all(
      paths.slice(from, from + LOOKED_AT_ONCE).map(async (path) => {
        if (!(await hasFile(places, path))) missing.add(path);
      }),
    );
  for (const { sourced, field, path } of all)
    if (missing.has(path)) report(sourced, field, `no such file "${path}"`, '파일이 없어요.');
}

/** The files that a record refers to, with their fields. */
function filesOf({ record }: SourcedRecord): (readonly [field: string, path: string])[] {
  switch (record.kind) {
    case 'clip':
      return [
        ...record.streams.map(({ path }, index) => [`streams[${index}].path`, path] as const),
        ...record.subtitles.map(({ path }, index) => [`subtitles[${index}].path`, path] as const),
        ...(record.drawings ?? []).map(({ path }, index) => [`drawings[${index}].path`, path] as const),
        ...(record.thumbnails === null ? [] : [['thumbnails.path', record.thumbnails.path] as const]),
        ...(record.download === undefined ? [] : [['download.path', record.download.path] as const]),
      ];
    case 'title':
      return [
        ...(['poster', 'wide', 'backdrop'] as const).map((art) => [`art.${art}`, record.art[art]] as const),
        ...record.episodes.map(({ thumbnail }, index) => [`episodes[${index}].thumbnail`, thumbnail] as const),
      ];
    case 'theme':
      return [['image', record.image]];
    case 'profile_image':
      return [['path', record.path]];
    case 'advertisement':
    case 'plan':
      return [];
  }
}

function repeated<T>(values: readonly T[]): { index: number; value: T }[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [{ index, value }] : []));
}
