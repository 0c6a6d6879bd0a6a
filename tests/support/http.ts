// Requests of the integration tests over HTTP: supertest with the interface of Fastify's `inject`. Requests that HTTP
// from this machine cannot make (foreign address, streamed answer) are injected.
import { Agent, createServer, type Server } from 'node:http';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import supertest from 'supertest';

/** Options that a request over HTTP can have; a request with any other option is injected. */
const OVER_HTTP = new Set(['method', 'url', 'headers', 'payload', 'body', 'query']);

function goesOverHttp(options: InjectOptions): boolean {
  const body = options.payload ?? options.body;
  const isStream = body !== null && typeof body === 'object' && 'pipe' in body;
  return (
    !isStream &&
    typeof options.url === 'string' &&
    options.url.startsWith('/') &&
    Object.keys(options).every((key) => OVER_HTTP.has(key))
  );
}

async function send(server: Server, agent: Agent, options: InjectOptions): Promise<LightMyRequestResponse> {
  const method = (options.method ?? 'GET').toLowerCase() as 'get';
  let request = supertest(server)
    [method](String(options.url))
    .agent(agent)
    .redirects(0)
    .ok(() => true)
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done(null, Buffer.concat(parts)));
      response.on('error', (error) => done(error, null));
    })
    .set('accept-encoding', 'identity')
    .unset('user-agent');
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value !== undefined)
      request = request.set(name, Array.isArray(value) ? value.join(', ') : String(value));
  }
  if (options.query) request = request.query(options.query);
  const body = options.payload ?? options.body;
  const given = Object.keys(options.headers ?? {}).some((name) => name.toLowerCase() === 'content-type');
  if (body !== undefined && body !== null) {
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    if (!given && !isText) request = request.set('content-type', 'application/json');
    request = request
      .serialize((value: unknown) => value as string)
      .send((isText ? body : JSON.stringify(body)) as string);
    if (!given && isText) request = request.set('content-type', 'text/plain');
  }
  const answer = await request;
  const raw = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.text ?? '');
  const text = raw.toString();
  return {
    statusCode: answer.status,
    headers: answer.headers,
    body: text,
    payload: text,
    rawPayload: raw,
    json: () => JSON.parse(text),
  } as unknown as LightMyRequestResponse;
}

/** Wraps an app so that its `inject` uses HTTP. Call the returned `close` before the app's own `close`. */
export function overHttp(app: FastifyInstance): { app: FastifyInstance; close: () => void } {
  const server = createServer(app.routing);
  // Connections are kept alive, as browsers do, because a connection per request took two thirds of a request's time.
  // The server never closes an idle connection, so that no request meets a connection that is being closed.
  server.keepAliveTimeout = 0;
  const agent = new Agent({ keepAlive: true });
  const listening = new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const inject = async (given: InjectOptions | string) => {
    const options = typeof given === 'string' ? { url: given } : given;
    if (!goesOverHttp(options)) return app.inject(options);
    await listening;
    return send(server, agent, options);
  };
  return {
    app: new Proxy(app, {
      get: (target, key) => {
        if (key === 'inject') return inject;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
