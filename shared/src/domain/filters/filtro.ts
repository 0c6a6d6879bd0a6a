/**
 * The one language in which calls are chosen: by lists, saved filters, exports, bulk runs, search and the links of reports. A
 * closed tree over the typed fields of filtro-tabela.ts, here as schemas; platform/database/conditions/filter.ts is the only place that makes SQL of it.
 */
import { z } from 'zod';
import { countConditions, DATAS, type DataDe, SELECAO_IDS_MAX } from './filtro-campos.ts';
import { type EnderecoLido, type Filtro, LINHAS, LISTAS, type Lista, PARAMETROS } from './filtro-tabela.ts';
import { addressSchema, valueSchema } from './filtro-valor-schema.ts';

/**
 * The query parameter `data` of whatever is cut by days of calls: whose days are meant. `padrao`: what it is for who does not say.
 * A call whose own time is not known stands on the day of its entry, by either.
 */
export const dataDe = (padrao: DataDe) =>
  z.enum(DATAS, { error: 'Data inválida: use ligacao ou entrada.' }).default(padrao);

/** How deep and how large a filter may be. */
export const FILTRO_NIVEIS_MAX = 4;
export const FILTRO_CONDICOES_MAX = 40;
const GALHOS_MAX = 20;

const DESCONHECIDA = { error: 'Condição de filtro desconhecida.' };

/** The conditions that may be asked of one field. */
function condicoesDe([campo, { ops }]: (typeof LINHAS)[number]) {
  const [first, ...more] = Object.entries(ops).map(([op, um]) =>
    z.strictObject({
      campo: z.literal(campo),
      op: z.literal(op),
      valor: op === 'um_de' ? z.array(valueSchema(um)).min(1).max(100) : valueSchema(um),
    }),
  );
  if (!first) throw new Error(`${campo}: nothing may be asked of it`);
  return more.length === 0 ? first : z.discriminatedUnion('op', [first, ...more], DESCONHECIDA);
}
const [primeiras, ...outras] = LINHAS.map(condicoesDe);
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
    error: `Um filtro pode ter até ${FILTRO_CONDICOES_MAX} condições.`,
  },
) as unknown as z.ZodType<Filtro, Filtro>;

/** All calls. */
export const SEM_FILTRO: Filtro = { todas: [] };

type Forma<L extends Lista> = {
  [N in Exclude<keyof EnderecoLido<L>, 'data'>]: z.ZodOptional<
    z.ZodType<Exclude<EnderecoLido<L>[N], undefined>, Exclude<EnderecoLido<L>[N], undefined> | string>
  >;
};
/** The filter parameters of a list's address, as the shape of a schema. */
export function addressShape<const L extends Lista>(lista: L) {
  const shape: Record<string, z.ZodType> = {};
  for (const one of PARAMETROS[lista]) {
    const schema = one.palavras ? z.enum(Object.keys(one.palavras)) : addressSchema(one.um);
    shape[one.nome] = schema.optional();
  }
  /** Whose days `de` and `ate` are. */
  return { data: dataDe(LISTAS[lista]), ...(shape as unknown as Forma<L>) };
}

/** What the address of a list of calls may say. */
export const filtroDaLista = z.object(addressShape('ligacoes'));
export type FiltroDaLista = z.output<typeof filtroDaLista>;

const idsUnicos = (min: number) =>
  z
    .array(z.uuid({ error: 'Identificador inválido.' }))
    .min(min, { error: 'Selecione ao menos uma ligação.' })
    .max(SELECAO_IDS_MAX, { error: `Selecione até ${SELECAO_IDS_MAX} ligações, ou todas as do filtro.` })
    .transform((ids) => [...new Set(ids)]);

/** What a person chose in a list of calls: rows by hand, or all that a filter finds but those taken out again. */
export const selecaoSchema = z.union(
  [z.strictObject({ ids: idsUnicos(1) }), z.strictObject({ filtro: filtroSchema, exceto: idsUnicos(0) })],
  { error: 'Selecione ligações ou um filtro.' },
);
export type Selecao = { ids: string[] } | { filtro: Filtro; exceto: string[] };
