// Measures the rules of a company with a million calls: the database's time to judge a minute of changes, a rule's
// test, and ten thousand alerts as one mail.

import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { type JanelaDaRegra, TESTE_DIAS } from '@escuta/shared/domain/rules/rules';
import { parseKeyRing } from '@escuta/shared/platform/crypto/crypto';
import { createLogger } from '@escuta/shared/platform/process/log';
import { delivering } from '../worker/src/events/events.ts';
import { mailingNotices } from '../worker/src/notices/mails-now.ts';
import { companiesQueued } from '../worker/src/rules/queue-repo.ts';
import { judgingRules } from '../worker/src/rules/rules.ts';
import { signIn, startApi, type Volume } from './installation.ts';
import { cpuSeconds, median, type Row, row } from './support.ts';

/** Calls that change in a minute: 12,000 an hour. */
const CHANGES_A_MINUTE = 200;
/** At most 4 batches a minute per company, as a change waits 15 s; the worker checks the queue every 5 s. */
const BATCHES_A_MINUTE = 4;
const POLLS_A_MINUTE = 12;
const MINUTES = 10;
const LIMIT_MS = 100;

const PROJECTS = 300;
const AGENTS = 200;
const TEST_LIMIT_MS = 2000;
const FIRINGS = 10_000;

const said = (campo: 'dito_cliente' | 'dito', valor: string[]): Filtro => ({ campo, op: 'um_de', valor });
/** Rules of different cost: a critical criterion, offences, words, and six conditions at once. */
const RULES: Record<string, Filtro> = {
  'critério crítico': { campo: 'falha_critica', op: 'igual', valor: true },
  ofensa: { campo: 'ofensa', op: 'um_de', valor: ['agente'] },
  palavras: said('dito_cliente', ['procon', 'anatel', 'processo', 'processar', 'advogado']),
  'seis condições': {
    qualquer: [
      said('dito', ['cancelar', 'cancelamento']),
      { campo: 'silencio', op: 'de', valor: 20 },
      { campo: 'custo', op: 'de', valor: 100 },
      { campo: 'nota', op: 'ate', valor: 20 },
      { campo: 'duracao', op: 'de', valor: 1800 },
      { campo: 'sentimento', op: 'um_de', valor: ['negativo'] },
    ],
  },
};

const going = { isStopped: () => false, moved: () => undefined };
const log = createLogger('medida', 'silent');
const publish = () => undefined;

/** Measures the rules of a company with a million calls: judging changed calls, testing a rule, and sending alerts. */
export async function measureRules(
  pool: Database,
  volume: Volume,
  postgres: readonly number[],
): Promise<Row[]> {
  await pool.query('truncate regra_fila');
  await pool.query('analyze regra_fila');
  await keepCalls(pool, volume);
  return [
    ...(await measureJudging(pool, volume, postgres)),
    ...(await measureTests(pool, volume)),
    ...(await measureOneMail(pool, volume)),
  ];
}

/** Keeps the newest judged calls in a table, numbered from 1; changes are later queued for calls of this table. */
async function keepCalls(pool: Database, { empresaId }: Volume): Promise<void> {
  await pool.query(
    `create table medida_ligacoes as select row_number() over (order by entrada desc, item_id) as n, empresa_id, item_id
     from item_qualidade where empresa_id = $1 and pontuacao is not null order by n limit $2`,
    [empresaId, FIRINGS],
  );
  await pool.query('alter table medida_ligacoes add primary key (n)');
  await pool.query('analyze medida_ligacoes');
}

/** Queues a change of each of `count` kept calls, from number `from` on. */
async function queue(pool: Database, count: number, from = 1): Promise<void> {
  const { rowCount } = await pool.query(
    `insert into regra_fila (empresa_id, item_id) select empresa_id, item_id from medida_ligacoes
     where n >= $1::int and n < $1::int + $2::int`,
    [from, count],
  );
  if (rowCount !== count) throw new Error('not enough judged calls');
}

async function keepOnly(pool: Database, { empresaId }: Volume, filtro: Filtro): Promise<void> {
  await pool.query('delete from regras where empresa_id = $1', [empresaId]);
  await pool.query(
    `insert into regras (id, empresa_id, nome, filtro, gravidade) values ($2, $1, 'Regra medida', $3, 'alta')`,
    [empresaId, randomUUID(), JSON.stringify(filtro)],
  );
}

