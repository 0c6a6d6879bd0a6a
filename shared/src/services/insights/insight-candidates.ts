import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import { criteriosSchema } from '../../domain/insights/insight-criteria.ts';
import { missingParameters } from '../../domain/insights/prompt-template.ts';
import type { ItemComPreco } from '../../domain/runs/credits.ts';
import { FALHAS } from '../../domain/runs/failures.ts';
import type { TipoItem } from '../../domain/runs/status.ts';
import { isSampled } from '../../domain/sampling.ts';
import { empresaIdOf, type Scope } from '../../domain/scope.ts';
import { readStoredTexts } from '../../domain/text/stored.ts';
import { inScope } from '../../platform/database/sql.ts';
import { getProcessingConfig } from '../runs/processing-config.ts';

const COLUMN = { auditoria: 'auditoria_id', projeto: 'projeto_id' } as const;

/** Number of items that one statement examines: a window. */
export const JANELA = 1000;
/** Number of windows after which a search stops if it has found at least one item. */
const JANELAS_MAX = 50;
/** Number of windows that a preview reads from the oldest item on, beside one of the newest items. Takes 30 ms. */
const JANELAS_PREVIA = 3;

/** Reasons for leaving out items, until item, templates or settings change. */
export const RAZOES = {
  com_insights: 'Já têm insights de todos os templates.',
  com_erro: 'Um template não pôde ser usado: veja o motivo no item e regenere a análise.',
  sem_templates: 'Já foram processados, e o projeto não tem templates ativos.',
  sem_gravacao: 'Não têm gravação.',
  em_medicao: 'A duração da gravação ainda está sendo calculada.',
  em_andamento: 'Já estão sendo processados.',
  fora_da_amostra: 'Estão fora da amostra definida nas configurações: use “Processar áudio” no item.',
  transcricao_desligada: 'A transcrição está desativada nas configurações.',
  sem_audio: 'A gravação não tem fala reconhecida, ou não pôde ser lida.',
  falhou: 'O último processamento falhou: veja o motivo no item e na fila de falhas.',
} as const;
export type Razao = keyof typeof RAZOES;

export type AlvoLote = { tipo: keyof typeof COLUMN; id: string; empresaId: string };

export type Candidato = {
  id: string;
  /** True if a valid transcript exists: the run only makes insights, without sampling. */
  transcrito: boolean;
  /** Data for the item's price; absent in stored tasks. */
  preco?: ItemComPreco;
};

export type Candidates = {
  /** Items to queue, oldest first, up to the limit. */
  itens: Candidato[];
  alem: number;
  ignorados: Partial<Record<Razao, number>>;
};

export type Procura = Candidates & {
  apos: Marca | null;
  janelas: number;
};

type Marca = { createdAt: string; id: string };

export const PROCURA_NOVA: Procura = { itens: [], alem: 0, ignorados: {}, apos: null, janelas: 0 };

type Row = Marca & {
  classe: Exclude<Razao, 'fora_da_amostra' | 'transcricao_desligada'> | 'candidato';
  transcrito: boolean;
  tipo: TipoItem;
  gravacaoMs: number | null;
};

/** Failures due to the recording, which a new run would repeat. */
const SEM_CONSERTO = Object.entries(FALHAS)
  .filter(([, { retryable, letraMorta }]) => !retryable && !letraMorta)
  .map(([codigo]) => codigo);

/**
 * Examines the next window of a target's items, oldest first, for items without an insight of the project's templates,
 * and reasons for leaving out others.
 * @throws AppError nao_encontrado for a deleted audit
 */
export async function lookOn(
  db: Db,
  scope: Scope,
  alvo: AlvoLote,
  limit: number,
  procura: Procura,
): Promise<{ procura: Procura; fim: boolean }> {
  const rules = await rulesOf(db, scope, alvo);
  const rows = await readWindow(db, scope, alvo, rules.templates, procura.apos, 'antigas');
  const janelas = procura.janelas + 1;
  const found = addFindings(procura, rows, rules, limit);
  return {
    procura: { ...found, apos: markOf(rows) ?? procura.apos, janelas },
    fim: rows.length < JANELA || (janelas >= JANELAS_MAX && found.itens.length > 0),
  };
}

/**
 * Previews a target by a fixed number of oldest and newest items. `parcial`: the target has more items.
 * @throws AppError nao_encontrado for a deleted audit
 */
