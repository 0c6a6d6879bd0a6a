import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/processing-config';
import type {
  ProcessingConfigWire,
  ProcessingType,
} from '@escuta/shared/contracts/insights/processing-config';
import { AppError } from '@escuta/shared/domain/errors';
import { ETAPAS } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { cacheChannel } from '@escuta/shared/queues/pipeline';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { ConfigPatch } from '@escuta/shared/services/runs/processing-config';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { assertInCatalogue } from '../../reads/catalogue-repo.ts';
import { dropProjectConfig, isWithin, readConfig, readQueues, type Target, writeConfig } from './repo.ts';

/** The part of the configuration that each type of processing switches. */
const SWITCHES: Record<ProcessingType, keyof ConfigPatch & `${string}Config`> = {
  transcription: 'transcriptionConfig',
  audio: 'audioProcessingConfig',
  text_analysis: 'textAnalysisConfig',
  business: 'businessProcessingConfig',
};

async function requireTarget(db: Db, scope: Scope, target: Target): Promise<void> {
  if (await isWithin(db, scope, target)) return;
  throw new AppError(
    'nao_encontrado',
    target.projetoId ? 'Projeto não encontrado.' : 'Empresa não encontrada ou acesso negado.',
  );
}

const present = (target: Target, config: Awaited<ReturnType<typeof readConfig>>): ProcessingConfigWire => ({
  ...target,
  ...config,
});

/**
 * The configuration in force for a company or one of its projects.
 * @throws AppError nao_encontrado
 */
export async function configOf(deps: AppDeps, scope: Scope, target: Target): Promise<ProcessingConfigWire> {
  await requireTarget(deps.db, scope, target);
  return present(target, await readConfig(deps.db, target));
}

/** Runs a change and logs what `work` returns (null: nothing changed). Workers use the new values at once. */
async function changeConfig(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  target: Target,
  work: (db: Db) => Promise<object | null>,
): Promise<ProcessingConfigWire> {
  return deps.db.transaction(async (tx) => {
    await requireTarget(tx, scope, target);
    const detalhes = await work(tx);
    if (!detalhes) return present(target, await readConfig(tx, target));
    await recordAction(tx, {
      ...actor,
      empresaId: target.empresaId,
      acao: 'configuracao_alterada',
      recurso: 'configuracao_processamento',
      recursoId: target.projetoId ?? target.empresaId,
      detalhes: { ...detalhes, ...(target.projetoId ? { projetoId: target.projetoId } : {}) },
    });
    return present(target, await readConfig(tx, target));
  });
}

/**
 * Sets the sampling percentage.
 * @throws AppError nao_encontrado
 */
export function setSampling(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  { samplingPercentage, ...target }: BodyOf<typeof contracts.setTranscriptionSampling>,
): Promise<ProcessingConfigWire> {
  return changeConfig(deps, scope, actor, target, async (db) => {
    const before = await readConfig(db, target);
    if (before.transcriptionConfig.sampling_percentage === samplingPercentage) return null;
    await writeConfig(db, target, { transcriptionConfig: { sampling_percentage: samplingPercentage } });
    return {
      amostragem: { antes: before.transcriptionConfig.sampling_percentage, depois: samplingPercentage },
    };
  });
}

/**
 * Switches a type of processing on or off.
 * @throws AppError nao_encontrado
 */
export function toggle(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  { processingType, enabled, ...target }: BodyOf<typeof contracts.toggleProcessing>,
): Promise<ProcessingConfigWire> {
  return changeConfig(deps, scope, actor, target, async (db) => {
    const before = await readConfig(db, target);
    const part = SWITCHES[processingType];
    const changed = diffOf(before[part], { enabled });
    if (!changed) return null;
    await writeConfig(db, target, { [part]: { enabled } });
    return { tipo: processingType, ...changed };
  });
}

/** Flattens settings to one object with names such as 'retryConfig.max_retries'. */
const leavesOf = (config: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config).flatMap(([part, value]): [string, unknown][] =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).map(([name, one]) => [`${part}.${name}`, one])
        : [[part, value]],
    ),
  );

/**
 * Changes those advanced settings that the request names.
 * @throws AppError nao_encontrado, regra_violada (unknown model)
 */
export function setAdvanced(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  { empresaId, projetoId, ...body }: BodyOf<typeof contracts.updateAdvancedConfig>,
): Promise<ProcessingConfigWire> {
  const target = { empresaId, projetoId };
  const patch = JSON.parse(JSON.stringify(body)) as ConfigPatch;
  return changeConfig(deps, scope, actor, target, async (db) => {
    const before = await readConfig(db, target);
    const models = [
      ['transcriptionConfig', 'modelo', 'transcricao'],
      ['textAnalysisConfig', 'modelo', 'texto'],
      ['textAnalysisConfig', 'modelo_confronto', 'texto'],
    ] as const;
    for (const [part, key, finalidade] of models) {
      const rotulo = (patch[part] as Record<string, unknown> | undefined)?.[key];
      // Checks only a new choice, because the stored model may be missing from the catalogue.
      const stands = (present(target, before)[part] as Record<string, unknown>)[key];
      if (typeof rotulo === 'string' && rotulo !== stands) {
        await assertInCatalogue(db, rotulo, finalidade, `${part}.${key}`);
      }
    }
    const changed = diffOf(leavesOf(before), leavesOf(patch));
    if (changed) await writeConfig(db, target, patch);
    return changed;
  });
}

/**
 * Makes a project use its company's configuration again.
 * @throws AppError nao_encontrado
 */
export function inherit(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  target: { empresaId: string; projetoId: string },
): Promise<ProcessingConfigWire> {
  return changeConfig(deps, scope, actor, target, async (db) => {
    await dropProjectConfig(db, target);
    return { herdado: true };
  });
}

/** A company's waiting and running stages, with the state 'parado' if the longest wait exceeds QUEUE_MAX_WAIT_S, s. */
export async function healthOf(deps: AppDeps, empresaId: string) {
  const rows = await readQueues(deps.db, empresaId);
  const waits = rows.map(({ espera }) => espera).filter((espera) => espera !== null);
  const oldest = waits.length > 0 ? Math.max(...waits) : null;
  return {
    status: oldest !== null && oldest > deps.env.QUEUE_MAX_WAIT_S ? ('parado' as const) : ('ok' as const),
    aguardando: rows.filter(({ admitida }) => !admitida).reduce((sum, { n }) => sum + n, 0),
    emAndamento: ETAPAS.map((etapa) => ({
      etapa,
      execucoes: rows.filter((row) => row.admitida && row.etapa === etapa).reduce((sum, { n }) => sum + n, 0),
    })),
    esperaMaisAntigaS: oldest,
  };
}

/** Makes every process reload catalogue, prices and a given company's permissions. Configurations are not cached. */
export async function clearCaches(deps: AppDeps, empresaId: string | undefined): Promise<void> {
  await deps.redis.publish(cacheChannel(deps.env.REDIS_PREFIX), '');
  if (empresaId) deps.sessions.announce(empresaId);
}
