import type { Db } from '@escuta/prisma/db';
import { TAREFA_AVISA_S } from '@escuta/shared/domain/log/events';
import { profileOf } from '@escuta/shared/domain/profiles/profile';
import type { Canal } from '@escuta/shared/domain/profiles/roles';
import type { ProcessingConfig } from '@escuta/shared/domain/runs/processing-config';
import {
  type Etapa,
  PRIORIDADE,
  type StatusExecucao,
  type StatusProcessamento,
  type TipoItem,
} from '@escuta/shared/domain/runs/status';
import { companyScope } from '@escuta/shared/domain/scope';
import { STAGE_QUEUES, type StageJob } from '@escuta/shared/queues/pipeline';
import { itemLeavesRun, itemsForgetRuns } from '@escuta/shared/services/items/runs';
import { recordEvent } from '@escuta/shared/services/log/record-event';
import { CONFIG_ROWS, type ConfigRow, mergeConfig } from '@escuta/shared/services/runs/processing-config';
import { LeaseLostError } from './leases.ts';
import type { StageRun, TimelineEntry } from './stage.ts';

const QUEUES = JSON.stringify(STAGE_QUEUES);
/**
 * Delay of the relay's message for the next stage, ms. Usually a worker claims the stage earlier, and the claim marks
 * the message as sent.
 */
const HANDED_ON_MS = 5000;

/** `lote`: the job belongs to a batch. */
export type NextStage = { job: StageJob; lote: boolean };

type ClaimRow = {
  versao: number;
  tentativa: number;
  projeto_id: string;
  item_id: string;
  origem: string;
  configs: ConfigRow[];
  auditoria_id: string;
  arquivo_path: string | null;
  arquivo_tipo: string | null;
  arquivo_nome: string | null;
  arquivo_sha256: string | null;
  tipo_item: TipoItem;
  canal_agente: Canal;
  resultado_id: string | null;
  pagas: boolean;
  saidas: Partial<Record<Etapa, unknown>> | null;
  entradas: Partial<Record<Etapa, string>> | null;
};

export type Claim = Omit<StageRun, 'config'> & { configs: ConfigRow[]; pagas: boolean };

/**
 * Claims a stage: increases its fencing token and gives it a lease. Null if another worker has the stage, the stage is
 * finished or not due, or the run has ended.
 */
