// Fills a large installation with all data but its calls, each table by few statements. `share`: 1 for the whole size.

import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import { TERMOS_VERSAO } from '@escuta/shared/domain/accounts/terms';
import { hashPassword } from '@escuta/shared/platform/crypto/password';
import type pg from 'pg';
import type { Volume } from './installation.ts';
import { seedInterviews } from './interview-lists.ts';

/** Total numbers of rows in the installation. */
const INSIGHTS = 900_000;
const REVIEWS = 112_000;
const TICKETS = 100_000;
const INTERVIEWS = 100_000;
const COMPANIES = 300;
const PROJECTS_A_COMPANY = 10;
const AUDITS_A_PROJECT = 6;
const CALLS_A_PROJECT = 40;
const PEOPLE = 10_000;
const RECORDS = 500_000;
const BOOKINGS = 600_000;
const REVIEWERS = 20;
/** Number of calls with a transcript, and number of sentences in each transcript. */
const TRANSCRIPTS = 2000;
const SENTENCES = 60;
/** Meaningful sentences, alternating with meaningless ones. Each word is on at most a quarter of conversation sides. */
const SAID = [
  'Bom dia, em que posso ajudar?',
  'Preciso da segunda via do boleto.',
  'Quero cancelar o contrato.',
  'O atendimento foi bom.',
  'Que dia vence a segunda parcela?',
  'Posso mandar a via por e-mail.',
  'Vou ajudar com isso.',
  'Se eu cancelar, pago multa?',
];
const INDEXED_AT_ONCE = 200;

/** Categories of the templates, one template each: 'fraude' is rare, and no insight of 'elogio' waits for review. */
const CATEGORIES = [
  'performance',
  'compliance',
  'vendas',
  'atendimento',
  'cobranca',
  'retencao',
  'fraude',
  'elogio',
];

