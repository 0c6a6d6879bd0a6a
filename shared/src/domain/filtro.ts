/**
 * The one language in which calls are chosen: by lists, saved filters, exports, bulk runs, search and the links of reports. A
 * closed tree over typed fields; shared/src/node/sql/filter.ts is the only place that makes SQL of it.
 */
import { z } from 'zod';
import { DIRECOES_PROCURADAS } from './call-direction.ts';
import {
  countConditions,
  DATA_LABEL,
  DATAS,
  type DataDe,
  NENHUM,
  SELECAO_IDS_MAX,
  SENTIMENTOS,
} from './filtro-campos.ts';
import { STATUS_PROCESSAMENTO, TIPOS_ITEM } from './status.ts';
import { storableText } from './storable-text.ts';

/**
 * The query parameter `data` of whatever is cut by days of calls: whose days are meant. `padrao`: what it is for who does not say.
 * A call whose own time is not known stands on the day of its entry, by either.
 */
export const dataDe = (padrao: DataDe) =>
  z.enum(DATAS, { error: 'Data inválida: use ligacao ou entrada.' }).default(padrao);

const id = z.uuid({ error: 'Identificador inválido.' });
const idOuNenhum = z.union([id, z.literal(NENHUM)], { error: 'Identificador inválido.' });
export const dia = z.iso
  .date({ error: 'Data inválida.' })
  .refine((text) => text >= '1900' && text < '2201', { error: 'Use um ano de 1900 a 2200.' });
const texto = (max: number) =>
  storableText()
    .trim()
    .min(1)
    .max(max, { error: `Use no máximo ${max} caracteres.` });
const numero = (min: number, max: number) => z.number().int().min(min).max(max);

/**
 * What may be asked of a call, and with what. `um_de`: one of the values. `de`, `ate`: at least and at most, both inclusive (days
 * are São Paulo's). A call of which a figure is not known meets no condition on it.
 */
export const CAMPOS_FILTRO = {
  /** Part of name, number or extension, or a state by its name, as the list's search takes it. */
  texto: { rotulo: 'Texto', ops: { contem: texto(100) } },
  projeto: { rotulo: 'Projeto', ops: { um_de: z.array(id).min(1).max(100) } },
  auditoria: { rotulo: 'Auditoria', ops: { um_de: z.array(id).min(1).max(100) } },
  importacao: { rotulo: 'Importação', ops: { um_de: z.array(id).min(1).max(100) } },
  /** Whose recording a batch of them brought (`/lotes-gravacao`). */
  lote_gravacoes: { rotulo: 'Envio de gravações', ops: { um_de: z.array(id).min(1).max(100) } },
  /** What a bulk run (`/lotes`, the task's id) asked to be processed. */
  lote: { rotulo: 'Processamento em lote', ops: { um_de: z.array(id).min(1).max(100) } },
  status: { rotulo: 'Status', ops: { um_de: z.array(z.enum(STATUS_PROCESSAMENTO)).min(1).max(100) } },
  tipo: { rotulo: 'Tipo', ops: { um_de: z.array(z.enum(TIPOS_ITEM)).min(1).max(100) } },
  data_ligacao: { rotulo: DATA_LABEL.ligacao, ops: { de: dia, ate: dia } },
  data_entrada: { rotulo: DATA_LABEL.entrada, ops: { de: dia, ate: dia } },
  /** Who spoke for the company; merged agents count as the one that they are. */
  agente: { rotulo: 'Agente', ops: { um_de: z.array(idOuNenhum).min(1).max(100) } },
  ramal: { rotulo: 'Ramal', ops: { um_de: z.array(texto(64)).min(1).max(100) } },
  /** Which way it went; 'nenhum': nobody said it. */
  direcao: { rotulo: 'Direção', ops: { um_de: z.array(z.enum(DIRECOES_PROCURADAS)).min(1).max(100) } },
  /** Seconds. */
  duracao: { rotulo: 'Duração', ops: { de: numero(0, 86_400), ate: numero(0, 86_400) } },
  /** 0 to 100, as it is shown: without decimals. */
  nota: { rotulo: 'Nota', ops: { de: numero(0, 100), ate: numero(0, 100) } },
  sentimento: { rotulo: 'Sentimento', ops: { um_de: z.array(z.enum(SENTIMENTOS)).min(1).max(100) } },
  /** How many alerts the insights in force have. */
  alertas: { rotulo: 'Alertas', ops: { de: numero(0, 1000), ate: numero(0, 1000) } },
  /** Who reviewed one of its insights last. */
  revisado_por: { rotulo: 'Revisada por', ops: { um_de: z.array(idOuNenhum).min(1).max(100) } },
  /** Who is to look at it. */
  responsavel: { rotulo: 'Responsável', ops: { um_de: z.array(idOuNenhum).min(1).max(100) } },
  /** Whether there is a recording; whether there is a result. */
  gravacao: { rotulo: 'Gravação', ops: { igual: z.boolean() } },
  analisada: { rotulo: 'Analisada', ops: { igual: z.boolean() } },
  /** What a report counts: whether a run concluded about it, whether a person reviewed it, whether nothing could be heard in it. */
  avaliada: { rotulo: 'Avaliada', ops: { igual: z.boolean() } },
  revisada: { rotulo: 'Revisada', ops: { igual: z.boolean() } },
  inaudivel: { rotulo: 'Inaudível', ops: { igual: z.boolean() } },
  /** São Paulo's, of the moment at which the call began, where it is known; the weekday (1: Monday) of the call's day. */
  hora: { rotulo: 'Hora da ligação', ops: { um_de: z.array(numero(0, 23)).min(1).max(100) } },
  dia_semana: { rotulo: 'Dia da semana', ops: { um_de: z.array(numero(1, 7)).min(1).max(100) } },
} as const satisfies Record<string, { rotulo: string; ops: Record<string, z.ZodType> }>;

