import type { ReportSender } from './report-sender.ts';

/**
 * Sends the pending reports on the disk. The first call loads the sender, a separate script. After a failed load, the
 * next call tries again; the reports stay on the disk.
 */
export function createSendReports(load: () => Promise<ReportSender>): () => void {
  let loading: Promise<ReportSender> | null = null;
  return () => {
    loading ??= load();
    loading.then(
      (sender) => sender.send(),
      (error: unknown) => {
        loading = null;
        console.warn('report sender', error);
      },
    );
  };
}
