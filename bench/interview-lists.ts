import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import { type Dimensao, keysOf, questionsOf } from '@escuta/shared/domain/interview/goals/goal-table';
import { createAgents, createSurvey } from '../tests/support/audited-survey.ts';
import { signIn, startApi, type Volume } from './installation.ts';
import { getJson, latency, type Row, row } from './support.ts';

const ENTREVISTAS = 100_000;
const PERGUNTAS = 12;
const ENTREVISTADORES = 50;
/** Interviews per page, as on the screens. */
const LIMIT = 10;
const CALLS = 40;
const LIMITE_MS = 50;

export type Seeded = { projetoId: string; pesquisaId: string; questionarioId: string; agente: string };

/**
 * Creates a survey with a year of interviews, each with its item, typed answers and row of the heat map; every fifth
 * has no recording. Each table is filled by a single statement.
 */
export async function seedInterviews(
  pool: Database,
  empresaId: string,
  interviews: number = ENTREVISTAS,
): Promise<Seeded> {
  const [projetoId, auditoriaId] = [randomUUID(), randomUUID()];
  await pool.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto) values ($1, $2, 'Entrevistas', 'pesquisa')`,
    [projetoId, empresaId],
  );
  await pool.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao) values ($1, $2, $3, 'Entrevistas', true)`,
    [auditoriaId, empresaId, projetoId],
  );
  const place = { empresaId, projetoId, auditoriaId };
  const { pesquisaId, questionarioId, versaoId, perguntas } = await createSurvey(pool, place, PERGUNTAS);
  const agents = await createAgents(
    pool,
    empresaId,
    Array.from({ length: ENTREVISTADORES }, (_, n) => ({ nome: `Pessoa de campo ${n + 1}` })),
  );
  await pool.query(
    `insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id,
      agente_id,
       nome_entrevistado, telefone_entrevistado, situacao, concluida_em, created_at)
     select gen_random_uuid(), $1, $2, $3, $4, $5, ($6::uuid[])[1 + n % $7],
       (array['Maria', 'José', 'Ana', 'João', 'Antônia', 'Francisco'])[1 + n % 6] || ' ' ||
         (array['Souza', 'Lima', 'Prado', 'Nogueira', 'Tavares', 'Araújo', 'Bezerra'])[1 + n % 7] || ' ' || n,
       '11' || lpad((900000000 + n)::text, 9, '0'),
       (case when n % 49 = 0 then 'em_andamento' when n % 51 = 0 then 'interrompida'
         else 'concluida' end)::situacao_entrevista,
       case when n % 49 <> 0 and n % 51 <> 0 then at end, at
     from (select n, timestamptz '2025-11-01' + n * interval '5 minutes' as at from generate_series(1, $8) n) t`,
    [empresaId, projetoId, pesquisaId, questionarioId, versaoId, agents, ENTREVISTADORES, interviews],
  );
  await pool.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, status, pesquisa_id,
      questionario_id,
       entrevista_id, arquivo_nome, call_duration, created_at, updated_at)
     select gen_random_uuid(), e.empresa_id, e.projeto_id, $2, 'entrevista', 'concluido', e.pesquisa_id,
     e.questionario_id, e.id,
       case when extract(minute from e.created_at)::int % 25 <> 0 then 'entrevista.mp3' end, 480, e.created_at,
       e.created_at
     from entrevistas e where e.pesquisa_id = $1`,
    [pesquisaId, auditoriaId],
  );
  await pool.query(
    `insert into respostas (id, empresa_id, entrevista_id, pergunta_id, opcoes, texto_resposta, ultima_seq)
     select gen_random_uuid(), e.empresa_id, e.id, p.id, case when p.opcoes <> '{}'
         then array[p.opcoes[1 + abs(hashtext(e.id::text || p.id::text)) % cardinality(p.opcoes)]] else '{}' end,
       case when p.opcoes = '{}' then 'Sim' end, 1
     from entrevistas e cross join jsonb_to_recordset($2::jsonb) as p (id uuid, opcoes uuid[])
       where e.pesquisa_id = $1`,
    [
      pesquisaId,
      JSON.stringify(perguntas.map(({ id, opcoes }) => ({ id, opcoes: opcoes.map((one) => one.id) }))),
    ],
  );
  // A quota goal for each option of two questions.
  await pool.query(
    `insert into cotas (opcao_id, empresa_id, questionario_id, pergunta_id, texto, meta, ordem)
     select o, $1, $2, p.id, 'Opção', 50000, 1
     from jsonb_to_recordset($3::jsonb) as p (id uuid, opcoes uuid[]), unnest(p.opcoes) o`,
    [
      empresaId,
      questionarioId,
      JSON.stringify(
        perguntas.slice(0, 2).map(({ id, opcoes }) => ({ id, opcoes: opcoes.map((one) => one.id) })),
      ),
    ],
  );
  await seedCells(pool, { empresaId, questionarioId }, perguntas.slice(0, 2));
  await pool.query(
    `insert into entrevista_matriz (entrevista_id, empresa_id, projeto_id, pesquisa_id, auditoria_id, item_id,
       questionario_versao_id, codigos, codigos_ia, marcas, tem_fala)
     select e.id, e.empresa_id, e.projeto_id, e.pesquisa_id, $2, i.id, e.questionario_versao_id, $3, $3, $4, true
     from entrevistas e join auditoria_itens i on i.entrevista_id = e.id where e.pesquisa_id = $1
       and e.situacao = 'concluida'`,
    [pesquisaId, auditoriaId, 'C'.repeat(PERGUNTAS), '-'.repeat(PERGUNTAS)],
  );
  // Vacuums the tables, as autovacuum would have done during a year of interviews.
  await pool.query('vacuum analyze entrevistas, auditoria_itens, respostas, entrevista_matriz');
  return { projetoId, pesquisaId, questionarioId, agente: agents[0] ?? '' };
}

/** Creates a table of goals for combinations of options, and counts its interviews as the product does on saving it. */
async function seedCells(
  pool: Database,
  { empresaId, questionarioId }: { empresaId: string; questionarioId: string },
  perguntas: readonly { id: string; opcoes: readonly { id: string; texto: string }[] }[],
): Promise<void> {
  const dimensoes: Dimensao[] = perguntas.map(({ id, opcoes }) => ({
    tipo: 'opcoes',
    pergunta_id: id,
    grupos: opcoes.map((one) => ({ texto: one.texto, opcoes: [one.id] })),
  }));
  await pool.query('insert into meta_planos (questionario_id, empresa_id, total) values ($1, $2, 100000)', [
    questionarioId,
    empresaId,
  ]);
  for (const [ordem, tabela] of [[], dimensoes].entries()) {
    const id = randomUUID();
    const celulas = ordem === 0 ? [] : keysOf(tabela).map((chave) => ({ chave, meta: 10_000 }));
    await pool.query(
      `insert into meta_tabelas (id, empresa_id, questionario_id, ordem, dimensoes, celulas, perguntas)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        empresaId,
        questionarioId,
        ordem,
        JSON.stringify(tabela),
        JSON.stringify(celulas),
        questionsOf(tabela),
      ],
    );
    await pool.query('select escuta_recontar_metas($1)', [id]);
  }
}

