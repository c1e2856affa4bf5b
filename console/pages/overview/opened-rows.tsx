import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { exportOpenedRows } from '#contract/console/exports.ts';
import { openingRowNames } from '#contract/console/opening-row-names.ts';
import { listOpenedRows, type OpenedRow, type OverviewRange } from '#contract/console/overview.ts';
import { SMALLEST_GROUP } from '#contract/console/viewing.ts';
import { call } from '#console/lib/client.ts';
import { shareText } from '#console/lib/figures.ts';
import { countText } from '#console/lib/format.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { QueryNothing } from '#console/ui/page.tsx';
import { Table } from '#console/ui/table.tsx';

const shareOf = ({ cnt_opened: opened, cnt_watched: watched }: OpenedRow) => watched / Math.max(1, opened);

/** `+12.0%p`: how much more often a title of this row was watched than one of the most watched. */
export function againstText(row: OpenedRow, ranking: OpenedRow | undefined): string {
  if (!ranking || row === ranking) return '—';
  const points = Math.round((shareOf(row) - shareOf(ranking)) * 1000) / 10;
  return points === 0 ? '같음' : `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)}%p`;
}

/** For each row of home: how many titles viewers opened from it and watched for ten minutes, compared with 인기 순위. */
export function OpenedRows({ range }: { range: OverviewRange }) {
  const rows = useQuery({
    queryKey: ['overview', 'rows', range],
    queryFn: ({ signal }) => call(listOpenedRows, { query: { range } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const results = rows.data?.results ?? [];
  const ranking = results.find(({ row }) => row === 'ranking');
  return (
    <section aria-labelledby="opened-rows">
      <h2 id="opened-rows">고른 줄에 따라 본 작품</h2>
      {results.length > 0 ? (
        <>
          <Table
            label="고른 줄에 따라 본 작품"
            rows={results}
            keyOf={({ row }) => row}
            columns={[
              { name: '줄', kind: 'name', cell: ({ row }) => openingRowNames[row] },
              { name: '열어 본 화면', kind: 'number', cell: ({ cnt_page }) => countText(cnt_page) },
              { name: '시작한 작품', kind: 'number', cell: ({ cnt_opened }) => countText(cnt_opened) },
              { name: '10분 넘게 본 작품', kind: 'number', cell: ({ cnt_watched }) => countText(cnt_watched) },
              { name: '비율', kind: 'number', cell: (row) => shareText(shareOf(row)) },
              { name: '인기 순위보다', kind: 'number', cell: (row) => againstText(row, ranking) },
            ]}
            csv={<CsvButton of={exportOpenedRows} sent={{ query: { range } }} name="고른 줄" />}
          />
          <p className="muted pad">
            한 계정이 하루에 시작한 작품을 한 번만 세고, 한 줄에서 열 개까지만 세요. 오늘을 넣은 한국 날짜예요.
          </p>
        </>
      ) : (
        <div className="table-box">
          <QueryNothing query={rows}>계정 {SMALLEST_GROUP}개가 넘게 작품을 고른 줄이 아직 없어요.</QueryNothing>
        </div>
      )}
    </section>
  );
}
