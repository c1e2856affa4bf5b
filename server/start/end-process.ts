/** A server that has not closed after this, in ms, is ended; supervisors wait 5 s, and a busy machine runs timers late. */
const END_AFTER_MS = 4_600;

export interface EndOptions {
  close(): Promise<void>;
  /** Explains an error of `close` to the operator in one sentence. */
  explain(error: unknown): string;
  /** Resolves with the reason when the database has failed for good. */
  broken?: Promise<Error> | undefined;
}

/**
 * Ends the process on the first signal, or when the database has failed for good; ignores further signals. The exit
 * code is 0 when a signal closed everything, else 1: also when closing takes too long, because calls are lost then.
 */
export function endProcessInTime({ close, explain, broken }: EndOptions): void {
  let isClosing = false;
  const end = (exitCode: number) => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => {
      console.error('The server did not close in time: it is ended, and calls under way are lost.');
      process.exit(1);
    }, END_AFTER_MS);
    close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  void broken?.then((reason) => {
    console.error(`The embedded database stopped, and the server ends: ${reason.message}`);
    end(1);
  });
}