/**
 * Measures the lists of interviews of a survey and of a project, each with 100,000 interviews: pages, search and
 * filters, each by its median.
 */
export async function measureInterviewLists(pool: Database, volume: Volume): Promise<Row[]> {
  const seeded = await seedInterviews(pool, volume.empresaId);
  const api = await startApi();
  try {
    const headers = await signIn(api.base, volume.login);
    const last = Math.ceil(ENTREVISTAS / LIMIT);
    const asked = [
      ['1ª página', 'page=1'],
      ['página do meio', `page=${last / 2}`],
      ['última página', `page=${last}`],
      ['busca por nome (uma)', 'q=Tavares%2051237'],
      ['busca por nome (milhares)', 'q=nogueira'],
      ['busca por telefone', 'q=900051234'],
      ['em andamento', 'situacao=em_andamento'],
      ['de um questionário', `questionario_id=${seeded.questionarioId}`],
      ['de um entrevistador', `agente_id=${seeded.agente}`],
      ['sem gravação', 'com_gravacao=false'],
      ['de um mês', 'de=2026-02-01&ate=2026-02-28'],
      [
        'de um mês, um entrevistador, concluídas',
        `de=2026-02-01&ate=2026-02-28&agente_id=${seeded.agente}&situacao=concluida`,
      ],
    ] as const;
    const rows: Row[] = [];
    for (const [of, path] of [
      ['da pesquisa', `/pesquisas/${seeded.pesquisaId}/entrevistas`],
      ['do projeto', `/projetos/${seeded.projetoId}/entrevistas`],
    ] as const) {
      for (const [what, query] of asked) {
        const fetchPage = () => getJson(`${api.base}${path}?limit=${LIMIT}&${query}`, headers);
        const { data } = (await fetchPage()) as { data: unknown[] };
        if (data.length === 0) throw new Error(`${path}?${query}: an empty page measures nothing`);
        rows.push(
          row(
            `100.000 entrevistas ${of}, ${what}: p50`,
            await latency(CALLS, fetchPage),
            LIMITE_MS,
            'max',
            ' ms',
          ),
        );
      }
    }
    for (const [what, path] of [
      ['o quadro de campo', 'quadro'],
      ['cotas de duas perguntas', 'cotas'],
      ['metas que cruzam duas perguntas, por entrevistador', 'metas'],
    ] as const) {
      const fetchBoard = () => getJson(`${api.base}/pesquisas/${seeded.pesquisaId}/${path}`, headers);
      await fetchBoard();
      rows.push(
        row(`100.000 entrevistas, ${what}: p50`, await latency(CALLS, fetchBoard), LIMITE_MS, 'max', ' ms'),
      );
    }
    return rows;
  } finally {
    await api.stop();
  }
}
