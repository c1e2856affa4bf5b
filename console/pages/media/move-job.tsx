import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { moveMediaJob, type MediaJob } from '#contract/console/media.ts';
import { TitleField } from '#console/editing/title-choice.tsx';
import { call } from '#console/lib/client.ts';
import { numberOf } from '#console/pages/inbox/inbox-episodes.tsx';
import { Sheet } from '#console/ui/dialogs.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { Field } from '#console/ui/fields.tsx';
import { toast } from '#console/ui/toasts.tsx';

/** Gives the video of a job that does not run to another title. */
export function MoveJob({ job, onClose }: { job: MediaJob; onClose(): void }) {
  const queries = useQueryClient();
  const [title, setTitle] = useState(
    job.title_name === null || job.title_id === null ? null : { id: job.title_id, name: job.title_name },
  );
  const [number, setNumber] = useState((job.episode_num ?? '').replace(/화$/, ''));
  const wanted = numberOf(number);
  const move = useMutation({
    mutationFn: () => call(moveMediaJob, { params: { id: job.id }, body: { title_id: title!.id, number: wanted! } }),
    onSuccess: () => {
      toast(`${job.name}: ‘${title!.name}’ ${wanted}화로 옮겼어요.`);
      onClose();
      void queries.invalidateQueries({ queryKey: ['media'] });
    },
  });
  const canMove = title !== null && wanted !== null;
  return (
    <Sheet title={`${job.name} 옮기기`} isOpen onClose={onClose}>
      <SheetForm save={move} isBlocked={!canMove} verb="옮기기" onSubmit={() => move.mutate()} onClose={onClose}>
        <TitleField label="작품" chosen={title} name="" onChoose={({ id, name }) => setTitle({ id, name })} />
        <Field label="회차 번호" value={number} inputMode="numeric" onChange={setNumber} />
      </SheetForm>
    </Sheet>
  );
}
