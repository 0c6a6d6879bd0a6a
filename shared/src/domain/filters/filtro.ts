/**
 * The language for choosing calls: a closed tree over the fields of filtro-tabela.ts, translated to SQL only by
 * platform/database/conditions/filter.ts.
 */
import { z } from 'zod';
import { countConditions, DATAS, type DataDe, SELECAO_IDS_MAX } from './filtro-campos.ts';
import { type EnderecoLido, type Filtro, LINHAS, LISTAS, type Lista, PARAMETROS } from './filtro-tabela.ts';
import { addressSchema, valueSchema } from './filtro-valor-schema.ts';

/** Parameter `data`: the day by which a call counts; without a known time, the day of entry. */
export const dataDe = (padrao: DataDe) =>
  z.enum(DATAS, { error: 'Data inválida: use ligacao ou entrada.' }).default(padrao);

export const FILTRO_NIVEIS_MAX = 4;
export const FILTRO_CONDICOES_MAX = 40;
const GALHOS_MAX = 20;

const DESCONHECIDA = { error: 'Condição de filtro desconhecida.' };

function condicoesDe([campo, { ops }]: (typeof LINHAS)[number]) {
  const [first, ...more] = Object.entries(ops).map(([op, um]) =>
    z.strictObject({
      campo: z.literal(campo),
      op: z.literal(op),
      valor:
        op === 'um_de' || op === 'nenhum_de' ? z.array(valueSchema(um)).min(1).max(100) : valueSchema(um),
    }),
  );
  if (!first) throw new Error(`${campo}: nothing may be asked of it`);
  return more.length === 0 ? first : z.discriminatedUnion('op', [first, ...more], DESCONHECIDA);
}
const [primeiras, ...outras] = LINHAS.map(condicoesDe);
if (!primeiras) throw new Error('no field to filter by');

/** Named schemas by field and operation; inlined, they would add 2 MB to the API's description. */
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

export const filtroSchema = no(FILTRO_NIVEIS_MAX).refine(
  (filtro) => countConditions(filtro as Filtro) <= FILTRO_CONDICOES_MAX,
  {
    error: `Um filtro pode ter até ${FILTRO_CONDICOES_MAX} condições.`,
  },
) as unknown as z.ZodType<Filtro, Filtro>;

export const SEM_FILTRO: Filtro = { todas: [] };

type Forma<L extends Lista> = {
  [N in Exclude<keyof EnderecoLido<L>, 'data'>]: z.ZodOptional<
    z.ZodType<Exclude<EnderecoLido<L>[N], undefined>, Exclude<EnderecoLido<L>[N], undefined> | string>
  >;
};
/** Schema fields for a list's URL. */
export function addressShape<const L extends Lista>(lista: L) {
  const shape: Record<string, z.ZodType> = {};
  for (const one of PARAMETROS[lista]) {
    const schema = one.palavras ? z.enum(Object.keys(one.palavras)) : addressSchema(one.um);
    shape[one.nome] = schema.optional();
  }
  return { data: dataDe(LISTAS[lista]), ...(shape as unknown as Forma<L>) };
}

export const filtroDaLista = z.object(addressShape('ligacoes'));
export type FiltroDaLista = z.output<typeof filtroDaLista>;

const idsUnicos = (min: number) =>
  z
    .array(z.uuid({ error: 'Identificador inválido.' }))
    .min(min, { error: 'Selecione ao menos uma ligação.' })
    .max(SELECAO_IDS_MAX, {
      error: `Selecione até ${SELECAO_IDS_MAX} ligações, ou todas as ligações do filtro.`,
    })
    .transform((ids) => [...new Set(ids)]);

/** Chosen calls: ids, or a filter's matches minus exceptions. */
export const selecaoSchema = z.union(
  [z.strictObject({ ids: idsUnicos(1) }), z.strictObject({ filtro: filtroSchema, exceto: idsUnicos(0) })],
  { error: 'Selecione ligações ou um filtro.' },
);
export type Selecao = { ids: string[] } | { filtro: Filtro; exceto: string[] };
