import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import {
  endAdvertisement,
  getOperatedAdvertisement,
  type AdvertisementFigures,
  type OperatedAdvertisement,
} from '#contract/console/advertisements.ts';
import type { AuditEntry } from '#contract/console/audit.ts';
import { exportAdvertisementDays } from '#contract/console/exports.ts';
import { call, isConflict } from '#console/lib/client.ts';
import { dayText, orNone, shareText } from '#console/lib/figures.ts';
import { countText } from '#console/lib/format.ts';
import { Chart, WHOLE_STEPS } from '#console/ui/chart.tsx';
import { Decisions } from '#console/ui/decisions.tsx';
import { Comparison } from '#console/ui/comparison.tsx';
import { Confirm } from '#console/ui/dialogs.tsx';
import { Fact } from '#console/ui/fact.tsx';
import { Head, QueryNothing, State } from '#console/ui/page.tsx';
import { Tiles } from '#console/ui/tiles.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { AdvertisementDialog } from './advertisement-form.tsx';
import { skipText, spanText, STATE_NAMES, STATE_TONES } from './advertisement-names.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';

/** The figures are counted once a minute. */
const READ_EVERY_MS = 60_000;

const NAMES: Record<string, string> = {
  'advertisement.add': '만듦',
  'advertisement.change': '바꿈',
  'advertisement.end': '끝냄',
};
const decisionName = ({ action }: AuditEntry) => NAMES[action] ?? action;

type Day = AdvertisementFigures & { day: string };

function Figures({ total, days }: { total: AdvertisementFigures; days: readonly Day[] }) {
  const times = days.map(({ day }) => `${day}T00:00:00+09:00`);
  const summary = `최근 ${days.length}일`;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">수치</h2>
      <Tiles
        tiles={[
          ['노출', countText(total.cnt_impression), null],
          ['끝까지 봄', countText(total.cnt_complete), null],
          ['완주율', orNone(total.completion_rate, shareText), null],
          ['건너뜀', countText(total.cnt_skip), null],
          ['재생 실패', countText(total.cnt_error), null],
        ]}
      />
      <div className="charts">
        <Chart
          title="날마다 노출"
          summary={summary}
          kind="bars"
          times={times}
          series={[{ name: '노출', values: days.map((day) => day.cnt_impression) }]}
          steps={WHOLE_STEPS}
          valueText={countText}
          timeText={dayText}
          axisText={dayText}
        />
        <Chart
          title="날마다 완주율"
          summary={summary}
          kind="lines"
          times={times}
          series={[{ name: '완주율', values: days.map((day) => day.completion_rate) }]}
          valueText={shareText}
          timeText={dayText}
          axisText={dayText}
        />
      </div>
      <p className="muted pad">1분마다 세요. 완주율은 노출 가운데 끝까지 본 비율이에요.</p>
    </section>
  );
}

const describe = (one: OperatedAdvertisement) =>
  `${one.title} · ${STATE_NAMES[one.state]} · 비중 ${one.weight} · ${spanText(one)}`;

function EndDialog({ shown, onClose }: { shown: OperatedAdvertisement; onClose(): void }) {
  const queries = useQueryClient();
  /** The advertisement as somebody else has left it. */
  const [current, setCurrent] = useState<OperatedAdvertisement | null>(null);
  const end = useMutation({
    mutationFn: () =>
      call(endAdvertisement, { params: { id: String(shown.id) }, body: { version: (current ?? shown).version } }),
    onSuccess: () => {
      toast(`${shown.title} 광고를 끝냈어요.`);
      onClose();
    },
    onError: async (error) => {
      if (!isConflict(error)) return;
      setCurrent((await call(getOperatedAdvertisement, { params: { id: String(shown.id) } })).advertisement);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['advertisements'] }),
  });
  return (
    <Confirm
      title={`${shown.title} 끝내기`}
      verb={current === null ? '끝내기' : '그래도 끝내기'}
      isDangerous
      save={current && isConflict(end.error) ? { ...end, error: null } : end}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>지금부터 이 광고는 나가지 않아요. 보고 있는 사람은 끝까지 봐요. 수치는 그대로 남아요.</p>
      <p>다시 내보내려면 끝나는 시각을 비우거나 뒤로 바꾸면 돼요.</p>
      {current !== null && (
        <Comparison
          lines={[
            ['처음 본 상태', describe(shown)],
            ['지금 상태', describe(current)],
          ]}
        />
      )}
    </Confirm>
  );
}

export function AdvertisementPage({ id }: { id: string }) {
  /** What the operator does, and the advertisement as the operator saw it: later answers must not change its version. */
  const [action, setAction] = useState<{ is: 'change' | 'end'; seen: OperatedAdvertisement } | null>(null);
  const queries = useQueryClient();
  const key = ['advertisements', id];
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call(
        getOperatedAdvertisement,
        { params: { id } },
        { signal, isBackground: queries.getQueryData(key) !== undefined },
      ),
    refetchInterval: READ_EVERY_MS,
  });
  const back = (
    <a className="back" href="#/advertisements">
      광고
    </a>
  );
  if (!found.data)
    return (
      <>
        <Head title="광고" back={back} />
        <QueryNothing query={found} />
      </>
    );
  const { advertisement: shown, days, decisions } = found.data;
  return (
    <>
      <Head title={shown.title} back={back}>
        <Button className="button" onPress={() => setAction({ is: 'change', seen: shown })}>
          바꾸기
        </Button>
        {shown.state !== 'ended' && (
          <Button className="button" onPress={() => setAction({ is: 'end', seen: shown })}>
            끝내기
          </Button>
        )}
      </Head>
      <dl className="facts">
        <Fact name="상태">
          <State tone={STATE_TONES[shown.state]}>{STATE_NAMES[shown.state]}</State>
        </Fact>
        <Fact name="기간">{spanText(shown)}</Fact>
        <Fact name="비중">
          {shown.weight}
          {shown.share !== null && ` · 광고 자리의 ${shareText(shown.share)}`}
        </Fact>
        <Fact name="영상">
          {shown.clip.name ?? shown.clip.id} · {countText(shown.clip.duration)}초
        </Fact>
        <Fact name="건너뛰기">{skipText(shown.skip_after)}</Fact>
        <Fact name="번호">{shown.id}</Fact>
      </dl>
      <Figures total={shown.total} days={days} />
      <p className="table-foot">
        <CsvButton of={exportAdvertisementDays} sent={{ params: { id: String(shown.id) } }} name="날짜별" />
      </p>
      <section aria-labelledby="decisions">
        <h2 id="decisions">기록</h2>
        {decisions.length === 0 ? (
          <p className="muted">아직 없어요.</p>
        ) : (
          <Decisions of={decisions} nameOf={decisionName} />
        )}
      </section>
      {action?.is === 'change' && <AdvertisementDialog shown={action.seen} onClose={() => setAction(null)} />}
      {action?.is === 'end' && <EndDialog shown={action.seen} onClose={() => setAction(null)} />}
    </>
  );
}
