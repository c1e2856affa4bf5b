/** Where the causes of rows that are left out are told. */
export interface HomeLog {
  error(details: object, message: string): void;
  info(details: object, message: string): void;
}

/** Rows are asked for all the time: a cause is logged when a row begins to fail by it, and again after it worked. */
export interface RowFailures {
  failed(row: string, error: unknown): void;
  worked(row: string): void;
}

const causeOf = (error: unknown) => (error instanceof Error ? `${error.name} ${error.message}` : String(error));

export function createRowFailures(log: HomeLog): RowFailures {
  /** By the name of a row, of which there are few. */
  const causes = new Map<string, string>();
  return {
    failed(row, error) {
      const cause = causeOf(error);
      if (causes.get(row) === cause) return;
      // Rows that fail by the same cause are one fault.
      const isKnown = [...causes.values()].includes(cause);
      causes.set(row, cause);
      if (!isKnown) log.error({ err: error, row }, 'a row of home is left out');
    },
    worked(row) {
      if (causes.delete(row)) log.info({ row }, 'a row of home is back');
    },
  };
}