export type CampoFiltro = keyof typeof CAMPOS_FILTRO;
type Ops<C extends CampoFiltro> = (typeof CAMPOS_FILTRO)[C]['ops'];
/** One condition. */
export type Condicao = {
  [C in CampoFiltro]: {
    [O in keyof Ops<C>]: { campo: C; op: O; valor: z.output<Ops<C>[O] & z.ZodType> };
  }[keyof Ops<C>];
}[CampoFiltro];
export type Filtro =
  | Condicao
  | { todas: readonly Filtro[] }
  | { qualquer: readonly Filtro[] }
  | { nao: Filtro };

/** How deep and how large a filter may be. */
export const FILTRO_NIVEIS_MAX = 4;
export const FILTRO_CONDICOES_MAX = 40;
const GALHOS_MAX = 20;

const DESCONHECIDA = { error: 'Condição de filtro desconhecida.' };

/** The conditions that may be asked of one field. */
function condicoesDe(campo: string, ops: Record<string, z.ZodType>) {
  const [first, ...more] = Object.entries(ops).map(([op, valor]) =>
    z.strictObject({ campo: z.literal(campo), op: z.literal(op), valor }),
  );
  if (!first) throw new Error(`${campo}: nothing may be asked of it`);
  return more.length === 0 ? first : z.discriminatedUnion('op', [first, ...more], DESCONHECIDA);
}
const [primeiras, ...outras] = Object.entries(CAMPOS_FILTRO).map(([campo, { ops }]) =>
  condicoesDe(campo, ops),
);
if (!primeiras) throw new Error('no field to filter by');

/**
 * Each part has a name, so that the API's description says it once: written out, a filter is two megabytes of it. Found by its field
 * and what is asked of it: tried one after the other, thirty conditions at four levels took a tenth of a second to refuse a filter.
 */
const folha = z
  .discriminatedUnion('campo', [primeiras, ...outras], DESCONHECIDA)
  .meta({ id: 'CondicaoDeFiltro' });

const no = (niveis: number): z.ZodType => {
  if (niveis <= 1) return folha;
  const ramo = no(niveis - 1);
  const lista = z.array(ramo).max(GALHOS_MAX);
  return z
    .union(
      [
        folha,
        z.strictObject({ todas: lista }),
        z.strictObject({ qualquer: lista }),
        z.strictObject({ nao: ramo }),
      ],
      DESCONHECIDA,
    )
    .meta({ id: `FiltroDe${niveis}Niveis` });
};

/** A filter as clients send it and the database keeps it. */
export const filtroSchema = no(FILTRO_NIVEIS_MAX).refine(
  (filtro) => countConditions(filtro as Filtro) <= FILTRO_CONDICOES_MAX,
  {
    error: `Um filtro tem no máximo ${FILTRO_CONDICOES_MAX} condições.`,
  },
) as unknown as z.ZodType<Filtro, Filtro>;

/** All calls. */
export const SEM_FILTRO: Filtro = { todas: [] };

/** What the address of a list of calls may say. */
export const filtroDaLista = z.object({
  q: storableText().trim().max(100).optional(),
  status: z.enum(STATUS_PROCESSAMENTO).optional(),
  tipo: z.enum(TIPOS_ITEM).optional(),
  /** Whose days `de` and `ate` are. */
  data: dataDe('entrada'),
  de: dia.optional(),
  ate: dia.optional(),
  agente_id: idOuNenhum.optional(),
  direcao: z.enum(DIRECOES_PROCURADAS).optional(),
  nota_de: z.coerce.number().int().min(0).max(100).optional(),
  nota_ate: z.coerce.number().int().min(0).max(100).optional(),
  sentimento: z.enum(SENTIMENTOS).optional(),
  alertas: z.enum(['com', 'sem']).optional(),
  revisado_por: idOuNenhum.optional(),
  responsavel: idOuNenhum.optional(),
  gravacao: z.enum(['com', 'sem']).optional(),
  importacao_id: id.optional(),
  lote_gravacoes_id: id.optional(),
  lote_id: id.optional(),
  avaliada: z.enum(['sim', 'nao']).optional(),
  revisada: z.enum(['sim', 'nao']).optional(),
  inaudivel: z.enum(['sim', 'nao']).optional(),
  hora: z.coerce.number().int().min(0).max(23).optional(),
  dia_semana: z.coerce.number().int().min(1).max(7).optional(),
});
export type FiltroDaLista = z.output<typeof filtroDaLista>;

const idsUnicos = (min: number) =>
  z
    .array(id)
    .min(min, { error: 'Escolha ao menos uma ligação.' })
    .max(SELECAO_IDS_MAX, { error: `Escolha no máximo ${SELECAO_IDS_MAX} ligações, ou todas as do filtro.` })
    .transform((ids) => [...new Set(ids)]);

/** What a person chose in a list of calls: rows by hand, or all that a filter finds but those taken out again. */
export const selecaoSchema = z.union(
  [z.strictObject({ ids: idsUnicos(1) }), z.strictObject({ filtro: filtroSchema, exceto: idsUnicos(0) })],
  { error: 'Escolha ligações ou um filtro.' },
);
export type Selecao = { ids: string[] } | { filtro: Filtro; exceto: string[] };

/** What the address of a list says, as it is written there. */
export type EnderecoDaLista = z.input<typeof filtroDaLista>;