export async function claimStage(db: Db, job: StageJob, leaseMs: number): Promise<Claim | null> {
  const { rows } = await db.query<ClaimRow>({
    name: 'stage_claim',
    text: `
      with alvo as (
        update execucao_etapas e set status = 'executando', versao = e.versao + 1, tentativa = e.tentativa + 1,
          lease_ate = now() + $5 * interval '1 millisecond', iniciada_em = coalesce(e.iniciada_em, now()),
          proxima_em = null
        from execucoes x
        where e.execucao_id = $1 and e.empresa_id = $2 and e.etapa = $3::etapa and e.versao = $4
          and (e.status = 'pendente' or (e.status = 'executando' and e.lease_ate < now()))
          and (e.proxima_em is null or e.proxima_em <= now())
          and x.id = e.execucao_id and x.etapa_atual = e.etapa and x.status in ('na_fila', 'executando')
        returning e.execucao_id, e.versao, e.tentativa
      ), inicio as (
        update execucoes x set status = 'executando', iniciada_em = coalesce(x.iniciada_em, now())
        from alvo where x.id = alvo.execucao_id and x.status = 'na_fila'
      ), entregue as (
        update outbox_mensagens set enviada_em = now()
        where id = $6::bigint and empresa_id = $2 and enviada_em is null and exists (select from alvo)
      )
      select alvo.versao, alvo.tentativa, x.projeto_id, x.item_id, x.origem, i.auditoria_id,
        (${CONFIG_ROWS} where c.empresa_id = x.empresa_id and (c.projeto_id is null or c.projeto_id = x.projeto_id))
          as configs,
        i.arquivo_path, i.arquivo_tipo, i.arquivo_nome, i.arquivo_sha256, i.tipo_item::text as tipo_item,
        p.canal_agente::text as canal_agente, r.id as resultado_id,
        -- Who claims it first finds what a run before it handed on, and nothing that comes later: nobody else asks.
        alvo.versao > 1 or exists (select 1 from chamadas_provedor c where c.execucao_id = $1 and c.etapa = $3::etapa)
          as pagas,
        (select json_object_agg(s.etapa, s.saida) from execucao_etapas s
         where s.execucao_id = x.id and s.saida is not null) as saidas,
        (select json_object_agg(s.etapa, s.entrada_hash) from execucao_etapas s
         where s.execucao_id = x.id and s.entrada_hash is not null) as entradas
      from alvo join execucoes x on x.id = alvo.execucao_id
      join auditoria_itens i on i.id = x.item_id
      join projetos p on p.id = x.projeto_id
      left join auditoria_resultados r on r.execucao_id = x.id`,
    values: [job.execucaoId, job.empresaId, job.etapa, job.versao, leaseMs, job.mensagem ?? null],
  });
  const row = rows[0];
  if (!row) return null;
  return {
    execucaoId: job.execucaoId,
    empresaId: job.empresaId,
    etapa: job.etapa,
    projetoId: row.projeto_id,
    auditoriaId: row.auditoria_id,
    itemId: row.item_id,
    versao: row.versao,
    tentativa: row.tentativa,
    origem: row.origem,
    configs: row.configs,
    perfil: profileOf(row.tipo_item),
    canalAgente: row.canal_agente,
    arquivoPath: row.arquivo_path,
    arquivoTipo: row.arquivo_tipo,
    arquivoNome: row.arquivo_nome,
    arquivoSha256: row.arquivo_sha256,
    resultadoId: row.resultado_id,
    pagas: row.pagas,
    saidas: row.saidas ?? {},
    entradas: row.entradas ?? {},
  };
}

/**
 * Merges the configurations read with the claim, so that changes apply from the next stage on.
 * @throws ZodError
 */
export function readConfig(claim: Claim): ProcessingConfig {
  return mergeConfig(claim.configs);
}

type Fence = Pick<StageRun, 'execucaoId' | 'etapa' | 'versao'>;

/**
 * Ends a claim in the caller's transaction.
 * @throws LeaseLostError if this worker lost the claim and may write nothing
 */
export async function closeStage(
  tx: Db,
  fence: Fence,
  end: { status: 'concluida' | 'ignorada' | 'erro'; saida?: unknown; entradaHash?: string; erro?: string },
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'stage_close',
    text: `update execucao_etapas set status = $4::status_etapa, saida = $5::jsonb, entrada_hash = $6, erro = $7,
             lease_ate = null, terminada_em = now()
           where execucao_id = $1 and etapa = $2::etapa and versao = $3 and status = 'executando'`,
    values: [
      fence.execucaoId,
      fence.etapa,
      fence.versao,
      end.status,
      end.saida === undefined ? null : JSON.stringify(end.saida),
      end.entradaHash ?? null,
      end.erro ?? null,
    ],
  });
  if (!rowCount) throw new LeaseLostError();
}

/** Returns a claimed stage to waiting for `delayMs`. `counted` false: the attempt does not count. */
export async function reopenStage(
  tx: Db,
  fence: Fence,
  options: { erro: string | null; delayMs: number; counted: boolean },
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'stage_reopen',
    text: `update execucao_etapas set status = 'pendente', erro = $4, lease_ate = null,
             proxima_em = case when $5::int > 0 then now() + $5::int * interval '1 millisecond' end,
             tentativa = tentativa - case when $6 then 0 else 1 end
           where execucao_id = $1 and etapa = $2::etapa and versao = $3 and status = 'executando'`,
    values: [
      fence.execucaoId,
      fence.etapa,
      fence.versao,
      options.erro,
      Math.round(options.delayMs),
      options.counted,
    ],
  });
  if (!rowCount) throw new LeaseLostError();
}

