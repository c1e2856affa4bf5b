import { z } from 'zod';
import { MOST_WEIGHT } from '#contract/console/advertisements.ts';
import { contentRatingSchema } from '#contract/profiles.ts';
import { mediumSchema } from '#contract/catalogue.ts';
import { soundRoles, subtitleRoles } from '#contract/playback.ts';
import { MOST_SHEETS } from '#contract/rules/picture-cue.ts';
import { ratingReasons } from '#contract/title-facts.ts';
import { catalogueIdSchema, colorSchema, freeTextSchema, instantSchema, secondsSchema } from '#contract/values.ts';
import { RATING_NAMES, shown } from './shown.ts';
import { daysSchema, planSaleSchema, priceSchema, productSaleSchema } from './sale.ts';

/**
 * The catalogue's only data format. A catalogue is a set of records: a folder has one record per `.json` file (at any
 * depth), a `.jsonl` file one per line. Paths of pictures and streams are relative to the catalogue's folder. Unknown
 * fields are refused, so that an import detects misspelt ones.
 */

const lineSchema = (maximum: number) => freeTextSchema(maximum).check(z.minLength(1));

/** A file in the catalogue's folder: neither absolute nor with a parent folder in its path. */
const filePathSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_./-]*$/)
  .refine((path) => !path.split('/').includes('..'));

/** Whether a path is that of a clip's single-file download. The server serves files of this name for downloads only. */
export const isDownloadFile = (path: string): boolean => /(^|\/)download\.[^/]+$/.test(path);

/** A fixed instant, or days before the import, so that the demo catalogue never looks old. */
const publishedAtSchema = z.union([
  instantSchema,
  z.strictObject({ days_before_import: z.number().min(-365).max(36500) }),
]);

/** From this instant on, viewers neither find nor play it. */
const endsAtSchema = (hint: string) => z.nullable(instantSchema).default(null).check(shown('제공 끝', { hint }));

/** Countries by ISO 3166-1: where viewers find and play it, if the service is in several. */
const countrySchema = z.string().regex(/^[A-Z]{2}$/);
const countriesSchema = (hint: string) =>
  z.array(countrySchema).max(250).default([]).check(shown('볼 수 있는 나라', { hint }));

const hexKeySchema = z.string().regex(/^[0-9a-f]{32}$/);

/** A video that episodes play. `duration` is its running time in seconds. */
export const clipRecordSchema = z.strictObject({
  kind: z.literal('clip'),
  id: lineSchema(40),
  duration: secondsSchema.check(z.gte(1)),
  streams: z
    .array(
      z.strictObject({
        protocol: z.enum(['dash', 'hls']),
        path: filePathSchema,
        /** How to decrypt the stream. `clear_keys` maps key ids to keys, each of 32 hexadecimal digits. */
        drm: z
          .strictObject({
            key_system: lineSchema(80),
            license_url: z.url().nullable(),
            clear_keys: z.record(hexKeySchema, hexKeySchema).nullable(),
          })
          .optional(),
      }),
    )
    .min(1),
  subtitles: z.array(
    z.strictObject({
      lang: lineSchema(10),
      label: lineSchema(40),
      path: filePathSchema,
      /** Default: `subtitle`. */
      role: z.enum(subtitleRoles).optional(),
      /** Files with the pictures of a subtitle that is no text. Its WebVTT says which part is where (`#contract/rules/picture-cue.ts`). */
      sheets: z.array(filePathSchema).min(1).max(MOST_SHEETS).optional(),
    }),
  ),
  /** The sounds in the streams, the default first. Without it, players read them from the manifests. */
  audio: z.array(z.strictObject({ lang: lineSchema(10), role: z.enum(soundRoles), label: lineSchema(40) })).optional(),
  /** Signs and songs drawn into the pictures; `path` is the table of the drawn segments. Empty or absent for none. */
  drawings: z.array(z.strictObject({ lang: lineSchema(10), label: lineSchema(40), path: filePathSchema })).optional(),
  thumbnails: z
    .strictObject({
      path: filePathSchema,
      interval: z.number().positive(),
      columns: z.int().min(1),
      rows: z.int().min(1),
      width: z.int().min(1),
      height: z.int().min(1),
    })
    .nullable(),
  intro: z.strictObject({ start: secondsSchema, end: secondsSchema }).nullable(),
  /** `end` only when something follows the ending. */
  outro: z.strictObject({ start: secondsSchema, end: z.optional(secondsSchema) }).nullable(),
  /** The part that repeats earlier episodes. */
  recap: z.strictObject({ start: secondsSchema, end: secondsSchema }).nullable().default(null),
  /** The part that shows scenes of the next episode. */
  preview: z.strictObject({ start: secondsSchema, end: secondsSchema }).nullable().default(null),
  /** The clip as a single file for offline playback; `size` in bytes. */
  download: z
    .strictObject({
      path: filePathSchema.refine(isDownloadFile, 'must be named download.<ending>'),
      size: z.int().min(1),
    })
    .optional(),
});

