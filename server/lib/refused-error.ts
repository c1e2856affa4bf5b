/** An operator requested a change that the service does not allow. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** The reason in Korean, for the console. */
  readonly shown: string;

  /** @param message the reason in English, for the terminal. */
  constructor(message: string, shown = '지금은 할 수 없는 작업이에요.') {
    super(message);
    this.shown = shown;
  }
}

/** The named record does not exist, or was deleted. */
export class MissingError extends RefusedError {}

/** Somebody else has decided since the version that a change started from. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
}