const ADD_TIMELINE = `insert into eventos_timeline (empresa_id, item_id, execucao_id, evento, detalhes, timestamp)
  select $1, $2, $3, e.evento, e.detalhes, clock_timestamp()
  from unnest($4::text[], $5::text[]) with ordinality as e (evento, detalhes, n) order by e.n`;

const timelineValues = (
  run: Pick<StageRun, 'empresaId' | 'itemId' | 'execucaoId'>,
  entries: readonly TimelineEntry[],
) => [
  run.empresaId,
  run.itemId,
  run.execucaoId,
  entries.map((entry) => entry.evento),
  entries.map((entry) => entry.detalhes),
];

export async function addTimeline(
  tx: Db,
  run: Pick<StageRun, 'empresaId' | 'itemId' | 'execucaoId'>,
  entries: readonly TimelineEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.query({
    name: 'timeline_add',
    text: ADD_TIMELINE,
    values: timelineValues(run, entries),
  });
}

export async function addTimelineOnce(
  tx: Db,
  run: Pick<StageRun, 'empresaId' | 'itemId' | 'execucaoId'>,
  entry: TimelineEntry,
): Promise<void> {
  const { empresaId, execucaoId } = run;
  const last = await tx.within(companyScope(empresaId)).eventoTimeline.findFirst({
    where: { empresaId, execucaoId },
    orderBy: { id: 'desc' },
    select: { evento: true },
  });
  if (last?.evento !== entry.evento) await addTimeline(tx, run, [entry]);
}

/** Shows a stage's progress: replaces the run's last timeline entry if it has the same event, else adds an entry. */
export async function sayProgress(
  db: Db,
  run: Pick<StageRun, 'empresaId' | 'itemId' | 'execucaoId'>,
  entry: TimelineEntry,
): Promise<void> {
  const { rowCount } = await db.query({
    name: 'timeline_progress',
    text: `update eventos_timeline set detalhes = $3, timestamp = clock_timestamp()
           where execucao_id = $1 and evento = $2
             and id = (select id from eventos_timeline where execucao_id = $1 order by id desc limit 1)`,
    values: [run.execucaoId, entry.evento, entry.detalhes],
  });
  if (!rowCount) await addTimeline(db, run, [entry]);
}

/**
 * Adds timeline entries, and passes the run to its next open stage, with an outbox message that the relay sends unless
 * the caller queues the job. Null if no stage is left.
 */
export async function handOver(
  tx: Db,
  run: Pick<StageRun, 'empresaId' | 'itemId' | 'execucaoId'>,
  entries: readonly TimelineEntry[],
): Promise<NextStage | null> {
  const { rows } = await tx.query<Pick<StageJob, 'etapa' | 'versao'> & { mensagem: string; lote: boolean }>({
    name: 'run_hand_over',
    text: `
      with contada as (
        ${ADD_TIMELINE}
      ), seguinte as (
        update execucoes x set etapa_atual = n.etapa
        from (select etapa, versao from execucao_etapas where execucao_id = $3 and status = 'pendente'
              order by ordem limit 1) as n
        where x.id = $3 returning n.etapa::text as etapa, n.versao, x.prioridade > 0 as lote
      ), mensagem as (
        insert into outbox_mensagens (empresa_id, fila, payload, disponivel_em)
        select $1, $6::jsonb ->> s.etapa,
          jsonb_build_object('execucaoId', $3::uuid, 'empresaId', $1::uuid, 'etapa', s.etapa, 'versao', s.versao),
          now() + interval '${HANDED_ON_MS} milliseconds'
        from seguinte s returning id::text as mensagem
      )
      select s.etapa, s.versao, s.lote, m.mensagem from seguinte s, mensagem m`,
    values: [...timelineValues(run, entries), QUEUES],
  });
  const [next] = rows;
  if (!next) return null;
  const { lote, ...job } = next;
  return { job: { execucaoId: run.execucaoId, empresaId: run.empresaId, ...job }, lote };
}

