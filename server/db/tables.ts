import type { TablesOfAccounts } from './tables/accounts.ts';
import type { TablesOfAds } from './tables/ads.ts';
import type { TablesOfCatalogue } from './tables/catalogue.ts';
import type { TablesOfLeaving } from './tables/leaving.ts';
import type { TablesOfMedia } from './tables/media.ts';
import type { TablesOfNotifications } from './tables/notifications.ts';
import type { TablesOfPlayback } from './tables/playback.ts';
import type { TablesOfProfiles } from './tables/profiles.ts';
import type { TablesOfQuality } from './tables/quality.ts';
import type { TablesOfReviews } from './tables/reviews.ts';
import type { TablesOfService } from './tables/service.ts';
import type { TablesOfShop } from './tables/shop.ts';
import type { TablesOfStaff } from './tables/staff.ts';
import type { TablesOfViewing } from './tables/viewing.ts';

export type * from './tables/accounts.ts';
export type * from './tables/ads.ts';
export type * from './tables/catalogue.ts';
export type * from './tables/leaving.ts';
export type * from './tables/media.ts';
export type * from './tables/notifications.ts';
export type * from './tables/playback.ts';
export type * from './tables/profiles.ts';
export type * from './tables/quality.ts';
export type * from './tables/reviews.ts';
export type * from './tables/service.ts';
export type * from './tables/shop.ts';
export type * from './tables/staff.ts';
export type * from './tables/viewing.ts';

/** Every table, as the migrations create it (a test compares the two). */
export interface Tables
  extends
    TablesOfAccounts,
    TablesOfAds,
    TablesOfCatalogue,
    TablesOfLeaving,
    TablesOfMedia,
    TablesOfNotifications,
    TablesOfPlayback,
    TablesOfProfiles,
    TablesOfQuality,
    TablesOfReviews,
    TablesOfService,
    TablesOfShop,
    TablesOfStaff,
    TablesOfViewing {}

export type TableName = keyof Tables;
