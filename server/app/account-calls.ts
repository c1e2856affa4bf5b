import { mountAccounts } from '../accounts/routes.ts';
import { mountSecondFactor } from '#server/accounts/second-factor/routes.ts';
import { mountDevices } from '#server/accounts/devices/routes.ts';
import { mountLeaving } from '../leaving/routes.ts';
import { createAddWatchTime } from '../profiles/more-time.ts';
import { createProfiles } from '../profiles/profiles.ts';
import { mountProfiles } from '../profiles/routes.ts';
import { createStatistics } from '../profiles/statistics.ts';
import { mountStatus } from '#server/monitoring/status/routes.ts';
import type { Mount } from '../http/mount.ts';
import type { Accounts } from './accounts.ts';
import type { Core } from './core.ts';

/** Calls about accounts, devices and profiles. */
export function mountAccountCalls(core: Core, accountsOfViewers: Accounts, mount: Mount): void {
  const { db, transact, clock, random, publicUrl, artUrl, limits, findServiceState } = core;
  const { accounts, authorizations, leavingRules, changes, checkPin, checkOwnerPassword } = accountsOfViewers;
  mountStatus(mount, clock, findServiceState);
  mountAccounts(mount, accounts, clock);
  mountSecondFactor(mount, { secondFactors: accounts.secondFactors, publicUrl });
  mountLeaving(mount, leavingRules);
  mountDevices(mount, { authorizations, clock, publicUrl });
  mountProfiles(
    mount,
    {
      profiles: createProfiles({ db, transact, clock, random, checkPin }),
      changes,
      statistics: createStatistics(db, clock),
      addTime: createAddWatchTime({ db, transact, clock, limits, checkPin, checkOwnerPassword }),
    },
    { artUrl, publicUrl },
  );
}
