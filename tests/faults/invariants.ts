// What must be true of a company once everything it asked for has ended, whatever happened on the way.

import { createRedis } from '@escuta/shared/platform/redis/redis';
import { STAGE_QUEUES } from '@escuta/shared/queues/pipeline';
import { Queue } from 'bullmq';
import type { TestDeps } from '../support/app.ts';
import type { FakeProvider } from '../support/fake-provider.ts';
import type { Installation } from './installation.ts';
import { CREDITS, PERGUNTAS } from './load.ts';

/** Sentences of one recording: the provider says two for each channel, of which a call has two and an interview one. */
const SENTENCES = { ligacao: 4, entrevista: 2 };

/**
 * Verdicts on PERGUNTAS, a letter each (shared/src/domain/interview/verdicts/matrix.ts), and the verified quotes that prove them: of the first something
 * was typed that nobody said, and the provider writes only the first words of the recording, so that whoever looks for the second finds
 * speech without text.
 */
const VEREDITOS = 'DU';
const PROVAS = 2;

type Check = (deps: TestDeps, empresaId: string) => Promise<string[]>;

async function count(deps: TestDeps, text: string, values: unknown[]): Promise<number> {
  const { rows } = await deps.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM (${text}) q`, values);
  return rows[0]?.n ?? 0;
}

/** One problem a statement whose rows ought not to be there. */
function none(problem: string, text: string): Check {
  return async (deps, empresaId) => {
    const n = await count(deps, text, [empresaId]);
    return n === 0 ? [] : [`${problem}: ${n}`];
  };
}

const RUN_EVENTS = [
  'Áudio analisado',
  'Transcrição concluída',
  'Análise de texto concluída',
  // Of interviews.
  'Confronto concluído',
  'Insights gerados',
  'Processamento concluído',
];

/** What the check of objects that are due says. */
export const OVERDUE = 'objetos vencidos não apagados';

/** Audited interviews (each has one divergence) with so many second askings. @param many a comparison of SQL */
function interviewsAskedAgain(many: string): string {
  return `SELECT 1 FROM execucoes x JOIN auditoria_itens i ON i.id = x.item_id AND i.tipo_item = 'entrevista'
     WHERE x.empresa_id = $1 AND x.status = 'concluida' AND (SELECT count(*) FROM chamadas_provedor c
       WHERE c.execucao_id = x.id AND c.etapa = 'confronto' AND c.chave LIKE 'confronto:independente%') ${many}`;
}

const CHECKS: readonly Check[] = [
  none(
    'itens sem fim',
    `SELECT 1 FROM auditoria_itens WHERE empresa_id = $1 AND arquivo_path IS NOT NULL AND status <> 'concluido'`,
  ),
  none(
    'execuções abertas',
    `SELECT 1 FROM execucoes WHERE empresa_id = $1 AND status IN ('na_fila', 'executando')`,
  ),
  none(
    'etapas presas',
    `SELECT 1 FROM execucao_etapas e JOIN execucoes x ON x.id = e.execucao_id
     WHERE x.empresa_id = $1 AND (e.status = 'executando' OR e.lease_ate IS NOT NULL
       OR (x.status = 'concluida' AND e.status NOT IN ('concluida', 'ignorada')))`,
  ),
  none(
    'mensagens não enviadas',
    // What a stage left that was claimed by a job without its message (the sweeper's, an earlier version's) the relay marks a few seconds later.
    `SELECT 1 FROM outbox_mensagens o WHERE o.empresa_id = $1 AND o.enviada_em IS NULL AND NOT EXISTS (
       SELECT 1 FROM execucoes x WHERE x.id = (o.payload ->> 'execucaoId')::uuid AND x.terminada_em IS NOT NULL)`,
  ),
  none(
    'estornos de outro valor que a reserva',
    `SELECT 1 FROM credito_lancamentos e JOIN credito_lancamentos r ON r.execucao_id = e.execucao_id AND r.tipo = 'reserva'
     WHERE e.empresa_id = $1 AND e.tipo = 'estorno' AND e.quantidade <> -r.quantidade`,
  ),
  // Charged once: each run reserves once and then captures or gives back; an item's one concluded run captures.
  none(
    'execuções mal cobradas',
    `SELECT x.id FROM execucoes x LEFT JOIN credito_lancamentos c ON c.execucao_id = x.id
     WHERE x.empresa_id = $1 GROUP BY x.id, x.status
     HAVING count(*) FILTER (WHERE c.tipo = 'reserva') <> 1
       OR count(*) FILTER (WHERE c.tipo = 'captura') <> (x.status = 'concluida')::int
       OR count(*) FILTER (WHERE c.tipo = 'estorno') <> (x.status <> 'concluida')::int`,
  ),
  none(
    'itens cobrados outra vez',
    `SELECT x.item_id FROM execucoes x JOIN credito_lancamentos c ON c.execucao_id = x.id AND c.tipo = 'captura'
     WHERE x.empresa_id = $1 GROUP BY x.item_id HAVING count(*) > 1`,
  ),
  async (deps, empresaId) => {
    const { rows } = await deps.db.query<{ saldo: number; soma: number; capturas: number }>(
      `SELECT saldo_creditos AS saldo,
         (SELECT sum(quantidade)::int FROM credito_lancamentos WHERE empresa_id = $1) AS soma,
         (SELECT -coalesce(sum(r.quantidade), 0)::int FROM credito_lancamentos c
          JOIN credito_lancamentos r ON r.execucao_id = c.execucao_id AND r.tipo = 'reserva'
          WHERE c.empresa_id = $1 AND c.tipo = 'captura') AS capturas
       FROM empresas WHERE id = $1`,
      [empresaId],
    );
    const { saldo = 0, soma = 0, capturas = 0 } = rows[0] ?? {};
    const fits = saldo === soma && saldo === CREDITS - capturas;
    return fits
      ? []
      : [`saldo ${saldo}, soma dos lançamentos ${soma}, créditos capturados ${capturas} de ${CREDITS}`];
  },
  // What was found is there once.
  none(
    'resultados incompletos ou repetidos',
    `SELECT x.id FROM execucoes x JOIN auditoria_itens m ON m.id = x.item_id LEFT JOIN auditoria_resultados r ON r.execucao_id = x.id
     WHERE x.empresa_id = $1 AND x.status = 'concluida'
       AND (r.id IS NULL OR r.status_processamento <> 'concluido' OR r.analise_texto IS NULL OR r.picos_path IS NULL
         OR (SELECT count(*) FROM transcricoes t JOIN sentencas s ON s.transcricao_id = t.id
             WHERE t.resultado_id = r.id) <> CASE m.tipo_item WHEN 'entrevista' THEN ${SENTENCES.entrevista} ELSE ${SENTENCES.ligacao} END
         OR (SELECT count(*) FROM insights i WHERE i.execucao_id = x.id) <> 1)`,
  ),
  // Each question of an interview is judged once, by the run that counts, with its proof; and the map's row says the same.
  async (deps, empresaId) => {
    const { rows } = await deps.db.query<{ achado: string; n: number }>(
      `SELECT concat_ws(' ', coalesce(m.codigos, '(sem linha)'), c.celulas, c.provas) AS achado, count(*)::int AS n
       FROM auditoria_itens i LEFT JOIN execucoes x ON x.item_id = i.id AND x.status = 'concluida'
       LEFT JOIN entrevista_matriz m ON m.entrevista_id = i.entrevista_id AND m.item_id = i.id
       LEFT JOIN LATERAL (
         SELECT count(*) AS celulas, coalesce(sum((SELECT count(*) FROM confronto_evidencias v
           WHERE v.confronto_id = c.id AND v.verificada)), 0) AS provas
         FROM confrontos c WHERE c.entrevista_id = i.entrevista_id AND c.vigente AND c.execucao_id = x.id
       ) c ON true
       WHERE i.empresa_id = $1 AND i.tipo_item = 'entrevista' GROUP BY 1`,
      [empresaId],
    );
    const expected = `${VEREDITOS} ${PERGUNTAS.length} ${PROVAS}`;
    return rows.flatMap(({ achado, n }) =>
      achado === expected
        ? []
        : [`entrevistas com vereditos, células e provas '${achado}', não '${expected}': ${n}`],
    );
  },
  none(
    'vereditos a julgar de novo',
    `SELECT 1 FROM entrevistas WHERE empresa_id = $1 AND rejulgar_em IS NOT NULL`,
  ),
  // Answers taken over from a dead letter's run (written with the new run itself) were paid by that one.
  none(
    'respostas pagas sem custo',
    `SELECT 1 FROM chamadas_provedor c JOIN execucoes x ON x.id = c.execucao_id
     WHERE c.empresa_id = $1 AND c.created_at >= x.created_at + interval '1 millisecond'
       AND NOT EXISTS (SELECT 1 FROM linhas_custo l WHERE l.chamada_id = c.id)`,
  ),
  // The timeline: times never go back, each stage's end stands once, in order, and the last word comes last.
  none(
    'linhas do tempo fora de ordem',
    `SELECT execucao_id FROM (
       SELECT e.execucao_id, e.timestamp < lag(e.timestamp) OVER w AS volta,
         p.ordem <= max(p.ordem) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS repete,
         p.ordem = ${RUN_EVENTS.length} AND lead(e.id) OVER w IS NOT NULL AS depois
       FROM eventos_timeline e
       LEFT JOIN unnest(ARRAY[${RUN_EVENTS.map((name) => `'${name}'`).join(', ')}]) WITH ORDINALITY AS p (evento, ordem)
         USING (evento)
       WHERE e.empresa_id = $1 WINDOW w AS (PARTITION BY e.execucao_id ORDER BY e.id)) t
     WHERE volta OR repete OR depois GROUP BY 1`,
  ),
  none(
    'execuções concluídas sem a história inteira',
    `SELECT x.id FROM execucoes x
     WHERE x.empresa_id = $1 AND x.status = 'concluida' AND NOT EXISTS (
       SELECT 1 FROM eventos_timeline e WHERE e.execucao_id = x.id AND e.evento = 'Processamento concluído')`,
  ),
  none(
    'objetos em uso à espera de exclusão',
    `SELECT 1 FROM objetos_pendentes o WHERE o.empresa_id = $1 AND o.chave IN (
       SELECT arquivo_path FROM auditoria_itens WHERE empresa_id = $1
       UNION ALL SELECT picos_path FROM auditoria_resultados WHERE empresa_id = $1)`,
  ),
  none(
    'cópias para ouvir não feitas',
    "SELECT 1 FROM copias_escuta WHERE empresa_id = $1 AND situacao <> 'pronta'",
  ),
  none('segundas perguntas de uma divergência feitas duas vezes', interviewsAskedAgain('> 1')),
  none(OVERDUE, 'SELECT 1 FROM objetos_pendentes WHERE empresa_id = $1 AND apagar_em <= now()'),
  checkRollups,
];

/** The totals that lists and dashboards read, against a recount that is rolled back. */
async function checkRollups(deps: TestDeps, empresaId: string): Promise<string[]> {
  const client = await deps.db.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows: projects } = await client.query<{ id: string }>(
      'SELECT id FROM projetos WHERE empresa_id = $1',
      [empresaId],
    );
    const problems: string[] = [];
    for (const { id } of projects) {
      const read = async () => {
        const { rows } = await client.query(
          `SELECT (SELECT json_agg(d ORDER BY d.dia, d.status) FROM projeto_rollup_dia d WHERE projeto_id = $1) AS dias,
             (SELECT json_agg(t ORDER BY t.status) FROM projeto_totais t WHERE projeto_id = $1) AS totais,
             (SELECT json_agg(m ORDER BY m.mes, m.status) FROM projeto_rollup_mes m WHERE projeto_id = $1) AS meses_de_entrada,
             (SELECT json_agg(q ORDER BY q.dia) FROM projeto_qualidade_dia q WHERE projeto_id = $1) AS qualidade,
             (SELECT json_agg(c ORDER BY c.dia, c.agente_id, c.status) FROM chamada_dia c WHERE projeto_id = $1) AS chamadas,
             (SELECT json_agg(c ORDER BY c.dia, c.agente_id) FROM chamada_qualidade_dia c WHERE projeto_id = $1) AS achados,
             (SELECT json_agg(c ORDER BY c.dia, c.status) FROM projeto_chamada_dia c WHERE projeto_id = $1) AS chamadas_do_projeto,
             (SELECT json_agg(c ORDER BY c.dia, c.termo) FROM chamada_palavra_dia c WHERE projeto_id = $1) AS palavras,
             (SELECT json_agg(c ORDER BY c.mes, c.agente_id) FROM chamada_mes c WHERE projeto_id = $1) AS meses,
             (SELECT json_agg(c ORDER BY c.dia, c.hora) FROM chamada_hora c WHERE projeto_id = $1) AS horas,
             (SELECT json_agg(c ORDER BY c.dia) FROM chamada_qualidade_soma c WHERE projeto_id = $1) AS achados_somados,
             (SELECT json_agg(c ORDER BY c.mes, c.agente_id) FROM chamada_qualidade_mes c WHERE projeto_id = $1) AS achados_do_mes,
             (SELECT json_agg(c ORDER BY c.dia, c.etapa, c.modelo) FROM custo_dia c WHERE projeto_id = $1) AS custos`,
          [id],
        );
        return JSON.stringify(rows[0]);
      };
      const kept = await read();
      await client.query('SELECT escuta_recontar($1)', [id]);
      const counted = await read();
      if (kept !== counted) problems.push(`totais diferem da recontagem: ${kept} e ${counted}`);
    }
    return problems;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}

/** Of this version alone: one before it asks no second time. */
const OF_THIS_VERSION = none('divergências sem a segunda pergunta', interviewsAskedAgain('= 0'));

/**
 * Everything that does not hold in the database.
 * @param options.begunByOlder part of the runs was done by processes of an earlier version
 */
export async function brokenRules(
  deps: TestDeps,
  empresaId: string,
  { begunByOlder = false }: { begunByOlder?: boolean | undefined } = {},
): Promise<string[]> {
  const found: string[] = [];
  const checks = begunByOlder ? CHECKS : [...CHECKS, OF_THIS_VERSION];
  for (const check of checks) found.push(...(await check(deps, empresaId)));
  return found;
}

/** Jobs left in the stages' queues. */
export async function queuedJobs(deps: TestDeps): Promise<number> {
  const redis = createRedis(deps.env, { log: deps.log, name: 'falhas-filas', blocking: true });
  const queues = Object.values(STAGE_QUEUES).map(
    (name) => new Queue(name, { connection: redis, prefix: deps.env.REDIS_PREFIX, skipVersionCheck: true }),
  );
  try {
    const counts = await Promise.all(
      queues.map((queue) => queue.getJobCounts('wait', 'active', 'delayed', 'prioritized')),
    );
    return counts.flatMap((count) => Object.values(count)).reduce((sum, n) => sum + n, 0);
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
    redis.disconnect();
  }
}

export type Bill = {
  /** Calls billed more than once. */
  duplicates: number;
  /** Asked again although answered before: a provider that knows no idempotency keys would bill these twice. */
  repeats: number;
  /** Calls billed that are not on record. */
  lost: number;
  problems: string[];
};

/** What the provider billed, against the calls that are on record. */
export async function compareBill(deps: TestDeps, empresaId: string, provider: FakeProvider): Promise<Bill> {
  const { rows } = await deps.db.query<{ chave: string }>(
    `SELECT execucao_id || ':' || etapa || ':' || chave || '~' || left(pedido_hash, 12) AS chave
     FROM chamadas_provedor WHERE empresa_id = $1`,
    [empresaId],
  );
  const recorded = new Set(rows.map(({ chave }) => chave));
  const billed = new Set(provider.billed);
  return {
    duplicates: provider.billed.length - billed.size,
    repeats: provider.repeats,
    lost: [...billed].filter((key) => !recorded.has(key)).length,
    problems: provider.billed.includes('(sem chave)') ? ['pedidos sem Idempotency-Key'] : [],
  };
}

export type Objects = { orphans: number; unfinished: number; problems: string[] };

/** What the storage holds of a company, against what is referred to or announced for deletion. */
export async function compareObjects(
  deps: TestDeps,
  empresaId: string,
  installation: Pick<Installation, 'objects'>,
): Promise<Objects> {
  const { keys: all, unfinished } = await installation.objects();
  const keys = new Set([...all].filter((key) => key.startsWith(`${empresaId}/`)));
  const { rows } = await deps.db.query<{ chave: string; usada: boolean }>(
    `SELECT arquivo_path AS chave, true AS usada FROM auditoria_itens
     WHERE empresa_id = $1 AND arquivo_path IS NOT NULL
     UNION ALL SELECT picos_path, true FROM auditoria_resultados WHERE empresa_id = $1 AND picos_path IS NOT NULL
     UNION ALL SELECT chave_objeto, true FROM copias_escuta WHERE empresa_id = $1 AND chave_objeto IS NOT NULL
     UNION ALL SELECT chave, false FROM objetos_pendentes WHERE empresa_id = $1`,
    [empresaId],
  );
  const known = new Set(rows.map(({ chave }) => chave));
  const missing = rows.filter(({ chave, usada }) => usada && !keys.has(chave)).length;
  return {
    orphans: [...keys].filter((key) => !known.has(key)).length,
    unfinished,
    problems: missing === 0 ? [] : [`objetos referidos que não existem: ${missing}`],
  };
}
