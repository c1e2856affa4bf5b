import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import type { Status } from '#contract/status.ts';
import type { PlatformName } from '#contract/platforms.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { homeRowsQuery } from '#src/api/catalogue.ts';
import { statusQuery } from '#src/api/status.ts';
import { useFailure } from '#src/features/failures/query-failed.tsx';
import { profileFocusKey } from '#src/features/profiles/profile-focus-key.ts';
import { useHiddenWay } from '#src/features/server-address/use-hidden-way.ts';
import { comeBackTo, createVisitMemory } from '#src/focus/index.ts';
import { ServiceScreen } from '#src/screens/error/service-screen.tsx';
import { StartScreen } from '#src/screens/start/start-screen.tsx';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { ProfileEditScreen, ProfilesScreen, ServerAddressScreen, WayIn } from './visits/screens.ts';
import { isOlder } from './version.ts';

export interface EntryProps {
  /** App version, `major.minor.patch`. */
  readonly version: string;
  /** Server address that the viewer sees. */
  readonly apiUrl: string;
  /** Changes the server; null restores the address of the build. */
  readonly onServer: (address: string | null) => void;
  /** The screens after entry. Entry is never in the history, so the viewer returns to the same visit. */
  readonly children: ReactNode;
}

/**
 * Checks before the catalogue, in this order: service state, sign-in, profile. With a stored home, a profile does not
 * wait for the status: it sees its last home until the server answers otherwise.
 */
export function Entry({ version, apiUrl, onServer, children }: EntryProps) {
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
  if (!status.data)
    return failure ? <OfflineEntry apiUrl={apiUrl} onServer={onServer} onRetry={askAgain} /> : <StartScreen />;
  switch (serviceState(status.data, platform.device.platform, version)) {
    case 'maintenance':
      return (
        <ServiceScreen
          focusKey="maintenance"
          title="지금은 점검 중이에요"
          text={status.data.message}
          ways={[['retry', '다시 확인', askAgain]]}
        />
      );
    case 'outdated':
      return (
        <ServiceScreen
          focusKey="outdated"
          title="새 버전이 필요해요"
          text="앱 스토어에서 보라를 업데이트한 다음 다시 열어 주세요."
          ways={[['exit', '종료', () => platform.exit()]]}
        />
      );
    case 'ok':
      if (!isSignedIn) return <WayIn />;
      if (isInDoubt) return <StartScreen />;
      return isProfileChosen ? children : <ProfileEntry />;
  }
}

/** No server answers. A hidden gesture opens the address form, because a sideloaded app may have a wrong address. */
function OfflineEntry({
  apiUrl,
  onServer,
  onRetry,
}: Pick<EntryProps, 'apiUrl' | 'onServer'> & { onRetry: () => void }) {
  const [isAddressAsked, setAddressAsked] = useState(false);
  const count = useHiddenWay(useCallback(() => setAddressAsked(true), []));
  if (isAddressAsked)
    return <ServerAddressScreen address={apiUrl} onChange={onServer} onLeave={() => setAddressAsked(false)} />;
  const retry = () => {
    onRetry();
    count();
  };
  // The status query retries by itself; the button retries at once.
  return (
    <ServiceScreen
      name="offline"
      focusKey="offline"
      icon="retry"
      title="연결을 기다리고 있어요"
      text="네트워크를 확인해 주세요. 연결되면 보던 곳으로 바로 돌아가요."
      ways={[['retry', '다시 시도', retry]]}
    />
  );
}

/** The profile picker, and profile editing opened from it. */
function ProfileEntry() {
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
