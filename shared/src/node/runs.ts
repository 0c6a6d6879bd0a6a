import type { Pool } from 'pg';
import { creditsOfItem, creditsReserved, formatCreditos } from '../domain/credits.ts';
import { AppError } from '../domain/errors.ts';
import type { ProcessingConfig } from '../domain/processing-config.ts';
import { FLUXOS } from '../domain/profiles/flows.ts';
import { type Perfil, profileOf } from '../domain/profiles/profile.ts';
import type { Canal } from '../domain/profiles/roles.ts';
import { empresaIdOf, type Scope } from '../domain/scope.ts';
import {
  type Etapa,
  PRIORIDADE,
  type Prioridade,
  type StatusExecucao,
  type StatusProcessamento,
  type TipoItem,
} from '../domain/status.ts';
import { type Actor, recordAction } from './audit-log.ts';
import { newId } from './ids.ts';
import { getBalance, reserveCredit } from './ledger.ts';
import type { LivePublisher } from './live-events.ts';
import type { BalanceNotices } from './low-balance.ts';
import { notifyRelay } from './outbox.ts';
import { refuseOwnAudited } from './own-interview.ts';
import { CONFIG_ROWS, type ConfigRow, mergeConfig } from './processing-config.ts';
import { readReplaced, replacedOf } from './replaced-analysis.ts';
import { copyAnswers, copyResult } from './run-copy.ts';
import { type Plano, planReuse, type Situacao } from './run-reuse.ts';
import { inScope } from './sql.ts';
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
  /** `lacunas`: what earlier runs found and still holds is kept, and only what is missing is made. `insights`: the same, and nothing is transcribed again. */
  reuso?: 'lacunas' | 'insights';
  /** The person who asked; null for a company key or the system. */
  solicitadoPor: string | null;
  /** Minutes of an interview for each credit (CREDITO_ENTREVISTA_MINUTOS). */
  entrevistaMinutos: number;
  /** Credits that whoever asks agreed to; undefined: whatever it takes. */
  creditosConfirmados?: number | undefined;
  /** `lote`: one of many, behind what somebody waits for. */
  prioridade?: Prioridade;
  /** The bulk run that it is part of, and when that was asked for: what was processed since is left alone. */
  lote?: { tarefaId: string; ate: string };
  /** What else is written in the same transaction: both happen or neither. Last, since it may lock what others wait for. */
  alongside?: (db: Queryable, run: RequestedRun) => Promise<void>;
};

export type RequestedRun = {
  execucaoId: string;
  status: StatusExecucao;
  /** Credits that were reserved. */
  creditos: number;
  /** Credits left to the company after the reservation. */
  saldo: number;
};

type LockedItem = {
  id: string;
  tipo_item: TipoItem;
  empresa_id: string;
  projeto_id: string;
  auditoria_id: string;
  arquivo_path: string | null;
  dados_apagados_em: Date | null;
  status: StatusProcessamento;
  arquivo_sha256: string | null;
  gravacao_ms: number | null;
  /** Of an interview's item. */
  situacao_entrevista: string | null;
  /** Of one that a device does. */
  sincronia: string | null;
  quarentena: string | null;
  canal_agente: Canal;
  configs: ConfigRow[];
};

async function readItem(
  db: Queryable,
  scope: Scope,
  itemId: string,
  lock: '' | 'FOR UPDATE OF i',
): Promise<LockedItem> {
  const { rows } = await db.query<LockedItem>({
    name: lock ? 'run-lock-item' : 'run-read-item',
    text: `SELECT i.id, i.tipo_item::text AS tipo_item, i.empresa_id, i.projeto_id, i.auditoria_id, i.arquivo_path, i.arquivo_sha256, i.gravacao_ms,
             i.dados_apagados_em,
             e.situacao::text AS situacao_entrevista, e.sincronia, e.quarentena,
             i.status::text AS status,
             p.canal_agente::text AS canal_agente,
             (${CONFIG_ROWS} WHERE c.empresa_id = i.empresa_id
               AND (c.projeto_id IS NULL OR c.projeto_id = i.projeto_id)) AS configs
           FROM auditoria_itens i JOIN projetos p ON p.id = i.projeto_id LEFT JOIN entrevistas e ON e.id = i.entrevista_id
           WHERE i.id = $1 AND ${inScope('$2', 'i.empresa_id')}
           ${lock}`,
    values: [itemId, empresaIdOf(scope)],
  });
  if (!rows[0]) throw new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
  if (rows[0].dados_apagados_em) {
    throw new AppError('dados_apagados', 'Os dados desta gravação foram apagados: não há o que processar.');
  }
  return rows[0];
}

