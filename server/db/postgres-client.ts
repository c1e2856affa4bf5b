import pg from 'pg';
import { DatabaseUnavailableError, toDatabaseError } from '../lib/database-errors.ts';

/** Statements that a process prepares; each costs memory in every connection, so later texts run unprepared. */
const MAXIMUM_PREPARED = 1_000;
/** A server that does not take leave within this, in ms, is not waited for. */
const LEAVE_WITHIN_MS = 1_000;

/** One name per distinct text. Texts are few: lists go in as one array or one JSON value. */
export function createStatementNames(maximum = MAXIMUM_PREPARED): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maximum) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

export interface ClientOptions {
  nameOf(text: string): string | undefined;
  /** A statement without an answer after this, in ms, ends its connection: a dead server cancels nothing. */
  answerMs: number;
  onAnswer(): void;
  onFailure(error: unknown): void;
  /** Clients that have not ended; each adds and removes itself. */
  open: Set<{ drop(error: Error): void }>;
}

/**
 * Prepares statements, which halves the database's work per call, drops a connection that does not answer, and throws
 * the errors of `lib/database-errors.ts`.
 */
export function clientClass({ nameOf, answerMs, onAnswer, onFailure, open }: ClientOptions): typeof pg.Client {
  return class BoundedClient extends pg.Client {
    #isLost = false;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      open.add(this);
      // Without a listener a connection that breaks under a transaction would end the process.
      this.on('error', () => {
        this.#isLost = true;
      });
      this.once('end', () => {
        this.#isLost = true;
        open.delete(this);
      });
    }

    /** Ends the connection now; statements under way fail with the error. */
    drop(error: Error): void {
      this.connection.stream.destroy(error);
    }

    // The overloads are many; only the one that the query builder uses is changed.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    override query(...args: any[]): any {
      const [text, values] = args as [unknown, unknown];
      // eslint-disable-next-line @typescript-eslint/no-explicit-any
      const query = super.query.bind(this) as (...args: any[]) => any;
      if (typeof text !== 'string' || args.length !== 2 || !Array.isArray(values)) return query(...args);
      const name = values.length > 0 ? nameOf(text) : undefined;
      return this.#answerOf(query(name === undefined ? { text, values } : { name, text, values }) as Promise<unknown>);
    }

    async #answerOf(answer: Promise<unknown>): Promise<unknown> {
      const late = setTimeout(
        () => this.drop(new DatabaseUnavailableError(`the database did not answer within ${answerMs} ms`)),
        answerMs,
      );
      try {
        const result = await answer;
        onAnswer();
        return result;
      } catch (error) {
        const failure =
          !this.#isLost || error instanceof DatabaseUnavailableError
            ? toDatabaseError(error)
            : new DatabaseUnavailableError('the connection to the database broke', { cause: error });
        onFailure(failure);
        throw failure;
      } finally {
        clearTimeout(late);
      }
    }

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | void {
      const late = setTimeout(() => this.connection.stream.destroy(), LEAVE_WITHIN_MS).unref();
      this.once('end', () => clearTimeout(late));
      return callback ? super.end(callback) : super.end();
    }
  };
}