export async function previewCandidates(
  db: Db,
  scope: Scope,
  alvo: AlvoLote,
  limit: number,
): Promise<Candidates & { parcial: boolean }> {
  const rules = await rulesOf(db, scope, alvo);
  let found: Candidates = PROCURA_NOVA;
  let after: Marca | null = null;
  for (let n = 0; n <= JANELAS_PREVIA; n += 1) {
    const from = n < JANELAS_PREVIA ? 'antigas' : 'novas';
    const rows: Row[] = await readWindow(db, scope, alvo, rules.templates, after, from);
    found = addFindings(found, rows, rules, limit);
    if (rows.length < JANELA) return { ...found, parcial: false };
    after = markOf(rows);
  }
  return { ...found, parcial: true };
}

function markOf(rows: readonly Row[]): Marca | null {
  const last = rows.at(-1);
  return last ? { createdAt: last.createdAt, id: last.id } : null;
}

type Rules = { templates: Usable[]; transcription: { enabled: boolean; sampling_percentage: number } };

async function rulesOf(db: Db, scope: Scope, alvo: AlvoLote): Promise<Rules> {
  const projetoId = await projectOf(db, scope, alvo);
  const { transcriptionConfig } = await getProcessingConfig(db, alvo.empresaId, projetoId);
  return { templates: await usableTemplates(db, scope, projetoId), transcription: transcriptionConfig };
}

function addFindings(
  before: Candidates,
  rows: readonly Row[],
  { transcription }: Rules,
  limit: number,
): Candidates {
  const found = { itens: [...before.itens], alem: before.alem, ignorados: { ...before.ignorados } };
  const leave = (razao: Razao) => {
    found.ignorados[razao] = (found.ignorados[razao] ?? 0) + 1;
  };
  for (const { id, classe, transcrito, tipo, gravacaoMs } of rows) {
    if (classe !== 'candidato') leave(classe);
    else if (!transcrito && !transcription.enabled) leave('transcricao_desligada');
    else if (!transcrito && !isSampled(id, transcription.sampling_percentage)) leave('fora_da_amostra');
    else if (found.itens.length < limit) found.itens.push({ id, transcrito, preco: { tipo, gravacaoMs } });
    else found.alem += 1;
  }
  return found;
}

async function projectOf(db: Db, scope: Scope, alvo: AlvoLote): Promise<string> {
  if (alvo.tipo === 'projeto') return alvo.id;
  const { rows } = await db.query<{ projetoId: string }>(
    `select projeto_id as "projetoId" from auditorias where id = $1 and ${inScope('$2', 'empresa_id')}`,
    [alvo.id, empresaIdOf(scope)],
  );
  if (!rows[0]) throw new AppError('nao_encontrado', 'Esta auditoria não existe mais.');
  return rows[0].projetoId;
}

type Usable = { id: string; versao: number };
type TemplateRow = Usable & {
  promptTemplate: string;
  parametrosObrigatorios: string[];
  parametrosOpcionais: string[];
  criterios: unknown;
  parametros: unknown;
};

/** The project's usable templates; items do not wait for unusable templates. */
export async function usableTemplates(db: Db, scope: Scope, projetoId: string): Promise<Usable[]> {
  const { rows } = await db.query<TemplateRow>(
    `select t.id, t.versao, v.prompt_template as "promptTemplate", v.parametros_obrigatorios
      as "parametrosObrigatorios",
       v.parametros_opcionais as "parametrosOpcionais", v.criterios, l.parametros
     from projeto_insight_templates l
     join insight_templates t on t.id = l.insight_template_id and t.ativo and t.excluido_em is null
     join insight_template_versoes v on v.template_id = t.id and v.versao = t.versao
     where l.projeto_id = $1 and l.ativo and ${inScope('$2', 'l.empresa_id')}`,
    [projetoId, empresaIdOf(scope)],
  );
  return rows.filter(
    (row) =>
      criteriosSchema.safeParse(row.criterios).success &&
      missingParameters(row, readStoredTexts(row.parametros)).length === 0,
  );
}

/** True if run `x` with stage row `a` used the item's present recording. */
const DESTA_GRAVACAO = `coalesce(a.saida ->> 'arquivoPath', i.arquivo_path) = i.arquivo_path`;

const ZERO_ID = '00000000-0000-0000-0000-000000000000';

