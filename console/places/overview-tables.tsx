import type { ReactNode } from 'react';
import type { Overview, OverviewNow } from '#contract/console/overview.ts';
import { durationText, failedShare, failureName, orNone, otherName, shareText } from '../lib/figures.ts';
import { countText } from '../lib/format.ts';
import { useMe } from '../lib/session.ts';

interface Column<Row> {
  name: string;
  /** A phone shows the column's name in each of its cells; figures always have it. */
  isNamed?: boolean;
  isNumber?: boolean;
  cell(row: Row): ReactNode;
}

interface TableSectionProps<Row> {
  title: string;
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The first one names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
}

/** A table with its heading; nothing without rows. */
function TableSection<Row>({ title, rows, keyOf, columns: [head, ...columns] }: TableSectionProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <div className="table-box">
        <table aria-label={title}>
          <thead>
            <tr>
              {[head, ...columns].map(({ name, isNumber }) => (
                <th key={name} scope="col" {...(isNumber && { className: 'number' })}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">{head.cell(row)}</th>
                {columns.map(({ name, isNamed, isNumber, cell }) => (
                  <td
                    key={name}
                    {...(isNumber && { className: 'number' })}
                    {...((isNamed || isNumber) && { 'data-label': name })}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface GroupsProps {
  title: string;
  groups: Overview['by_engine'];
  nameOf(name: string): string;
}

/** Playbacks by engine, app version or rendition. */
export const Groups = ({ title, groups, nameOf }: GroupsProps) => (
  <TableSection
    title={title}
    rows={groups}
    keyOf={({ name }) => name}
    columns={[
      { name: '이름', cell: ({ name }) => nameOf(name) },
      { name: '재생', isNumber: true, cell: (group) => countText(group.cnt_playback) },
      { name: '실패', isNumber: true, cell: (group) => orNone(failedShare(group), shareText) },
      { name: '첫 화면', isNumber: true, cell: (group) => orNone(group.startup_p50_ms, durationText) },
      { name: '느린 5%', isNumber: true, cell: (group) => orNone(group.startup_p95_ms, durationText) },
      { name: '멈춤', isNumber: true, cell: (group) => orNone(group.rebuffer_ratio, shareText) },
    ]}
  />
);

/** Support does not have the place of titles. */
function EpisodeLink({ of }: { of: { item_id: number; name: string; episode_num: string } }) {
  const text = `${of.name} ${of.episode_num}`;
  return useMe().may('owner', 'editor') ? <a href={`#/titles/${of.item_id}`}>{text}</a> : text;
}

const Times = ({ count }: { count: number }) => <span className="muted">{countText(count)}번</span>;

/** Episodes that failed, and with what. */
export const FailingEpisodes = ({ episodes }: { episodes: Overview['failing_episodes'] }) => (
  <TableSection
    title="실패한 회차"
    rows={episodes}
    keyOf={({ item_id: id, episode_num: episode }) => `${id} ${episode}`}
    columns={[
      { name: '회차', cell: (episode) => <EpisodeLink of={episode} /> },
      {
        name: '코드와 엔진',
        cell: ({ causes }) =>
          causes.map(({ code, engine, cnt }) => (
            <span key={`${code} ${engine}`} className="part">
              <code>{code}</code> {otherName(engine)} <Times count={cnt} />
            </span>
          )),
      },
      { name: '실패', isNumber: true, cell: ({ cnt }) => countText(cnt) },
    ]}
  />
);

export const Failures = ({ failures }: { failures: Overview['failures'] }) => (
  <TableSection
    title="실패 코드"
    rows={failures}
    keyOf={({ code, engine }) => `${code} ${engine}`}
    columns={[
      {
        name: '코드',
        cell: ({ code }) => (
          <>
            <code>{code}</code>
            <span className="note">{failureName(code)}</span>
          </>
        ),
      },
      { name: '엔진', isNamed: true, cell: ({ engine }) => otherName(engine) },
      {
        name: '회차',
        isNamed: true,
        cell: ({ episodes }) =>
          episodes.map((episode) => (
            <span key={`${episode.item_id} ${episode.episode_num}`} className="part">
              <EpisodeLink of={episode} /> <Times count={episode.cnt} />
            </span>
          )),
      },
      { name: '재생', isNumber: true, cell: ({ cnt }) => countText(cnt) },
    ]}
  />
);

export const PlayedTitles = ({ titles }: { titles: OverviewNow['playing']['titles'] }) => (
  <TableSection
    title="지금 보는 작품"
    rows={titles}
    keyOf={({ item_id: id, episode_num: episode }) => `${id} ${episode}`}
    columns={[
      {
        name: '작품',
        cell: ({ name, episode_num: episode }) => (
          <>
            {name} <span className="muted">{episode}</span>
          </>
        ),
      },
      { name: '보는 중', isNumber: true, cell: ({ count }) => countText(count) },
    ]}
  />
);
