import * as endpoints from './calls.ts';

export { endpoints };

export type EndpointName = keyof typeof endpoints;
