import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import type { Status } from '#contract/status.ts';
import type { PlatformName } from '#contract/accounts.ts';
import { useApi } from '#src/api/api-context.ts';
import { homeRowsQuery } from '#src/api/catalogue.ts';
import { statusQuery } from '#src/api/status.ts';
import { useFailure } from '#src/features/failures/query-failed.tsx';
import { profileFocusKey } from '#src/features/profiles/profile-focus-key.ts';
import { useHiddenWay } from '#src/features/server-address/use-hidden-way.ts';
import { comeBackTo, createVisitMemory } from '#src/focus/index.ts';
import { MaintenanceScreen, OfflineScreen, OutdatedScreen } from '#src/screens/error/service-screens.tsx';
import { StartScreen } from '#src/screens/start/start-screen.tsx';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { ProfileEditScreen, ProfilesScreen, ServerAddressScreen, WayIn } from './screens.ts';
import { isOlder } from './version.ts';

export interface GateProps {
  /** App version, `major.minor.patch`. */
  readonly version: string;
  /** Server address that the viewer sees. */
  readonly apiUrl: string;
  /** Changes the server; null restores the address of the build. */
  readonly onServer: (address: string | null) => void;
  /** The screens behind the gate. The gate is never in the history, so the viewer returns to the same visit. */
  readonly children: ReactNode;
}

/**
 * Checks before the catalogue, in this order: service state, sign-in, profile. With a stored home, a profile does not
 * wait for the status: it sees its last home until the server answers otherwise.
 */
export function Gate({ version, apiUrl, onServer, children }: GateProps) {
  const api = useApi();
  const platform = usePlatform();
  const status = useQuery(statusQuery(api));
  const failure = useFailure(status);
  const isSignedIn = useSession((session) => session.accountToken !== null);
  const isProfileChosen = useSession((session) => session.isProfileChosen);
  const isInDoubt = useSession((session) => session.isInDoubt);
  const queryClient = useQueryClient();
  const [isHomeStored] = useState(() => queryClient.getQueryData(homeRowsQuery(api).queryKey) !== undefined);
  const askAgain = () => void status.refetch();

  if (!status.data && isHomeStored && isSignedIn && isProfileChosen) return children;
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

/** No server answers. A hidden gesture opens the address form, because a sideloaded app may have a wrong address. */
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

/** The profile picker, and profile editing opened from it. */
function ProfileGate() {
  const [visit] = useState(createVisitMemory);
  const [isManaging, setManaging] = useState(false);
  const [edited, setEdited] = useState<{ readonly id: string | null } | null>(null);
  const leaveEdit = useCallback(
    (created?: string) => {
      if (created !== undefined) comeBackTo(visit, profileFocusKey(created));
      setEdited(null);
    },
    [visit],
  );
  if (edited) return <ProfileEditScreen profileId={edited.id} onLeave={leaveEdit} />;
  return (
    <ProfilesScreen
      visit={visit}
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