const lockItem = (db: Queryable, scope: Scope, itemId: string) =>
  readItem(db, scope, itemId, 'FOR UPDATE OF i');

type NewRun = {
  item: LockedItem;
  perfil: Perfil;
  config: ProcessingConfig;
  origem: OrigemExecucao;
  solicitadoPor: string | null;
  prioridade: Prioridade;
  plano: Pick<Plano, 'base' | 'entradas'> | null;
  /** Whose paid answers it may use, and of which stages. */
  respostas: { execucaoId: string | null; etapas: readonly Etapa[] } | null;
  creditos: number;
  /** The bulk run that it is part of. */
  tarefaId?: string | undefined;
  evento: { nome: string; detalhes: string };
};

/** Writes run, stages, item status and timeline in one statement, then takes the credits. */
async function createRun(db: Queryable, run: NewRun, notices?: BalanceNotices): Promise<RequestedRun> {
  const execucaoId = newId();
  const fluxo = FLUXOS[run.perfil];
  const base = run.plano?.base ?? null;
  const inherited = new Set(base?.etapas);
  const first = fluxo.find((etapa) => !inherited.has(etapa)) ?? fluxo[0];
  const { rowCount } = await db.query({
    name: 'run-create',
    text: `WITH nova AS (
             INSERT INTO execucoes (id, empresa_id, projeto_id, item_id, etapa_atual, origem, solicitado_por, configuracao,
               prioridade, tarefa_id)
             VALUES ($1, $2, $3, $4, $5::etapa, $6, $7, $8, $15, $16)
             ON CONFLICT (item_id) WHERE status IN ('na_fila', 'executando') DO NOTHING
             RETURNING id
           ), etapas AS (
             INSERT INTO execucao_etapas (execucao_id, etapa, ordem, empresa_id, status, entrada_hash, saida)
             SELECT nova.id, e.etapa::etapa, e.ordem, $2, e.status::status_etapa, e.hash,
               (SELECT b.saida FROM execucao_etapas b
                WHERE b.execucao_id = $14 AND b.etapa = e.etapa::etapa AND e.status = 'ignorada')
             FROM nova, unnest($9::text[], $10::text[], $11::text[]) WITH ORDINALITY AS e (etapa, status, hash, ordem)
           ), item AS (
             UPDATE auditoria_itens i SET status = 'processando', motivo = NULL, updated_at = now()
             FROM nova WHERE i.id = $4
           ), evento AS (
             INSERT INTO eventos_timeline (empresa_id, item_id, execucao_id, evento, detalhes)
             SELECT $2, $4, nova.id, $12, $13 FROM nova
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
  if (!rowCount) throw new AppError('execucao_em_andamento', 'Este item já está sendo processado.');
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
    },
    notices,
  );
  await notifyRelay(db);
  return { execucaoId, status: 'na_fila', creditos: run.creditos, saldo };
}

/** @throws AppError sem_arquivo */
function situationOf(item: LockedItem): Situacao {
  if (!item.arquivo_path) {
    throw new AppError(
      'sem_arquivo',
      'Este item não tem gravação. Envie um arquivo de áudio antes de processar.',
    );
  }
  return {
    itemId: item.id,
    perfil: profileOf(item.tipo_item),
    empresaId: item.empresa_id,
    projetoId: item.projeto_id,
    arquivoPath: item.arquivo_path,
    arquivoSha256: item.arquivo_sha256,
    canalAgente: item.canal_agente,
    config: mergeConfig(item.configs),
  };
}

/**
 * What processing an item takes, credits. @throws AppError gravacao_em_medicao (409) while an interview's length is not known
 */
function priceOf(item: LockedItem, entrevistaMinutos: number): number {
  const creditos = creditsOfItem({ tipo: item.tipo_item, gravacaoMs: item.gravacao_ms }, entrevistaMinutos);
  if (creditos !== null) return creditos;
  throw new AppError('gravacao_em_medicao', 'A gravação ainda está sendo medida. Tente em alguns segundos.', {
    retryAfterS: 3,
  });
}

/** What processing one item takes, credits. @throws AppError nao_encontrado, dados_apagados, gravacao_em_medicao */
export async function priceOfItem(
  db: Queryable,
  scope: Scope,
  itemId: string,
  entrevistaMinutos: number,
): Promise<number> {
  return priceOf(await readItem(db, scope, itemId, ''), entrevistaMinutos);
}

/**
 * What is refused because it takes more than somebody agreed to: the recording was replaced, or there is more to do than they saw.
 * Details: `creditos` (what it takes now) and what is told besides.
 */
export function dearerThanConfirmed(
  creditos: number,
  confirmados: number,
  details: Record<string, unknown>,
): AppError {
  return new AppError(
    'confirmacao_necessaria',
    `Agora custa ${formatCreditos(creditos)}, mais do que foi confirmado (${formatCreditos(confirmados)}). Nada foi cobrado: veja o novo custo e confirme de novo.`,
    { details: { creditos, ...details } },
  );
}

/**
 * What is set against a recording may not change any more, nor have whoever typed it asked again. @throws AppError conflito, sem_permissao
 */
async function assertAuditable(db: Queryable, item: LockedItem, usuarioId: string | null): Promise<void> {
  if (item.situacao_entrevista === 'em_andamento') {
    throw new AppError('conflito', 'Finalize ou interrompa a entrevista antes de processar a gravação.');
  }
  if (item.sincronia === 'parcial') {
    throw new AppError(
      'conflito',
      'O aparelho ainda está enviando esta entrevista. Espere que termine, ou dê a entrevista por encerrada.',
    );
  }
  if (item.quarentena !== null) {
    throw new AppError('conflito', 'Esta entrevista está em quarentena: um gerente a libera antes.');
  }
  await refuseOwnAudited(db, usuarioId, item.id);
}

/** @throws AppError regra_violada when processing is switched off */
function assertActive({ config }: Situacao): void {
  if (config.isActive) return;
  throw new AppError(
    'regra_violada',
    'O processamento está desativado nas configurações desta empresa ou projeto.',
  );
}

/** Nobody processes twice what two people asked for at once: not even where it was finished in between. @throws AppError conflito */
async function assertNotSince(db: Queryable, itemId: string, ate: string): Promise<void> {
  const { rowCount } = await db.query({
    name: 'run-since',
    text: `SELECT FROM execucoes WHERE item_id = $1 AND created_at > $2::timestamptz AND status NOT IN ('na_fila', 'executando')
             AND codigo_motivo IS DISTINCT FROM 'retirada' LIMIT 1`,
    values: [itemId, ate],
  });
  if (!rowCount) return;
  throw new AppError('conflito', 'Processadas por outro pedido depois que este lote foi criado.');
}

const ETAPAS_PAGAS = [
  'transcricao',
  'analise_texto',
  'confronto',
  'negocio',
] as const satisfies readonly Etapa[];

/**
 * What a request takes over, whose answers it may use, and how the timeline says so.
 * @throws AppError regra_violada, conflito (`lacunas` of an item that lacks nothing)
 */
async function reuseOf(
  db: Queryable,
  situacao: Situacao,
  request: Pick<RunRequest, 'origem' | 'reuso'>,
  creditos: number,
): Promise<Pick<NewRun, 'plano' | 'respostas' | 'evento'>> {
  const reserved = creditsReserved(creditos);
  const regenerate = request.origem === 'regenerar';
  if (!regenerate && request.reuso === undefined) {
    const evento = { nome: 'Processamento solicitado', detalhes: reserved };
    return { plano: null, respostas: null, evento };
  }
  const plano = await planReuse(db, situacao, { modo: regenerate ? 'transcricao' : 'lacunas' });
  if (regenerate && !plano.temTranscricao) {
    throw new AppError(
      'regra_violada',
      'Não há transcrição desta gravação. Processe o item antes de refazer a análise.',
    );
  }
  if (!regenerate && plano.completo) {
    // Somebody else was faster since the batch was put together: a credit would be taken for nothing.
    throw new AppError('conflito', 'Este item já tem os insights de todos os templates.');
  }
  if (request.reuso === 'insights' && !plano.base) {
    throw new AppError(
      'conflito',
      'Não há transcrição que ainda valha: as configurações de áudio ou transcrição mudaram. Refaça estas ligações por inteiro.',
    );
  }
  const kept = plano.base
    ? 'A transcrição existente será reaproveitada.'
    : 'As configurações de áudio ou transcrição mudaram: a transcrição será refeita.';
  return {
    plano,
    respostas: { execucaoId: null, etapas: regenerate ? ['transcricao'] : ETAPAS_PAGAS },
    evento: regenerate
      ? { nome: 'Nova análise solicitada', detalhes: kept }
      : {
          nome: 'Insights solicitados',
          detalhes: plano.temTranscricao ? `${kept} Só o que falta é pedido à IA. ${reserved}` : reserved,
        },
  };
}

/**
 * Requests a run of an item: reserves its credits, writes the run with the stages of its flow and the configuration in force,
 * and sets the item to `processando`, all in one transaction. A relay admits the run when its company's turn comes.
 *
 * @param publish tells open pages at once, after the commit
 * @param notices tells the company's managers when the balance becomes low
 * @throws AppError nao_encontrado (404, also outside the scope), sem_arquivo (409), gravacao_em_medicao (409), execucao_em_andamento (409),
 * creditos_insuficientes (402), confirmacao_necessaria (409: it takes more than was confirmed), regra_violada (422: processing switched off, or nothing to regenerate), conflito (409:
 * `lacunas`, and nothing is missing; `lote`, and processed since)
 */
export async function requestRun(
  pool: Pool,
  request: RunRequest,
  publish?: LivePublisher,
  notices?: BalanceNotices,
): Promise<RequestedRun> {
  const { run, item } = await transaction(pool, async (client) => {
    const item = await lockItem(client, request.scope, request.itemId);
    const situacao = situationOf(item);
    assertActive(situacao);
    await assertAuditable(client, item, request.solicitadoPor);
    if (request.lote) await assertNotSince(client, item.id, request.lote.ate);
    const creditos = priceOf(item, request.entrevistaMinutos);
    if (request.creditosConfirmados !== undefined && creditos > request.creditosConfirmados) {
      throw dearerThanConfirmed(creditos, request.creditosConfirmados, {
        saldo: await getBalance(client, item.empresa_id),
      });
    }
    const created = await createRun(
      client,
      {
        item,
        perfil: situacao.perfil,
        config: situacao.config,
        origem: request.origem,
        solicitadoPor: request.solicitadoPor,
        prioridade: request.prioridade ?? 'clique',
        creditos,
        tarefaId: request.lote?.tarefaId,
        ...(await reuseOf(client, situacao, request, creditos)),
      },
      notices,
    );
    await request.alongside?.(client, created);
    return { run: created, item };
  });
  announce(publish, item, run.execucaoId);
  return run;
}

function announce(publish: LivePublisher | undefined, item: LockedItem, execucaoId: string): void {
  const ids = { empresaId: item.empresa_id, projetoId: item.projeto_id, itemId: item.id };
  publish?.([
    { tipo: 'item', ...ids, status: 'processando' },
    { tipo: 'execucao', ...ids, execucaoId, etapa: FLUXOS[profileOf(item.tipo_item)][0], status: 'na_fila' },
    { tipo: 'creditos', empresaId: item.empresa_id },
  ]);
}

/**
 * Runs again what ended in the dead-letter queue: a new run (with a new credit: the old one was given back) that takes
 * over what the failed one had finished and still holds, and, unless the provider's answer itself was the fault, every
 * answer already paid for. It is written to the audit log.
 *
 * @param request.confirmado also where the item was processed since, which costs a credit again and replaces what stands
 * @param request.prioridade `lote`: one of many, behind what somebody waits for
 * @param request.alongside what else is written in the same transaction: both happen or neither
 * @throws AppError nao_encontrado, conflito (the letter was handled before), confirmacao_necessaria (details: credits,
 * balance and what is replaced), and what `requestRun` throws
 */
export async function retryDeadLetter(
  pool: Pool,
  request: {
    scope: Scope;
    letraId: string;
    actor: Actor;
    confirmado?: boolean;
    entrevistaMinutos: number;
    prioridade?: Prioridade;
    alongside?: (db: Queryable) => Promise<void>;
  },
  publish?: LivePublisher,
  notices?: BalanceNotices,
): Promise<RequestedRun> {
  const { run, item } = await transaction(pool, async (client) => {
    // The item first: whoever changes its recording closes its letters in the same order.
    const { rows: found } = await client.query<{ item_id: string }>(
      `SELECT item_id FROM letras_mortas WHERE id = $1 AND ${inScope('$2', 'empresa_id')}`,
      [request.letraId, empresaIdOf(request.scope)],
    );
    if (!found[0]) throw new AppError('nao_encontrado', 'Registro não encontrado.');
    const item = await lockItem(client, request.scope, found[0].item_id);
    const letter = await lockLetter(client, request.letraId);
    if (item.status === 'concluido' && !request.confirmado) {
      throw await askFirst(client, request.scope, item, request.entrevistaMinutos);
    }
    const situacao = situationOf(item);
    assertActive(situacao);
    await assertAuditable(client, item, request.actor.usuarioId);
    const creditos = priceOf(item, request.entrevistaMinutos);
    const plano = await planReuse(client, situacao, { modo: 'falha', execucaoId: letter.execucao_id });
    const useless = letter.codigo_motivo === 'resposta_invalida' ? letter.etapa : null;
    const created = await createRun(
      client,
      {
        item,
        perfil: situacao.perfil,
        config: situacao.config,
        // A person asks for this very item: sampling does not apply any more.
        origem: letter.origem === 'lote' ? 'manual' : letter.origem,
        solicitadoPor: request.actor.usuarioId,
        prioridade: request.prioridade ?? 'clique',
        plano,
        respostas: {
          execucaoId: letter.execucao_id,
          etapas: ETAPAS_PAGAS.filter((etapa) => etapa !== useless),
        },
        creditos,
        evento: {
          nome: 'Reprocessamento solicitado',
          detalhes: `A partir da fila de falhas. ${creditsReserved(creditos)}`,
        },
      },
      notices,
    );
    await client.query(
      `UPDATE letras_mortas SET status = 'reprocessada', tratada_por = $2, tratada_em = now() WHERE id = $1`,
      [request.letraId, request.actor.usuarioId],
    );
    await recordAction(client, {
      ...request.actor,
      empresaId: item.empresa_id,
      acao: 'falha_reprocessada',
      recurso: 'auditoria_item',
      recursoId: item.id,
      detalhes: { etapa: letter.etapa, codigo: letter.codigo_motivo, execucaoId: created.execucaoId },
    });
    await request.alongside?.(client);
    return { run: created, item };
  });
  announce(publish, item, run.execucaoId);
  return run;
}

/** The question that stands before a processed item is processed again by way of an old failure. */
async function askFirst(
  db: Queryable,
  scope: Scope,
  item: LockedItem,
  entrevistaMinutos: number,
): Promise<AppError> {
  const replaced = await readReplaced(db, scope, item.id);
  const creditos = priceOf(item, entrevistaMinutos);
  const outros = creditos === 1 ? 'outro crédito' : `outros ${formatCreditos(creditos)}`;
  const oque = profileOf(item.tipo_item) === 'ligacao' ? 'Esta ligação' : 'Esta entrevista';
  return new AppError(
    'confirmacao_necessaria',
    `${oque} foi processada depois desta falha. Reprocessar consome ${outros} e substitui a análise que vale: confirme, ou descarte a falha.`,
    {
      details: {
        creditos,
        saldo: replaced?.saldo ?? 0,
        substitui: replaced ? replacedOf(replaced) : null,
      },
    },
  );
}

type Letter = {
  execucao_id: string;
  etapa: Etapa;
  status: string;
  origem: OrigemExecucao;
  codigo_motivo: string | null;
};

/** An open letter, locked. @throws AppError nao_encontrado, conflito when it was handled before */
async function lockLetter(db: Queryable, letraId: string): Promise<Letter> {
  const { rows } = await db.query<Letter>(
    `SELECT l.execucao_id, l.etapa::text AS etapa, l.status::text AS status, x.origem, x.codigo_motivo
     FROM letras_mortas l JOIN execucoes x ON x.id = l.execucao_id WHERE l.id = $1 FOR UPDATE OF l`,
    [letraId],
  );
  const letter = rows[0];
  if (!letter) throw new AppError('nao_encontrado', 'Registro não encontrado.');
  if (letter.status !== 'aberta') throw new AppError('conflito', 'Este registro já foi tratado.');
  return letter;
}

/** What another run of an item would take over and ask for again; nothing is written. */
export type Previsao = { creditos: number; reaproveita: Etapa[]; refaz: Etapa[]; temTranscricao: boolean };

/**
 * Foresees a run: what it costs, which stages stand and which are done again.
 * @throws AppError nao_encontrado, sem_arquivo, gravacao_em_medicao
 */
export async function previewRun(
  db: Queryable,
  request: { scope: Scope; itemId: string; modo: 'processar' | 'regenerar'; entrevistaMinutos: number },
): Promise<Previsao> {
  const item = await readItem(db, request.scope, request.itemId, '');
  const situacao = situationOf(item);
  const creditos = priceOf(item, request.entrevistaMinutos);
  const plano = await planReuse(db, situacao, { modo: 'transcricao' });
  const kept = request.modo === 'regenerar' ? [...(plano.base?.etapas ?? [])] : [];
  return {
    creditos,
    reaproveita: kept,
    refaz: FLUXOS[situacao.perfil].filter((etapa) => !kept.includes(etapa)),
    temTranscricao: plano.temTranscricao,
  };
}
