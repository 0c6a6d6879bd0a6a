import { createServer, type Server } from 'node:http';
import type { App } from '../app.ts';
import { API_PREFIX } from '../plugins/session/access.ts';

/** Starts the private port: /metrics for Prometheus, /ready and /live for orchestrators; never make it public. */
export async function startPrivateServer({ app, deps }: App): Promise<Server | null> {
  const { METRICS_PORT, METRICS_HOST } = deps.env;
  if (METRICS_PORT === 0) return null;
  // Needs no database query: /ready returns the result of background measurements.
  const askReady = async () => {
    const ready = await app.inject({ url: `${API_PREFIX}/ready` });
    deps.metrics.ready(ready.statusCode === 200);
    return ready;
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      if (request.url === '/metrics') {
        await askReady();
        response.setHeader('content-type', deps.metrics.registry.contentType);
        response.end(await deps.metrics.registry.metrics());
        return;
      }
      if (request.url === '/live') {
        const live = await app.inject({ url: `${API_PREFIX}/live` });
        response.writeHead(live.statusCode, { 'content-type': 'application/json; charset=utf-8' });
        response.end(live.body);
        return;
      }
      if (request.url === '/ready') {
        const ready = await askReady();
        response.writeHead(ready.statusCode, { 'content-type': 'application/json; charset=utf-8' });
        response.end(ready.body);
        return;
      }
      response.writeHead(404).end();
    };
    answer().catch((error: unknown) => {
      deps.log.warn({ err: error }, 'Falha na porta privada');
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(METRICS_PORT, METRICS_HOST, resolve);
  });
  return server;
}
