import * as contracts from '@escuta/shared/contracts/operation/sistema';
import { VERSION } from '@escuta/shared/domain/version';
import { buildId } from '@escuta/shared/platform/process/build-id';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { contentDisposition } from '../../http/object-bytes.ts';
import { type Feature, publicRoute, route } from '../../route.ts';
import { EventStreams } from './event-streams.ts';
import { HealthMonitor } from './health.ts';
import { presentOperator } from './present.ts';
import { readSample } from './samples.ts';

export const sistema: Feature<AppDeps> = (deps) => {
  const monitor = new HealthMonitor(deps);
  const streams = new EventStreams(deps);
  deps.onStart(async () => {
    streams.start();
    await monitor.start();
  });
  deps.onStop(() => {
    streams.close();
    monitor.stop();
  });
  return [
    publicRoute(contracts.getVersion, async () => ({ version: VERSION, build: buildId() })),
    publicRoute(contracts.getOperador, async () => success(presentOperator(deps.env))),
    publicRoute(contracts.getHealth, async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      return monitor.health();
    }),
    publicRoute(contracts.downloadAmostra, async ({ params, reply }) => {
      const { som, nome } = await readSample(deps.env, params.amostra);
      reply.header('content-type', 'audio/mpeg');
      reply.header('content-disposition', contentDisposition('attachment', nome));
      reply.header('cache-control', 'public, max-age=3600');
      return reply.send(som);
    }),
    publicRoute(contracts.getLiveness, async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      return { vivo: true as const };
    }),
    publicRoute(contracts.getReadiness, async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      return monitor.ready();
    }),
    route(contracts.streamEventos, async ({ session, request, reply }) => {
      const stream = await streams.open(session, request.headers['last-event-id'] !== undefined);
      // Keeps proxies from buffering or compressing the events.
      reply.header('content-type', 'text/event-stream; charset=utf-8');
      reply.header('cache-control', 'no-store, no-transform');
      reply.header('x-accel-buffering', 'no');
      // The stream is the connection's last answer, so it needs no chunks, which would make four writes per event.
      reply.header('connection', 'close');
      reply.raw.removeHeader('transfer-encoding');
      return reply.send(stream);
    }),
  ];
};
