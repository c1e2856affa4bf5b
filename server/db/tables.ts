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

export type {
  AccountRow,
  AccountsTable,
  DeviceAuthorizationRow,
  DeviceAuthorizationsTable,
  DeviceSessionsTable,
  EmailCodesTable,
  IdentityCheckRow,
  OutboxRow,
  OutboxTable,
  PasswordResetsTable,
  TokensTable,
} from './tables/accounts.ts';
export type {
  AdBreakRow,
  AdEventsTable,
  AdFiguresTable,
  AdServingsTable,
  AdvertisementRow,
  AdvertisementsTable,
} from './tables/ads.ts';
export type {
  EpisodeRow,
  ItemRatingsTable,
  ItemsTable,
  PreparedTitleRow,
  PublicationRow,
  ThemeRow,
} from './tables/catalogue.ts';
export type { AccountExportRow, ErasureRow } from './tables/leaving.ts';
export type { ClipRow, InboxFileRow, MediaJobRow } from './tables/media.ts';
export type {
  MutedNotificationsTable,
  NotificationFanOutRow,
  NotificationRow,
  NotificationsTable,
} from './tables/notifications.ts';
export type {
  DownloadGrantRow,
  DownloadGrantsTable,
  HistoryRemovalsTable,
  PlayLogRow,
  PlayLogState,
  PlayLogsTable,
  PlaybackOffsetRow,
  PlaybackOffsetsTable,
  StartAgainRemovalsTable,
} from './tables/playback.ts';
export type { HiddenItemsTable, ProfileRow, ProfilesTable, WatchTimeRow } from './tables/profiles.ts';
export type { PlaybackQualityTable } from './tables/quality.ts';
export type {
  ItemRequestsTable,
  RatingsTable,
  RequestStatusesTable,
  RequestStatusRow,
  ReviewLikesTable,
  ReviewReportsTable,
  ShortReviewRow,
  ShortReviewsTable,
  WishesTable,
} from './tables/reviews.ts';
export type {
  ChartsTable,
  CrashRow,
  CrashesTable,
  InputRow,
  InputsTable,
  JobRow,
  ServiceSummariesTable,
} from './tables/service.ts';
export type {
  MembershipChangesTable,
  OrderRow,
  VoucherRow,
  VouchersTable,
  VoucherUseRow,
  OrdersTable,
  PaymentRow,
  PaymentsTable,
  PlanRow,
  PlansTable,
  ProductRow,
} from './tables/shop.ts';
export type {
  ApiTokenRow,
  AuditLogRow,
  AuditLogTable,
  StaffRow,
  StaffSessionRow,
  WebhookMessageRow,
  WebhookRow,
} from './tables/staff.ts';

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
