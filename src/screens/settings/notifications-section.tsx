import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationKind } from '#contract/notifications.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { notificationSettingsQuery, setNotificationKind } from '#src/api/notifications.ts';
import { useIsLimited } from '#src/stores/household.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { QueryPart } from './query-part.tsx';

const KINDS: readonly (readonly [kind: NotificationKind, label: string, detail: string])[] = [
  ['new_episode', '새 회차', '보고 있거나 찜한 작품의 다음 회차가 공개될 때'],
  ['delay', '공개 연기', '보고 있거나 찜한 작품의 공개가 미뤄질 때'],
  ['leaving', '곧 내려가는 작품', '보고 있거나 찜한 작품이 일주일 안에 내려갈 때'],
  ['rental_ending', '대여 종료', '대여가 24시간 안에 끝날 때'],
  ['membership_ending', '이용권 종료', '이용권이 24시간 안에 끝날 때'],
  ['request', '요청한 작품', '요청한 작품의 상태가 바뀔 때'],
];

/** The kinds of notifications that this profile gets, on all devices. */
export function NotificationsSection() {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  // A profile that may not order is never told about payment.
  const isLimited = useIsLimited();
  const settings = useQuery(notificationSettingsQuery(api));
  return (
    <QueryPart query={settings} waitKey="settings/notifications/wait" listKey="settings/notifications/list">
      {(known) => (
        <OptionList focusKey="settings/notifications/list" label="알림" visible={6}>
          {KINDS.filter(([kind]) => kind !== 'membership_ending' || !isLimited).map(([kind, label, detail]) => (
            <OptionRow
              key={kind}
              focusKey={`settings/notifications/${kind}`}
              label={label}
              detail={detail}
              isOn={known[kind]}
              onPress={() =>
                setNotificationKind(api, queryClient, known, kind, (error) =>
                  showToast(
                    `알림 설정을 저장하지 못했어요. ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`,
                  ),
                )
              }
            />
          ))}
        </OptionList>
      )}
    </QueryPart>
  );
}
