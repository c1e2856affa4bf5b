import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { getOperatedCrash, listOperatedCrashes, type OperatedCrash } from '#contract/console/overview.ts';
import { call } from '../lib/client.ts';
import { countText, distanceText, timeText } from '../lib/format.ts';
import { Sheet } from '../ui/dialogs.tsx';
import { Pager, QueryNothing } from '../ui/page.tsx';

const LIMIT = 10;

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

/** Defects of the app, with the stacks of their last crashes. */
export function Crashes({ query }: { query: Readonly<Record<string, string>> }) {
  const [shown, setShown] = useState<OperatedCrash | null>(null);
  const offset = (Math.max(1, Number(query['page']) || 1) - 1) * LIMIT;
  const list = useQuery({
    queryKey: ['crashes', offset],
    queryFn: ({ signal }) =>
      call(listOperatedCrashes, { query: { limit: String(LIMIT), offset: String(offset) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="crashes">
      <h2 id="crashes">앱 오류</h2>
      <div className="table-box">
        {list.data && list.data.results.length > 0 ? (
          <table aria-label="앱 오류">
            <thead>
              <tr>
                <th scope="col">오류</th>
                <th scope="col">화면</th>
                <th scope="col">마지막 환경</th>
                <th scope="col">마지막</th>
                <th scope="col" className="number">
                  횟수
                </th>
              </tr>
            </thead>
            <tbody>
              {list.data.results.map((crash) => (
                <tr key={crash.fingerprint}>
                  <th scope="row">
                    <Button className="link" onPress={() => setShown(crash)}>
                      {crash.message}
                    </Button>
                  </th>
                  <td data-label="화면">{crash.screen}</td>
                  <td>
                    {crash.engine}
                    <span className="note">앱 {crash.app_version}</span>
                  </td>
                  <td className="time">{distanceText(crash.last_at)}</td>
                  <td className="number" data-label="횟수">
                    {countText(crash.cnt)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <QueryNothing query={list}>앱이 보낸 오류가 없어요.</QueryNothing>
        )}
      </div>
      {list.data && <Pager path="/overview" query={query} count={list.data.count} limit={LIMIT} />}
      {shown && <CrashDialog crash={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
