import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from 'react-aria-components';
import { correctReadLines, listReadLines, MOST_SAVED_LINES, type ReadLine } from '#contract/console/readings.ts';
import type { EpisodeSubtitle, EpisodeTracks, SubtitleReading } from '#contract/console/tracks.ts';
import { call, messageOf } from '../../lib/client.ts';
import { countText } from '../../lib/format.ts';
import { Problem, Sheet } from '../../ui/dialogs.tsx';
import { Field } from '../../ui/fields.tsx';
import { toast } from '../../ui/toasts.tsx';
import { readDraft, writeDraft } from '../drafts.ts';
import { offsetText } from '../schema.ts';
import { PublishReading } from './publish-reading.tsx';
import { useTracksCache } from './use-tracks.ts';

interface LinesProps {
  episodeId: number;
  tracks: EpisodeTracks;
  reading: SubtitleReading;
  subtitle: EpisodeSubtitle;
  onClose(): void;
}

const PAGE_LINES = 50;
/** Widest picture, in pixels of the page. */
const WIDEST = 480;

/** Where the browser's tab keeps the corrections of a draft that are not saved yet. */
export const draftKeyOf = (id: string) => `reading/${id}`;

/** Texts by the position of their line. */
type Typed = Readonly<Record<string, string>>;

/** Corrects what was read of pictures, the doubtful lines first, and makes it a subtitle. */
export function ReadLinesSheet(props: LinesProps) {
  const [isPublishing, setPublishing] = useState(false);
  const { subtitle, onClose } = props;
  return (
    <Sheet title={`${subtitle.label} 글자 확인`} isOpen isWide onClose={onClose}>
      {isPublishing ? (
        <PublishReading {...props} onBack={() => setPublishing(false)} />
      ) : (
        <ReadLines {...props} onReady={() => setPublishing(true)} />
      )}
    </Sheet>
  );
}

/** Corrections of a draft, kept in the browser until they are saved. */
function useTyped(id: string) {
  const [typed, setTyped] = useState<Typed>(() => (readDraft(draftKeyOf(id))?.fields ?? {}) as Typed);
  useEffect(() => {
    const isEmpty = Object.keys(typed).length === 0;
    writeDraft(draftKeyOf(id), isEmpty ? undefined : { version: '', base: {}, fields: { ...typed } });
  }, [id, typed]);
  return [typed, setTyped] as const;
}

function ReadLines({ episodeId, reading: { id }, subtitle, onReady, onClose }: LinesProps & { onReady(): void }) {
  const client = useQueryClient();
  const { readAgain } = useTracksCache(episodeId);
  const [typed, setTyped] = useTyped(id);
  const [isAll, setAll] = useState(false);
  const [page, setPage] = useState(0);
  const publish = useRef<HTMLButtonElement>(null);
  const found = useQuery({
    queryKey: ['read-lines', id, isAll, page],
    queryFn: ({ signal }) => {
      const query = {
        limit: String(PAGE_LINES),
        offset: String(page * PAGE_LINES),
        ...(!isAll && { only: 'doubtful' }),
      };
      return call(listReadLines, { params: { id }, query: query as never }, { signal });
    },
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: async (after: 'stay' | 'publish') => {
      const lines = Object.entries(typed).map(([position, text]) => ({ position: Number(position), text }));
      for (let at = 0; at < lines.length; at += MOST_SAVED_LINES)
        await call(correctReadLines, { params: { id }, body: { lines: lines.slice(at, at + MOST_SAVED_LINES) } });
      return after;
    },
    onSuccess: async (after) => {
      setTyped({});
      setPage(0);
      await Promise.all([client.invalidateQueries({ queryKey: ['read-lines', id] }), readAgain()]);
      if (after === 'publish') onReady();
      else toast('고친 글자를 저장했어요.');
    },
  });
  if (!found.data)
    return (
      <p className="nothing" role="status">
        {found.error ? messageOf(found.error) : '읽은 글자를 가져오고 있어요…'}
      </p>
    );
  const { results, sheets, count, cnt_doubtful: doubtful, cnt_line: all } = found.data;
  const pages = Math.ceil(count / PAGE_LINES);
  const countTyped = Object.keys(typed).length;
  return (
    <div className="stack">
      <p className="hint">
        {isAll ? '읽은 모든 줄이에요.' : '읽은 글자가 확실하지 않은 줄이에요.'} 그림과 비교해서 고치고 Enter를 누르면
        다음 줄로 가요. 줄을 나누려면 Shift+Enter를 눌러 주세요. 비우면 그 줄은 빠져요.
      </p>
      <div className="section-tools">
        <Button
          className="button"
          onPress={() => {
            setAll(!isAll);
            setPage(0);
          }}
        >
          {isAll ? `확인할 줄만 보기 (${countText(doubtful)})` : `모든 줄 보기 (${countText(all)})`}
        </Button>
        {pages > 1 && <PageButtons page={page} pages={pages} onPage={setPage} />}
      </div>
      {results.length === 0 ? (
        <p className="nothing">확인할 줄이 없어요.</p>
      ) : (
        <LineList
          lines={results}
          sheets={sheets}
          lang={subtitle.lang}
          typed={typed}
          onType={(position, text) => setTyped((now) => ({ ...now, [position]: text }))}
          onEnd={() => (page < pages - 1 ? setPage(page + 1) : publish.current?.focus())}
        />
      )}
      <Problem>{save.error ? messageOf(save.error) : null}</Problem>
      <div className="actions">
        {countTyped > 0 && <span className="muted">저장하지 않은 줄 {countText(countTyped)}개</span>}
        <span className="spring" />
        <Button className="button" onPress={onClose}>
          닫기
        </Button>
        <Button className="button" isDisabled={countTyped === 0 || save.isPending} onPress={() => save.mutate('stay')}>
          저장
        </Button>
        <Button
          ref={publish}
          className="button primary"
          isDisabled={save.isPending}
          onPress={() => save.mutate('publish')}
        >
          자막으로 넣기
        </Button>
      </div>
    </div>
  );
}

