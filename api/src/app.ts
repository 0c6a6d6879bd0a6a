import { BODY_KB } from '@escuta/shared/contracts/contract';
import type { Env } from '@escuta/shared/platform/process/env';
import { Processes, processPlace } from '@escuta/shared/platform/process/processes';
import { createLivePublisher } from '@escuta/shared/platform/redis/live-events';
import { SharedSemaphore } from '@escuta/shared/platform/redis/shared-semaphore';
import { WatchedStore } from '@escuta/shared/platform/storage/watched-store';
import jwt from '@fastify/jwt';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { Accesses } from './access/accesses.ts';
import type { Deps } from './base-deps.ts';
import type { AppDeps } from './deps.ts';
import { admin } from './features/admin/routes.ts';
import { agentes } from './features/agentes/routes.ts';
import { folhas } from './features/agentes/sheet/routes.ts';
import { aparelhos } from './features/aparelhos/routes.ts';
import { asteriskConfigs } from './features/asterisk-configs/routes.ts';
import { atribuicoes } from './features/atribuicoes/routes.ts';
import { auditoriaItems } from './features/auditoria-items/routes.ts';
import { auditorias } from './features/auditorias/routes.ts';
import { auth } from './features/auth/routes.ts';
import { avisos } from './features/avisos/routes.ts';
import { busca } from './features/busca/routes.ts';
import { cep } from './features/cep/routes.ts';
import { confrontos } from './features/confrontos/routes.ts';
import { creditos } from './features/creditos/routes.ts';
import { dashboard } from './features/dashboard/routes.ts';
import { deadLetters } from './features/dead-letters/routes.ts';
import { documentos } from './features/documentos/routes.ts';
import { empresas } from './features/empresas/routes.ts';
import { entrevistas } from './features/entrevistas/routes.ts';
import { envios } from './features/envios/routes.ts';
import { equipe } from './features/equipe/routes.ts';
import { exportacoes } from './features/exportacoes/routes.ts';
import { filas } from './features/filas/routes.ts';
import { filtros } from './features/filtros/routes.ts';
import { importacoes } from './features/importacoes/routes.ts';
import { indicacoes } from './features/indicacoes/routes.ts';
import { insightTemplates } from './features/insight-templates/routes.ts';
import { insights } from './features/insights/routes.ts';
import { leads } from './features/leads/routes.ts';
import { lotes } from './features/lotes/routes.ts';
import { lotesGravacao } from './features/lotes-gravacao/routes.ts';
import { modelos } from './features/modelos/routes.ts';
import { momentos } from './features/momentos/routes.ts';
import { notificacoes } from './features/notificacoes/routes.ts';
import { pesquisas } from './features/pesquisas/routes.ts';
import { preferencias } from './features/preferencias/routes.ts';
import { preparos } from './features/preparos/routes.ts';
import { processingConfig } from './features/processing-config/routes.ts';
import { projetos } from './features/projetos/routes.ts';
import { quadro } from './features/quadro/routes.ts';
import { questionarios } from './features/questionarios/routes.ts';
import { registros } from './features/registros/routes.ts';
import { regras } from './features/regras/routes.ts';
import { relatorios } from './features/relatorios/routes.ts';
import { resultados } from './features/resultados/routes.ts';
import { sinais } from './features/sinais/routes.ts';
import { sistema } from './features/sistema/routes.ts';
import { suporte } from './features/suporte/routes.ts';
import { tarefas } from './features/tarefas/routes.ts';
import { templateTests } from './features/template-tests/routes.ts';
import { users } from './features/users/routes.ts';
import { verificacoes } from './features/verificacoes/routes.ts';
import { registerConnections } from './plugins/connections.ts';
import { registerDocs } from './plugins/docs/docs.ts';
import { registerPublishedKeys } from './plugins/docs/published-keys.ts';
import { answerConnectionError, answerFrameworkError, registerErrors } from './plugins/errors.ts';
import { registerRateLimit } from './plugins/limits/rate-limit.ts';
import {
  REFUSED_BODY_LIMITS,
  type RefusedBodyLimits,
  registerRefusedBodies,
} from './plugins/limits/refused-bodies.ts';
import { registerSlowBodies, SLOW_BODY_LIMITS, type SlowBodyLimits } from './plugins/limits/slow-bodies.ts';
import { registerDevMailbox } from './plugins/mailbox/dev-mailbox.ts';
import { Metrics } from './plugins/metrics.ts';
import { registerQueueBoard } from './plugins/queue-board/queue-board.ts';
import { registerRequestLog, requestId } from './plugins/request-log.ts';
import { registerSecurity } from './plugins/security.ts';
import { API_PREFIX, authorize } from './plugins/session/access.ts';
import { createSessions } from './plugins/session/sessions.ts';
import { createTokens } from './plugins/session/tokens.ts';
import { Subscriptions } from './plugins/subscriptions.ts';
import { registerTracing } from './plugins/tracing.ts';
import { registerValidation } from './plugins/validation.ts';
import { registerWeb } from './plugins/web.ts';
import { type Feature, registerRoutes } from './route.ts';

