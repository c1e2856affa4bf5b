import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SupportedAccount } from '#contract/console/accounts.ts';
import { stopPlayback } from '#contract/console/people.ts';
import { call } from '#console/lib/client.ts';
import { distanceText } from '#console/lib/format.ts';
import { Confirm } from '#console/ui/dialogs.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { deviceName } from './device-name.ts';

type Running = SupportedAccount['playbacks'][number];

/** Who watches now, and where. What is watched is nobody's business here. */
export function Playbacks({ account }: { account: SupportedAccount }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Running | null>(null);
  const profileOf = ({ profile_id: id }: Running) =>
    account.profiles.find((one) => one.id === id)?.name ?? '지운 프로필';
  const deviceOf = ({ device_id: id }: Running) => {
    const device = account.devices.find((one) => one.id === id);
    return device ? deviceName(device.device) : '로그아웃한 기기';
  };
  const stop = useMutation({
    mutationFn: (running: Running) => call(stopPlayback, { params: { id: account.id, playbackId: running.id } }),
    onSuccess: (next) => {
      toast('재생을 멈췄어요.');
      queries.setQueryData(['accounts', account.id], next);
      setAsked(null);
    },
    onError: () => void queries.invalidateQueries({ queryKey: ['accounts', account.id] }),
  });
  const columns: readonly Column<Running>[] = [
    { name: '프로필', kind: 'name', cell: profileOf },
    { name: '기기', label: true, cell: deviceOf },
    { name: '시작', kind: 'time', label: true, cell: ({ opened_at: at }) => distanceText(at) },
    {
      name: '작업',
      kind: 'actions',
      cell: (running) => <RowAction of={profileOf(running)} verb="멈추기" onPress={() => setAsked(running)} />,
    },
  ];
  return (
    <section aria-labelledby="playbacks">
      <h2 id="playbacks">지금 보는 중</h2>
      {account.playbacks.length === 0 ? (
        <p className="muted">지금은 아무도 보고 있지 않아요.</p>
      ) : (
        <Table label="지금 보는 중" columns={columns} rows={account.playbacks} keyOf={({ id }) => id} />
      )}
      {asked && (
        <Confirm
          title={`${profileOf(asked)}의 재생 멈추기`}
          verb="멈추기"
          isDangerous
          save={stop}
          onConfirm={() => stop.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          {deviceOf(asked)}에서 10초 안에 멈춰요. 그 기기에서 다시 재생할 수 있어요.
        </Confirm>
      )}
    </section>
  );
}
