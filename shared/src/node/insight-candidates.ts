import { AppError } from '../domain/errors.ts';
import { FALHAS } from '../domain/failures.ts';
import { criteriosSchema } from '../domain/insight-criteria.ts';
import { missingParameters } from '../domain/prompt-template.ts';
import { isSampled } from '../domain/sampling.ts';
import { empresaIdOf, type Scope } from '../domain/scope.ts';
import { getProcessingConfig } from './processing-config.ts';
import type { Queryable } from './transaction.ts';

const COLUMN = { auditoria: 'auditoria_id', projeto: 'projeto_id' } as const;

/** Items that one statement looks at. */
const WINDOW = 1000;
/** Statements after which nothing is counted any more: what lies behind is for another call. */
const WINDOWS_MAX = 50;

/** Why an item is not in the batch. Each stays so until something about the item, its templates or the settings changes. */
export const RAZOES = {
  com_insights: 'Já têm insights de todos os templates.',
  com_erro: 'Um template não pôde ser usado neles: veja o motivo e refaça a análise do item.',
  sem_templates: 'Já processados; o projeto não tem templates ativos.',
  sem_gravacao: 'Não têm gravação.',
  em_andamento: 'Já estão sendo processados.',
  fora_da_amostra: "Fora da amostra definida nas configurações: use 'Processar' no item.",
  transcricao_desligada: 'A transcrição está desativada nas configurações.',
  sem_audio: 'Gravação sem fala reconhecida, ou que não pôde ser lida.',
  falhou: 'O último processamento falhou: veja o motivo no item e na fila de falhas.',
} as const;
export type Razao = keyof typeof RAZOES;

/** What insights are generated for in bulk. */
export type AlvoLote = { tipo: keyof typeof COLUMN; id: string; empresaId: string };

export type Candidato = {
  id: string;
  /** Its transcript stands: only insights are made, and sampling, which is about transcripts, does not apply. */
  transcrito: boolean;
};

export type Candidates = {
  /** Items to queue, oldest first, at most the limit. */
  itens: Candidato[];
  /** More of them than the limit, among those looked at. */
  alem: number;
  ignorados: Partial<Record<Razao, number>>;
  /** There are items that were not looked at. */
  parcial: boolean;
};

type Row = {
  id: string;
  createdAt: string;
  classe: Exclude<Razao, 'fora_da_amostra' | 'transcricao_desligada'> | 'candidato';
  transcrito: boolean;
};

/** Failures that another run would meet again: the recording itself is the reason. */
const SEM_CONSERTO = Object.entries(FALHAS)
  .filter(([, { retryable, letraMorta }]) => !retryable && !letraMorta)
  .map(([codigo]) => codigo);

/**
 * The items of an audit or project that have a recording and lack an insight of one of the project's templates, and why
 * the others are left out: oldest first, a window of items a statement, until the limit is full and WINDOWS_MAX windows
 * were looked at. Who only asks (`procura: false`) stops there; who queues goes on until something is found.
 */
export async function findCandidates(
  db: Queryable,
  scope: Scope,
  alvo: AlvoLote,
  limit: number,
  { procura }: { procura: boolean },
): Promise<Candidates> {
  const projetoId = await projectOf(db, scope, alvo);
  const { transcriptionConfig } = await getProcessingConfig(db, alvo.empresaId, projetoId);
  const templates = await usableTemplates(db, scope, projetoId);
  const found: Candidates = { itens: [], alem: 0, ignorados: {}, parcial: false };
  const leave = (razao: Razao) => {
    found.ignorados[razao] = (found.ignorados[razao] ?? 0) + 1;
  };
  let after: { createdAt: string; id: string } | null = null;
  for (let window = 1; ; window += 1) {
    const rows: Row[] = await readWindow(db, scope, alvo, templates, after);
    for (const { id, classe, transcrito } of rows) {
      if (classe !== 'candidato') leave(classe);
      else if (!transcrito && !transcriptionConfig.enabled) leave('transcricao_desligada');
      else if (!transcrito && !isSampled(id, transcriptionConfig.sampling_percentage))
        leave('fora_da_amostra');
      else if (found.itens.length < limit) found.itens.push({ id, transcrito });
      else found.alem += 1;
    }
    if (rows.length < WINDOW) return found;
    after = rows.at(-1) as Row;
    if (window >= WINDOWS_MAX && (!procura || found.itens.length > 0)) return { ...found, parcial: true };
  }
}

async function projectOf(db: Queryable, scope: Scope, alvo: AlvoLote): Promise<string> {
  if (alvo.tipo === 'projeto') return alvo.id;
  const { rows } = await db.query<{ projetoId: string }>(
    'select projeto_id as "projetoId" from auditorias where id = $1 and ($2::uuid is null or empresa_id = $2)',
    [alvo.id, empresaIdOf(scope)],
  );
  if (!rows[0]) throw new AppError('nao_encontrado', 'Esta auditoria não existe mais.');
  return rows[0].projetoId;
}