/** Measures PostgreSQL's processor time in a minute of changes: queueing, judging, and polls of an empty queue. */
async function measureJudging(pool: Database, volume: Volume, postgres: readonly number[]): Promise<Row[]> {
  const work = judgingRules({ db: pool, log, publish, restMs: 0 });
  const size = Math.ceil(CHANGES_A_MINUTE / BATCHES_A_MINUTE);
  const rows: Row[] = [];
  for (const [name, filtro] of Object.entries(RULES)) {
    await keepOnly(pool, volume, filtro);
    const minutes: number[] = [];
    for (let minute = 0; minute <= MINUTES; minute++) {
      const before = cpuSeconds(postgres);
      for (let batch = 0; batch < BATCHES_A_MINUTE; batch++) {
        await queue(pool, size, 1 + (minute * BATCHES_A_MINUTE + batch) * size);
        await work.round(going);
      }
      for (let n = 0; n < POLLS_A_MINUTE; n++) await companiesQueued(pool, 0);
      minutes.push((cpuSeconds(postgres) - before) * 1000);
    }
    rows.push(
      row(
        `Regra (${name}), ${volume.ligacoes.toLocaleString('pt-BR')} ligações, ${CHANGES_A_MINUTE} mudam por minuto: processador do banco`,
        // The first minute fills the caches.
        median(minutes.slice(1)),
        LIMIT_MS,
        'max',
        ' ms',
      ),
    );
  }
  return rows;
}

type Answer = { n: number; dias: number; cursor: string | null };