/** Reads a window of the oldest or newest items after a mark, sorted oldest first. */
async function readWindow(
  db: Db,
  scope: Scope,
  alvo: AlvoLote,
  templates: readonly Usable[],
  after: Marca | null,
  from: 'antigas' | 'novas',
): Promise<Row[]> {
  const order = from === 'antigas' ? 'i.created_at, i.id' : 'i.created_at desc, i.id desc';
  const { rows } = await db.query<Row>({
    name: `insights_candidatos_${alvo.tipo}_${from}`,
    text: `with templates as materialized (
       select id, versao from unnest($2::uuid[], $7::int[]) as t (id, versao)
     ), itens as materialized (
       select i.id, i.created_at, i.status, i.arquivo_path, i.tipo_item, i.gravacao_ms
       from auditoria_itens i where i.${COLUMN[alvo.tipo]} = $1 and ${inScope('$3', 'i.empresa_id')}
         and (i.created_at, i.id) > ($4::timestamptz, $5::uuid)
       order by ${order} limit ${JANELA}
     )
     select i.id, i.created_at::text as "createdAt", i.tipo_item::text as tipo, i.gravacao_ms as "gravacaoMs", i.classe,
       -- Asked of those alone that it decides about.
       i.classe = 'candidato' and exists (select from auditoria_resultados r
         join execucao_etapas a on a.execucao_id = r.execucao_id and a.etapa = 'audio'
         where r.item_id = i.id and a.saida ->> 'arquivoPath' = i.arquivo_path
           and exists (select from transcricoes t where t.resultado_id = r.id)) as transcrito
     from (
       select i.*, case
         when i.arquivo_path is null then 'sem_gravacao'
         when i.status = 'processando' then 'em_andamento'
         when i.gravacao_ms is null and i.tipo_item in ('entrevista', 'pesquisa') then 'em_medicao'
         when g.algum and not g.faltam then case when g.erro then 'com_erro' else 'com_insights' end
         when i.status = 'erro' then case when (select x.codigo_motivo from execucoes x where x.item_id = i.id
           order by x.created_at desc, x.id desc limit 1) = any ($6::text[]) then 'sem_audio' else 'falhou' end
         when i.status = 'concluido' and not exists (select from templates) then 'sem_templates'
         else 'candidato' end as classe
       from itens i
       left join lateral (
         select count(*) > 0 as algum, coalesce(bool_or(v.status = 'erro'), false) as erro,
           exists (select from templates t where not (t.id = any (coalesce(array_agg(v.template_id)
             filter (where v.status = 'concluido'), '{}')))
             and not exists (select from unnest(array_agg(v.template_id), array_agg(v.versao)) as tentado (id, versao)
               where tentado.id = t.id and tentado.versao = t.versao)) as faltam
         from (
           select w.template_id, w.versao, s.status_processamento::text as status
           from insights s join insight_template_versoes w on w.id = s.template_versao_id
           left join execucao_etapas a on a.execucao_id = s.execucao_id and a.etapa = 'audio'
           where s.item_id = i.id and s.vigente and i.arquivo_path is not null and i.status <> 'processando'
             and ${DESTA_GRAVACAO}
         ) v
       ) g on true
       offset 0
     ) i
     order by i.created_at, i.id`,
    values: [
      alvo.id,
      templates.map(({ id }) => id),
      empresaIdOf(scope),
      // The lower bound is always given, because the statement's cached plan starts there in the index.
      after?.createdAt ?? '-infinity',
      after?.id ?? ZERO_ID,
      SEM_CONSERTO,
      templates.map(({ versao }) => versao),
    ],
  });
  return rows;
}

export type Ignorado = { codigo: string; motivo: string; n: number };

/** Reasons why other items are not queued, ordered like RAZOES. */
export function leftOut(found: Pick<Candidates, 'ignorados' | 'alem'>, limite: number): Ignorado[] {
  const reasons: Ignorado[] = (Object.keys(RAZOES) as Razao[]).map((codigo) => ({
    codigo,
    motivo: RAZOES[codigo],
    n: found.ignorados[codigo] ?? 0,
  }));
  reasons.push({
    codigo: 'limite',
    motivo: `Ficam para o próximo pedido: cada pedido processa até ${limite} itens.`,
    n: found.alem,
  });
  return reasons.filter(({ n }) => n > 0);
}
