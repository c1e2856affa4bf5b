import { foldAdvertisements } from '#server/ads/fold.ts';
import { createRecord } from '#server/staff/audit/index.ts';
import { CHART_TIMES, storeCharts } from '#server/catalogue/lists/charts.ts';
import { carryMoved, createStartLearner, learningJob, publishDue, similarTitlesJob } from '#server/catalogue/index.ts';
import { createTransact, type Connection } from '#server/db/open.ts';
import type { ServiceJob } from '#server/jobs/job.ts';
import { eraseAccounts } from '#server/leaving/erasing.ts';
import { makeExports } from '#server/leaving/exports.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Random } from '#server/lib/random.ts';
import { createPutMail } from '#server/mail/outbox.ts';
import { notifyAboutEndings } from '#server/notifications/endings.ts';
import { notifyAboutTitles } from '#server/notifications/fan-out.ts';
import { endUncovered } from '#server/watching/playback/index.ts';
import type { PaymentProvider } from '#server/providers/payment.ts';
import { foldSummaries } from '#server/monitoring/quality/fold.ts';
import { foldSaleSums } from '#server/monitoring/sales/fold.ts';
import { foldViewing } from '#server/monitoring/viewing/fold.ts';
import { endExpiredPlayLogs } from '#server/retention/expiry.ts';
import { removeOldRows } from '#server/retention/remove-old-rows.ts';
import { COUNT_SECONDS, countRequests } from '#server/reviews/requests/count-requests.ts';
import { createPayments } from '#server/shop/index.ts';
import { learnerProgram } from './folders.ts';

const salesJob = ({ db, clock }: { db: Connection; clock: Clock }): ServiceJob => ({
  name: 'counting sales',
  everySeconds: 600,
  leaseSeconds: 60,
  longestSeconds: 300,
  run: ({ signal }) => foldSaleSums({ db, transact: createTransact(db) }, clock.now(), signal),
});

/**
 * The service's background jobs; any worker may run any of them. To add one, add an entry: the first worker that knows
 * it adds its row. Mail is not among them: each mail has its own lease, so that several workers send at once.
 *
 * @param db with long timeouts: no viewer waits for a job.
 * @param payment undefined where nothing is sold, or the test payment sells.
 */
export const backgroundJobs = (
  db: Connection,
  clock: Clock,
  random: Random,
  payment?: PaymentProvider,
): ServiceJob[] => [
  {
    // A call that comes first publishes too.
    name: 'publishing',
    everySeconds: 10,
    leaseSeconds: 60,
    longestSeconds: 60,
    run: () => publishDue(db, createTransact(db), clock.now()),
  },
  {
    name: 'moving episodes',
    everySeconds: 10,
    leaseSeconds: 60,
    longestSeconds: 60,
    run: ({ signal }) => carryMoved({ transact: createTransact(db), clock }, signal),
  },
  {
    name: 'ending play logs',
    everySeconds: 60,
    leaseSeconds: 60,
    longestSeconds: 10,
    run: ({ signal }) => endExpiredPlayLogs(db, clock.now(), signal),
  },
  {
    name: 'counting charts',
    ...CHART_TIMES,
    leaseSeconds: 60,
    longestSeconds: 300,
    run: ({ signal }) => storeCharts(db, clock.now(), signal),
  },
  {
    name: 'removing old rows',
    everySeconds: 600,
    leaseSeconds: 60,
    longestSeconds: 300,
    run: ({ signal }) => removeOldRows(db, clock.now(), signal),
  },
  {
    name: 'erasing accounts',
    everySeconds: 15,
    leaseSeconds: 60,
    longestSeconds: 60,
    run: ({ signal }) => eraseAccounts({ db, transact: createTransact(db) }, signal),
  },
  {
    name: 'making account files',
    everySeconds: 15,
    leaseSeconds: 60,
    longestSeconds: 300,
    run: ({ signal }) =>
      makeExports(
        { db, transact: createTransact(db), clock, random, putMail: createPutMail({ clock, random }) },
        signal,
      ),
  },
  {
    name: 'notifying about titles',
    everySeconds: 20,
    leaseSeconds: 60,
    longestSeconds: 60,
    run: ({ signal }) => notifyAboutTitles({ db, transact: createTransact(db), clock, random }, signal),
  },
  {
    name: 'notifying about endings',
    everySeconds: 600,
    leaseSeconds: 60,
    longestSeconds: 60,
    run: ({ signal }) => notifyAboutEndings({ db, transact: createTransact(db), clock, random }, signal),
  },
  {
    name: 'counting playbacks',
    everySeconds: 60,
    leaseSeconds: 60,
    longestSeconds: 50,
    run: ({ signal }) => foldSummaries(db, clock.now(), signal),
  },
  {
    name: 'counting viewing',
    everySeconds: 600,
    leaseSeconds: 60,
    longestSeconds: 300,
    run: ({ signal }) => foldViewing({ db, transact: createTransact(db) }, clock.now(), signal),
  },
  salesJob({ db, clock }),
  {
    name: 'checking payments',
    everySeconds: 10,
    leaseSeconds: 60,
    longestSeconds: 60,
    run: async ({ signal }) => {
      if (!payment) return;
      const payments = createPayments({
        db,
        transact: createTransact(db),
        clock,
        provider: payment,
        endUncovered,
        putMail: createPutMail({ clock, random }),
        record: createRecord({ clock, random }, { kind: 'service', name: 'payments' }),
      });
      await payments.checkDue(signal);
    },
  },
  {
    name: 'counting advertisements',
    everySeconds: 60,
    leaseSeconds: 60,
    longestSeconds: 50,
    run: ({ signal }) => foldAdvertisements(db, clock.now(), signal),
  },
  {
    name: 'counting requests',
    everySeconds: COUNT_SECONDS,
    leaseSeconds: 60,
    longestSeconds: 300,
    run: () => countRequests(createTransact(db), clock.now()),
  },
  similarTitlesJob({ transact: createTransact(db), clock }),
  learningJob({ db, transact: createTransact(db), clock, startLearner: createStartLearner(learnerProgram) }),
];
