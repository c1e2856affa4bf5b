import { Button, FileTrigger } from 'react-aria-components';
import { uploadEndings } from '#contract/console/inbox.ts';
import { noteTarget, sendFiles, type UploadTarget } from '../lib/uploads.ts';
import { toast } from '../ui/toasts.tsx';

const VIDEOS = uploadEndings.video.map((ending) => `.${ending}`);
const BESIDE = [...VIDEOS, ...uploadEndings.subtitle.map((ending) => `.${ending}`)];

/** Begins an upload for a title or an episode; the inbox asks for the rest. */
export function UploadHere({ target, children }: { target: UploadTarget; children: string }) {
  const isOne = target.number !== undefined;
  return (
    <FileTrigger
      allowsMultiple={!isOne}
      acceptedFileTypes={isOne ? VIDEOS : BESIDE}
      onSelect={(list) => {
        const files = Array.from(list ?? []);
        if (files.length === 0) return;
        noteTarget(files, target);
        sendFiles(files, []);
        toast('올리고 있어요. 다 받으면 여기서 작업을 시작해 주세요.');
        window.location.hash = '#/media';
      }}
    >
      <Button className="button">{children}</Button>
    </FileTrigger>
  );
}
