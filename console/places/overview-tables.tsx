import type { Overview, OverviewNow } from '#contract/console/overview.ts';
import { durationText, failedShare, failureName, orNone, otherName, shareText } from '../lib/figures.ts';
import { countText } from '../lib/format.ts';
import { useMe } from '../lib/session.ts';

interface GroupsProps {
  title: string;
  groups: Overview['by_engine'];
  nameOf(name: string): string;
}

/** Playbacks by engine, app version or rendition. */
export function Groups({ title, groups, nameOf }: GroupsProps) {
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <div className="table-box">
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">이름</th>
              <th scope="col" className="number">
                재생
              </th>
              <th scope="col" className="number">
                실패
              </th>
              <th scope="col" className="number">
                첫 화면
              </th>
              <th scope="col" className="number">
                느린 5%
              </th>
              <th scope="col" className="number">
                멈춤
              </th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.name}>
                <th scope="row">{nameOf(group.name)}</th>
                <td className="number" data-label="재생">
                  {countText(group.cnt_playback)}
                </td>
                <td className="number" data-label="실패">
                  {orNone(failedShare(group), shareText)}
                </td>
                <td className="number" data-label="첫 화면">
                  {orNone(group.startup_p50_ms, durationText)}
                </td>
                <td className="number" data-label="느린 5%">
                  {orNone(group.startup_p95_ms, durationText)}
                </td>
                <td className="number" data-label="멈춤">
                  {orNone(group.rebuffer_ratio, shareText)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Support does not have the place of titles. */
function EpisodeLink({ of }: { of: { item_id: number; name: string; episode_num: string } }) {
  const text = `${of.name} ${of.episode_num}`;
  return useMe().may('owner', 'editor') ? <a href={`#/titles/${of.item_id}`}>{text}</a> : text;
}

/** Episodes that failed, and with what. */
export function FailingEpisodes({ episodes }: { episodes: Overview['failing_episodes'] }) {
  if (episodes.length === 0) return null;
  return (
    <section>
      <h2>실패한 회차</h2>
      <div className="table-box">
        <table aria-label="실패한 회차">
          <thead>
            <tr>
              <th scope="col">회차</th>
              <th scope="col">코드와 엔진</th>
              <th scope="col" className="number">
                실패
              </th>
            </tr>
          </thead>
          <tbody>
            {episodes.map((episode) => (
              <tr key={`${episode.item_id} ${episode.episode_num}`}>
                <th scope="row">
                  <EpisodeLink of={episode} />
                </th>
                <td>
                  {episode.causes.map(({ code, engine, cnt }) => (
                    <span key={`${code} ${engine}`} className="part">
                      <code>{code}</code> {otherName(engine)} <span className="muted">{countText(cnt)}번</span>
                    </span>
                  ))}
                </td>
                <td className="number" data-label="실패">
                  {countText(episode.cnt)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Failures({ failures }: { failures: Overview['failures'] }) {
  if (failures.length === 0) return null;
  return (
    <section>
      <h2>실패 코드</h2>
      <div className="table-box">
        <table aria-label="실패 코드">
          <thead>
            <tr>
              <th scope="col">코드</th>
              <th scope="col">엔진</th>
              <th scope="col">회차</th>
              <th scope="col" className="number">
                재생
              </th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ code, engine, cnt, episodes }) => (
              <tr key={`${code} ${engine}`}>
                <th scope="row">
                  <code>{code}</code>
                  <span className="note">{failureName(code)}</span>
                </th>
                <td data-label="엔진">{otherName(engine)}</td>
                <td data-label="회차">
                  {episodes.map((episode) => (
                    <span key={`${episode.item_id} ${episode.episode_num}`} className="part">
                      <EpisodeLink of={episode} /> <span className="muted">{countText(episode.cnt)}번</span>
                    </span>
                  ))}
                </td>
                <td className="number" data-label="재생">
                  {countText(cnt)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function PlayedTitles({ titles }: { titles: OverviewNow['playing']['titles'] }) {
  if (titles.length === 0) return null;
  return (
    <section>
      <h2>지금 보는 작품</h2>
      <div className="table-box">
        <table aria-label="지금 보는 작품">
          <thead>
            <tr>
              <th scope="col">작품</th>
              <th scope="col" className="number">
                보는 중
              </th>
            </tr>
          </thead>
          <tbody>
            {titles.map(({ item_id: id, name, episode_num: number, count }) => (
              <tr key={`${id} ${number}`}>
                <th scope="row">
                  {name} <span className="muted">{number}</span>
                </th>
                <td className="number" data-label="보는 중">
                  {countText(count)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
