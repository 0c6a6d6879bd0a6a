import * as contracts from '@escuta/shared/contracts/insights/processing-config';
import { actorOf } from '../../access/actor.ts';
import type { AppDeps } from '../../deps.ts';
import { success } from '../../http/answers.ts';
import { type Feature, route } from '../../route.ts';
import { clearCaches, configOf, healthOf, inherit, setAdvanced, setSampling, toggle } from './service.ts';

export const processingConfig: Feature<AppDeps> = (deps) => {
  const targetOf = (params: { empresaId: string }, query: { projetoId?: string | undefined }) => ({
    empresaId: params.empresaId,
    projetoId: query.projetoId ?? null,
  });
  const changed = (message: string, data: Awaited<ReturnType<typeof configOf>>) => ({
    success: true as const,
    message,
    data,
  });
  return [
    route(contracts.getProcessingHealth, async ({ session }) =>
      success(await healthOf(deps, session.empresaId)),
    ),
    route(contracts.getProcessingConfig, async ({ params, query, scope }) =>
      success(await configOf(deps, scope, targetOf(params, query))),
    ),
    route(contracts.getAudioOptions, async ({ params, query, scope }) =>
      success((await configOf(deps, scope, targetOf(params, query))).audioProcessingConfig),
    ),
    route(contracts.getLoggingConfig, async ({ params, query, scope }) =>
      success((await configOf(deps, scope, targetOf(params, query))).loggingConfig),
    ),
    route(contracts.setTranscriptionSampling, async ({ body, scope, session, request }) =>
      changed(
        'Porcentagem de transcrição atualizada com sucesso',
        await setSampling(deps, scope, actorOf(session, request), body),
      ),
    ),
    route(contracts.toggleProcessing, async ({ body, scope, session, request }) =>
      changed(
        `Processamento ${body.enabled ? 'habilitado' : 'desabilitado'} com sucesso`,
        await toggle(deps, scope, actorOf(session, request), body),
      ),
    ),
    route(contracts.updateAdvancedConfig, async ({ body, scope, session, request }) =>
      changed('Configurações atualizadas', await setAdvanced(deps, scope, actorOf(session, request), body)),
    ),
    route(contracts.inheritProcessingConfig, async ({ params, scope, session, request }) =>
      changed(
        'O projeto voltou à configuração da empresa',
        await inherit(deps, scope, actorOf(session, request), params),
      ),
    ),
    route(contracts.clearProcessingCache, async ({ body, session, request }) => {
      await clearCaches(deps, body.empresaId ?? session.empresaId);
      request.log.info('Caches de processamento limpos');
      return { success: true as const, message: 'Cache limpo com sucesso' };
    }),
  ];
};
