import { z } from 'zod';
import { filtroSchema } from '../../domain/filters/filtro.ts';
import { countConditions, SENTIMENTOS } from '../../domain/filters/filtro-campos.ts';
import { conditionsOf } from '../../domain/filters/filtro-endereco.ts';
import { CAMPOS_FILTRO, type LinhaDoFiltro } from '../../domain/filters/filtro-tabela.ts';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_DISPARO } from '../../domain/filters/lists/firings.ts';
import {
  AGRUPAMENTOS,
  COMPARACOES,
  DISPAROS_MAX,
  ESPERAS_MIN,
  ESTADOS_DISPARO,
  GRAVIDADES,
  MEDIDAS,
  OBSERVACAO_MAX,
  REGRA_CONDICOES_MAX,
  REGRA_NOME_MAX,
  REGRAS_MAX,
  REGRAS_PADRAO,
  TESTE_DIAS,
} from '../../domain/rules/rules.ts';
import { TIPOS_ITEM } from '../../domain/runs/status.ts';
import {
  dateTime,
  day,
  givenDateTime,
  idParams,
  inicioPrecisao,
  ok,
  okMessage,
  okPage,
  pageQuery,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

const tag = 'Alertas';
const read = { who: 'user', can: ['audit_item', 'read'] } as const;
const manage = {
  who: 'user',
  can: ['user', 'update'],
  denied: 'Só gerentes e administradores podem alterar regras.',
} as const;

const id = z.uuid({ error: 'Identificador inválido.' });
const RULE: readonly Touched[] = ['regras', 'disparos'];
const FIRING: readonly Touched[] = ['regras', 'disparos', 'revisao', 'itens', 'resumos'];

const nome = text(REGRA_NOME_MAX).min(1, { error: 'Dê um nome à regra.' });
const filtroDaRegra = filtroSchema.refine((filtro) => countConditions(filtro) >= 1, {
  error: 'Selecione ao menos uma condição.',
});
const poucasCondicoes = filtroDaRegra.refine((filtro) => countConditions(filtro) <= REGRA_CONDICOES_MAX, {
  error: `Uma regra pode ter até ${REGRA_CONDICOES_MAX} condições.`,
});

const filtroAvaliavel = poucasCondicoes.superRefine((filtro, context) => {
  for (const { campo } of conditionsOf(filtro)) {
    const { rotulo, semRegra }: Pick<LinhaDoFiltro, 'rotulo' | 'semRegra'> = CAMPOS_FILTRO[campo];
    if (semRegra === undefined) continue;
    const message = `“${rotulo}” não serve de condição para uma regra: ${semRegra}.`;
    context.addIssue({ code: 'custom', message });
  }
});

/**
 * A condition on a measure over time (calls per day or hour, an agent's mean score). `limite`: calls, or a score of 0
 * to 100; null if `comparacao` is 'desvio'.
 */
export const janelaDaRegra = z
  .strictObject({
    medida: z.enum(MEDIDAS),
    comparacao: z.enum(COMPARACOES),
    limite: z.number().int().min(0).max(1_000_000).nullable(),
    /** Null to measure each project (calls by day or hour) or each agent separately. */
    projeto_id: id.nullable(),
  })
  .refine(({ comparacao, limite }) => (comparacao === 'desvio') === (limite === null), {
    path: ['limite'],
    error: 'Informe o limite.',
  })
  .refine(({ medida, comparacao }) => medida !== 'nota_agente' || comparacao === 'abaixo', {
    path: ['comparacao'],
    error: 'A regra de pontuação de um agente só pode avisar quando a média fica abaixo de um limite.',
  })
  .refine(({ medida, limite }) => medida !== 'nota_agente' || (limite ?? 0) <= 100, {
    path: ['limite'],
    error: 'A pontuação vai de 0 a 100.',
  });

/** A rule about single calls (`filtro`), or about a period (`janela`). */
const alvo = { filtro: filtroAvaliavel.nullable(), janela: janelaDaRegra.nullable() };
const umAlvo = [
  ({ filtro, janela }: { filtro?: unknown; janela?: unknown }) => Boolean(filtro) !== Boolean(janela),
  {
    path: ['filtro'] as string[],
    error: 'Uma regra usa condições ou uma medida: selecione só uma das duas formas.',
  },
] as const;

const definicao = {
  nome,
  ...alvo,
  gravidade: z.enum(GRAVIDADES),
  agrupar_por: z.enum(AGRUPAMENTOS),
  /** Minimum pause between messages, minutes. */
  espera_min: z.union(
    ESPERAS_MIN.map((one) => z.literal(one)),
    { error: 'Selecione um intervalo da lista.' },
  ),
  ativa: z.boolean(),
};

const pessoa = z.object({ id: z.uuid(), nome: z.string().nullable() });

export const regra = z.object({
  id: z.uuid(),
  nome: z.string(),
  /** Null for a rule with a `janela`, or if a newer version of the product wrote the filter. */
  filtro: filtroSchema.nullable(),
  janela: janelaDaRegra.nullable(),
  gravidade: z.enum(GRAVIDADES),
  agrupar_por: z.enum(AGRUPAMENTOS),
  espera_min: z.number().int(),
  ativa: z.boolean(),
  padrao: z.enum(REGRAS_PADRAO).nullable(),
  /** Null for a built-in rule, or if the account was erased. */
  autor: pessoa.nullable(),
  versao: z.number().int(),
  vigente_desde: dateTime,
  updated_at: dateTime,
  /** Firings of the last 30 days, and unresolved firings, counted up to TOTAL_LIMITE. */
  disparos_30_dias: z.number().int(),
  pendentes: z.number().int(),
  /** Number of resolved firings, and number of resolved firings that people confirmed. */
  resolvidos: z.number().int(),
  procedentes: z.number().int(),
  /** Names of the agents, projects, people and criteria that `filtro` and `janela` contain. */
  nomes: z.record(z.string(), z.string()),
});
export type RegraWire = z.infer<typeof regra>;

export const listRegras = defineContract({
  id: 'listRegras',
  method: 'GET',
  path: '/regras',
  access: read,
  summary: `Regras da empresa (no máximo ${REGRAS_MAX}), com a precisão de cada uma, por nome`,
  tag,
  topic: 'regras',
  response: ok(z.array(regra)),
});

export const createRegra = defineContract({
  id: 'createRegra',
  method: 'POST',
  path: '/regras',
  access: manage,
  summary: 'Criar uma regra, que vale para o que se analisa ou revisa a partir de agora',
  tag,
  touches: RULE,
  status: 201,
  body: z.object(definicao).refine(...umAlvo),
  response: ok(regra),
});

export const updateRegra = defineContract({
  id: 'updateRegra',
  method: 'PATCH',
  path: '/regras/{id}',
  access: manage,
  summary: 'Mudar, ligar ou desligar uma regra (409 se outra pessoa a mudou antes)',
  tag,
  touches: RULE,
  params: idParams,
  body: z
    .object({ ...z.object(definicao).partial().shape, versao: z.number().int().min(1) })
    .refine(({ versao: _, ...body }) => Object.values(body).some((value) => value !== undefined), {
      error: 'Informe as mudanças.',
    }),
  response: ok(regra),
});

export const deleteRegra = defineContract({
  id: 'deleteRegra',
  method: 'DELETE',
  path: '/regras/{id}',
  access: manage,
  summary: 'Excluir uma regra com os seus alertas',
  tag,
  touches: FIRING,
  params: idParams,
  response: okMessage,
});

export const applyRegra = defineContract({
  id: 'applyRegra',
  method: 'POST',
  path: '/regras/{id}/aplicar',
  access: manage,
  summary: `Aplicar uma regra ativa também às ligações dos últimos ${TESTE_DIAS} dias`,
  tag,
  touches: RULE,
  params: idParams,
  response: ok(
    z.object({
      /** Number of calls to judge; counting stops at APLICAR_MAX. */
      ligacoes: z.number().int(),
    }),
  ),
});
export const APLICAR_MAX = 50_000;

export const TESTE_PAGINA = 25;

const ligacaoDoTeste = z.object({
  item_id: z.uuid(),
  projeto_id: z.uuid(),
  projeto_nome: z.string(),
  tipo_item: z.enum(TIPOS_ITEM),
  momento: dateTime,
  inicio_precisao: inicioPrecisao,
  agente_nome: z.string().nullable(),
  numero: z.string().nullable(),
  /** Seconds. */
  duracao: z.number().int().nullable(),
  /** 0 to 100. */
  nota: z.number().int().nullable(),
  sentimento: z.enum(SENTIMENTOS).nullable(),
});
export type LigacaoDoTeste = z.infer<typeof ligacaoDoTeste>;

/** A day or hour in which the rule would have fired. */
const janelaDoTeste = z.object({
  dia: day,
  hora: z.number().int().nullable(),
  alvo_nome: z.string(),
  /** A number of calls, or a score of 0 to 100. */
  valor: z.number(),
  limite: z.number(),
});

export const testRegra = defineContract({
  id: 'testRegra',
  method: 'POST',
  path: '/regras/teste',
  access: manage,
  summary: `Quantas vezes uma regra teria disparado nos últimos ${TESTE_DIAS} dias, e em quais ligações, das mais novas para as mais antigas`,
  tag,
  touches: [],
  rateLimit: 120,
  body: z
    .object({
      ...alvo,
      cursor: text(200).nullable().default(null),
    })
    .refine(...umAlvo),
  response: ok(
    z.object({
      /** Number of matches in the days that this answer searched. */
      n: z.number().int(),
      /** The newest matches, at most TESTE_PAGINA. */
      ligacoes: z.array(ligacaoDoTeste),
      janelas: z.array(janelaDoTeste),
      procurado_ate: day,
      /** Number of days searched so far, at most TESTE_DIAS. */
      dias: z.number().int(),
      /** Cursor to search earlier days; null if all days are searched. */
      cursor: z.string().nullable(),
      /** Cursor after the calls in `ligacoes`; null if there are no more. */
      mais: z.string().nullable(),
    }),
  ),
});

/**
 * A reason of a firing. `insight_id`, `criterio`, `template`: the criterion (several templates may have the same
 * criterion); null if the reason is a sentence.
 */
const porque = z.object({
  insight_id: z.uuid().nullable(),
  criterio: z.string().nullable(),
  template: z.string().nullable(),
  texto: z.string(),
  citacao: z.string().nullable(),
  /** Position in the recording, ms. */
  start_ms: z.number().int().nullable(),
  end_ms: z.number().int().nullable(),
});

export const disparo = z.object({
  id: z.uuid(),
  regra: z.object({ id: z.uuid(), nome: z.string(), padrao: z.enum(REGRAS_PADRAO).nullable() }),
  grupo_id: z.uuid(),
  gravidade: z.enum(GRAVIDADES),
  estado: z.enum(ESTADOS_DISPARO),
  procedente: z.boolean().nullable(),
  momento: dateTime,
  /** Null for a firing about a period. */
  item_id: z.uuid().nullable(),
  projeto: pessoa.nullable(),
  agente: pessoa.nullable(),
  ligacao: z
    .object({
      tipo_item: z.enum(TIPOS_ITEM),
      momento: dateTime,
      inicio_precisao: inicioPrecisao,
      numero: z.string().nullable(),
      duracao: z.number().int().nullable(),
      /** 0 to 100. */
      nota: z.number().int().nullable(),
      gravacao: z.boolean(),
    })
    .nullable(),
  /** Null for a firing about a call. */
  medida: z
    .object({
      medida: z.enum(MEDIDAS),
      valor: z.number(),
      limite: z.number(),
      dia: day,
      hora: z.number().int().nullable(),
    })
    .nullable(),
  porque: z.array(porque).max(3),
  /** All criteria behind the firing, by insight, including those that `porque` leaves out. */
  criterios: z.array(z.object({ insight_id: z.uuid(), template: z.string(), ids: z.array(z.string()) })),
  visto: z.object({ por: pessoa.nullable(), em: dateTime }).nullable(),
  resolvido: z.object({ por: pessoa.nullable(), em: dateTime }).nullable(),
  /** True if a review's correction resolved the firing as not right, because the call no longer matches the rule. */
  corrigido: z.boolean(),
  observacao: z.string().nullable(),
});
export type DisparoWire = z.infer<typeof disparo>;

export const listDisparos = defineContract({
  id: 'listDisparos',
  method: 'GET',
  path: '/regras/disparos',
  access: read,
  summary: 'Alertas da empresa: abertos antes de vistos, por gravidade e regra, os mais novos primeiro',
  tag,
  topic: 'disparos',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    ...filterFields(FILTROS_DISPARO),
  }),
  response: okPage(disparo),
});