/** Measures each answer of a rule's test. The page requests the next answer itself until the last day is searched. */
async function measureTests(pool: Database, volume: Volume): Promise<Row[]> {
  await fillWindows(pool, volume);
  const tests: Record<string, { filtro: Filtro | null; janela: JanelaDaRegra | null }> = {};
  for (const [name, filtro] of Object.entries(RULES)) tests[name] = { filtro, janela: null };
  const windows = { limite: null, projeto_id: null } as const;
  tests[`desvio por dia, ${PROJECTS} projetos`] = {
    ...{ filtro: null, janela: { medida: 'ligacoes_dia', comparacao: 'desvio', ...windows } },
  };
  tests[`desvio por hora, ${PROJECTS} projetos`] = {
    ...{ filtro: null, janela: { medida: 'ligacoes_hora', comparacao: 'desvio', ...windows } },
  };
  tests[`limite por hora, ${PROJECTS} projetos`] = {
    ...{
      filtro: null,
      janela: { medida: 'ligacoes_hora', comparacao: 'acima', limite: 40, projeto_id: null },
    },
  };
  tests[`pontuação de ${AGENTS} agentes`] = {
    ...{
      filtro: null,
      janela: { medida: 'nota_agente', comparacao: 'abaixo', limite: 60, projeto_id: null },
    },
  };
  const api = await startApi();
  try {
    const headers = { ...(await signIn(api.base, volume.login)), 'content-type': 'application/json' };
    const ask = async (body: object): Promise<Answer> => {
      const response = await fetch(`${api.base}/regras/teste`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      });
      if (!response.ok) throw new Error(`teste: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { data: Answer }).data;
    };
    const rows: Row[] = [];
    for (const [name, body] of Object.entries(tests)) {
      const taken: number[] = [];
      let found = 0;
      let cursor: string | null = null;
      do {
        const start = performance.now();
        const answer: Answer = await ask({ ...body, cursor });
        taken.push(performance.now() - start);
        found += answer.n;
        cursor = answer.cursor;
      } while (cursor !== null);
      const total = taken.reduce((sum, ms) => sum + ms, 0) / 1000;
      console.log(
        `  teste (${name}): ${found} em ${TESTE_DIAS} dias, ${taken.length} resposta(s), ${total.toFixed(1)} s ao todo`,
      );
      rows.push(
        row(
          `Teste de regra (${name}): a resposta mais lenta`,
          Math.max(...taken),
          TEST_LIMIT_MS,
          'max',
          ' ms',
        ),
      );
    }
    return rows;
  } finally {
    await api.stop();
  }
}

/** Writes the roll-ups of 300 projects and 200 agents over 100 days, as the triggers leave them. */
async function fillWindows(pool: Database, { empresaId }: Volume): Promise<void> {
  const projects = Array.from({ length: PROJECTS - 1 }, () => randomUUID());
  const agents = Array.from({ length: AGENTS }, () => randomUUID());
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto)
     select p, $1, 'Projeto medido ' || n, 'call_center' from unnest($2::uuid[]) with ordinality as t (p, n)`,
    [empresaId, projects],
  );
  await pool.query(
    `insert into agentes (id, empresa_id, nome)
     select a, $1, 'Agente medido ' || n from unnest($2::uuid[]) with ordinality as t (a, n)`,
    [empresaId, agents],
  );
  await pool.query(
    `insert into chamada_hora (empresa_id, projeto_id, dia, hora, n)
     select $1, p, current_date - d, h, 20 + hashint8(h * 1000 + d) & 15 from unnest($2::uuid[]) p,
       generate_series(0, 99) d, generate_series(0, 23) h`,
    [empresaId, projects],
  );
  await pool.query(
    `insert into projeto_chamada_dia (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao, com_gravacao)
     select $1, p, current_date - d, 'concluido', 480 + hashint8(d) & 63, 1, 1, 1 from unnest($2::uuid[]) p,
       generate_series(0, 99) d`,
    [empresaId, projects],
  );
  await pool.query(
    `insert into chamada_qualidade_dia (empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao,
      soma_quadrados,
       positivos, neutros, negativos, alertas, com_alerta, revisadas, notas)
     select $1, $2, current_date - d, a, 10, 10, 4 + (hashint8(d) & 3), 5.2, 4, 4, 2, 3, 2, 1,
     array_fill(1, array[10])::bigint[]
     from generate_series(0, 99) d, unnest($3::uuid[]) a`,
    [empresaId, projects[0], agents],
  );
  await pool.query('analyze chamada_hora, projeto_chamada_dia, chamada_qualidade_dia, projetos, agentes');
}

/** Measures that ten thousand alerts of one rule become a single mail to each person who wants mails. */
async function measureOneMail(pool: Database, volume: Volume): Promise<Row[]> {
  const { empresaId } = volume;
  await keepOnly(pool, volume, { campo: 'nota', op: 'ate', valor: 100 });
  await pool.query(`update regras set vigente_desde = '2000-01-01' where empresa_id = $1`, [empresaId]);
  await pool.query('update empresas set email_confirmado_em = now() where id = $1', [empresaId]);
  await pool.query('delete from emails');
  await queue(pool, FIRINGS);
  const start = performance.now();
  await judgingRules({ db: pool, log, publish, restMs: 0 }).round(going);
  const seconds = (performance.now() - start) / 1000;
  await delivering({ db: pool, log, publish }).round(going);
  await pool.query(`update avisos_email set enviar_em = now() - interval '1 second'`);
  const env = {
    OPERADOR_NOME: 'Escuta',
    PUBLIC_URL: 'https://medida.example',
    SMTP_URL: 'smtp://medida.example',
    NODE_ENV: 'production' as const,
    LOW_BALANCE_CREDITS: 0,
  };
  const keyRing = parseKeyRing(`m:${Buffer.alloc(32).toString('base64')}`);
  await Promise.all(
    [1, 2, 3, 4].map(() => mailingNotices({ db: pool, notices: { env, keyRing } }).round(going)),
  );
  const { rows } = await pool.query<{ disparos: number; emails: number; pessoas: number }>(
    `select (select count(*)::int from regra_disparos where empresa_id = $1 and estado = 'aberto') as disparos,
       (select count(*)::int from emails) as emails, (select count(distinct para)::int from emails) as pessoas`,
    [empresaId],
  );
  const { disparos = 0, emails = 0, pessoas = 0 } = rows[0] ?? {};
  console.log(
    `  ${disparos} alertas de uma regra em ${seconds.toFixed(1)} s; ${emails} e-mail(s) para ${pessoas} pessoa(s)`,
  );
  if (disparos !== FIRINGS || pessoas === 0) throw new Error('the rule did not fire for everybody');
  return [
    row(
      `${FIRINGS.toLocaleString('pt-BR')} alertas de uma regra, quatro workers: e-mails por pessoa`,
      emails / pessoas,
      1,
      'max',
    ),
  ];
}
