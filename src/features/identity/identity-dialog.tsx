import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { IdentityStatus } from '#contract/identity.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { beginIdentity, IDENTITY_KEY, identityQuery } from '#src/api/identity.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { PhoneDialog } from '#src/ui/dialog/phone-dialog.tsx';

export interface IdentityDialogProps {
  /** Plays what the viewer wanted to watch. */
  readonly onPlay: () => void;
  readonly onClose: () => void;
}

/** How often the television asks for the outcome, in ms. */
const POLL_EVERY_MS = 2_000;

interface End {
  readonly title: string;
  readonly text: string;
  /** Empty where a retry would fail the same way. */
  readonly retry: string;
}

const ENDS: Readonly<Record<Exclude<IdentityStatus, 'pending'>, End>> = {
  proved: { title: '본인 확인이 끝났어요', text: '이제 19세 작품을 볼 수 있어요.', retry: '' },
  minor: {
    title: '19세 작품은 볼 수 없어요',
    text: '성인이 확인해야 해요. 보호자와 함께 다시 해 주세요.',
    retry: '다시 확인하기',
  },
  cancelled: {
    title: '본인 확인을 그만두었어요',
    text: '다시 하려면 새 코드를 받아 주세요.',
    retry: '새 코드 받기',
  },
  expired: { title: '확인 시간이 지났어요', text: '새 코드를 받으면 바로 이어서 할 수 있어요.', retry: '새 코드 받기' },
};

const failedEnd = (error: unknown): End => ({
  title: '본인 확인을 시작하지 못했어요',
  text: error instanceof ApiError ? error.message : '잠시 후 다시 시도해 주세요.',
  retry: error instanceof ApiError && error.code === 'NOT_FOUND' ? '' : '다시 시도',
});

/** A proof of age on a phone: a QR code, then the outcome. Back cancels. */
export function IdentityDialog({ onPlay, onClose }: IdentityDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const clock = useClock();
  const { data: begun, error, mutate: begin } = useMutation({ mutationFn: () => beginIdentity(api) });
  useEffect(() => begin(), [begin]);
  const id = begun?.id ?? null;
  const progress = useQuery({ ...identityQuery(api, id ?? ''), enabled: id !== null });
  const status = id === null ? begun?.status : progress.data?.status;
  const { refetch } = progress;
  const isPending = id !== null && (status === undefined || status === 'pending');
  useEffect(
    () => (isPending ? clock.every(POLL_EVERY_MS, () => void refetch()) : undefined),
    [clock, isPending, refetch],
  );
  const isProved = status === 'proved';
  useEffect(() => {
    // Every list and title loses its locks.
    if (isProved) void queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== IDENTITY_KEY });
  }, [isProved, queryClient]);

  const close = () => {
    onClose();
    return true;
  };
  const end = error ? failedEnd(error) : status === undefined || status === 'pending' ? null : ENDS[status];
  if (!end)
    return (
      <PhoneDialog
        focusKey="identity"
        title="본인 확인이 필요해요"
        texts={[
          '19세 작품은 성인 한 명이 본인 확인을 한 뒤에 볼 수 있어요. 계정마다 한 번만 하면 돼요.',
          '휴대폰 카메라로 찍어 확인해 주세요. 누구인지는 저장하지 않아요.',
        ]}
        url={begun?.url ?? null}
        codeLabel="휴대폰 카메라로 찍으면 본인 확인 페이지가 열리는 QR 코드"
        preferredKey="identity/cancel"
        onBack={onClose}
      >
        <Button focusKey="identity/cancel" label="취소" onPress={onClose} />
      </PhoneDialog>
    );
  return (
    <Dialog
      key={end.title}
      focusKey="identity-end"
      title={end.title}
      text={end.text}
      preferredKey={isProved ? 'identity-end/play' : 'identity-end/close'}
      onBack={close}
    >
      {isProved && <Button focusKey="identity-end/play" label="바로 보기" icon="play" isPrimary onPress={onPlay} />}
      {end.retry !== '' && (
        <Button focusKey="identity-end/retry" label={end.retry} icon="retry" isPrimary onPress={() => begin()} />
      )}
      <Button focusKey="identity-end/close" label="닫기" onPress={onClose} />
    </Dialog>
  );
}
