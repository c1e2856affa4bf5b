import { cpus, loadavg } from 'node:os';

/** More than this load per core is other work beside a benchmark, which itself takes about one core. */
const BUSY_PER_CORE = 1;

/** Whether other programs share the machine: then only ratios of one run mean something. */
export const isBusy = (load = loadavg()[0] ?? 0, cores = cpus().length): boolean => load > cores * BUSY_PER_CORE;

/** When, on how many cores, and beside which load of the last minute something is measured. */
export const machineLine = (now = new Date()): string =>
  `${now.toISOString().slice(0, 16).replace('T', ' ')}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
