import type { Episode, Item, ItemSummary } from '#contract/catalogue.ts';
import type { Profile } from '#contract/profiles.ts';
import type { ShortReview } from '#contract/reviews.ts';
import type { Plan, Product } from '#contract/shop.ts';

/* One builder per type. Defaults are fixed and plain, so that a test shows only the fields that matter to it. */

export const buildProfile = (overrides: Partial<Profile> = {}): Profile => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: '민수',
  default_image_id: 1,
  image_url: 'http://127.0.0.1/art/profile-1.webp',
  max_rating: '19',
  has_pin: false,
  is_owner: true,
  daily_minutes: null,
  bedtime: null,
  counts_for_proposals: true,
  ...overrides,
});

export const buildItemSummary = (overrides: Partial<ItemSummary> = {}): ItemSummary => ({
  id: 1,
  name: '바람이 머무는 자리',
  images: { poster: 'http://127.0.0.1/art/1-poster.webp', wide: 'http://127.0.0.1/art/1-wide.webp' },
  color: '#22104d',
  content_rating: '12',
  genres: ['판타지'],
  medium: 'TVA',
  is_avod: false,
  is_new: false,
  avg_rating: 4.5,
  cnt_rating: 10,
  ...overrides,
});

export const buildItem = (overrides: Partial<Item> = {}): Item => ({
  ...buildItemSummary(),
  synopsis: '바람을 모으는 아이의 이야기예요.',
  tags: [],
  air_quarter: '2026년 4분기',
  weekday: null,
  is_ended: true,
  director: '한도윤',
  production: '스튜디오 새벽',
  cast: [],
  cnt_episode: 3,
  series_id: null,
  backdrop: 'http://127.0.0.1/art/1-backdrop.webp',
  audio_langs: ['ja'],
  subtitle_langs: ['ko'],
  rating_reasons: [],
  trailer: null,
  my: { rating: null, is_wished: false, resume: null, is_hidden: false },
  ...overrides,
});

export const buildEpisode = (overrides: Partial<Episode> = {}): Episode => {
  const order = overrides.order ?? 1;
  return {
    id: 100 + order,
    item_id: 1,
    order,
    episode_num: `${order}화`,
    subject: '첫 바람',
    synopsis: '바람이 불기 시작해요.',
    running_time: 1440,
    thumbnail: 'http://127.0.0.1/art/1-1.webp',
    published_at: '2026-11-20T12:00:00Z',
    access: { type: 'membership', expires_at: null },
    playback_offset: null,
    is_watched: overrides.playback_offset?.is_finished ?? false,
    ...overrides,
  };
};

export const buildPlan = (overrides: Partial<Plan> = {}): Plan => ({
  id: 1,
  plan: 'basic',
  name: '베이직 30일',
  price: 4900,
  days: 30,
  full_price: null,
  max_streams: 1,
  ...overrides,
});

/** A rental of a whole title for 48 hours. */
export const buildProduct = (overrides: Partial<Product> = {}): Product => ({
  id: 1,
  item_id: 1,
  episode_id: null,
  product_type: overrides.episode_id ? 'episode' : 'item',
  name: '전편 대여',
  kind: 'rental',
  rental_hours: 48,
  price: 4000,
  owned: null,
  ...overrides,
});

export const buildShortReview = (overrides: Partial<ShortReview> = {}): ShortReview => ({
  id: '00000000-0000-4000-8000-000000000101',
  item_id: 1,
  profile: { id: '00000000-0000-4000-8000-000000000002', name: '민지', image_url: '' },
  short_review: '마지막 화에서 울었어요.',
  rating: 4.5,
  cnt_like: 5,
  i_like: false,
  is_mine: false,
  is_hidden: false,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  ...overrides,
});
