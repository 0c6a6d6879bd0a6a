// Rules that must hold for a company after all its requests have ended, even after faults.

import { createRedis } from '@escuta/shared/platform/redis/redis';
import { STAGE_QUEUES } from '@escuta/shared/queues/pipeline';
import { Queue } from 'bullmq';
import type { TestDeps } from '../support/app.ts';
import type { FakeProvider } from '../support/fake-provider.ts';
import type { Installation } from './installation.ts';
import { CREDITS, PERGUNTAS } from './load.ts';

/**
 * Sentences by kind of recording: the provider returns two for each channel; a call has two channels, an interview one.
 */
const SENTENCES = { ligacao: 4, entrevista: 2 };

/**
 * Verdicts on PERGUNTAS, a letter each (shared/src/domain/interview/verdicts/matrix.ts), and the number of their
 * verified quotes. The first answer was typed but never said; the second question falls into speech without text,
 * because the provider transcribes only the beginning.
 */
const VEREDITOS = 'DU';
const PROVAS = 2;

type Check = (deps: TestDeps, empresaId: string) => Promise<string[]>;

async function count(deps: TestDeps, text: string, values: unknown[]): Promise<number> {
  const { rows } = await deps.db.query<{ n: number }>(`select count(*)::int as n from (${text}) q`, values);
  return rows[0]?.n ?? 0;
}

/** Makes a rule: the statement must return no rows; otherwise the rule reports `problem`. */
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
  // This event occurs only in runs of interviews.
  'Confronto concluído',
  'Insights gerados',
  'Processamento concluído',
];

/** Message for due objects that are still stored. */
export const OVERDUE = 'objetos vencidos não apagados';

/**
 * Returns SQL for interviews' runs by their number of second requests to the model, which a divergence causes.
 * @param many SQL comparison of that number
 */
function interviewsAskedAgain(many: string): string {
  return `select 1 from execucoes x join auditoria_itens i on i.id = x.item_id and i.tipo_item = 'entrevista'
     where x.empresa_id = $1 and x.status = 'concluida' and (select count(*) from chamadas_provedor c
       where c.execucao_id = x.id and c.etapa = 'confronto' and c.chave like 'confronto:independente%') ${many}`;
}

