// SQL: all lists of results share these columns and joins.

import type { EstadoCelula } from '@escuta/shared/domain/interview/comparison/sheet-cell';
import { speakersOf } from '@escuta/shared/domain/profiles/roles';
import { NOTA_EM_VIGOR } from '@escuta/shared/platform/database/conditions/insight-score';
import { int, join, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { optionsOf, questionsOf, wholeTextOf } from '../field/stored-questions.ts';

/** A result's data about its item's file, insights and interview; `presentParts` shapes it. */
export type PartesRow = {
  nome_arquivo: string | null;
  transcricao_agente: string | null;
  transcricao_cliente: string | null;
  /** Means of the insights' scores in force (a person's score before the AI's); `_ia`: means of the AI's scores. */
  qualidade: number | null;
  conformidade: number | null;
  conversao: number | null;
  qualidade_ia: number | null;
  conformidade_ia: number | null;
  conversao_ia: number | null;
  resumo: string | null;
  processado_em: Date | null;
  /** The result's recording; null if the item has no recording, or the result's recording was replaced later. */
  arquivo: { nome: string; tipo: string; tamanho: number; sha256: string; recebidoEm: string | null } | null;
  respostas: {
    perguntaId: string;
    codigo: string;
    texto: string;
    digitado: string | null;
    celulaEstado: EstadoCelula | null;
    celula: string | null;
    falado: string | null;
    veredito: string | null;
  }[];
};

/** The built-in template that rates sales; `conversion_probability` is the mean of its copies' scores. */
const MODELO_DE_VENDA = 'conversao-venda';

const MEDIAS_DE: readonly (readonly [name: Sql, of: Sql])[] = [
  [sql`qualidade`, sql`true`],
  [sql`conformidade`, sql`g.categoria = 'compliance'`],
  [sql`conversao`, sql`v.metadata ->> 'modeloPronto' = ${MODELO_DE_VENDA}`],
];
const MEDIAS = join(
  MEDIAS_DE.map(([name]) => sql`m.${name}, m.${name}_ia`),
  ', ',
);

/** Columns of `PartesRow`, from item `i`, its result `r` and the lateral rows of `partsOfResult`. */
export const PARTS_COLUMNS = sql`t.transcricao_agente, t.transcricao_cliente, ${MEDIAS},
  r.analise_texto ->> 'resumo' as resumo, r.processado_em, coalesce(q.respostas, '[]') as respostas,
  case when i.arquivo_sha256 is not null and coalesce(x.saida ->> 'arquivoPath', i.arquivo_path) = i.arquivo_path
    then json_build_object('nome', coalesce(i.arquivo_nome, ''), 'tipo', i.arquivo_tipo, 'tamanho', i.arquivo_tamanho,
      'sha256', i.arquivo_sha256, 'recebidoEm', i.arquivo_recebido_em)
  end as arquivo`;

const saidBy = (party: 'agente' | 'cliente'): Sql =>
  sql`string_agg(s.texto, ' ' order by s.ordem) filter (where s.falante = any (${speakersOf(party)}::text[]))`;

/**
 * Joins, to an item `i` and its result `r` (which may be absent), one row of each other table with parts of the result.
 * @param cell condition on the result's comparison cells `c` (table confrontos)
 * @param said greatest number of characters of each transcript; null: whole transcripts
 */
export const partsOfResult = (cell: Sql, said: number | null): Sql => {
  const begin = (text: Sql): Sql => (said === null ? text : sql`left(${text}, ${int(said)})`);
  return sql`
  left join execucao_etapas x on x.execucao_id = r.execucao_id and x.etapa = 'audio'
  left join lateral (
    -- A party that has a channel and was not heard said nothing: '', and not null.
    select coalesce(${begin(saidBy('agente'))},
        case when count(distinct a.id) = 2 then '' end) as transcricao_agente,
      coalesce(${begin(saidBy('cliente'))},
        case when count(distinct a.id) = 2 then '' end) as transcricao_cliente
    from transcricoes a left join sentencas_vigentes s on s.transcricao_id = a.id where a.resultado_id = r.id
  ) t on true
  left join lateral (
    select ${join(
      MEDIAS_DE.map(
        ([name, of]) => sql`avg(${literal(NOTA_EM_VIGOR)}) filter (where ${of})::float8 as ${name},
        avg(g.pontuacao) filter (where ${of})::float8 as ${name}_ia`,
      ),
      ', ',
    )}
    from insights g join insight_template_versoes v on v.id = g.template_versao_id
    where g.execucao_id = r.execucao_id and g.status_processamento = 'concluido'
  ) m on true
  left join lateral (
    select json_agg(json_build_object('perguntaId', p ->> 'id', 'codigo', coalesce(p ->> 'codigo', ''), 'texto',
      ${wholeTextOf(sql`p`)},
      'digitado', coalesce(c.digitado, a.texto_resposta, o.textos), 'falado', c.falado,
      'celulaEstado', a.celula_estado, 'celula', a.celula,
      'veredito', coalesce(c.veredito_pessoa, c.veredito)) order by k) as respostas
    from entrevistas e join questionario_versoes v on v.id = e.questionario_versao_id
    cross join lateral ${questionsOf(sql`v.conteudo`)} with ordinality u (p, k)
    left join respostas a on a.entrevista_id = e.id and a.pergunta_id::text = p ->> 'id'
    left join confrontos c on c.entrevista_id = e.id and ${cell} and c.pergunta_id::text = p ->> 'id'
    left join lateral (
      select string_agg(o ->> 'texto', '; ' order by n) as textos
      from ${optionsOf(sql`p`)} with ordinality w (o, n) where o ->> 'id' = any (a.opcoes::text[])
    ) o on true
    where e.id = i.entrevista_id
  ) q on true`;
};
