import type { Pool } from 'pg';
import { AppError } from '../domain/errors.ts';
import type { ProcessingConfig } from '../domain/processing-config.ts';
import { empresaIdOf, type Scope } from '../domain/scope.ts';
import { ETAPAS, type Etapa, type StatusExecucao } from '../domain/status.ts';
import { type Actor, recordAction } from './audit-log.ts';
import { newId } from './ids.ts';
import { reserveCredit } from './ledger.ts';
import type { LivePublisher } from './live-events.ts';
import type { BalanceNotices } from './low-balance.ts';
import { notifyRelay } from './outbox.ts';
import { CONFIG_ROWS, type ConfigRow, mergeConfig } from './processing-config.ts';
import { type Queryable, transaction } from './transaction.ts';

/**
 * Who asked for a run:
 * - `manual`: a person (or a company's key) asked for this very item; sampling does not apply.
 * - `lote`: it came with a batch or an import; sampling applies.
 * - `regenerar`: analysis and insights anew over the transcript that already stands. It takes a credit like any run,
 *   because the provider is paid again.
 */
export type OrigemExecucao = 'manual' | 'lote' | 'regenerar';

export type RunRequest = {
  scope: Scope;
  itemId: string;
  origem: OrigemExecucao;
  /** The person who asked; null for a company key or the system. */
  solicitadoPor: string | null;
};

export type RequestedRun = {
  execucaoId: string;
  status: StatusExecucao;
  /** Credits left to the company after the reservation. */
  saldo: number;
};

type LockedItem = {
  id: string;
  empresa_id: string;
  projeto_id: string;
  auditoria_id: string;
  arquivo_path: string | null;
  dados_apagados_em: Date | null;
  configs: ConfigRow[];
};

async function lockItem(db: Queryable, scope: Scope, itemId: string): Promise<LockedItem> {
  const { rows } = await db.query<LockedItem>({
    name: 'run-lock-item',
    text: `SELECT i.id, i.empresa_id, i.projeto_id, i.auditoria_id, i.arquivo_path, i.dados_apagados_em,
             (${CONFIG_ROWS} WHERE c.empresa_id = i.empresa_id
               AND (c.projeto_id IS NULL OR c.projeto_id = i.projeto_id)) AS configs
           FROM auditoria_itens i
           WHERE i.id = $1 AND ($2::uuid IS NULL OR i.empresa_id = $2)
           FOR UPDATE OF i`,
    values: [itemId, empresaIdOf(scope)],
  });
  if (!rows[0]) throw new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
  if (rows[0].dados_apagados_em) {
    throw new AppError('dados_apagados', 'Os dados desta ligação foram apagados: não há o que processar.');
  }
  return rows[0];
}

/** A run whose finished stages a new one takes over instead of doing (and paying) them again. */
type Base = { execucaoId: string; resultadoId: string | null; etapas: readonly Etapa[] };

type NewRun = {
  item: LockedItem;
  config: ProcessingConfig;
  origem: OrigemExecucao;
  solicitadoPor: string | null;
  base: Base | null;
  evento: { nome: string; detalhes: string };
};

/** Writes run, stages, item status and timeline in one statement, then takes the credit. */
async function createRun(db: Queryable, run: NewRun, notices?: BalanceNotices): Promise<RequestedRun> {
  const execucaoId = newId();
  const inherited = new Set(run.base?.etapas);
  const first = ETAPAS.find((etapa) => !inherited.has(etapa)) ?? 'contabilizacao';
  const { rowCount } = await db.query({
    name: 'run-create',
    text: `WITH nova AS (
             INSERT INTO execucoes (id, empresa_id, projeto_id, item_id, etapa_atual, origem, solicitado_por, configuracao)
             VALUES ($1, $2, $3, $4, $5::etapa, $6, $7, $8)
             ON CONFLICT (item_id) WHERE status IN ('na_fila', 'executando') DO NOTHING
             RETURNING id
           ), etapas AS (
             INSERT INTO execucao_etapas (execucao_id, etapa, empresa_id, status, saida)
             SELECT nova.id, e.etapa::etapa, $2, e.status::status_etapa,
               (SELECT b.saida FROM execucao_etapas b
                WHERE b.execucao_id = $13 AND b.etapa = e.etapa::etapa AND e.status = 'ignorada')
             FROM nova, unnest($9::text[], $10::text[]) AS e (etapa, status)
           ), item AS (
             UPDATE auditoria_itens i SET status = 'processando', motivo = NULL, updated_at = now()
             FROM nova WHERE i.id = $4
           ), evento AS (
             INSERT INTO eventos_timeline (empresa_id, item_id, execucao_id, evento, detalhes)
             SELECT $2, $4, nova.id, $11, $12 FROM nova
           )
           SELECT id FROM nova`,
    values: [
      execucaoId,
      run.item.empresa_id,
      run.item.projeto_id,
      run.item.id,
      first,
      run.origem,
      run.solicitadoPor,
      run.config,
      ETAPAS,
      ETAPAS.map((etapa) => (inherited.has(etapa) ? 'ignorada' : 'pendente')),
      run.evento.nome,
      run.evento.detalhes,
      run.base?.execucaoId ?? null,
    ],
  });
  if (!rowCount) throw new AppError('execucao_em_andamento', 'Este item já está sendo processado.');
  if (run.base?.resultadoId) await copyResult(db, run.base, run.base.resultadoId, execucaoId);
  const saldo = await reserveCredit(
    db,
    { empresaId: run.item.empresa_id, execucaoId, usuarioId: run.solicitadoPor },
    notices,
  );
  await notifyRelay(db);
  return { execucaoId, status: 'na_fila', saldo };
}

