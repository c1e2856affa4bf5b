import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Status } from '#contract/status.ts';
import type { PlatformName } from '#contract/accounts.ts';
import { useApi } from '#src/api/api-context.ts';
import { statusQuery } from '#src/api/status.ts';
import { useFailure } from '#src/features/failures/query-failed.tsx';
import { MaintenanceScreen, OfflineScreen, OutdatedScreen } from '#src/screens/error/service-screens.tsx';
import { ProfilesScreen } from '#src/screens/profiles/profiles-screen.tsx';
import { SignInScreen } from '#src/screens/sign-in/sign-in-screen.tsx';
import { StartScreen } from '#src/screens/start/start-screen.tsx';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { isOlder } from './version.ts';

export interface GateProps {
  /** Version of this app, `major.minor.patch`. */
  readonly version: string;
  /** The way in is never part of the history: behind it, the app is where it was. */
  readonly children: ReactNode;
}

/** What stands before the catalogue: the server's state, then who is signed in, then who is watching. */
export function Gate({ version, children }: GateProps) {
  const api = useApi();
  const platform = usePlatform();
  const status = useQuery(statusQuery(api));
  const failure = useFailure(status);
  const isSignedIn = useSession((session) => session.accountToken !== null);
  const isProfileChosen = useSession((session) => session.isProfileChosen);
  const askAgain = () => void status.refetch();

  if (!status.data) return failure ? <OfflineScreen onRetry={askAgain} /> : <StartScreen />;
  switch (serviceState(status.data, platform.device.platform, version)) {
    case 'maintenance':
      return <MaintenanceScreen message={status.data.message} onRetry={askAgain} />;
    case 'outdated':
      return <OutdatedScreen onExit={() => platform.exit()} />;
    case 'ok':
      if (!isSignedIn) return <SignInScreen />;
      return isProfileChosen ? children : <ProfilesScreen />;
  }
}

const serviceState = (status: Status, platform: PlatformName, version: string) => {
  if (status.status === 'maintenance') return 'maintenance';
  return isOlder(version, status.min_version[platform]) ? 'outdated' : 'ok';
};
