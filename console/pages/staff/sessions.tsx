import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  endMyConsoleSession,
  endStaffSession,
  listMyConsoleSessions,
  listStaffSessions,
  type StaffSession,
} from '#contract/console/staff.ts';
import { exportMySessions, exportStaffSessions } from '#contract/console/exports.ts';
import { call } from '#console/lib/client.ts';
import { distanceText, timeText } from '#console/lib/format.ts';
import { ROLE_NAMES, useMe } from '#console/lib/session.ts';
import { Confirm } from '#console/ui/dialogs.tsx';
import { Head, QueryNothing, State } from '#console/ui/page.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { CsvButton } from '#console/ui/csv-button.tsx';

const KEY = ['sessions'];

const columnsOf = (ask: (session: StaffSession) => void): readonly Column<StaffSession>[] => [
  { name: '운영자', kind: 'name', cell: ({ staff }) => staff.email },
  { name: '역할', cell: ({ staff }) => ROLE_NAMES[staff.role] },
  { name: '브라우저', cell: ({ browser }) => browser },
  { name: '마지막 사용', kind: 'time', label: true, cell: ({ last_used_at: at }) => distanceText(at) },
  { name: '로그인', kind: 'time', label: true, cell: ({ created_at: at }) => timeText(at) },
  {
    name: '작업',
    kind: 'actions',
    cell: (session) =>
      session.is_current ? (
        <State tone="good">이 브라우저</State>
      ) : (
        <Button
          className="button small"
          aria-label={`${session.staff.email} ${session.browser} 접속 끝내기`}
          onPress={() => ask(session)}
        >
          끝내기
        </Button>
      ),
  },
];

/** Owners see all sessions, the others their own. */
export function SessionsPage() {
  const { may } = useMe();
  const isOwner = may('owner');
  const queries = useQueryClient();
  const [asked, setAsked] = useState<StaffSession | null>(null);
  const sessions = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(isOwner ? listStaffSessions : listMyConsoleSessions, {}, { signal }),
  });
  const end = useMutation({
    mutationFn: ({ id }: StaffSession) => call(isOwner ? endStaffSession : endMyConsoleSession, { params: { id } }),
    onSuccess: () => {
      setAsked(null);
      toast('접속을 끝냈어요.');
      void queries.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <>
      <Head title="접속" />
      {sessions.data ? (
        <Table
          label="접속"
          columns={columnsOf(setAsked)}
          rows={sessions.data.results}
          keyOf={({ id }) => id}
          csv={<CsvButton of={isOwner ? exportStaffSessions : exportMySessions} sent={{}} />}
        />
      ) : (
        <QueryNothing query={sessions} />
      )}
      <p className="muted pad">30분 동안 쓰지 않거나 로그인한 지 12시간이 지나면 저절로 끝나요.</p>
      {asked && (
        <Confirm
          title="접속 끝내기"
          verb="끝내기"
          isDangerous
          save={end}
          onConfirm={() => end.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          {asked.staff.email}의 {asked.browser} 접속이 바로 끝나요. 저장하지 않은 내용은 다시 로그인하면 이어서 쓸 수
          있어요.
        </Confirm>
      )}
    </>
  );
}
