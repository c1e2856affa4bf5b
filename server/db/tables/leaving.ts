import type { Selectable } from 'kysely';

/** An account whose rows are being erased. */
interface ErasuresTable {
  account_id: string;
  /** Hash of the e-mail address, as in the names of counters. */
  email_hash: string;
  left_at: Date;
}

/** A file of all that is stored about an account. */
interface AccountExportsTable {
  id: string;
  account_id: string;
  requested_at: Date;
  /** The complete file; null before. */
  file_id: string | null;
  /** Hash of the token in the mail's link; null before the file is complete. */
  token_hash: string | null;
  expires_at: Date | null;
}

/** A piece of the text of a file. */
interface AccountExportPartsTable {
  account_id: string;
  /** Each try to make a file has its own. */
  file_id: string;
  part: number;
  body: string;
}

/** Tables of the leaving accounts. */
export interface TablesOfLeaving {
  erasures: ErasuresTable;
  account_exports: AccountExportsTable;
  account_export_parts: AccountExportPartsTable;
}

export type ErasureRow = Selectable<ErasuresTable>;
export type AccountExportRow = Selectable<AccountExportsTable>;
