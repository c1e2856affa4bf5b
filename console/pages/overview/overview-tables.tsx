import type { ReactNode } from 'react';
import type { Overview, OverviewNow, StartParts } from '#contract/console/overview.ts';
import { durationText, failedShare, failureName, orNone, otherName, shareText } from '#console/lib/figures.ts';
import { countText } from '#console/lib/format.ts';
import { useMe } from '#console/lib/session.ts';
import { Table, type TableProps } from '#console/ui/table.tsx';

/** A table with its heading; nothing without rows. */
const TableSection = <Row,>(props: TableProps<Row>) =>
  props.rows.length === 0 ? null : (
    <section>
      <h2>{props.label}</h2>
      <Table {...props} />
    </section>
  );

interface GroupsProps {
  csv: ReactNode;
  title: string;
  groups: Overview['by_engine'];
  nameOf(name: string): string;
}

/** Playbacks by engine, app version or rendition. */
export const Groups = ({ title, groups, nameOf, csv }: GroupsProps) => (
  <TableSection
    label={title}
    csv={csv}
    rows={groups}
    keyOf={({ name }) => name}
    columns={[
      { name: '이름', kind: 'name', cell: ({ name }) => nameOf(name) },
      { name: '재생', kind: 'number', cell: (group) => countText(group.cnt_playback) },
      { name: '실패', kind: 'number', cell: (group) => orNone(failedShare(group), shareText) },
      { name: '첫 화면', kind: 'number', cell: (group) => orNone(group.startup_p50_ms, durationText) },
      { name: '느린 5%', kind: 'number', cell: (group) => orNone(group.startup_p95_ms, durationText) },
      { name: '멈춤', kind: 'number', cell: (group) => orNone(group.rebuffer_ratio, shareText) },
    ]}
  />
);

const PARTS: readonly (readonly [keyof StartParts, string])[] = [
  ['press_ms', '누름'],
  ['answer_ms', '응답'],
  ['ours_ms', '앱'],
  ['manifest_ms', '목록 파일'],
  ['segment_ms', '첫 조각'],
  ['decode_ms', '디코딩'],
];

/** How the wait for the first picture divides, by engine. */
export const StartTimes = ({ groups }: { groups: Overview['by_engine'] }) => (
  <TableSection
    label="첫 화면까지의 시간, 엔진별"
    rows={groups.filter(({ start }) => start !== null)}
    keyOf={({ name }) => name}
    columns={[
      { name: '이름', kind: 'name', cell: ({ name }) => otherName(name) },
      ...PARTS.map(([part, name]) => ({
        name,
        kind: 'number' as const,
        cell: ({ start }: Overview['by_engine'][number]) => orNone(start?.[part] ?? null, durationText),
      })),
      { name: '미리 준비', kind: 'number', cell: (group) => orNone(group.prepared_ratio, shareText) },
    ]}
  />
);

/** Support does not have the page of titles. */
function EpisodeLink({ of }: { of: { item_id: number; name: string; episode_num: string } }) {
  const text = `${of.name} ${of.episode_num}`;
  return useMe().may('owner', 'editor') ? <a href={`#/titles/${of.item_id}`}>{text}</a> : text;
}

const Times = ({ count }: { count: number }) => <span className="muted">{countText(count)}번</span>;

/** Episodes that failed, and with what. */
export const FailingEpisodes = ({ episodes, csv }: { episodes: Overview['failing_episodes']; csv: ReactNode }) => (
  <TableSection
    csv={csv}
    label="실패한 회차"
    rows={episodes}
    keyOf={({ item_id: id, episode_num: episode }) => `${id} ${episode}`}
    columns={[
      { name: '회차', kind: 'name', cell: (episode) => <EpisodeLink of={episode} /> },
      {
        name: '코드와 엔진',
        cell: ({ causes }) =>
          causes.map(({ code, engine, cnt }) => (
            <span key={`${code} ${engine}`} className="part">
              <code>{code}</code> {otherName(engine)} <Times count={cnt} />
            </span>
          )),
      },
      { name: '실패', kind: 'number', cell: ({ cnt }) => countText(cnt) },
    ]}
  />
);

export const Failures = ({ failures, csv }: { failures: Overview['failures']; csv: ReactNode }) => (
  <TableSection
    csv={csv}
    label="실패 코드"
    rows={failures}
    keyOf={({ code, engine }) => `${code} ${engine}`}
    columns={[
      {
        name: '코드',
        kind: 'name',
        cell: ({ code }) => (
          <>
            <code>{code}</code>
            <span className="note">{failureName(code)}</span>
          </>
        ),
      },
      { name: '엔진', label: true, cell: ({ engine }) => otherName(engine) },
      {
        name: '회차',
        label: true,
        cell: ({ episodes }) =>
          episodes.map((episode) => (
            <span key={`${episode.item_id} ${episode.episode_num}`} className="part">
              <EpisodeLink of={episode} /> <Times count={episode.cnt} />
            </span>
          )),
      },
      { name: '재생', kind: 'number', cell: ({ cnt }) => countText(cnt) },
    ]}
  />
);

export const PlayedTitles = ({ titles }: { titles: OverviewNow['playing']['titles'] }) => (
  <TableSection
    label="지금 보는 작품"
    rows={titles}
    keyOf={({ item_id: id, episode_num: episode }) => `${id} ${episode}`}
    columns={[
      {
        name: '작품',
        kind: 'name',
        cell: ({ name, episode_num: episode }) => (
          <>
            {name} <span className="muted">{episode}</span>
          </>
        ),
      },
      { name: '보는 중', kind: 'number', cell: ({ count }) => countText(count) },
    ]}
  />
);