/** SQL: an id that contains a moment, so that ids are ordered by time (UUID version 7). */
const ID = (moment: string) =>
  `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

const CRITERIA = ['saudacao', 'identificacao', 'encerramento'];
const RESULT = JSON.stringify({
  pontuacaoIa: 0.8,
  criterios: CRITERIA.map((id) => ({
    ...{ id, descricao: `Critério ${id}`, peso: 1, critico: false, atendido: 'sim' },
    ...{ justificativa: 'Foi dito no começo da ligação.', comprovado: true },
  })),
});
const ALERT = JSON.stringify([
  { titulo: 'Cliente irritado', descricao: 'Falou em cancelar.', gravidade: 'alta', comprovado: true },
]);
const ANALYSIS = JSON.stringify({
  ...{ resumo: 'O cliente pediu a segunda via.', sentimentoPorQuarto: [0, 0.1, 0.2, 0.3] },
  ...{ respostas: [], modelo: 'medida', sentimentos: {} },
});

type Step = (name: string, work: () => Promise<unknown>) => Promise<void>;

/**
 * Fills an installation whose company already has its calls (`seedVolume`). Runs and insights are written in their
 * final state without triggers, which would take an hour, and their sums are counted afterwards. Needs a superuser.
 * @returns the duration of each step, s
 */
export async function fillInstallation(
  pool: Database,
  volume: Volume,
  share: number,
): Promise<Map<string, number>> {
  const client = await pool.pool.connect();
  const taken = new Map<string, number>();
  const step: Step = async (name, work) => {
    const start = performance.now();
    await work();
    taken.set(name, (performance.now() - start) / 1000);
  };
  try {
    await client.query(
      `select set_config('work_mem', '128MB', false), set_config('maintenance_work_mem', '512MB', false), setseed(0.5)`,
    );
    await step('insights', () => fillInsights(client, volume, share));
    await step('tickets', () => fillTickets(client, volume, share));
    await step('registros e extrato', () => fillRecords(client, volume, share));
    await step('empresas e pessoas', () => fillCompanies(client, share));
    await step('entrevistas', () => seedInterviews(pool, volume.empresaId, Math.round(INTERVIEWS * share)));
    // Adds up the quotas' counter rows, as the product's regular sweep does.
    await client.query(
      `with idas as (delete from cota_contagens returning empresa_id, pergunta_id, opcao_id, n, aprovadas)
       insert into cota_contagens (empresa_id, pergunta_id, opcao_id, n, aprovadas)
       select empresa_id, pergunta_id, opcao_id, sum(n), sum(aprovadas) from idas group by 1, 2, 3`,
    );
    await client.query('reset all');
    await step('vacuum', () => client.query('vacuum analyze'));
    return taken;
  } finally {
    client.release();
  }
}

/** Runs `work` without the tables' non-unique indices; rebuilding them costs a third of updating them row by row. */
async function withoutIndices(client: pg.PoolClient, tables: readonly string[], work: () => Promise<void>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    // Includes the indices of a table's partitions.
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
      as definition
     from pg_index i where i.indrelid = any ($1::regclass[]) and not i.indisunique`,
    [tables],
  );
  await client.query('begin');
  try {
    for (const { name } of rows) await client.query(`drop index ${name}`);
    await work();
    for (const { definition } of rows) await client.query(definition);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function fillInsights(client: pg.PoolClient, { empresaId, projetoId }: Volume, share: number) {
  const insights = Math.round(INSIGHTS * share);
  const reviews = Math.round(REVIEWS * share);
  await client.query(
    `create temp table modelos as select n, c as categoria, gen_random_uuid() as template, gen_random_uuid() as versao
     from unnest($1::text[]) with ordinality t (c, n)`,
    [CATEGORIES],
  );
  await client.query(
    `insert into insight_templates (id, empresa_id, nome, categoria) select template, $1, 'Template de ' || categoria,
      categoria from modelos`,
    [empresaId],
  );
  await client.query(
    `insert into insight_template_versoes (id, empresa_id, template_id, versao, nome, categoria, prompt_template)
     select versao, $1, template, 1, 'Template de ' || categoria, categoria, 'Avalie.' from modelos`,
    [empresaId],
  );
  await client.query(
    `with pessoas as (insert into usuarios (id, email, nome) select gen_random_uuid(),
      'revisora' || n || '@medida.example', 'Revisora ' || n
       from generate_series(1, ${REVIEWERS}) n returning id)
     insert into membros (id, empresa_id, usuario_id, papel) select gen_random_uuid(), $1, id, 'usuario' from pessoas`,
    [empresaId],
  );
  // Each of these calls gets one run, and each run two insights.
  await client.query(
    `create temp table feitas as select i.id as item, i.auditoria_id as auditoria, i.created_at as at,
      ${ID('i.created_at')} as run,
       ${ID('i.created_at')} as resultado, row_number() over (order by i.created_at) as n
     from (select * from auditoria_itens where projeto_id = '${projetoId}' and status = 'concluido'
       order by created_at desc limit ${Math.ceil(insights / 2)}) i
     order by i.created_at`,
  );
  await client.query('analyze feitas');
  await client.query(`set session_replication_role = replica`);
  await withoutIndices(
    client,
    ['execucoes', 'auditoria_resultados', 'insights', 'insight_revisoes'],
    async () => {
      await client.query(
        `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, iniciada_em,
          terminada_em, created_at)
       select run, '${empresaId}', '${projetoId}', item, 'concluida', 'manual', '{}', at, at + interval '5 minutes', at
         from feitas`,
      );
      await client.query(
        `insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id,
          status_processamento, analise_texto,
         processado_em, created_at, updated_at)
       select resultado, '${empresaId}', '${projetoId}', auditoria, item, run, 'concluido', '${ANALYSIS}'::jsonb
         || jsonb_build_object('sentimentoGeral', (array['positivo', 'neutro', 'negativo'])[1 + n % 3], 'ofensas',
           case when n % 20 = 0 then '[{"ordem": 1, "termo": "droga", "citacao": "que droga", "contexto": "x"}]'::jsonb
             else '[]' end),
         at + interval '5 minutes', at, at from feitas`,
      );
      await client.query(
        `insert into insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
          status_processamento, categoria,
         score_confianca, pontuacao, resultado, resumo, alertas_identificados, modelo, motivo, validado_humano,
         veredito, validado_por,
         validado_em, revisao_ms, tags, vigente, created_at, processed_at)
       select g.id, '${empresaId}', '${projetoId}', g.auditoria, g.item, g.run, m.versao,
         (case when g.d < 5 then 'erro' else 'concluido' end)::status_processamento, m.categoria,
         case when g.d >= 5 then case when m.categoria = 'elogio' then 0.9
           else round((0.55 + g.c / 2300.0)::numeric, 3)::float8 end end,
         case when g.d >= 5 then round((g.p / 1023.0)::numeric, 4)::float8 end,
         case when g.d >= 5 then '${RESULT}'::jsonb end, case when g.d >= 5 then 'O atendimento seguiu o roteiro.' end,
         case when g.d between 5 and 50 and m.categoria <> 'elogio' then '${ALERT}'::jsonb else '[]' end, 'medida',
         case when g.d < 5 then 'A resposta da IA não pôde ser usada.' end, false, null, null, null, null,
         case when g.d % 7 = 0 then array['cancelamento'] else '{}' end, true, g.at, g.at
       from (
         select f.*, ${ID("f.at + interval '5 minutes'")} as id, k, hashint8(f.n * 2 + k) & 1023 as d,
           hashint8(f.n * 2 + k + 1000003) & 1023 as c,
           hashint8(f.n * 2 + k + 2000003) & 1023 as p, hashint8(f.n * 2 + k + 3000017) & 8191 as r
         from feitas f, generate_series(0, 1) k
       ) g join modelos m on m.n = case when g.r = 0 and g.k = 0 then 7 when g.r < 400 and g.k = 1 then 8
         when g.k = 0 then 1 + g.r % 3 else 4 + g.r % 3 end
       order by g.n, g.k limit ${insights}`,
      );
      await client.query(
        `create temp table revistas as select g.id, g.d, ${ID('g.at')} as revisao, g.at,
          m.todos[1 + g.d % cardinality(m.todos)] as usuario_id from (
         select s.id, s.created_at + interval '2 days' as at, hashint8(('x' || substr(md5(s.id::text), 1,
           8))::bit(32)::int) & 1023 as d
         from insights s where s.empresa_id = '${empresaId}' and s.status_processamento = 'concluido'
           and s.created_at > now() - interval '180 days' and s.created_at < now() - interval '2 days'
         order by md5(s.id::text) limit ${reviews}
       ) g, (select array_agg(usuario_id) as todos from membros where empresa_id = '${empresaId}') m order by g.at`,
      );
      await client.query(
        `insert into insight_revisoes (id, empresa_id, insight_id, usuario_id, veredito, motivo, revisao_ms, inteiro,
          em_vigor, created_at)
       select revisao, '${empresaId}', id, usuario_id, case when d < 800 then 'aprovado' else 'rejeitado' end,
         case when d >= 800 then 'criterio_errado' end, 20000 + d * 50, false, true, at from revistas`,
      );
      await client.query(
        `insert into insight_revisao_criterios (revisao_id, criterio, empresa_id, atendido_ia, atendido_pessoa,
          comprovado)
       select r.revisao, c, '${empresaId}', 'sim', case when r.d >= 800 and n = 1 + r.d % 3 then 'nao'
         else 'sim' end, true
       from revistas r, unnest($1::text[]) with ordinality t (c, n)`,
        [CRITERIA],
      );
      await client.query(
        `update insights s set validado_humano = true, veredito = case when r.d < 800 then 'aprovado'
          else 'rejeitado' end, validado_por = r.usuario_id,
         validado_em = r.at, revisao_ms = 20000 + r.d * 50, motivo_rejeicao = case
           when r.d >= 800 then 'criterio_errado' end,
         pontuacao_revisada = s.pontuacao, pontuacao_revisada_em = r.at
       from revistas r where s.id = r.id`,
      );
    },
  );
  await client.query(
    `create temp table ouvidas as select gen_random_uuid() as transcricao, c as canal, f.* from (select * from feitas
      order by n desc limit ${Math.ceil(TRANSCRIPTS * share)}) f, unnest(array['left', 'right']) c`,
  );
  await client.query(
    `insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, modelo, full_text)
     select transcricao, '${empresaId}', '${projetoId}', item, resultado, canal::canal, 'medida', 'Bom dia'
       from ouvidas`,
  );
  await client.query(
    `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, confianca, falante)
     select gen_random_uuid(), '${empresaId}', transcricao, s, coalesce(($1::text[])[1 + h],
       'O assunto' || h || ' ficou para depois.'),
       s * 4000, s * 4000 + 3500, 0.9, case canal when 'left' then 'agente' else 'cliente' end
     from (select *, hashint8(n * 128 + s * 2 + (canal = 'left')::int) & 511 as h
       from ouvidas, generate_series(0, ${SENTENCES} - 1) s) o`,
    [SAID],
  );
  await client.query(
    `update auditoria_itens i set arquivo_path = 'medida/' || i.id, arquivo_nome = 'ligacao.mp3' from ouvidas o
      where i.id = o.item and o.canal = 'left'`,
  );
  await client.query('reset session_replication_role');
  await client.query(
    'analyze execucoes, auditoria_resultados, insights, insight_revisoes, insight_revisao_criterios',
  );
  // The trigger of the search index is disabled here: it works row by row, so only calls with a transcript are indexed
  // afterwards (`bench conversas` measures an index over all calls).
  await client.query('alter table item_qualidade disable trigger item_qualidade_indexa_nova');
  await client.query('select escuta_recontar($1)', [projetoId]);
  await client.query('alter table item_qualidade enable trigger item_qualidade_indexa_nova');
  for (let from = 0; from < TRANSCRIPTS * share; from += INDEXED_AT_ONCE) {
    await client.query(
      `select escuta_indexa(array_agg(item)) from (select distinct item from ouvidas order by 1 offset $1 limit $2) i`,
      [from, INDEXED_AT_ONCE],
    );
  }
  await client.query('drop table modelos, feitas, revistas, ouvidas');
}

async function fillTickets(client: pg.PoolClient, { empresaId }: Volume, share: number) {
  await client.query(
    `insert into tickets (id, empresa_id, titulo, descricao, tipo, severidade, status, criado_por, created_at,
      updated_at)
     select ${ID('at')}, '${empresaId}', 'Gravação do ramal ' || n % 977 || ' sem som',
       'A ligação número ' || n || ' chegou sem áudio depois da troca do servidor.',
       (array['duvida', 'erro', 'bug', 'melhoria'])[1 + n % 4], (array['baixa', 'media', 'alta',
         'critica'])[1 + n % 4]::severidade,
       (array['aberto', 'em_andamento', 'resolvido', 'fechado'])[1 + n % 4]::status_ticket,
       (select usuario_id from membros where empresa_id = '${empresaId}' limit 1), at, at
     from (select n, now() - (${TICKETS} - n) * interval '5 minutes' as at from generate_series(1,
       ${Math.round(TICKETS * share)}) n) t`,
  );
}

async function fillRecords(client: pg.PoolClient, { empresaId }: Volume, share: number) {
  await withoutIndices(client, ['registros_acesso'], async () => {
    await client.query(
      `insert into registros_acesso (id, empresa_id, acao, recurso, recurso_id, endereco_ip, created_at)
       select ${ID('at')}, '${empresaId}', (array['login', 'item_processado', 'item_criado',
         'perfil_alterado'])[1 + n % 4], 'item', gen_random_uuid(), '10.0.0.1', at
       from (select n, now() - (${RECORDS} - n) * interval '1 minute' as at from generate_series(1,
         ${Math.round(RECORDS * share)}) n) t`,
    );
  });
  const runs = Math.round((BOOKINGS * share) / 2);
  await client.query(
    `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, chave_idempotente, descricao,
      created_at)
     select gen_random_uuid(), '${empresaId}', 'compra', ${runs}, ${runs} + 1000000, 'medida', 'Créditos da medida',
     now() - interval '1 year'`,
  );
  await client.query(
    `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, execucao_id, descricao, created_at)
     select ${ID('x.created_at')}, x.empresa_id, t.tipo::tipo_lancamento, t.n, 1000000, x.id, 'Processamento',
     x.created_at
     from (select * from execucoes where empresa_id = '${empresaId}' order by created_at limit ${runs}) x,
       (values ('reserva', -1), ('captura', 0)) t (tipo, n)`,
  );
}

async function fillCompanies(client: pg.PoolClient, share: number) {
  const companies = Math.max(2, Math.round(COMPANIES * share));
  await client.query(
    `create temp table novas as select gen_random_uuid() as id, n, now() - n * interval '1 day' as at
      from generate_series(1, ${companies}) n`,
  );
  await client.query(
    `insert into empresas (id, nome, cnpj, cidade, estado, created_at) select id, 'Empresa de medida ' || n,
      lpad((n + 10000000000000)::text, 14, '0'), 'Recife', 'PE', at from novas`,
  );
  await client.query(
    `create temp table projetos_novos as select gen_random_uuid() as id, e.id as empresa, p as n, e.at from novas e,
      generate_series(1, ${PROJECTS_A_COMPANY}) p`,
  );
  await client.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto, created_at) select id, empresa, 'Projeto ' || n,
      'call_center', at from projetos_novos`,
  );
  await client.query(
    `insert into auditorias (id, empresa_id, projeto_id, nome, padrao, created_at)
     select gen_random_uuid(), empresa, id, 'Auditoria ' || a, a = 1, at
       from projetos_novos, generate_series(1, ${AUDITS_A_PROJECT}) a`,
  );
  // Inserts calls day by day, as they arrive in practice, so that the rows of daily sums lie on disk in this order.
  for (let n = CALLS_A_PROJECT; n > 0; n -= 1) {
    await client.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, status, call_start_time,
        numero_destino, nome_entrevistado,
         call_duration, created_at, updated_at)
       select ${ID('at')}, empresa, projeto, auditoria, 'ligacao', $1, at, '1190000' || lpad($2::text, 4, '0'),
         'Maria Silva ' || $2, 60 + $2::int, at, at
       from (select p.empresa, p.id as projeto, a.id as auditoria, now() - $2::int * interval '9 days' as at
         from projetos_novos p
         join auditorias a on a.projeto_id = p.id and a.padrao) t`,
      [n % 3 === 0 ? 'pendente' : 'concluido', n],
    );
  }
  // All accounts share one hash: computing it takes longer than inserting all these rows.
  const hash = await hashPassword(randomUUID());
  await client.query(
    `create temp table pessoas as select gen_random_uuid() as id, g.n, e.id as empresa from generate_series(1,
      ${Math.round(PEOPLE * share)}) g (n) join novas e on e.n = 1 + g.n % ${companies}`,
  );
  await client.query(
    `insert into usuarios (id, email, nome, created_at) select id, 'pessoa' || n || '@medida.example', (array['Ana',
      'João', 'Maria', 'José'])[1 + n % 4] || ' Silva ' || n, now() - n % 360 * interval '1 day' from pessoas`,
  );
  await client.query(
    `insert into membros (id, empresa_id, usuario_id, papel, senha_hash, termos_versao, termos_aceitos_em)
     select gen_random_uuid(), empresa, id, (case when n % 10 = 0 then 'gerente' else 'usuario' end)::papel, $1, $2,
     now() from pessoas`,
    [hash, TERMOS_VERSAO],
  );
  await client.query('drop table novas, projetos_novos, pessoas');
}
