import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getInbox, type InboxFile } from '#contract/console/inbox.ts';
import { call } from './client.ts';
import { isSameFile, pathOf, sendFiles, useSentFiles, type SentFile } from './uploads.ts';

const EVERY_MS = 2000;

interface UploadedFile {
  /** While it is on its way. */
  sending: SentFile | undefined;
  /** As the inbox has it. */
  known: InboxFile | undefined;
  /** It was uploaded, and the inbox does not have it any longer. */
  isMissing: boolean;
  /** False while no machine with the tools has looked into the inbox. */
  hasTools: boolean;
  error: Error | null;
  retry(): void;
}

/**
 * Uploads one file, and follows it until the server has looked into it.
 *
 * @param isFollowed false once something else follows the file, such as its job.
 */
export function useUploaded(file: File, isFollowed = true): UploadedFile {
  const path = pathOf(file);
  const sending = useSentFiles().find((one) => one.path === path && one.bytes === file.size);
  const begin = useMutation({
    mutationFn: async () => {
      const { files } = await call(getInbox, {});
      sendFiles([file], files);
    },
  });
  const { mutate: beginNow } = begin;
  useEffect(() => beginNow(), [beginNow]);
  const isHere = begin.isSuccess && sending === undefined && isFollowed;
  const inbox = useQuery({
    queryKey: ['media', 'inbox'],
    queryFn: ({ signal }) => call(getInbox, {}, { signal, isBackground: true }),
    enabled: isHere,
    // The list from before the upload does not have the file.
    staleTime: 0,
    refetchInterval: EVERY_MS,
  });
  const known = isHere ? inbox.data?.files.find((one) => isSameFile(file, one)) : undefined;
  return {
    sending,
    known,
    isMissing: isHere && inbox.isFetchedAfterMount && !inbox.isFetching && known === undefined,
    hasTools: inbox.data?.has_tools ?? true,
    error: begin.error ?? inbox.error,
    retry: () => (begin.error ? begin.mutate() : void inbox.refetch()),
  };
}