/** Copies what the inherited stages found into a result of the new run. Costs stay with the run that paid them. */
async function copyResult(db: Queryable, base: Base, resultadoId: string, execucaoId: string): Promise<void> {
  const analysed = base.etapas.includes('analise_texto');
  const novo = newId();
  await db.query(
    `INSERT INTO auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
       nome_arquivo, fatos_audio, picos_path, respostas_coletadas, analise_texto, updated_at)
     SELECT $2, empresa_id, projeto_id, auditoria_id, item_id, $3, nome_arquivo, fatos_audio, picos_path,
       respostas_coletadas, CASE WHEN $4 THEN analise_texto END, now()
     FROM auditoria_resultados WHERE id = $1`,
    [resultadoId, novo, execucaoId, analysed],
  );
  await db.query(
    `WITH base AS MATERIALIZED (
       SELECT gen_random_uuid() AS novo_id, t.* FROM transcricoes t WHERE t.resultado_id = $1
     ), copias AS (
       INSERT INTO transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, papel, modelo, confianca, full_text)
       SELECT novo_id, empresa_id, projeto_id, item_id, $2, canal, papel, modelo, confianca, full_text FROM base
     )
     INSERT INTO sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, confianca,
       sentimento, rotulo_sentimento, ofensas)
     SELECT gen_random_uuid(), s.empresa_id, b.novo_id, s.ordem, s.texto, s.start_ms, s.end_ms, s.confianca,
       CASE WHEN $3 THEN s.sentimento END, CASE WHEN $3 THEN s.rotulo_sentimento END,
       CASE WHEN $3 THEN s.ofensas ELSE '[]' END
     FROM sentencas s JOIN base b ON b.id = s.transcricao_id`,
    [resultadoId, novo, analysed],
  );
}

/** The newest transcript of the item's present recording. @throws AppError regra_violada when there is none */
async function findTranscribedRun(db: Queryable, item: LockedItem): Promise<Base> {
  const { rows } = await db.query<{ id: string; execucao_id: string }>(
    `SELECT r.id, r.execucao_id FROM auditoria_resultados r
     JOIN execucao_etapas a ON a.execucao_id = r.execucao_id AND a.etapa = 'audio'
     WHERE r.item_id = $1 AND a.saida ->> 'arquivoPath' = $2
       AND EXISTS (SELECT 1 FROM transcricoes t WHERE t.resultado_id = r.id)
     ORDER BY r.created_at DESC LIMIT 1`,
    [item.id, item.arquivo_path],
  );
  const row = rows[0];
  if (!row) {
    throw new AppError(
      'regra_violada',
      'Não há transcrição desta gravação. Processe o item antes de refazer a análise.',
    );
  }
  return { execucaoId: row.execucao_id, resultadoId: row.id, etapas: ['audio', 'transcricao'] };
}

/**
 * Requests a run of an item: reserves one credit, writes the run with its five stages and the configuration in force,
 * and sets the item to `processando`, all in one transaction. A relay admits the run when its company's turn comes.
 *
 * @param publish tells open pages at once, after the commit
 * @param notices tells the company's managers when the balance becomes low
 * @throws AppError nao_encontrado (404, also outside the scope), sem_arquivo (409), execucao_em_andamento (409),
 * creditos_insuficientes (402), regra_violada (422: processing switched off, or nothing to regenerate)
 */
export async function requestRun(
  pool: Pool,
  request: RunRequest,
  publish?: LivePublisher,
  notices?: BalanceNotices,
): Promise<RequestedRun> {
  const { run, item } = await transaction(pool, async (client) => {
    const locked = await lockItem(client, request.scope, request.itemId);
    if (!locked.arquivo_path) {
      throw new AppError(
        'sem_arquivo',
        'Este item não tem gravação. Envie um arquivo de áudio antes de processar.',
      );
    }
    const config = mergeConfig(locked.configs);
    if (!config.isActive) {
      throw new AppError(
        'regra_violada',
        'O processamento está desativado nas configurações desta empresa ou projeto.',
      );
    }
    const regenerate = request.origem === 'regenerar';
    const novo: NewRun = {
      item: locked,
      config,
      origem: request.origem,
      solicitadoPor: request.solicitadoPor,
      base: regenerate ? await findTranscribedRun(client, locked) : null,
      evento: regenerate
        ? { nome: 'Nova análise solicitada', detalhes: 'A transcrição existente será reaproveitada.' }
        : { nome: 'Processamento solicitado', detalhes: 'Um crédito foi reservado.' },
    };
    const created = await createRun(client, novo, notices);
    return { run: created, item: locked };
  });
  announce(publish, item, run.execucaoId);
  return run;
}

