import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import type { Status } from '#contract/status.ts';
import type { PlatformName } from '#contract/accounts.ts';
import { useApi } from '#src/api/api-context.ts';
import { statusQuery } from '#src/api/status.ts';
import { useFailure } from '#src/features/failures/query-failed.tsx';
import { profileFocusKey } from '#src/features/profiles/profile-focus-key.ts';
import { useHiddenWay } from '#src/features/server-address/use-hidden-way.ts';
import { comeBackTo, createPlace } from '#src/focus/index.ts';
import { MaintenanceScreen, OfflineScreen, OutdatedScreen } from '#src/screens/error/service-screens.tsx';
import { StartScreen } from '#src/screens/start/start-screen.tsx';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { ProfileEditScreen, ProfilesScreen, ServerAddressScreen, WayIn } from './screens.ts';
import { isOlder } from './version.ts';

export interface GateProps {
  /** Version of this app, `major.minor.patch`. */
  readonly version: string;
  /** Address of the server, as the viewer is told it. */
  readonly apiUrl: string;
  /** Another server; null for the one that the app was built with. */
  readonly onServer: (address: string | null) => void;
  /** The way in is never part of the history: behind it, the app is where it was. */
  readonly children: ReactNode;
}

/** What stands before the catalogue: the server's state, then who is signed in, then who is watching. */
export function Gate({ version, apiUrl, onServer, children }: GateProps) {
  const api = useApi();
  const platform = usePlatform();
  const status = useQuery(statusQuery(api));
  const failure = useFailure(status);
  const isSignedIn = useSession((session) => session.accountToken !== null);
  const isProfileChosen = useSession((session) => session.isProfileChosen);
  const isInDoubt = useSession((session) => session.isInDoubt);
  const askAgain = () => void status.refetch();

  if (!status.data) return failure ? <OfflineGate {...{ apiUrl, onServer }} onRetry={askAgain} /> : <StartScreen />;
  switch (serviceState(status.data, platform.device.platform, version)) {
    case 'maintenance':
      return <MaintenanceScreen message={status.data.message} onRetry={askAgain} />;
    case 'outdated':
      return <OutdatedScreen onExit={() => platform.exit()} />;
    case 'ok':
      if (!isSignedIn) return <WayIn />;
      if (isInDoubt) return <StartScreen />;
      return isProfileChosen ? children : <ProfileGate />;
  }
}

/** No server: it may be another one that is meant, where the app was put on the set by hand. */
function OfflineGate({ apiUrl, onServer, onRetry }: Pick<GateProps, 'apiUrl' | 'onServer'> & { onRetry: () => void }) {
  const [isAddressAsked, setAddressAsked] = useState(false);
  const count = useHiddenWay(useCallback(() => setAddressAsked(true), []));
  if (isAddressAsked)
    return <ServerAddressScreen address={apiUrl} onChange={onServer} onLeave={() => setAddressAsked(false)} />;
  const retry = () => {
    onRetry();
    count();
  };
  return <OfflineScreen onRetry={retry} />;
}

/** Who is watching, and from there the making and changing of profiles. */
function ProfileGate() {
  const [place] = useState(createPlace);
  const [isManaging, setManaging] = useState(false);
  const [edited, setEdited] = useState<{ readonly id: string | null } | null>(null);
  const leaveEdit = useCallback(
    (created?: string) => {
      if (created !== undefined) comeBackTo(place, profileFocusKey(created));
      setEdited(null);
    },
    [place],
  );
  if (edited) return <ProfileEditScreen profileId={edited.id} onLeave={leaveEdit} />;
  return (
    <ProfilesScreen
      place={place}
      isManaging={isManaging}
      onManage={setManaging}
      onEdit={({ id }) => setEdited({ id })}
      onAdd={() => setEdited({ id: null })}
    />
  );
}

const serviceState = (status: Status, platform: PlatformName, version: string) => {
  if (status.status === 'maintenance') return 'maintenance';
  return isOlder(version, status.min_version[platform]) ? 'outdated' : 'ok';
};
