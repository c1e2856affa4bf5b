import pg from 'pg';
import { DatabaseUnavailableError, isOutdatedStatement, toDatabaseError } from '../lib/database-errors.ts';

/** Maximum prepared statements per process; each costs memory in every connection, so later texts run unprepared. */
const MAXIMUM_PREPARED = 1_000;
/** A server that does not close the connection within this time, in ms, is disconnected. */
const LEAVE_WITHIN_MS = 1_000;

export interface StatementNames {
  of(text: string): string | undefined;
  /** Gives a text another name, under which each connection prepares it again. Does nothing if it has one already. */
  renew(text: string, name: string): void;
}

/** One name per distinct text. There are few texts: lists are passed as one array or one JSON value. */
export function createStatementNames(maximum = MAXIMUM_PREPARED): StatementNames {
  const names = new Map<string, string>();
  let count = 0;
  const add = (text: string) => {
    const name = `s${count}`;
    count += 1;
    names.set(text, name);
    return name;
  };
  return {
    of: (text) => names.get(text) ?? (count < maximum ? add(text) : undefined),
    renew(text, name) {
      if (names.get(text) !== name) return;
      names.delete(text);
      if (count < maximum) add(text);
    },
  };
}

/** A list of numbers in PostgreSQL's form. The driver would quote and escape each of them. */
const withNumbersAsText = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === 'number') ? `{${value.join()}}` : value;

export interface ClientOptions {
  statementNames: StatementNames;
  /** A statement without an answer after this time, in ms, ends its connection: a dead server cannot cancel it. */
  answerMs: number;
  onAnswer(): void;
  onFailure(error: unknown): void;
  /** Open clients; each adds and removes itself. */
  open: Set<{ drop(error: Error): void }>;
}

/**
 * Prepares statements, which halves the database's work per call; drops connections that do not answer; throws the
 * errors of `lib/database-errors.ts`.
 */
export function clientClass({ statementNames, answerMs, onAnswer, onFailure, open }: ClientOptions): typeof pg.Client {
  return class BoundedClient extends pg.Client {
    #isLost = false;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      open.add(this);
      // Without a listener, a connection that breaks during a transaction would end the process.
      this.on('error', () => {
        this.#isLost = true;
      });
      this.once('end', () => {
        this.#isLost = true;
        open.delete(this);
      });
    }

    /** Ends the connection immediately; running statements fail with the error. */
    drop(error: Error): void {
      this.connection.stream.destroy(error);
    }

    // The overloads are many; only the one that the query builder uses is changed.
    // oxlint-disable-next-line typescript/no-explicit-any
    override query(...args: any[]): any {
      const [text, values] = args as [unknown, unknown];
      // oxlint-disable-next-line typescript/no-explicit-any
      const query = super.query.bind(this) as (...args: any[]) => any;
      if (typeof text !== 'string' || args.length !== 2 || !Array.isArray(values)) return query(...args);
      const given = values.map(withNumbersAsText);
      const ask = (name: string | undefined) =>
        this.#answerOf(
          query(name === undefined ? { text, values: given } : { name, text, values: given }) as Promise<unknown>,
        );
      return values.length > 0 ? this.#askByName(text, ask) : ask(undefined);
    }

    /** Asks again where a migration has changed the statement's columns; a transaction is repeated by who began it (`retry`). */
    async #askByName(text: string, ask: (name: string | undefined) => Promise<unknown>): Promise<unknown> {
      const name = statementNames.of(text);
      const isAlone = this.getTransactionStatus() !== 'T';
      try {
        return await ask(name);
      } catch (error) {
        if (name === undefined || !isOutdatedStatement(error)) throw error;
        statementNames.renew(text, name);
        if (!isAlone) throw error;
        return ask(statementNames.of(text));
      }
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