export const countDisparos = defineContract({
  id: 'countDisparos',
  method: 'GET',
  path: '/regras/disparos/contagem',
  access: read,
  summary: 'Quantos alertas estão a resolver',
  tag,
  topic: 'disparos',
  response: ok(
    z.object({
      /** Firings; each count stops at TOTAL_LIMITE. */
      abertos: z.number().int(),
      vistos: z.number().int(),
      /** Firings of high gravity, open or seen. */
      alta: z.number().int(),
    }),
  ),
});

export const updateDisparos = defineContract({
  id: 'updateDisparos',
  method: 'PATCH',
  path: '/regras/disparos',
  access: { who: 'user', can: ['result', 'update'] },
  summary: `Marcar até ${DISPAROS_MAX} alertas como vistos, resolvê-los como procedentes ou não, ou reabri-los`,
  tag,
  touches: FIRING,
  body: z
    .object({
      ids: z
        .array(id)
        .min(1, { error: 'Selecione ao menos um alerta.' })
        .max(DISPAROS_MAX, { error: `Selecione até ${DISPAROS_MAX} alertas.` })
        .transform((ids) => [...new Set(ids)]),
      /** `aberto` takes a decision back; a firing seen before becomes seen again. */
      estado: z.enum(['aberto', 'visto', 'resolvido']),
      /** For `resolvido`: true if the firing was right. */
      procedente: z.boolean().nullable().default(null),
      /** Only for `resolvido`: '' for no reason; if absent, an earlier reason is kept. */
      observacao: text(OBSERVACAO_MAX)
        .nullish()
        .transform((given) => (given === undefined ? undefined : given || null)),
      /** Only for `aberto`: takes back the decision made at this time, not a later one. */
      dado_em: givenDateTime.optional(),
    })
    .refine(({ estado, procedente }) => (estado === 'resolvido') === (procedente !== null), {
      path: ['procedente'],
      error: 'Diga se o alerta procede.',
    }),
  response: ok(
    z.object({
      /** Number of changed firings. The others already had this state, or no longer match their rule. */
      mudados: z.number().int(),
      ids: z.array(z.uuid()).max(DISPAROS_MAX),
      /** Time of the decision; null if nothing was decided. */
      dado_em: dateTime.nullable(),
    }),
  ),
});
