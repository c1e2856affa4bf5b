import { accountRows } from './account-rows-store.ts';
import { adRows } from './ad-events-store.ts';
import { orderRows } from './orders-store.ts';
import { playLogRows } from './play-logs-store.ts';
import { qualityRows } from './quality-store.ts';
import type { Retention } from './rows-store.ts';
import { serviceRows } from './service-rows-store.ts';
import { viewingDays } from './viewing-days-store.ts';

/** All deletions by the server. A test fails for a table that is neither here nor in `KEPT`. */
export const RETENTION: readonly Retention[] = [
  ...playLogRows,
  ...adRows,
  ...accountRows,
  ...orderRows,
  ...serviceRows,
  ...qualityRows,
  ...viewingDays,
];
