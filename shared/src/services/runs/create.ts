import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { FLUXOS } from '../../domain/profiles/flows.ts';
import { type Perfil, profileOf } from '../../domain/profiles/profile.ts';
import type { ProcessingConfig } from '../../domain/runs/processing-config.ts';
import { type Etapa, PRIORIDADE, type Prioridade, type StatusExecucao } from '../../domain/runs/status.ts';
import { newId } from '../../platform/database/ids.ts';
import { notifyRelay } from '../../platform/database/outbox.ts';
import type { LivePublisher } from '../../platform/redis/live-events.ts';
import { reserveCredit } from '../credits/ledger.ts';
import type { BalanceNotices } from '../credits/low-balance.ts';
import { itemEntersRun } from '../items/runs.ts';
import { copyAnswers, copyResult } from './copy.ts';
import type { LockedItem } from './item.ts';
import type { Plano } from './reuse.ts';

/**
 * A run's origin. `manual`: requested for this item, without sampling. `lote`: by a batch or import, with sampling.
 * `regenerar`: new analysis and insights on the existing transcript; costs credits, because providers are paid again.
 */
export type OrigemExecucao = 'manual' | 'lote' | 'regenerar';

export type RequestedRun = {
  execucaoId: string;
  status: StatusExecucao;
  creditos: number;
  saldo: number;
  /** True if the run only adds insights to a finished call, at the batch's price. */
  adicional: boolean;
};

export type NewRun = {
  item: LockedItem;
  perfil: Perfil;
  config: ProcessingConfig;
  origem: OrigemExecucao;
  solicitadoPor: string | null;
  prioridade: Prioridade;
  plano: Pick<Plano, 'base' | 'entradas'> | null;
  /** Run (null: all earlier runs) and stages whose paid answers may be reused. */
  respostas: { execucaoId: string | null; etapas: readonly Etapa[] } | null;
  creditos: number;
  adicional?: boolean;
  tarefaId?: string | undefined;
  evento: { nome: string; detalhes: string };
};

export const alreadyRunning = () =>
  new AppError('execucao_em_andamento', 'Este item já está sendo processado.');

/** Writes run, stages, item status and timeline in one statement; reserves the credits. */
export async function createRun(db: Db, run: NewRun, notices?: BalanceNotices): Promise<RequestedRun> {
  const execucaoId = newId();
  const fluxo = FLUXOS[run.perfil];
  const base = run.plano?.base ?? null;
  const inherited = new Set(base?.etapas);
  const first = fluxo.find((etapa) => !inherited.has(etapa)) ?? fluxo[0];
  const { rowCount } = await db.query({
    name: 'run_create',
    text: `with nova as (
             insert into execucoes (id, empresa_id, projeto_id, item_id, etapa_atual, origem, solicitado_por,
               configuracao,
               prioridade, tarefa_id)
             values ($1, $2, $3, $4, $5::etapa, $6, $7, $8, $15, $16)
             on conflict (item_id) where status in ('na_fila', 'executando') do nothing
             returning id
           ), etapas as (
             insert into execucao_etapas (execucao_id, etapa, ordem, empresa_id, status, entrada_hash, saida)
             select nova.id, e.etapa::etapa, e.ordem, $2, e.status::status_etapa, e.hash,
               (select b.saida from execucao_etapas b
                where b.execucao_id = $14 and b.etapa = e.etapa::etapa and e.status = 'ignorada')
             from nova, unnest($9::text[], $10::text[], $11::text[]) with ordinality as e (etapa, status, hash, ordem)
           ), item as (
             ${itemEntersRun('nova', '$4')}
           ), evento as (
             insert into eventos_timeline (empresa_id, item_id, execucao_id, evento, detalhes)
             select $2, $4, nova.id, $12, $13 from nova
           )
           select id from nova`,
    values: [
      execucaoId,
      run.item.empresa_id,
      run.item.projeto_id,
      run.item.id,
      first,
      run.origem,
      run.solicitadoPor,
      run.config,
      fluxo,
      fluxo.map((etapa) => (inherited.has(etapa) ? 'ignorada' : 'pendente')),
      fluxo.map((etapa) => (inherited.has(etapa) ? (run.plano?.entradas[etapa] ?? null) : null)),
      run.evento.nome,
      run.evento.detalhes,
      base?.execucaoId ?? null,
      PRIORIDADE[run.prioridade],
      run.tarefaId ?? null,
    ],
  });
  if (!rowCount) throw alreadyRunning();
  if (base)
    await copyResult(db, base, { id: execucaoId, itemId: run.item.id, arquivoPath: run.item.arquivo_path });
  if (run.respostas && run.item.arquivo_path) {
    const novo = { execucaoId, itemId: run.item.id, arquivoPath: run.item.arquivo_path };
    const etapas = run.respostas.etapas.filter((etapa) => !inherited.has(etapa));
    await copyAnswers(db, novo, { ...run.respostas, etapas });
  }
  const saldo = await reserveCredit(
    db,
    {
      empresaId: run.item.empresa_id,
      execucaoId,
      usuarioId: run.solicitadoPor,
      creditos: run.creditos,
      descricao: describeReservation(run),
    },
    notices,
  );
  await notifyRelay(db);
  const { creditos, adicional = false } = run;
  return { execucaoId, status: 'na_fila', creditos, saldo, adicional };
}

function describeReservation({
  creditos,
  adicional = false,
}: Pick<NewRun, 'creditos' | 'adicional'>): string {
  if (!adicional) return 'Processamento de gravação';
  return creditos === 0
    ? 'Insights adicionais (incluídos no crédito do grupo de ligações)'
    : 'Insights adicionais (até 10 ligações)';
}

export const ETAPAS_PAGAS = [
  'transcricao',
  'analise_texto',
  'confronto',
  'negocio',
] as const satisfies readonly Etapa[];

/** Announces a requested run to open pages after the commit. */
export function announce(publish: LivePublisher | undefined, item: LockedItem, execucaoId: string): void {
  const ids = { empresaId: item.empresa_id, projetoId: item.projeto_id, itemId: item.id };
  publish?.([
    { tipo: 'item', ...ids, status: 'processando' },
    { tipo: 'execucao', ...ids, execucaoId, etapa: FLUXOS[profileOf(item.tipo_item)][0], status: 'na_fila' },
    { tipo: 'creditos', empresaId: item.empresa_id },
  ]);
}
