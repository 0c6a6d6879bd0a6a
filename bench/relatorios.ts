import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import { signIn, startApi, type Volume } from './installation.ts';
import { getJson, latency, median, ROUNDS, type Row, row } from './support.ts';

const AGENTES = 200;
const DIAS = 365;
const LIMIT_MS = 100;
const CALLS = 5;
const DE = '2024-01-01';
const ATE = '2024-12-30';

/**
 * Measures each report of a year: 1,000,000 calls of 200 agents over 365 days. Writes roll-ups as the triggers leave
 * them, in a project of their own, because only reading is measured.
 */
export async function measureReports(pool: Database, { empresaId, login }: Volume): Promise<Row[]> {
  const projetoId = randomUUID();
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, 'Relatórios', 'call_center')`,
    [projetoId, empresaId],
  );
  try {
    await fill(pool, empresaId, projetoId);
    const api = await startApi();
    try {
      const headers = await signIn(api.base, login);
      const rows: Row[] = [];
      for (const aba of ['volume', 'qualidade', 'agentes', 'palavras', 'sentimento', 'custos', 'validacao']) {
        const url = `${api.base}/relatorios/${aba}?de=${DE}&ate=${ATE}`;
        await getJson(url, headers);
        const taken: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          taken.push(await latency(CALLS, () => getJson(url, headers)));
        }
        rows.push(
          row(
            `Relatório ${aba}, 1.000.000 de ligações × ${AGENTES} agentes × ${DIAS} dias`,
            median(taken),
            LIMIT_MS,
            'max',
            ' ms',
          ),
        );
      }
      return rows;
    } finally {
      await api.stop();
    }
  } finally {
    await pool.query('delete from projetos where id = $1', [projetoId]);
    await pool.query(`delete from agentes where empresa_id = $1 and nome like 'Agente de medida %'`, [
      empresaId,
    ]);
  }
}

/** Writes the roll-ups of 13.7 calls per agent and day, in four states. */
async function fill(pool: Database, empresaId: string, projetoId: string): Promise<void> {
  const agentes = Array.from({ length: AGENTES }, () => randomUUID());
  await pool.query(
    `insert into agentes (id, empresa_id, nome) select a, $1, 'Agente de medida ' || n
      from unnest($2::uuid[]) with ordinality as t (a, n)`,
    [empresaId, agentes],
  );
  await pool.query(
    `insert into chamada_dia (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
     select $1, $2, $4::date + d, a, s.status::status_processamento, s.n, s.n * 180, s.n, s.n
     from generate_series(0, $5::int - 1) d, unnest($3::uuid[]) a,
       (values ('concluido', 10), ('erro', 1), ('pendente', 2), ('processando', 1)) s (status, n)`,
    [empresaId, projetoId, agentes, DE, DIAS],
  );
  await pool.query(
    `insert into chamada_qualidade_dia (empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao,
      soma_quadrados,
       positivos, neutros, negativos, alertas, com_alerta, revisadas, notas)
     select $1, $2, $4::date + d, a, 10, 10, 7, 5.2, 4, 4, 2, 3, 2, 1, array[0,0,1,1,1,1,1,2,2,1]::bigint[]
     from generate_series(0, $5::int - 1) d, unnest($3::uuid[]) a`,
    [empresaId, projetoId, agentes, DE, DIAS],
  );
  await pool.query(
    `insert into custo_dia (empresa_id, projeto_id, dia, etapa, modelo, n, usd, minutos, tokens_entrada, tokens_saida)
     select $1, $2, $3::date + d, c.etapa::etapa, c.modelo, 2740, 12.5, c.minutos, 90000, 9000
     from generate_series(0, $4::int - 1) d,
     (values ('transcricao', 'whisper-1', 8000), ('analise_texto', 'gpt-4', 0), ('negocio', 'gpt-4', 0))
       c (etapa, modelo, minutos)`,
    [empresaId, projetoId, DE, DIAS],
  );
  // The sums of these calls, as the triggers write them.
  await pool.query(
    `insert into projeto_chamada_dia select empresa_id, projeto_id, dia, status, sum(n), sum(duracao_s),
      sum(com_duracao), sum(com_gravacao)
     from chamada_dia where projeto_id = $1 group by 1, 2, 3, 4`,
    [projetoId],
  );
  await pool.query(
    `insert into chamada_mes select empresa_id, projeto_id, escuta_mes_do_dia(dia), agente_id, sum(n) from chamada_dia
     where projeto_id = $1 group by 1, 2, 3, 4`,
    [projetoId],
  );
  await pool.query(
    `insert into chamada_hora select $2, $1, $3::date + d, h, 230 from generate_series(0, $4::int - 1) d,
      generate_series(8, 19) h`,
    [projetoId, empresaId, DE, DIAS],
  );
  await pool.query(
    `insert into chamada_qualidade_soma select empresa_id, projeto_id, dia, sum(n), sum(n_pontuacao),
      sum(soma_pontuacao), sum(soma_quadrados),
       sum(positivos), sum(neutros), sum(negativos), sum(alertas), sum(com_alerta), sum(revisadas),
       array_fill(200, array[10])
     from chamada_qualidade_dia where projeto_id = $1 group by 1, 2, 3`,
    [projetoId],
  );
  await pool.query(
    `insert into chamada_qualidade_mes select empresa_id, projeto_id, escuta_mes_do_dia(dia), agente_id, sum(n),
      sum(n_pontuacao),
       sum(soma_pontuacao), sum(soma_quadrados) from chamada_qualidade_dia where projeto_id = $1 group by 1, 2, 3, 4`,
    [projetoId],
  );
  await pool.query(
    'analyze chamada_dia, projeto_chamada_dia, chamada_mes, chamada_hora, chamada_qualidade_dia, chamada_qualidade_soma, chamada_qualidade_mes, custo_dia',
  );
}
