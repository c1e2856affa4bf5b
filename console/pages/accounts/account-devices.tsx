import { platformLabel } from '#contract/platforms.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { signOutAllDevices, signOutDevice, type SupportedAccount } from '#contract/console/accounts.ts';
import { exportDevices } from '#contract/console/exports.ts';
import { call } from '#console/lib/client.ts';
import { distanceText, timeText } from '#console/lib/format.ts';
import { Confirm } from '#console/ui/dialogs.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { deviceName } from './device-name.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';

type Device = SupportedAccount['devices'][number];

const columnsOf = (ask: (device: Device) => void): readonly Column<Device>[] => [
  { name: '기기', kind: 'name', cell: ({ device }) => deviceName(device) },
  {
    name: '종류',
    cell: ({ device: { platform, name, model } }) => (
      <>
        {platformLabel(platform)}
        {name !== null && model !== null && <span className="muted"> {model}</span>}
      </>
    ),
  },
  { name: '로그인', kind: 'time', label: true, cell: ({ created_at: at }) => timeText(at) },
  {
    name: '마지막 사용',
    kind: 'time',
    label: true,
    cell: ({ last_seen_at: at }) => <span title={timeText(at)}>{distanceText(at)}</span>,
  },
  {
    name: '작업',
    kind: 'actions',
    cell: (device) => <RowAction of={deviceName(device.device)} verb="로그아웃" onPress={() => ask(device)} />,
  },
];

/** The devices on which an account is signed in. */
export function Devices({ account }: { account: SupportedAccount }) {
  const queries = useQueryClient();
  /** A device, or all of them. */
  const [asked, setAsked] = useState<Device | 'all' | null>(null);
  const signOut = useMutation({
    mutationFn: (which: Device | 'all') =>
      which === 'all'
        ? call(signOutAllDevices, { params: { id: account.id } })
        : call(signOutDevice, { params: { id: account.id, deviceId: which.id } }),
    onSuccess: (_, which) => {
      toast(which === 'all' ? '모든 기기를 로그아웃했어요.' : `${deviceName(which.device)}: 로그아웃했어요.`);
      setAsked(null);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['accounts', account.id] }),
  });
  return (
    <section aria-labelledby="devices">
      <div className="section">
        <h2 id="devices">기기</h2>
        {account.devices.length > 0 && (
          <Button className="button small" onPress={() => setAsked('all')}>
            모두 로그아웃
          </Button>
        )}
      </div>
      {account.devices.length === 0 ? (
        <p className="muted">로그인한 기기가 없어요.</p>
      ) : (
        <Table
          label="기기"
          columns={columnsOf(setAsked)}
          rows={account.devices}
          keyOf={({ id }) => id}
          csv={<CsvButton of={exportDevices} sent={{ params: { id: account.id } }} name="기기" />}
        />
      )}
      {asked !== null && (
        <Confirm
          title={asked === 'all' ? '모든 기기 로그아웃' : `${deviceName(asked.device)} 로그아웃`}
          verb="로그아웃"
          isDangerous
          save={signOut}
          onConfirm={() => signOut.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          {asked === 'all'
            ? `${account.devices.length}대가 모두 로그아웃되고, 재생 중인 영상은 10초 안에 멈춰요. 휴대폰에서 막 연결하려던 TV도 연결되지 않아요. 다시 쓰려면 비밀번호로 로그인해야 해요.`
            : '이 기기에서 재생 중인 영상이 10초 안에 멈춰요. 다시 쓰려면 이 기기에서 로그인해야 해요.'}
        </Confirm>
      )}
    </section>
  );
}