export const FEATURES: readonly Feature<AppDeps>[] = [
  sistema,
  auth,
  users,
  empresas,
  asteriskConfigs,
  cep,
  leads,
  registros,
  creditos,
  auditorias,
  preparos,
  documentos,
  lotesGravacao,
  projetos,
  pesquisas,
  questionarios,
  quadro,
  verificacoes,
  entrevistas,
  aparelhos,
  envios,
  agentes,
  folhas,
  filtros,
  regras,
  notificacoes,
  preferencias,
  avisos,
  relatorios,
  atribuicoes,
  auditoriaItems,
  busca,
  importacoes,
  resultados,
  confrontos,
  sinais,
  indicacoes,
  equipe,
  processingConfig,
  insightTemplates,
  templateTests,
  insights,
  modelos,
  momentos,
  deadLetters,
  tarefas,
  exportacoes,
  lotes,
  filas,
  dashboard,
  admin,
  suporte,
];

/** Default limit of a JSON body, bytes; a contract may set another. */
const BODY_LIMIT = BODY_KB * 1024;

export type AppOptions = {
  features?: readonly Feature<AppDeps>[];
  isStopping?: () => boolean;
  slowBodies?: SlowBodyLimits;
  refusedBodies?: RefusedBodyLimits;
  /** Event loop delay from which requests are refused, ms; 0: never. */
  maxEventLoopDelayMs?: number;
};

export type App = { app: FastifyInstance; deps: AppDeps };

function trustProxy(env: Pick<Env, 'TRUST_PROXY'>): boolean | string[] {
  const value = env.TRUST_PROXY.trim();
  if (value === 'true') return true;
  const list = value
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return list.length > 0 ? list : false;
}

/**
 * Builds the API; the caller lets the app listen, or injects requests. `app.close()` closes what this function created,
 * but not the dependencies in `given`.
 */
export async function buildApp(given: Deps, options: AppOptions = {}): Promise<App> {
  const { env, log } = given;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustProxy(env),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    connectionTimeout: 120_000,
    return503OnClosing: true,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerConnectionError,
  });
  app.decorateRequest('session', null);
  app.decorateRequest('credential', null);
  registerConnections(app);
  registerErrors(app);
  registerValidation(app);

  const metrics = new Metrics(given.db.pool);
  const subscriptions = new Subscriptions(env, log);
  const sessions = createSessions(given, subscriptions);
  const accesses = new Accesses(given);
  const shared = { redis: given.redis, prefix: env.REDIS_PREFIX, log };
  const processes = new Processes(shared, { tipo: 'api', ...processPlace(env) });
  const semaphore = new SharedSemaphore({ ...shared, sharers: () => processes.replicas });
  const deps: AppDeps = {
    ...given,
    publish: createLivePublisher(given.redis, log, env.REDIS_PREFIX),
    processes,
    semaphore,
    store: new WatchedStore(given.store),
    metrics,
    accesses,
    subscriptions,
    sessions,
    tokens: createTokens(app),
    isStopping: options.isStopping ?? (() => false),
    onStart: (run) => {
      app.addHook('onReady', async () => run());
    },
    onStop: (run) => {
      app.addHook('preClose', async () => run());
    },
  };
  app.addHook('onReady', async () => {
    // Does not await the start, because without Redis this process works alone.
    void processes.start();
  });
  app.addHook('onClose', async () => {
    semaphore.close();
    await accesses.close();
    await processes.stop();
    subscriptions.close();
    metrics.close();
  });

  registerTracing(app);
  registerRequestLog(app, metrics);
  registerSlowBodies(app, options.slowBodies ?? SLOW_BODY_LIMITS);
  registerRefusedBodies(app, options.refusedBodies ?? REFUSED_BODY_LIMITS);
  await registerSecurity(app, env, options.maxEventLoopDelayMs);
  await app.register(jwt, {
    secret: env.JWT_SECRET,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'] },
  });
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      files: 1,
      fields: 10,
      parts: 11,
      fieldSize: 16_384,
      fieldNameSize: 100,
      headerPairs: 50,
      fileSize: env.UPLOAD_MAX_MB * 1024 * 1024,
    },
  });
  registerDocs(app);
  await app.register(
    async (api) => {
      // Answers are private by default; a cacheable route sets its own header.
      api.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store');
        done();
      });
      await registerRateLimit(api, deps);
      // Routes that declare no body ignore a body of this content type; other routes refuse the content type.
      api.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, _body, done) => done(null, undefined),
      );
      registerRoutes(
        api,
        (options.features ?? FEATURES).flatMap((feature) => feature(deps)),
        {
          authorize: (contract, request) => authorize(deps, contract, request),
          checkRawJson: env.NODE_ENV === 'test',
          uploadMaxMb: env.UPLOAD_MAX_MB,
        },
      );
      await registerQueueBoard(api, deps);
    },
    { prefix: API_PREFIX },
  );
  registerDevMailbox(app, given);
  registerPublishedKeys(app, deps);
  await registerWeb(app, env.WEB_DIST);
  await sessions.start();
  return { app, deps };
}