export const episodeRecordSchema = z.strictObject({
  id: catalogueIdSchema,
  order: z.int().min(1),
  episode_num: lineSchema(20).check(shown('회차', { hint: '예: 3화' })),
  subject: lineSchema(80).check(shown('제목')),
  /** Empty where nobody has said it, like the texts of a title below. Screens leave it out. */
  synopsis: freeTextSchema(500).check(shown('줄거리', { widget: 'text' })),
  clip: lineSchema(40).check(z.describe('id of a clip record'), shown('영상', { widget: 'clip' })),
  thumbnail: filePathSchema,
  published_at: publishedAtSchema.check(shown('공개 시각')),
  ends_at: endsAtSchema('이 회차만 먼저 끝날 때 적어요. 작품의 끝이 더 이르면 그때 끝나요.'),
  countries: countriesSchema('이 회차만 더 적은 나라에서 볼 때 적어요. 예: KR, JP'),
  /** The access rule: free, with advertisements, for members, or for purchase only. */
  access: z.enum(['free', 'avod', 'membership', 'purchase']).check(
    shown('시청 조건', {
      names: [
        ['free', '누구나'],
        ['avod', '이용권 또는 광고'],
        ['membership', '이용권'],
        ['purchase', '구매한 사람만'],
      ],
    }),
  ),
  /** Advertisement breaks for viewers with advertisements, in seconds; 0 is before the start. */
  ad_breaks: z
    .array(secondsSchema)
    .optional()
    .check(
      shown('광고 위치', { widget: 'seconds', hint: '0:00은 시작하기 전이에요. 이용권 없이 보는 사람에게만 나와요.' }),
    ),
});

/** A product of a title. Orders refer to the id, so it must never change. */
export const productRecordSchema = z.strictObject({
  id: catalogueIdSchema,
  /** Null for the whole title. */
  episode_id: z.nullable(catalogueIdSchema).check(shown('대상', { widget: 'episode' })),
  name: lineSchema(80).check(shown('이름')),
  kind: z.enum(['rental', 'own']).check(
    shown('종류', {
      names: [
        ['rental', '대여'],
        ['own', '소장'],
      ],
    }),
  ),
  rental_hours: z
    .int()
    .min(1)
    .max(8760)
    .nullable()
    .check(z.describe('null when it is bought to keep'), shown('대여 시간', { hint: '소장은 비워 두세요.' })),
  price: priceSchema.check(z.describe('in won'), shown('가격 (원)')),
  /** When it is for sale, and its next change. Default: always, none. */
  sale: productSaleSchema.optional(),
});

/** Tags of languages and scripts: `ja`, `ja-Latn`, `zh-Hant`. */
const langSchema = lineSchema(20).check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{1,8}){0,2}$/));
const databaseIdSchema = (title: string) =>
  z
    .nullable(lineSchema(40).check(z.regex(/^[A-Za-z\d_-]+$/)))
    .default(null)
    .check(shown(title));

/** Most other names of a title in each of the two lists. */
const MOST_NAMES = 40;
const MOST_ALIASES = 300;

