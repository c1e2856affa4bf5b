import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { exportCohorts, exportMissedSearches, exportViewing } from '#contract/console/exports.ts';
import { getViewing, listCohorts, listMissedSearches, SMALLEST_GROUP, type Cohort } from '#contract/console/viewing.ts';
import { call } from '#console/lib/client.ts';
import { orNone, shareText } from '#console/lib/figures.ts';
import { countText, timeText } from '#console/lib/format.ts';
import { addressOf, replaceAddress } from '#console/lib/route.ts';
import { useMe } from '#console/lib/session.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { Head, QueryNothing } from '#console/ui/page.tsx';
import { Table } from '#console/ui/table.tsx';
import { StepChoice, stepOf, ViewingFigures } from './viewing-figures.tsx';
import { ViewedTitles } from './viewed-titles.tsx';

const MOST_WORDS = 20;

function MissedSearches() {
  const { may } = useMe();
  const searches = useQuery({
    queryKey: ['viewing', 'searches'],
    queryFn: ({ signal }) =>
      call(listMissedSearches, { query: { limit: String(MOST_WORDS), offset: '0' } }, { signal }),
  });
  return (
    <section aria-labelledby="missed">
      <h2 id="missed">찾지 못한 말</h2>
      {searches.data && searches.data.count > 0 ? (
        <Table
          label="찾지 못한 말"
          rows={searches.data.results}
          keyOf={({ words }) => words}
          columns={[
            { name: '찾은 말', kind: 'name', cell: ({ words }) => words },
            { name: '계정·날', kind: 'number', cell: ({ cnt_account }) => countText(cnt_account) },
          ]}
          csv={<CsvButton of={exportMissedSearches} sent={{}} name="찾지 못한 말" />}
        />
      ) : (
        <div className="table-box">
          <QueryNothing query={searches}>
            지난 28일 동안 계정 {SMALLEST_GROUP}개가 넘게 찾고도 못 찾은 말이 없어요.
          </QueryNothing>
        </div>
      )}
      {may('owner') && (
        <p className="muted pad">
          들여와 달라는 작품은 <a href="#/requests">요청</a>에 있어요.
        </p>
      )}
    </section>
  );
}

/** The shares of a cohort by the number of months since it joined. */
const sharesOf = ({ joined, months }: Cohort) => {
  const monthsSince = (month: string) => {
    const [[year, at], [joinedYear, joinedAt]] = [month, joined].map((text) => text.split('-').map(Number)) as [
      [number, number],
      [number, number],
    ];
    return (year - joinedYear) * 12 + at - joinedAt;
  };
  return new Map(
    months.map(({ month, cnt_account: all, cnt_watched: watched }) => [
      monthsSince(month),
      watched === null || all === null || all === 0 ? null : watched / all,
    ]),
  );
};

const SHOWN_MONTHS = [0, 1, 2, 3, 6, 12];

function Cohorts() {
  const cohorts = useQuery({
    queryKey: ['viewing', 'cohorts'],
    queryFn: ({ signal }) => call(listCohorts, {}, { signal }),
  });
  return (
    <section aria-labelledby="cohorts">
      <h2 id="cohorts">가입한 달에 따라 계속 보는 계정</h2>
      {cohorts.data && cohorts.data.count > 0 ? (
        <Table
          label="가입한 달에 따라 계속 보는 계정"
          rows={cohorts.data.results}
          keyOf={({ joined }) => joined}
          columns={[
            { name: '가입한 달', kind: 'name', cell: ({ joined }) => joined },
            { name: '계정', kind: 'number', cell: ({ cnt_account }) => orNone(cnt_account, countText) },
            ...SHOWN_MONTHS.map(
              (since) =>
                ({
                  name: since === 0 ? '그달' : `${since}달 뒤`,
                  kind: 'number',
                  cell: (cohort: Cohort) => orNone(sharesOf(cohort).get(since) ?? null, shareText),
                }) as const,
            ),
          ]}
          csv={<CsvButton of={exportCohorts} sent={{}} name="가입한 달" />}
        />
      ) : (
        <div className="table-box">
          <QueryNothing query={cohorts}>아직 집계하지 않았어요.</QueryNothing>
        </div>
      )}
    </section>
  );
}

/** What is watched, in sums that name nobody. */
export function ViewingPage({ query }: { query: Readonly<Record<string, string>> }) {
  const step = stepOf(query['step']);
  const viewing = useQuery({
    queryKey: ['viewing', step],
    queryFn: ({ signal }) => call(getViewing, { query: { step } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const change = (next: Record<string, string | undefined>) =>
    replaceAddress(addressOf('/viewing', { ...query, ...next }));
  return (
    <>
      <Head title="시청">
        <StepChoice step={step} onChange={(next) => change({ step: next === 'day' ? undefined : next })} />
      </Head>
      {viewing.data ? (
        <ViewingFigures
          viewing={viewing.data}
          step={step}
          csv={<CsvButton of={exportViewing} sent={{ query: { step } }} name="기간별 시청" />}
        />
      ) : (
        <QueryNothing query={viewing} />
      )}
      <ViewedTitles query={query} />
      <MissedSearches />
      <Cohorts />
      {viewing.data?.counted_at && (
        <p className="muted pad">
          {timeText(viewing.data.counted_at)}까지 집계했어요. 한 계정이 한 회차를 하루에 열 번 넘게 시작해도 열 번만
          세고, 계정 {SMALLEST_GROUP}개가 안 되는 수치는 보이지 않아요.
        </p>
      )}
    </>
  );
}
