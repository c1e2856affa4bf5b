import { z } from 'zod';
import { documented, urlOf } from './variable.ts';

/** Standard variables of OpenTelemetry. Its library reads them, and others, from the environment itself. */
export const otelVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: documented(urlOf(/^https?$/, 'http:// or https://').optional(), {
    description:
      'Where traces of calls, statements and jobs go, by OTLP over HTTP: the receiver’s address, below which `/v1/traces` is. The other standard variables hold, too (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_BSP_…`).',
    unset: 'nothing is traced',
    example: 'http://127.0.0.1:4318',
  }),
  OTEL_SERVICE_NAME: documented(z.string().min(1).max(200).default('bora'), {
    description: 'Name of the service in traces.',
  }),
  OTEL_TRACES_SAMPLER: documented(
    z
      .enum([
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ])
      .default('parentbased_always_on'),
    { description: 'Which calls and jobs are traced: all of them, none, or a share (`traceidratio`).' },
  ),
  OTEL_TRACES_SAMPLER_ARG: documented(z.coerce.number({ error: 'must be a number' }).min(0).max(1).default(1), {
    description: 'That share, from 0 to 1.',
  }),
  OTEL_SDK_DISABLED: documented(z.enum(['true', 'false']).default('false'), {
    description: '`true` traces nothing, whatever the other variables say.',
  }),
};

type OtelVariables = z.output<z.ZodObject<typeof otelVariables>>;

export const wantsTraces = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_SDK_DISABLED: off,
}: OtelVariables): boolean => endpoint !== undefined && off !== 'true';
