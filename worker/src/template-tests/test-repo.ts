import type { Database } from '@escuta/prisma/db';
import type {
  LadoTeste,
  ResultadoSugestao,
  ResultadoTeste,
  UsoTeste,
} from '@escuta/shared/contracts/insights/template-tests';
import type { AlertaIdentificado, InsightResultado } from '@escuta/shared/domain/insights/insight-result';
import type { TipoItem } from '@escuta/shared/domain/runs/status';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import type { JudgedTemplate, Quote } from '../analysis/templates/judge-template.ts';

export type ClaimedTest = {
  id: string;
  tipo: 'rascunho' | 'sugestao';
  outrosItens: string[];
  empresaId: string;
  itemId: string;
  projetoId: string;
  tipoItem: TipoItem;
  resultadoId: string;
  templateId: string | null;
  versaoSalva: number | null;
  rascunho: unknown;
  parametros: Record<string, string>;
};

const INTERROMPIDO =
  'O teste foi interrompido antes do fim. Para não haver cobrança em dobro, ele não é repetido automaticamente. Se quiser, teste de novo.';
const ESPEROU_DEMAIS = 'O teste esperou demais na fila e não foi executado; nada foi cobrado. Teste de novo.';
/** Longest wait of a test, after which it is given up. */
const ESPERA_MAX = '10 minutes';

/** Claims waiting tests for `leaseMs`, oldest first; workers share them (SKIP LOCKED). */
export async function claimTests(db: Database, limit: number, leaseMs: number): Promise<ClaimedTest[]> {
  const { rows } = await db.query<ClaimedTest>({
    name: 'template_test_claim',
    text: `update testes_template t set status = 'executando', lease_ate = now() + $2 * interval '1 millisecond'
           from auditoria_itens i
           where i.id = t.item_id and t.id = any (array(
             select id from testes_template where status = 'pendente'
             order by created_at, id limit $1 for update skip locked))
           returning t.id, t.tipo, t.outros_itens as "outrosItens", t.empresa_id as "empresaId", t.item_id as "itemId",
           i.projeto_id as "projetoId",
             i.tipo_item::text as "tipoItem",
             t.resultado_id as "resultadoId", t.template_id as "templateId", t.versao_salva as "versaoSalva",
             t.rascunho, t.parametros`,
    values: [limit, leaseMs],
  });
  return rows;
}

/**
 * Ends tests of dead workers, and tests that waited too long. No test is restarted, because it may have been billed.
 */
export async function closeLost(db: Database): Promise<number> {
  const { rowCount } = await db.query({
    name: 'template_test_close_lost',
    text: `update testes_template set status = 'erro', terminado_em = now(), lease_ate = null,
             motivo = case status when 'executando' then $1 else $2 end
           where (status = 'executando' and lease_ate < now())
             or (status = 'pendente' and created_at < now() - interval '${ESPERA_MAX}')`,
    values: [INTERROMPIDO, ESPEROU_DEMAIS],
  });
  return rowCount ?? 0;
}

/** Renews tests for another `leaseMs`. @returns ids still held by this worker */
export async function renewTests(db: Database, ids: readonly string[], leaseMs: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'template_test_renew',
    text: `update testes_template set lease_ate = now() + $2 * interval '1 millisecond'
           where id = any($1::uuid[]) and status = 'executando' returning id`,
    values: [ids, leaseMs],
  });
  return rows.map(({ id }) => id);
}

export async function saveSpent(db: Database, id: string, uso: UsoTeste, custoUsd: number): Promise<void> {
  await db
    .within(INSTALACAO)
    .testeTemplate.updateMany({ where: { id }, data: { uso, custoUsd: custoUsd.toFixed(8) } });
}

/** Ends a test that this worker still holds. `resultado`: null if the test failed. */
export async function finishTest(
  db: Database,
  id: string,
  end: {
    motivo: string | null;
    resultado: ResultadoTeste | ResultadoSugestao | null;
    uso: UsoTeste;
    custoUsd: number;
  },
): Promise<void> {
  await db.query({
    name: 'template_test_finish',
    text: `update testes_template set status = case when $2::text is null then 'concluido' else 'erro' end, motivo = $2,
             resultado = $3::jsonb, uso = $4::jsonb, custo_usd = $5, lease_ate = null, terminado_em = now()
           where id = $1 and status = 'executando'`,
    values: [
      id,
      end.motivo,
      end.resultado === null ? null : JSON.stringify(end.resultado),
      JSON.stringify(end.uso),
      end.custoUsd.toFixed(8),
    ],
  });
}

