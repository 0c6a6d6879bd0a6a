/** Goals for combinations of answers (cells): plan, progress on the field board, devices' copy. */
import { z } from 'zod';
import { LIMITES_METAS, NOMES_DE_PESSOAS } from '../../../domain/interview/goals/goal-table.ts';
import { dateTime, idParams, ok, text } from '../../common.ts';
import { defineContract } from '../../contract.ts';

const id = z.uuid({ error: 'Identificador inválido.' });
const gerentes = (what: string) =>
  ({ who: 'user', can: ['project', 'delete'], denied: `Só gerentes e administradores ${what}.` }) as const;

// ───────────────────────────── the plan ─────────────────────────────

const nomeDoGrupo = text(LIMITES_METAS.texto).min(1, { error: 'Dê um nome à linha.' });
const grupos = <T extends z.ZodRawShape>(shape: T) =>
  z
    .array(z.strictObject({ texto: nomeDoGrupo, ...shape }))
    .min(1, { error: 'A tabela precisa de pelo menos uma linha.' })
    .max(LIMITES_METAS.grupos, { error: `Use no máximo ${LIMITES_METAS.grupos} linhas.` });
const membros = z.array(id).max(LIMITES_METAS.membros, {
  error: `Selecione até ${LIMITES_METAS.membros} opções ou pessoas por linha.`,
});
const limite = z.number({ error: 'Use um número.' }).min(-1e12).max(1e12).nullable();

const dimensao = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('opcoes'), pergunta_id: id, grupos: grupos({ opcoes: membros }) }),
  z.strictObject({ tipo: z.literal('faixas'), pergunta_id: id, grupos: grupos({ de: limite, ate: limite }) }),
  z.strictObject({
    tipo: z.literal('entrevistadores'),
    nome: z.enum(NOMES_DE_PESSOAS),
    grupos: grupos({ usuarios: membros, agentes: membros }),
  }),
]);

const meta = (min: number) =>
  z
    .number({ error: 'Informe a meta.' })
    .int({ error: 'Use um número inteiro.' })
    .min(min, { error: `A meta mínima é ${min}.` })
    .max(LIMITES_METAS.meta, { error: `A meta máxima é ${LIMITES_METAS.meta.toLocaleString('pt-BR')}.` });

const celula = z.strictObject({ chave: text(40), meta: meta(0) });
const tabela = z.strictObject({
  dimensoes: z
    .array(dimensao)
    .min(1, { error: 'Selecione pelo menos uma pergunta.' })
    .max(LIMITES_METAS.dimensoes, {
      error: `Uma tabela pode cruzar até ${LIMITES_METAS.dimensoes} colunas.`,
    }),
  celulas: z
    .array(celula)
    .max(LIMITES_METAS.celulas, { error: `Use no máximo ${LIMITES_METAS.celulas} metas por tabela.` }),
});

const plano = z.object({
  /** Number of changes; 0 without a plan. */
  versao: z.number().int(),
  total: z.number().int().nullable(),
  /** True if interviews continue beyond their cell's goal. */
  passar: z.boolean(),
  tabelas: z.array(tabela.extend({ id: z.uuid() })),
});
export type PlanoDeMetas = z.infer<typeof plano>;

export const getMetas = defineContract({
  id: 'getMetas',
  method: 'GET',
  path: '/questionarios/{id}/metas',
  access: gerentes('podem ver as metas'),
  summary: 'As metas de um questionário e as pessoas que podem entrar nelas',
  tag: 'Campo',
  topic: 'quadro',
  params: idParams,
  response: ok(
    plano.extend({
      /** People of the company, and the survey's interviewers without an account. */
      pessoas: z.array(z.object({ id: z.uuid(), tipo: z.enum(['usuario', 'agente']), nome: z.string() })),
    }),
  ),
});

export const updateMetas = defineContract({
  id: 'updateMetas',
  method: 'PUT',
  path: '/questionarios/{id}/metas',
  access: gerentes('podem alterar as metas'),
  summary:
    'As metas de um questionário, inteiras: as tabelas que não vierem são excluídas. `versao`: a que a pessoa viu; se outra as mudou, 409',
  tag: 'Campo',
  touches: ['quadro', 'campo'],
  params: idParams,
  body: z.object({
    versao: z.number().int().min(0).max(2_000_000_000),
    total: meta(1).nullable(),
    passar: z.boolean(),
    tabelas: z
      .array(tabela.extend({ id: id.optional() }))
      .max(LIMITES_METAS.tabelas, { error: `Use no máximo ${LIMITES_METAS.tabelas} tabelas.` }),
  }),
  response: ok(plano),
});

// ───────────────────────────── the board ─────────────────────────────

