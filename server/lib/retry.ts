/** Tries in all, the first included. */
const MAXIMUM_TRIES = 5;

/** 40001: a serializable engine asks to try again; 40P01: this transaction was chosen to end a deadlock. */
const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

/** Runs a whole transaction again when the database asks for it. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || tries >= MAXIMUM_TRIES) throw error;
    }
  }
}
