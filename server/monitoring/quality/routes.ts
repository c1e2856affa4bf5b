import { getOperatedCrash, getOverview, getOverviewNow, listOperatedCrashes } from '#contract/console/overview.ts';
import { reportCrash, reportQuality } from '#contract/quality.ts';
import type { Mount } from '#server/http/mount.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { Crashes } from './crashes.ts';
import type { Overviews } from './overview.ts';
import type { Qualities } from './quality.ts';

/** Mounts the calls by which televisions report quality and crashes. */
export function mountQuality(mount: Mount, { qualities, crashes }: { qualities: Qualities; crashes: Crashes }): void {
  mount(reportQuality, async ({ caller, params, body }) => {
    await qualities.report(caller, params.id, body);
    return undefined;
  });
  mount(reportCrash, async ({ address, body }) => {
    await crashes.report(address, body);
    return undefined;
  });
}

/** The figures, for operators in a browser. */
export function mountOverview(mount: MountConsole, overviews: Overviews): void {
  mount(getOverviewNow, () => overviews.findNow());
  mount(getOverview, ({ query }) => overviews.find(query));
  mount(listOperatedCrashes, ({ query }) => overviews.listCrashes(query));
  mount(getOperatedCrash, ({ params }) => overviews.showCrash(params.fingerprint));
}
