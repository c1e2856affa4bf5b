import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { getOperatedCrash, listOperatedCrashes, type OperatedCrash } from '#contract/console/overview.ts';
import { exportCrashes } from '#contract/console/exports.ts';
import { call } from '#console/lib/client.ts';
import { countText, distanceText, timeText } from '#console/lib/format.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { ListPager, useList } from '#console/ui/list-page.tsx';
import { QueryNothing } from '#console/ui/page.tsx';
import { Table, type Column } from '#console/ui/table.tsx';
import { CsvButton } from '#console/ui/csv-button.tsx';

function CrashDialog({ crash, onClose }: { crash: OperatedCrash; onClose(): void }) {
  const detail = useQuery({
    queryKey: ['crash', crash.fingerprint],
    queryFn: ({ signal }) => call(getOperatedCrash, { params: { fingerprint: crash.fingerprint } }, { signal }),
  });
  return (
    <Sheet title={crash.message} isOpen isWide onClose={onClose}>
      <p className="prose">
        {countText(crash.cnt)}번 · 처음 {timeText(crash.first_at)} · 마지막 {timeText(crash.last_at)}
        <br />
        {crash.engine} · 앱 {crash.app_version} · 화면 {crash.screen}
      </p>
      {detail.data ? (
        <>
          <pre className="log">{detail.data.stack.join('\n') || '위치 기록이 없어요.'}</pre>
          {!detail.data.is_resolved && (
            <p className="muted pad">이 버전의 소스맵이 서버에 없어서 보낸 그대로 보여요.</p>
          )}
        </>
      ) : (
        <QueryNothing query={detail} />
      )}
      <div className="actions">
        <Button className="button" onPress={onClose} autoFocus>
          닫기
        </Button>
      </div>
    </Sheet>
  );
}

const columnsOf = (show: (crash: OperatedCrash) => void): readonly Column<OperatedCrash>[] => [
  {
    name: '오류',
    kind: 'name',
    cell: (crash) => (
      <Button className="link" onPress={() => show(crash)}>
        {crash.message}
      </Button>
    ),
  },
  { name: '화면', label: true, cell: ({ screen }) => screen },
  {
    name: '마지막 환경',
    cell: ({ engine, app_version: version }) => (
      <>
        {engine}
        <span className="note">앱 {version}</span>
      </>
    ),
  },
  { name: '마지막', kind: 'time', cell: ({ last_at: at }) => distanceText(at) },
  { name: '횟수', kind: 'number', cell: ({ cnt }) => countText(cnt) },
];

/** Defects of the app, with the stacks of their last crashes. */
export function Crashes({ query }: { query: Readonly<Record<string, string>> }) {
  const [shown, setShown] = useState<OperatedCrash | null>(null);
  const crashes = useList({
    path: '/overview',
    query,
    key: ['crashes'],
    limit: 10,
    read: (page, settings) => call(listOperatedCrashes, { query: page }, settings),
  });
  return (
    <section aria-labelledby="crashes">
      <h2 id="crashes">앱 오류</h2>
      {crashes.rows.length > 0 ? (
        <Table
          label="앱 오류"
          columns={columnsOf(setShown)}
          rows={crashes.rows}
          keyOf={({ fingerprint }) => fingerprint}
          csv={<CsvButton of={exportCrashes} sent={{}} name="앱 오류" />}
        />
      ) : (
        <div className="table-box">
          <QueryNothing query={crashes.answer}>앱이 보낸 오류가 없어요.</QueryNothing>
        </div>
      )}
      <ListPager list={crashes} />
      {shown && <CrashDialog crash={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
