import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { removeInboxFile, type InboxFile } from '#contract/console/inbox.ts';
import { getOperatedTitle } from '#contract/console/titles.ts';
import { readInboxSubtitle } from '#contract/console/tracks.ts';
import { TitleField } from '#console/editing/title-choice.tsx';
import type { WaitingSubtitle } from '#console/editing/tracks/chosen-subtitle.ts';
import { SubtitleFileSheet } from '#console/editing/tracks/subtitle-file.tsx';
import { useTracks } from '#console/editing/tracks/use-tracks.ts';
import { call, messageOf } from '#console/lib/client.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { Choice } from '#console/ui/fields.tsx';

interface LoneSubtitleProps {
  file: InboxFile;
  onClose(): void;
}

interface Chosen {
  title: { id: number; name: string } | null;
  episodeId: number | null;
}

/** Gives a subtitle that came without its video to an episode that is there. */
export function LoneSubtitle({ file, onClose }: LoneSubtitleProps) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isSure, setSure] = useState(false);
  const read = useQuery({
    queryKey: ['media', 'subtitle', file.id],
    queryFn: ({ signal }) => call(readInboxSubtitle, { params: { id: file.id } }, { signal }),
    retry: false,
  });
  const remove = useMutation({
    mutationFn: (ids: readonly string[]) => Promise.all(ids.map((id) => call(removeInboxFile, { params: { id } }))),
    onSettled: () => queries.invalidateQueries({ queryKey: ['media'] }),
  });
  const said = read.data?.episode ?? null;
  const { title, episodeId } = chosen ?? { title: said?.title ?? null, episodeId: said?.id ?? null };
  const episodes = useQuery({
    queryKey: ['titles', String(title?.id)],
    queryFn: ({ signal }) => call(getOperatedTitle, { params: { id: String(title!.id) } }, { signal }),
    enabled: title !== null,
  });
  const options = (episodes.data?.episodes ?? []).map(
    ({ id, episode_num: number, subject }) => [String(id), `${number} ${subject}`] as const,
  );
  if (isSure && read.data && episodeId !== null)
    return (
      <OfEpisode
        episodeId={episodeId}
        subtitle={{ id: file.id, name: read.data.name }}
        onAdded={(hasOthers) => (hasOthers ? undefined : remove.mutate(read.data.file_ids))}
        onClose={onClose}
      />
    );
  return (
    <Sheet title="회차에 자막 더하기" isOpen onClose={onClose}>
      <div className="stack">
        <p className="path">{file.path}</p>
        {!read.data ? (
          <p className="nothing" role="status">
            {read.error ? messageOf(read.error) : '자막을 읽고 있어요…'}
          </p>
        ) : (
          <>
            <TitleField
              label="작품"
              chosen={title}
              name=""
              onChoose={(next) => setChosen({ title: { id: next.id, name: next.name }, episodeId: null })}
            />
            {options.length > 0 && (
              <Choice
                label="회차"
                value={String(episodeId ?? '')}
                options={options}
                onChange={(id) => setChosen({ title, episodeId: Number(id) })}
              />
            )}
          </>
        )}
        <div className="actions">
          <Button className="button" onPress={onClose}>
            그만두기
          </Button>
          <Button
            className="button primary"
            isDisabled={episodeId === null || !options.some(([id]) => id === String(episodeId))}
            onPress={() => setSure(true)}
          >
            다음
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

interface OfEpisodeProps {
  episodeId: number;
  subtitle: WaitingSubtitle;
  onAdded(hasOthers: boolean): void;
  onClose(): void;
}

function OfEpisode({ episodeId, subtitle, onAdded, onClose }: OfEpisodeProps) {
  const tracks = useTracks(episodeId);
  if (!tracks.data)
    return (
      <Sheet title="회차에 자막 더하기" isOpen onClose={onClose}>
        <p className="nothing">{tracks.error ? messageOf(tracks.error) : '영상을 찾고 있어요…'}</p>
      </Sheet>
    );
  return (
    <SubtitleFileSheet
      episodeId={episodeId}
      tracks={tracks.data}
      subtitle={subtitle}
      replaced={null}
      onAdded={onAdded}
      onClose={onClose}
    />
  );
}