const estado = { feitas: z.number().int(), faltam: z.number().int(), excedem: z.number().int() };

/** Maximum plans on a board, and maximum interviewers in a table. */
export const METAS_DO_QUADRO = { planos: 50, entrevistadores: 200 } as const;

const tabelaNoQuadro = z.object({
  id: z.uuid(),
  dimensoes: z.array(
    z.object({
      /** Such as 'P1 · Sexo', 'Entrevistador' or 'Área'. */
      nome: z.string(),
      /** True if the question has left the questionnaire. */
      fora: z.boolean(),
      /** `fora`: true if all of the group's options have left the questionnaire. */
      grupos: z.array(z.object({ texto: z.string(), fora: z.boolean() })),
    }),
  ),
  /** Cells with a goal or interviews, largest shortfall first. `meta`: null without a goal. */
  celulas: z.array(z.object({ chave: z.string(), meta: z.number().int().nullable(), ...estado })),
  /** `n`: number of interviews in no cell; `dimensoes`: number of interviews in no group of a dimension. */
  sem_celula: z.object({
    n: z.number().int(),
    dimensoes: z.array(z.object({ nome: z.string(), n: z.number().int() })),
  }),
  entrevistadores: z
    .array(
      z.object({
        /** Null for interviews without an interviewer. */
        id: z.uuid().nullable(),
        nome: z.string(),
        feitas: z.number().int(),
        celulas: z.array(z.object({ chave: z.string(), feitas: z.number().int() })),
      }),
    )
    .max(METAS_DO_QUADRO.entrevistadores),
  mais_entrevistadores: z.boolean(),
});
export type TabelaNoQuadro = z.infer<typeof tabelaNoQuadro>;

const metasDaPesquisa = z.object({
  planos: z.array(
    z.object({
      questionario: z.object({ id: z.uuid(), nome: z.string() }),
      passar: z.boolean(),
      feitas: z.number().int(),
      total: z.object({ meta: z.number().int(), ...estado }).nullable(),
      tabelas: z.array(tabelaNoQuadro),
    }),
  ),
});
export type MetasDaPesquisa = z.infer<typeof metasDaPesquisa>;

export const getMetasDaPesquisa = defineContract({
  id: 'getMetasDaPesquisa',
  method: 'GET',
  path: '/pesquisas/{id}/metas',
  access: gerentes('podem ver as metas'),
  summary:
    'As metas cruzadas de uma pesquisa: feitas, faltam e excedem, por combinação e por entrevistador (concluídas; com `aprovadas`, só as aprovadas)',
  tag: 'Campo',
  topic: 'quadro',
  params: idParams,
  query: z.object({ aprovadas: z.stringbool().optional() }),
  response: ok(metasDaPesquisa),
});

// ───────────────────────────── the device ─────────────────────────────

/** Maximum questionnaires with goals sent to a device. */
export const METAS_DE_CAMPO = 50;

const dimensaoDeCampo = z.discriminatedUnion('tipo', [
  z.object({
    tipo: z.literal('opcoes'),
    pergunta_id: z.uuid(),
    grupos: z.array(z.object({ texto: z.string(), opcoes: z.array(z.uuid()) })),
  }),
  z.object({
    tipo: z.literal('faixas'),
    pergunta_id: z.uuid(),
    grupos: z.array(z.object({ texto: z.string(), de: z.number().nullable(), ate: z.number().nullable() })),
  }),
]);

const metasDeCampo = z.object({
  questionario_id: z.uuid(),
  contadas_em: dateTime,
  total: z
    .object({
      meta: z.number().int(),
      feitas: z.number().int(),
      /** True if interviews end politely after screening once the total is reached. */
      encerra: z.boolean(),
    })
    .nullable(),
  tabelas: z.array(
    z.object({
      /** True if interviews end politely once their cell has reached the goal. */
      encerra: z.boolean(),
      dimensoes: z.array(dimensaoDeCampo),
      /** `chave` names one group of each dimension; empty if the interviewer is the only dimension. */
      celulas: z.array(
        z.object({
          chave: z.string(),
          nomes: z.array(z.string()),
          meta: z.number().int(),
          feitas: z.number().int(),
        }),
      ),
    }),
  ),
});
export type MetasDeCampo = z.infer<typeof metasDeCampo>;

export const getMetasDeCampo = defineContract({
  id: 'getMetasDeCampo',
  method: 'GET',
  path: '/campo/metas',
  access: { who: 'user', can: ['audit_item', 'create'], aparelho: true },
  summary: `As metas dos questionários que quem chama pode aplicar (até ${METAS_DE_CAMPO}): só as contagens das combinações dessa pessoa`,
  tag: 'Campo',
  topic: 'campo',
  response: ok(z.array(metasDeCampo)),
});