const PageButtons = ({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) => (
  <>
    <Button className="button" isDisabled={page === 0} onPress={() => onPage(page - 1)}>
      이전
    </Button>
    <span className="muted">
      {page + 1}/{pages}쪽
    </span>
    <Button className="button" isDisabled={page >= pages - 1} onPress={() => onPage(page + 1)}>
      다음
    </Button>
  </>
);

interface ListProps {
  lines: readonly ReadLine[];
  sheets: readonly string[];
  lang: string;
  typed: Typed;
  onType(position: number, text: string): void;
  /** Enter in the last line. */
  onEnd(): void;
}

function LineList({ lines, sheets, lang, typed, onType, onEnd }: ListProps) {
  /** Enter says that a line is right, and goes to the next one. */
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    // The letter that an input method composes is ended by Enter too.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    const fields = [...event.currentTarget.querySelectorAll('textarea')];
    const at = fields.indexOf(event.target);
    const line = lines[at];
    if (line) onType(line.position, event.target.value);
    const next = fields[at + 1];
    if (next) next.focus();
    else onEnd();
  };
  return (
    <ol className="read-lines" lang={lang} onKeyDown={onKeyDown}>
      {lines.map(({ position, start_seconds: start, cell, text, confidence, is_checked: isChecked }, index) => {
        const time = offsetText(Math.floor(start));
        const isTyped = typed[position] !== undefined;
        return (
          <li key={position} data-checked={isTyped || isChecked || undefined}>
            <span className="muted">
              {time}
              <span className="line">{isTyped || isChecked ? '확인함' : `확신 ${confidence}`}</span>
            </span>
            <CellPicture url={sheets[cell.sheet - 1] ?? ''} cell={cell} label={`${time}의 그림`} />
            <Field
              label={`${time}의 글자`}
              value={typed[position] ?? text}
              isLong
              isLabelHidden
              autoFocus={index === 0}
              maxLength={2000}
              onChange={(value) => onType(position, value)}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** A part of a sheet. */
function CellPicture({ url, cell, label }: { url: string; cell: ReadLine['cell']; label: string }) {
  const { x, y, width, height } = cell;
  const scale = Math.min(1, WIDEST / width);
  return (
    <span className="read-picture" style={{ width: width * scale, height: height * scale }}>
      <span
        role="img"
        aria-label={label}
        style={{
          width,
          height,
          transform: `scale(${scale})`,
          backgroundImage: `url("${url}")`,
          backgroundPosition: `-${x}px -${y}px`,
        }}
      />
    </span>
  );
}