export const titleRecordSchema = z.strictObject({
  kind: z.literal('title'),
  id: catalogueIdSchema,
  name: lineSchema(60).check(shown('제목')),
  /** Names in other languages, each language once; the first is the original one. */
  names: z
    .array(
      z.strictObject({
        lang: langSchema.check(shown('언어', { hint: '예: ja, ja-Latn (로마자), en' })),
        name: lineSchema(200).check(shown('이름')),
      }),
    )
    .max(MOST_NAMES)
    .default([])
    .check(shown('다른 언어의 이름', { hint: '첫 이름이 원제예요. 작품 화면에서 제목 아래에 보여요.' })),
  /** Nicknames, other spellings, former names: the search finds the title by them. */
  aliases: z
    .array(lineSchema(200))
    .max(MOST_ALIASES)
    .default([])
    .check(shown('별칭', { hint: '줄임말, 다른 표기, 옛 제목. 검색에서만 써요.' })),
  /** Ids of the same title in databases of the field. */
  uniqueid: z
    .strictObject({
      anilist: databaseIdSchema('AniList'),
      myanimelist: databaseIdSchema('MyAnimeList'),
      anidb: databaseIdSchema('AniDB'),
      tmdb: databaseIdSchema('TMDB'),
      tvdb: databaseIdSchema('TVDB'),
      imdb: databaseIdSchema('IMDb'),
    })
    .prefault({})
    .check(shown('다른 데이터베이스의 번호')),
  synopsis: freeTextSchema(1000).check(shown('줄거리', { widget: 'text' })),
  genres: z.array(lineSchema(20)).check(shown('장르')),
  tags: z.array(lineSchema(20)).check(shown('태그')),
  medium: mediumSchema.check(shown('형태')),
  content_rating: contentRatingSchema.check(shown('시청 등급', { names: RATING_NAMES })),
  /** Reasons for the age rating. Players show them at the start of a playback. */
  rating_reasons: z.array(z.enum(ratingReasons)).default([]).check(shown('등급 사유')),
  air: z
    .strictObject({
      year: z.int().min(1950).max(2100).check(shown('연도')),
      quarter: z
        .int()
        .min(1)
        .max(4)
        .check(
          shown('분기', {
            names: [
              [1, '1분기'],
              [2, '2분기'],
              [3, '3분기'],
              [4, '4분기'],
            ],
          }),
        ),
      weekday: z
        .int()
        .min(0)
        .max(6)
        .nullable()
        .check(
          shown('요일', {
            names: [
              [1, '월'],
              [2, '화'],
              [3, '수'],
              [4, '목'],
              [5, '금'],
              [6, '토'],
              [0, '일'],
            ],
          }),
        ),
      is_ended: z.boolean().check(shown('완결')),
    })
    .check(shown('방영')),
  director: freeTextSchema(40).check(shown('감독')),
  production: freeTextSchema(60).check(shown('제작')),
  cast: z.array(lineSchema(40)).check(shown('출연')),
  series: z
    .strictObject({
      id: catalogueIdSchema.check(shown('시리즈 번호')),
      order: z.int().min(1).check(shown('순서')),
    })
    .nullable()
    .check(shown('시리즈', { hint: '이어지는 작품끼리 같은 번호를 써요.' })),
  themes: z.array(catalogueIdSchema).check(shown('테마', { widget: 'themes' })),
  color: colorSchema.check(
    shown('대표 색', { widget: 'color', hint: '흰 글자가 읽히도록 어두운 색으로 골라 주세요.' }),
  ),
  art: z.strictObject({ poster: filePathSchema, wide: filePathSchema, backdrop: filePathSchema }),
  episodes: z.array(episodeRecordSchema),
  products: z.array(productRecordSchema).optional(),
  /** The end of the right to show it, for all its episodes. */
  ends_at: endsAtSchema('이 시각부터 보이지 않고 재생되지 않아요. 시청자는 일주일 전부터 마지막 날을 봐요.'),
  countries: countriesSchema('예: KR, JP. 비우면 모든 나라에서 봐요.'),
  /** Age ratings that differ from `content_rating`. */
  country_ratings: z
    .array(
      z.strictObject({
        country: countrySchema.check(shown('나라', { hint: '예: JP' })),
        content_rating: contentRatingSchema.check(shown('시청 등급', { names: RATING_NAMES })),
      }),
    )
    .max(250)
    .default([])
    .check(shown('나라마다 다른 등급')),
  /** Id of a clip, open to all viewers who may see the title; no episode plays it. */
  trailer: z
    .nullable(lineSchema(40))
    .default(null)
    .check(shown('예고편', { widget: 'clip' })),
});

export const themeRecordSchema = z.strictObject({
  kind: z.literal('theme'),
  id: catalogueIdSchema,
  title: lineSchema(40),
  description: lineSchema(200),
  image: filePathSchema,
});

export const profileImageRecordSchema = z.strictObject({
  kind: z.literal('profile_image'),
  id: catalogueIdSchema,
  name: lineSchema(20),
  path: filePathSchema,
});

/** An advertisement; the server chooses one for each break. */
export const advertisementRecordSchema = z.strictObject({
  kind: z.literal('advertisement'),
  id: catalogueIdSchema,
  title: lineSchema(60),
  clip: lineSchema(40).check(z.describe('id of a clip record')),
  skip_after: z.nullable(secondsSchema).describe('null when it cannot be skipped'),
  /** How often it is chosen, compared with the others that run. Default: 1. */
  weight: z.int().min(1).max(MOST_WEIGHT).optional(),
  /** It runs from the one instant to just before the other. Default: always. */
  starts_at: z.optional(instantSchema),
  ends_at: z.optional(instantSchema),
});

/** A membership for sale. Orders refer to the id, so it must never change. */
export const planRecordSchema = z.strictObject({
  kind: z.literal('plan'),
  id: catalogueIdSchema,
  plan: z.enum(['basic', 'premium']),
  name: lineSchema(40),
  price: priceSchema.describe('in won'),
  days: daysSchema,
  /** When it is for sale, and its next change. Default: always, none. */
  sale: planSaleSchema.optional(),
});

export const recordSchema = z.discriminatedUnion('kind', [
  clipRecordSchema,
  titleRecordSchema,
  themeRecordSchema,
  profileImageRecordSchema,
  advertisementRecordSchema,
  planRecordSchema,
]);

export type ClipRecord = z.output<typeof clipRecordSchema>;
export type EpisodeRecord = z.output<typeof episodeRecordSchema>;
export type TitleRecord = z.output<typeof titleRecordSchema>;
export type ThemeRecord = z.output<typeof themeRecordSchema>;
export type ProfileImageRecord = z.output<typeof profileImageRecordSchema>;
export type ProductRecord = z.output<typeof productRecordSchema>;
export type AdvertisementRecord = z.output<typeof advertisementRecordSchema>;
export type PlanRecord = z.output<typeof planRecordSchema>;
export type CatalogueRecord = z.output<typeof recordSchema>;
