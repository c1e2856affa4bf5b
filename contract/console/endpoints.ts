import * as consoleEndpoints from './calls.ts';

export { consoleEndpoints };

export type ConsoleEndpointName = keyof typeof consoleEndpoints;