const CHECKS: readonly Check[] = [
  none(
    'itens sem fim',
    `select 1 from auditoria_itens where empresa_id = $1 and arquivo_path is not null and status <> 'concluido'`,
  ),
  none(
    'execuções abertas',
    `select 1 from execucoes where empresa_id = $1 and status in ('na_fila', 'executando')`,
  ),
  none(
    'etapas presas',
    `select 1 from execucao_etapas e join execucoes x on x.id = e.execucao_id
     where x.empresa_id = $1 and (e.status = 'executando' or e.lease_ate is not null
       or (x.status = 'concluida' and e.status not in ('concluida', 'ignorada')))`,
  ),
  none(
    'mensagens não enviadas',
    // The sweeper or an earlier version may claim a stage without its message: the relay marks that message as sent some
    // seconds later, so messages of ended runs do not count.
    `select 1 from outbox_mensagens o where o.empresa_id = $1 and o.enviada_em is null and not exists (
       select 1 from execucoes x where x.id = (o.payload ->> 'execucaoId')::uuid and x.terminada_em is not null)`,
  ),
  none(
    'estornos de outro valor que a reserva',
    `select 1 from credito_lancamentos e join credito_lancamentos r on r.execucao_id = e.execucao_id
      and r.tipo = 'reserva'
     where e.empresa_id = $1 and e.tipo = 'estorno' and e.quantidade <> -r.quantidade`,
  ),
  // Charged once: each run reserves once and then captures or refunds; only an item's concluded run captures.
  none(
    'execuções mal cobradas',
    `select x.id from execucoes x left join credito_lancamentos c on c.execucao_id = x.id
     where x.empresa_id = $1 group by x.id, x.status
     having count(*) filter (where c.tipo = 'reserva') <> 1
       or count(*) filter (where c.tipo = 'captura') <> (x.status = 'concluida')::int
       or count(*) filter (where c.tipo = 'estorno') <> (x.status <> 'concluida')::int`,
  ),
  none(
    'itens cobrados outra vez',
    `select x.item_id from execucoes x join credito_lancamentos c on c.execucao_id = x.id and c.tipo = 'captura'
     where x.empresa_id = $1 group by x.item_id having count(*) > 1`,
  ),
  async (deps, empresaId) => {
    const { rows } = await deps.db.query<{ saldo: number; soma: number; capturas: number }>(
      `select saldo_creditos as saldo,
         (select sum(quantidade)::int from credito_lancamentos where empresa_id = $1) as soma,
         (select -coalesce(sum(r.quantidade), 0)::int from credito_lancamentos c
          join credito_lancamentos r on r.execucao_id = c.execucao_id and r.tipo = 'reserva'
          where c.empresa_id = $1 and c.tipo = 'captura') as capturas
       from empresas where id = $1`,
      [empresaId],
    );
    const { saldo = 0, soma = 0, capturas = 0 } = rows[0] ?? {};
    const fits = saldo === soma && saldo === CREDITS - capturas;
    return fits
      ? []
      : [`saldo ${saldo}, soma dos lançamentos ${soma}, créditos capturados ${capturas} de ${CREDITS}`];
  },
  // No finding occurs twice.
  none(
    'resultados incompletos ou repetidos',
    `select x.id from execucoes x join auditoria_itens m on m.id = x.item_id
      left join auditoria_resultados r on r.execucao_id = x.id
     where x.empresa_id = $1 and x.status = 'concluida'
       and (r.id is null or r.status_processamento <> 'concluido' or r.analise_texto is null or r.picos_path is null
         or (select count(*) from transcricoes t join sentencas s on s.transcricao_id = t.id
             where t.resultado_id = r.id) <> case m.tipo_item when 'entrevista' then ${SENTENCES.entrevista}
               else ${SENTENCES.ligacao} end
         or (select count(*) from insights i where i.execucao_id = x.id) <> 1)`,
  ),
  // Each question of an interview is judged once, by the current run, with its proof; the map's row agrees.
  async (deps, empresaId) => {
    const { rows } = await deps.db.query<{ achado: string; n: number }>(
      `select concat_ws(' ', coalesce(m.codigos, '(sem linha)'), c.celulas, c.provas) as achado, count(*)::int as n
       from auditoria_itens i left join execucoes x on x.item_id = i.id and x.status = 'concluida'
       left join entrevista_matriz m on m.entrevista_id = i.entrevista_id and m.item_id = i.id
       left join lateral (
         select count(*) as celulas, coalesce(sum((select count(*) from confronto_evidencias v
           where v.confronto_id = c.id and v.verificada)), 0) as provas
         from confrontos c where c.entrevista_id = i.entrevista_id and c.vigente and c.execucao_id = x.id
       ) c on true
       where i.empresa_id = $1 and i.tipo_item = 'entrevista' group by 1`,
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
    `select 1 from entrevistas where empresa_id = $1 and rejulgar_em is not null`,
  ),
  // Excludes copied answers (written at the same moment as their run), because the earlier run has paid for them.
  none(
    'respostas pagas sem custo',
    `select 1 from chamadas_provedor c join execucoes x on x.id = c.execucao_id
     where c.empresa_id = $1 and c.created_at >= x.created_at + interval '1 millisecond'
       and not exists (select 1 from linhas_custo l where l.chamada_id = c.id)`,
  ),
  // The timeline: times never decrease, each stage ends once, in order, and the final entry comes last.
  none(
    'linhas do tempo fora de ordem',
    `select execucao_id from (
       select e.execucao_id, e.timestamp < lag(e.timestamp) over w as volta,
         p.ordem <= max(p.ordem) over (w rows between unbounded preceding and 1 preceding) as repete,
         p.ordem = ${RUN_EVENTS.length} and lead(e.id) over w is not null as depois
       from eventos_timeline e
       left join unnest(array[${RUN_EVENTS.map((name) => `'${name}'`).join(', ')}]) with ordinality as p (evento, ordem)
         using (evento)
       where e.empresa_id = $1 window w as (partition by e.execucao_id order by e.id)) t
     where volta or repete or depois group by 1`,
  ),
  none(
    'execuções concluídas sem a história inteira',
    `select x.id from execucoes x
     where x.empresa_id = $1 and x.status = 'concluida' and not exists (
       select 1 from eventos_timeline e where e.execucao_id = x.id and e.evento = 'Processamento concluído')`,
  ),
  none(
    'objetos em uso à espera de exclusão',
    `select 1 from objetos_pendentes o where o.empresa_id = $1 and o.chave in (
       select arquivo_path from auditoria_itens where empresa_id = $1
       union all select picos_path from auditoria_resultados where empresa_id = $1)`,
  ),
  none(
    'cópias para ouvir não feitas',
    "select 1 from copias_escuta where empresa_id = $1 and situacao <> 'pronta'",
  ),
  none('segundas perguntas de uma divergência feitas duas vezes', interviewsAskedAgain('> 1')),
  none(OVERDUE, 'select 1 from objetos_pendentes where empresa_id = $1 and apagar_em <= now()'),
  checkRollups,
];

/** Checks that totals of lists and dashboards agree with a recount, which is rolled back. */
async function checkRollups(deps: TestDeps, empresaId: string): Promise<string[]> {
  const client = await deps.db.pool.connect();
  try {
    await client.query('begin');
    const { rows: projects } = await client.query<{ id: string }>(
      'select id from projetos where empresa_id = $1',
      [empresaId],
    );
    const problems: string[] = [];
    for (const { id } of projects) {
      const read = async () => {
        const { rows } = await client.query(
          `select (select json_agg(d order by d.dia, d.status) from projeto_rollup_dia d where projeto_id = $1) as dias,
             (select json_agg(t order by t.status) from projeto_totais t where projeto_id = $1) as totais,
             (select json_agg(m order by m.mes, m.status) from projeto_rollup_mes m where projeto_id = $1)
               as meses_de_entrada,
             (select json_agg(q order by q.dia) from projeto_qualidade_dia q where projeto_id = $1) as qualidade,
             (select json_agg(c order by c.dia, c.agente_id, c.status) from chamada_dia c where projeto_id = $1)
               as chamadas,
             (select json_agg(c order by c.dia, c.agente_id) from chamada_qualidade_dia c where projeto_id = $1)
               as achados,
             (select json_agg(c order by c.dia, c.status) from projeto_chamada_dia c where projeto_id = $1)
               as chamadas_do_projeto,
             (select json_agg(c order by c.dia, c.termo) from chamada_palavra_dia c where projeto_id = $1) as palavras,
             (select json_agg(c order by c.mes, c.agente_id) from chamada_mes c where projeto_id = $1) as meses,
             (select json_agg(c order by c.dia, c.hora) from chamada_hora c where projeto_id = $1) as horas,
             (select json_agg(c order by c.dia) from chamada_qualidade_soma c where projeto_id = $1) as achados_somados,
             (select json_agg(c order by c.mes, c.agente_id) from chamada_qualidade_mes c where projeto_id = $1)
               as achados_do_mes,
             (select json_agg(c order by c.dia, c.etapa, c.modelo) from custo_dia c where projeto_id = $1) as custos`,
          [id],
        );
        return JSON.stringify(rows[0]);
      };
      const kept = await read();
      await client.query('select escuta_recontar($1)', [id]);
      const counted = await read();
      if (kept !== counted) problems.push(`totais diferem da recontagem: ${kept} e ${counted}`);
    }
    return problems;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

/** A rule that only runs of this version can break, because earlier versions send no second request. */
const OF_THIS_VERSION = none('divergências sem a segunda pergunta', interviewsAskedAgain('= 0'));

/**
 * Checks all rules on a company's rows. @returns messages of the violated rules
 * @param options.begunByOlder an earlier version processed a part of the runs
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

/** Number of jobs left in the stages' queues. */
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
  /** Number of provider calls billed more than once. */
  duplicates: number;
  /** Number of answered requests sent again: a provider without idempotency keys would bill them twice. */
  repeats: number;
  /** Number of billed provider calls without a record. */
  lost: number;
  problems: string[];
};

/** Compares the provider's bill with the recorded provider calls. */
export async function compareBill(deps: TestDeps, empresaId: string, provider: FakeProvider): Promise<Bill> {
  const { rows } = await deps.db.query<{ chave: string }>(
    `select execucao_id || ':' || etapa || ':' || chave || '~' || left(pedido_hash, 12) as chave
     from chamadas_provedor where empresa_id = $1`,
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

/** Compares a company's stored objects with those referenced or announced for deletion. */
export async function compareObjects(
  deps: TestDeps,
  empresaId: string,
  installation: Pick<Installation, 'objects'>,
): Promise<Objects> {
  const { keys: all, unfinished } = await installation.objects();
  const keys = new Set([...all].filter((key) => key.startsWith(`${empresaId}/`)));
  const { rows } = await deps.db.query<{ chave: string; usada: boolean }>(
    `select arquivo_path as chave, true as usada from auditoria_itens
     where empresa_id = $1 and arquivo_path is not null
     union all select picos_path, true from auditoria_resultados where empresa_id = $1 and picos_path is not null
     union all select chave_objeto, true from copias_escuta where empresa_id = $1 and chave_objeto is not null
     union all select chave, false from objetos_pendentes where empresa_id = $1`,
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