type Usable = { id: string; versao: number };

/** The project's templates that can be used as they are configured: no item waits for an insight of the others. */
async function usableTemplates(db: Queryable, scope: Scope, projetoId: string): Promise<Usable[]> {
  type Row = Usable & {
    promptTemplate: string;
    parametrosObrigatorios: string[];
    parametrosOpcionais: string[];
  } & {
    criterios: unknown;
    parametros: Record<string, unknown>;
  };
  const { rows } = await db.query<Row>(
    `select t.id, t.versao, v.prompt_template as "promptTemplate", v.parametros_obrigatorios as "parametrosObrigatorios",
       v.parametros_opcionais as "parametrosOpcionais", v.criterios, l.parametros
     from projeto_insight_templates l
     join insight_templates t on t.id = l.insight_template_id and t.ativo and t.excluido_em is null
     join insight_template_versoes v on v.template_id = t.id and v.versao = t.versao
     where l.projeto_id = $1 and l.ativo and ($2::uuid is null or l.empresa_id = $2)`,
    [projetoId, empresaIdOf(scope)],
  );
  return rows.filter(
    (row) =>
      criteriosSchema.safeParse(row.criterios).success && missingParameters(row, row.parametros).length === 0,
  );
}

/** What speaks of the item's present recording: of a run `x` with stage row `a`. */
const DESTA_GRAVACAO = `coalesce(a.saida ->> 'arquivoPath', i.arquivo_path) = i.arquivo_path`;

async function readWindow(
  db: Queryable,
  scope: Scope,
  alvo: AlvoLote,
  templates: readonly Usable[],
  after: { createdAt: string; id: string } | null,
): Promise<Row[]> {
  const { rows } = await db.query<Row>({
    name: `insights_candidatos_${alvo.tipo}`,
    text: `with templates as materialized (
       select id, versao from unnest($2::uuid[], $7::int[]) as t (id, versao)
     ), itens as materialized (
       select i.id, i.created_at, i.status, i.arquivo_path
       from auditoria_itens i where i.${COLUMN[alvo.tipo]} = $1 and ($3::uuid is null or i.empresa_id = $3)
         and ($4::timestamptz is null or i.created_at >= $4::timestamptz)
         and ($4::timestamptz is null or (i.created_at, i.id) > ($4::timestamptz, $5::uuid))
       order by i.created_at, i.id limit ${WINDOW}
     )
     select i.id, i.created_at::text as "createdAt", case
         when i.arquivo_path is null then 'sem_gravacao'
         when i.status = 'processando' then 'em_andamento'
         when g.algum and not g.faltam then case when g.erro then 'com_erro' else 'com_insights' end
         when i.status = 'erro' then case when (select x.codigo_motivo from execucoes x where x.item_id = i.id
           order by x.created_at desc, x.id desc limit 1) = any ($6::text[]) then 'sem_audio' else 'falhou' end
         when i.status = 'concluido' and not exists (select from templates) then 'sem_templates'
         else 'candidato' end as classe,
       exists (select from auditoria_resultados r join execucao_etapas a on a.execucao_id = r.execucao_id and a.etapa = 'audio'
         where r.item_id = i.id and a.saida ->> 'arquivoPath' = i.arquivo_path
           and exists (select from transcricoes t where t.resultado_id = r.id)) as transcrito
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
         where s.item_id = i.id and s.vigente and ${DESTA_GRAVACAO}
       ) v
     ) g on true
     order by i.created_at, i.id`,
    values: [
      alvo.id,
      templates.map(({ id }) => id),
      empresaIdOf(scope),
      after?.createdAt ?? null,
      after?.id ?? null,
      SEM_CONSERTO,
      templates.map(({ versao }) => versao),
    ],
  });
  return rows;
}

export type Ignorado = { codigo: string; motivo: string; n: number };

/** Why a target's other items are not queued, in the order of RAZOES. */
export function leftOut(found: Pick<Candidates, 'ignorados' | 'alem'>, limite: number): Ignorado[] {
  const reasons: Ignorado[] = (Object.keys(RAZOES) as Razao[]).map((codigo) => ({
    codigo,
    motivo: RAZOES[codigo],
    n: found.ignorados[codigo] ?? 0,
  }));
  reasons.push({
    codigo: 'limite',
    motivo: `Ficaram para a próxima chamada: cada uma enfileira no máximo ${limite}.`,
    n: found.alem,
  });
  return reasons.filter(({ n }) => n > 0);
}
