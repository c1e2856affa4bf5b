/** Where an evening's data is stored. */
export type EveningStore = { kind: 'postgres'; url: string } | { kind: 'embedded'; dataDir: string };

/** What a process of an evening is told at its start, as JSON in the environment. */
export interface ProcessSettings {
  role: 'serve' | 'work' | 'both';
  store: EveningStore;
  catalogueFolder: string;
  /** Absent where the process has the real time. */
  clockFile?: string | undefined;
  /** Number of the process in the file of the clock. */
  clockSlot: number;
  logLevel: string;
}