/** Ids of the results with a transcript among a suggestion's further calls, in order. */
export async function loadOtherResults(
  db: Database,
  { empresaId, outrosItens }: Pick<ClaimedTest, 'empresaId' | 'outrosItens'>,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'template_test_others',
    text: `select r.id from unnest($1::uuid[]) with ordinality as w (id, n)
           join auditoria_itens i on i.id = w.id and i.empresa_id = $2
           join item_qualidade q on q.item_id = i.id
           join auditoria_resultados r on r.execucao_id = q.execucao_id
           where exists (select 1 from transcricoes t where t.resultado_id = r.id) order by w.n`,
    values: [outrosItens, empresaId],
  });
  return rows.map(({ id }) => id);
}

export async function interruptTests(db: Database, ids: readonly string[]): Promise<void> {
  await db.query({
    name: 'template_test_interrupt',
    text: `update testes_template set status = 'erro', motivo = $2, lease_ate = null, terminado_em = now()
           where id = any($1::uuid[]) and status = 'executando'`,
    values: [ids, INTERROMPIDO],
  });
}

/** Loads the saved version, and its parameters in the call's project. */
export async function loadSavedVersion(
  db: Database,
  test: Pick<ClaimedTest, 'empresaId' | 'projetoId' | 'templateId' | 'versaoSalva'>,
): Promise<(JudgedTemplate & { versaoId: string }) | null> {
  const { rows } = await db.query<JudgedTemplate & { versaoId: string }>({
    name: 'template_test_saved',
    text: `select v.id as "versaoId", v.prompt_template as "promptTemplate",
             v.parametros_obrigatorios as "parametrosObrigatorios", v.parametros_opcionais as "parametrosOpcionais",
             v.modelo_llm as "modeloLlm", v.max_tokens as "maxTokens", v.temperature,
             v.threshold_confianca as "thresholdConfianca", v.formato_saida as "formatoSaida", v.criterios,
             coalesce(l.parametros, '{}') as parametros
           from insight_template_versoes v
           left join projeto_insight_templates l on l.insight_template_id = v.template_id and l.projeto_id = $4
           where v.template_id = $1 and v.versao = $2 and v.empresa_id = $3`,
    values: [test.templateId, test.versaoSalva, test.empresaId, test.projetoId],
  });
  return rows[0] ?? null;
}

export type CurrentInsight = {
  status: LadoTeste['status'];
  motivo: string | null;
  modelo: string | null;
  parametrosOmitidos: string[];
  resultado: InsightResultado | null;
  resumo: string | null;
  pontuacao: number | null;
  scoreConfianca: number | null;
  alertas: AlertaIdentificado[];
  semEvidencia: boolean;
  tags: string[];
  quotes: Quote[];
  chamadas: number;
  tokensEntrada: number;
  tokensSaida: number;
  custoUsd: number | null;
};

/** Finds the saved version's insight in force over the test's transcript. */
export async function loadCurrentInsight(
  db: Database,
  test: Pick<ClaimedTest, 'empresaId' | 'itemId' | 'resultadoId'>,
  versaoId: string,
): Promise<CurrentInsight | null> {
  const { rows } = await db.query<CurrentInsight>({
    name: 'template_test_insight',
    text: `select g.status_processamento as status, g.motivo, g.modelo, g.parametros_omitidos as "parametrosOmitidos",
             g.resultado, g.resumo, g.pontuacao, g.score_confianca as "scoreConfianca",
             g.alertas_identificados as alertas, g.sem_evidencia as "semEvidencia", g.tags,
             coalesce((select json_agg(json_build_object('criterio', e.criterio, 'citacao', e.citacao,
               'verificada', e.verificada, 'sentencaOrdem', e.sentenca_ordem, 'canal', e.canal, 'startMs', e.start_ms,
               'endMs', e.end_ms) order by e.ordem) from evidencias e where e.insight_id = g.id), '[]') as quotes,
             c.chamadas, c.entrada as "tokensEntrada", c.saida as "tokensSaida", c.usd as "custoUsd"
           from insights g
           join auditoria_resultados r on r.id = $4 and r.execucao_id = g.execucao_id
           left join lateral (
             select count(distinct p.id)::int as chamadas,
               coalesce(sum(k.quantidade) filter (where k.unidade = 'token_entrada'), 0)::int as entrada,
               coalesce(sum(k.quantidade) filter (where k.unidade = 'token_saida'), 0)::int as saida,
               sum(k.total_usd)::float8 as usd
             from chamadas_provedor p left join linhas_custo k on k.chamada_id = p.id and k.execucao_id = p.execucao_id
             where p.execucao_id = g.execucao_id and p.etapa = 'negocio'
               and p.chave in ('template:' || $3::text, 'template:' || $3::text || ':reparo')
           ) c on true
           where g.item_id = $1 and g.empresa_id = $2 and g.template_versao_id = $3::uuid
             and g.status_processamento = 'concluido' limit 1`,
    values: [test.itemId, test.empresaId, versaoId, test.resultadoId],
  });
  return rows[0] ?? null;
}