function announce(publish: LivePublisher | undefined, item: LockedItem, execucaoId: string): void {
  const ids = { empresaId: item.empresa_id, projetoId: item.projeto_id, itemId: item.id };
  publish?.([
    { tipo: 'item', ...ids, status: 'processando' },
    { tipo: 'execucao', ...ids, execucaoId, etapa: 'audio', status: 'na_fila' },
    { tipo: 'creditos', empresaId: item.empresa_id },
  ]);
}

/**
 * Runs again what ended in the dead-letter queue: a new run (with a new credit: the old one was given back) that takes
 * over the finished stages and, unless the provider's answer itself was the fault, every answer already paid for. It is
 * written to the audit log.
 *
 * @throws AppError nao_encontrado, conflito (the letter was handled before), and what `requestRun` throws
 */
export async function retryDeadLetter(
  pool: Pool,
  request: { scope: Scope; letraId: string; actor: Actor },
  publish?: LivePublisher,
  notices?: BalanceNotices,
): Promise<RequestedRun> {
  const { run, item } = await transaction(pool, async (client) => {
    const { rows } = await client.query<{
      item_id: string;
      execucao_id: string;
      etapa: Etapa;
      status: string;
      origem: OrigemExecucao;
      codigo_motivo: string | null;
      resultado_id: string | null;
    }>(
      `SELECT l.item_id, l.execucao_id, l.etapa::text AS etapa, l.status::text AS status, x.origem, x.codigo_motivo,
         r.id AS resultado_id
       FROM letras_mortas l JOIN execucoes x ON x.id = l.execucao_id
       LEFT JOIN auditoria_resultados r ON r.execucao_id = l.execucao_id
       WHERE l.id = $1 AND ($2::uuid IS NULL OR l.empresa_id = $2) FOR UPDATE OF l`,
      [request.letraId, empresaIdOf(request.scope)],
    );
    const letter = rows[0];
    if (!letter) throw new AppError('nao_encontrado', 'Registro não encontrado.');
    if (letter.status !== 'aberta') throw new AppError('conflito', 'Este registro já foi tratado.');
    const locked = await lockItem(client, request.scope, letter.item_id);
    if (!locked.arquivo_path) {
      throw new AppError(
        'sem_arquivo',
        'Este item não tem gravação. Envie um arquivo de áudio antes de processar.',
      );
    }
    // The prepared sound is deleted when a run ends: whoever has to transcribe has to decode first.
    const needsSound = letter.etapa === 'audio' || letter.etapa === 'transcricao';
    const base: Base | null = needsSound
      ? null
      : {
          execucaoId: letter.execucao_id,
          resultadoId: letter.resultado_id,
          etapas: ETAPAS.slice(0, ETAPAS.indexOf(letter.etapa)),
        };
    const novo: NewRun = {
      item: locked,
      config: mergeConfig(locked.configs),
      // A person asks for this very item: sampling does not apply any more.
      origem: letter.origem === 'lote' ? 'manual' : letter.origem,
      solicitadoPor: request.actor.usuarioId,
      base,
      evento: {
        nome: 'Reprocessamento solicitado',
        detalhes: 'A partir da fila de falhas; um crédito foi reservado.',
      },
    };
    const created = await createRun(client, novo, notices);
    if (letter.codigo_motivo !== 'resposta_invalida') {
      await client.query(
        `INSERT INTO chamadas_provedor (id, empresa_id, execucao_id, etapa, chave, pedido_hash, provedor, modelo,
           resposta, uso, latencia_ms)
         SELECT gen_random_uuid(), empresa_id, $2, etapa, chave, pedido_hash, provedor, modelo, resposta, uso, latencia_ms
         FROM chamadas_provedor WHERE execucao_id = $1 AND etapa = $3::etapa`,
        [letter.execucao_id, created.execucaoId, letter.etapa],
      );
    }
    await client.query(
      `UPDATE letras_mortas SET status = 'reprocessada', tratada_por = $2, tratada_em = now() WHERE id = $1`,
      [request.letraId, request.actor.usuarioId],
    );
    await recordAction(client, {
      ...request.actor,
      empresaId: locked.empresa_id,
      acao: 'falha_reprocessada',
      recurso: 'auditoria_item',
      recursoId: locked.id,
      detalhes: { etapa: letter.etapa, codigo: letter.codigo_motivo, execucaoId: created.execucaoId },
    });
    return { run: created, item: locked };
  });
  announce(publish, item, run.execucaoId);
  return run;
}
