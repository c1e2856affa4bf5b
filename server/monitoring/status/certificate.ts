import { z } from 'zod';
import type { ServiceHealth } from '#contract/console/service.ts';
import type { Connection } from '#server/db/open.ts';
import { inSeconds, type Clock } from '#server/lib/clock.ts';
import { CERTIFICATE_DAYS, type Certificate } from '#server/providers/certificate.ts';
import { findSetting, setSetting } from '#server/settings/index.ts';

const SETTING = 'certificate';
/** How often a worker looks, in ms. */
const LOOK_EVERY_MS = 3600_000;
/** What a worker saw longer ago, in ms, says nothing about now. */
const STALE_MS = 3 * LOOK_EVERY_MS;

const seenSchema = z.object({
  url: z.string(),
  at: z.iso.datetime(),
  /** Null where the address cannot be reached from the worker. */
  shown: z
    .object({
      ends_at: z.iso.datetime(),
      // 1.0.0 is the first version that stores it.
      warns_at: z.iso.datetime().optional(),
      problem: z.string().nullable(),
    })
    .nullable(),
});

async function findSeen(db: Connection): Promise<z.output<typeof seenSchema> | undefined> {
  const text = await findSetting(db, SETTING);
  return text === undefined ? undefined : seenSchema.parse(JSON.parse(text));
}

/** The certificate of the public address, as a worker saw it; null when none has lately. */
export const createFindSeenCertificate =
  (options: { db: Connection; clock: Clock }): (() => Promise<ServiceHealth['certificate']>) =>
  async () => {
    const { db, clock } = options;
    const seen = await findSeen(db);
    const isFresh = seen !== undefined && Math.abs(clock.now().getTime() - Date.parse(seen.at)) < STALE_MS;
    if (!isFresh || seen.shown === null) return null;
    const {
      ends_at,
      warns_at = inSeconds(new Date(ends_at), -CERTIFICATE_DAYS * 86_400).toISOString(),
      problem,
    } = seen.shown;
    return { ends_at, warns_at, problem };
  };

/** Looks at the certificate of an https address, at most once an hour, and stores what it shows for all processes. */
export async function lookAtCertificate(options: {
  db: Connection;
  clock: Clock;
  publicUrl: string;
  find(url: URL): Promise<Certificate>;
}): Promise<void> {
  const { db, clock, publicUrl, find } = options;
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:') return;
  const now = clock.now();
  const seen = await findSeen(db);
  if (seen?.url === url.origin && Math.abs(now.getTime() - Date.parse(seen.at)) < LOOK_EVERY_MS) return;
  const shown = await find(url).then(
    ({ endsAt, warnsAt, problem }) => ({
      ends_at: endsAt.toISOString(),
      warns_at: warnsAt.toISOString(),
      problem,
    }),
    () => null,
  );
  await setSetting(db, SETTING, JSON.stringify({ url: url.origin, at: now.toISOString(), shown }));
}
