/** Where an evening's data is stored. */
export type EveningStore = { kind: 'postgres'; url: string } | { kind: 'embedded'; dataDir: string };

/** Settings of a process of an evening, as JSON in its environment. */
export interface ProcessSettings {
  /** Id of the process that lives the evening: when it ends, this one ends. */
  parentId: number;
  role: 'serve' | 'work' | 'both';
  store: EveningStore;
  catalogueFolder: string;
  /** Absent where the process has the real time. */
  clockFile?: string | undefined;
  /** Number of the process in the file of the clock. */
  clockSlot: number;
  logLevel: string;
}