/**
 * Ends a run: sets the final state of run, item and result, and marks objects stored between stages for deletion. An
 * item outside the sample returns to its earlier state.
 * @returns the item's status
 */
export async function finishRun(
  tx: Db,
  run: Pick<StageRun, 'execucaoId' | 'itemId' | 'empresaId' | 'projetoId'>,
  end: {
    execucao: StatusExecucao;
    item: StatusProcessamento;
    motivo: string | null;
    codigo: string | null;
    objetos: readonly string[];
  },
): Promise<StatusProcessamento> {
  const neverWas = end.execucao === 'ignorada';
  const { rows } = await tx.query<{
    status: StatusProcessamento;
    autor: string | null;
    sozinha: boolean;
    durou: number;
  }>({
    name: neverWas ? 'run-forget' : 'run-finish',
    text: `
      with execucao as (
        update execucoes set status = $3::status_execucao, motivo = $5, codigo_motivo = $6, terminada_em = now()
        where id = $1 and item_id = $2 returning id, item_id, solicitado_por, prioridade, tarefa_id, created_at
      ), resultado as (
        update auditoria_resultados set status_processamento = $4::status_processamento, processado_em = now(),
          updated_at = now()
        where execucao_id = $1
      ), objetos as (
        update objetos_pendentes set apagar_em = now() where chave = any ($7::text[])
      ), item as (
        ${
          neverWas
            ? itemsForgetRuns('execucao', '$5')
            : itemLeavesRun('execucao', { id: '$2', status: '$4', motivo: '$5' })
        } returning i.status
      )
      select i.status::text as status, e.solicitado_por as autor,
        e.tarefa_id is null and e.prioridade = ${PRIORIDADE.clique} as sozinha,
        extract(epoch from now() - e.created_at)::float8 as durou
      from execucao e, item i`,
    values: [run.execucaoId, run.itemId, end.execucao, end.item, end.motivo, end.codigo, end.objetos],
  });
  if (rows[0]) await tellEnd(tx, run, end.execucao, rows[0]);
  return rows[0]?.status ?? end.item;
}

/** Tells the requester of a single recording (managers, if no person requested it) that it was analysed or failed. */
async function tellEnd(
  tx: Db,
  { empresaId, projetoId, itemId }: Pick<StageRun, 'empresaId' | 'projetoId' | 'itemId'>,
  status: StatusExecucao,
  { autor, sozinha, durou }: { autor: string | null; sozinha: boolean; durou: number },
): Promise<void> {
  if (!sozinha) return;
  const about = { empresaId, alvoId: itemId };
  const dados = { projeto_id: projetoId, n: 1 };
  if (status === 'erro') {
    await recordEvent(tx, { ...about, tipo: 'falha_definitiva', dados: { ...dados, autor_id: autor } });
  } else if (status === 'concluida' && autor !== null && durou > TAREFA_AVISA_S) {
    await recordEvent(tx, { ...about, tipo: 'auditoria_concluida', dados: { ...dados, autor_id: autor } });
  }
}

export async function addDeadLetter(
  tx: Db,
  run: Pick<StageRun, 'empresaId' | 'projetoId' | 'itemId' | 'execucaoId' | 'etapa'>,
  id: string,
  motivo: string,
): Promise<void> {
  await tx.query({
    name: 'dead_letter_add',
    text: `insert into letras_mortas (id, empresa_id, projeto_id, item_id, execucao_id, etapa, motivo)
           values ($1, $2, $3, $4, $5, $6::etapa, $7) on conflict (execucao_id, etapa) do nothing`,
    values: [id, run.empresaId, run.projetoId, run.itemId, run.execucaoId, run.etapa, motivo],
  });
}
