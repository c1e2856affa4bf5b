import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeviceSession } from '#contract/device-sessions.ts';
import { devicesQuery, signOutDevice } from '#src/api/device-sessions.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { comeBackTo, useVisitMemory } from '#src/focus/index.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import { useIsLimited } from '#src/stores/household.ts';
import { forAccount } from '#src/stores/for-account.ts';
import { useStores, useToasts } from '#src/stores/stores-context.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { deviceName, sinceLabel } from './device-labels.ts';
import { QueryPart } from './query-part.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

const rowKey = (id: string) => `settings/devices/${id}`;

/** The row that takes the position of a removed one: the next, or else the one before. */
const neighbourOf = (id: string, devices: readonly DeviceSession[]): DeviceSession | undefined => {
  const at = devices.findIndex((device) => device.id === id);
  return devices[at + 1] ?? devices[at - 1];
};

/** The account's signed-in devices; the viewer can sign out each. */
export function DevicesSection({ onSignOut }: { onSignOut: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { session } = useStores();
  const showToast = useToasts((toasts) => toasts.show);
  const visit = useVisitMemory();
  const isLimited = useIsLimited();
  const devices = useQuery({ ...devicesQuery(api), staleTime: 0 });
  const [asked, setAsked] = useState<DeviceSession | null>(null);
  const shown = useLatest(asked);
  const { mutate, isPending } = useMutation({
    mutationFn: (device: DeviceSession) => forAccount(session, signOutDevice(api, device.id)),
    async onSuccess(_answer, device) {
      showToast(`${deviceName(device.device)}에서 로그아웃했어요.`);
      const next = neighbourOf(device.id, devices.data?.results ?? []);
      await queryClient.invalidateQueries({ queryKey: devicesQuery(api).queryKey });
      // The viewer may have closed the dialog, and opened that of another device.
      if (shown.current !== device) return;
      // The dialog would return the focus to the removed row.
      if (next) comeBackTo(visit, rowKey(next.id));
      setAsked(null);
    },
    onError: (error) =>
      showToast(error instanceof ApiError ? error.message : '로그아웃하지 못했어요. 다시 시도해 주세요.'),
  });
  return (
    <QueryPart query={devices} waitKey="settings/devices/wait" listKey="settings/devices/list">
      {({ results }) => (
        <>
          <OptionList focusKey="settings/devices/list" label="로그인한 기기" visible={6}>
            {results.map((device) => (
              <OptionRow
                key={device.id}
                focusKey={rowKey(device.id)}
                label={deviceName(device.device)}
                detail={device.is_current ? '지금 쓰는 기기' : `마지막 사용 ${sinceLabel(device.last_seen_at)}`}
                {...(isLimited && !device.is_current ? {} : { value: '로그아웃', onPress: () => setAsked(device) })}
              />
            ))}
            {isLimited && (
              <OptionRow
                focusKey="settings/devices/limited"
                label="연령 제한이 있는 프로필이에요"
                detail="다른 기기는 성인 프로필에서 로그아웃할 수 있어요."
              />
            )}
          </OptionList>
          {asked && (
            <SignOutDialog
              title={asked.is_current ? '이 TV에서 로그아웃할까요?' : '이 기기에서 로그아웃할까요?'}
              text={
                asked.is_current
                  ? '다시 보려면 로그인해야 해요. 시청 기록은 그대로 있어요.'
                  : `${deviceName(asked.device)}에서 재생 중이면 멈춰요.`
              }
              isBusy={isPending}
              onCancel={() => setAsked(null)}
              onSignOut={() => {
                if (asked.is_current) onSignOut();
                else if (!isPending) mutate(asked);
              }}
            />
          )}
        </>
      )}
    </QueryPart>
  );
}
