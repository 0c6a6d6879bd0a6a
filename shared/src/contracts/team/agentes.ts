import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_AGENTE } from '../../domain/filters/lists/agents.ts';
import { ORDENS_AGENTE } from '../../domain/filters/lists/orders.ts';
import { dateTime, givenDateTime, idParams, ok, okMessage, okPage, pageQuery, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import type { Touched } from '../topics.ts';

const AGENT: readonly Touched[] = ['agentes', 'itens', 'resumos', 'relatorios', 'tarefas'];

const id = z.uuid({ error: 'Identificador inválido.' });

export const agente = z.object({
  id: z.uuid(),
  nome: z.string(),
  matricula: z.string().nullable(),
  ativo: z.boolean(),
  usuario_id: z.uuid().nullable(),
  usuario_email: z.string().nullable(),
  /** Other names in spreadsheets and telephony. */
  apelidos: z.array(z.string()),
  entrevistas: z.number().int(),
  ligacoes: z.number().int(),
  ramais: z.array(z.string()),
  fusoes: z.number().int(),
});
export type AgenteWire = z.infer<typeof agente>;

/** Maximum aliases of an agent; a merge that would exceed this number is refused. */
export const APELIDOS_MAX = 100;
/** Maximum names compared in `antes`: older agents may exceed APELIDOS_MAX and must stay editable. */
const APELIDOS_VISTOS_MAX = 2000;
const nome = text(200).min(1, { error: 'Nome é obrigatório.' });
const apelidosUpTo = (max: number) =>
  z
    .array(text(200).min(1, { error: 'Escreva o apelido.' }))
    .max(max, { error: `Use no máximo ${max} apelidos.` });
const apelidos = apelidosUpTo(APELIDOS_MAX);

export const listAgentes = defineContract({
  id: 'listAgentes',
  method: 'GET',
  path: '/agentes',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Agentes da empresa (entrevistadores e atendentes), por nome',
  tag: 'Agentes',
  topic: 'agentes',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    ordem: z.enum(ORDENS_AGENTE).optional(),
    ...filterFields(FILTROS_AGENTE),
  }),
  response: okPage(agente),
});

const manage = {
  who: 'user',
  can: ['user', 'update'],
  denied: 'Só gerentes e administradores podem alterar agentes.',
} as const;
const matricula = text(40);

export const createAgente = defineContract({
  id: 'createAgente',
  method: 'POST',
  path: '/agentes',
  access: manage,
  summary: 'Cadastrar um agente',
  tag: 'Agentes',
  touches: ['agentes'],
  status: 201,
  body: z.object({
    nome,
    matricula: matricula.optional(),
    usuario_id: id.nullable().optional(),
  }),
  response: ok(agente),
});

export const updateAgente = defineContract({
  id: 'updateAgente',
  method: 'PATCH',
  path: '/agentes/{id}',
  access: {
    who: 'user',
    can: ['user', 'update'],
    denied: 'Só gerentes e administradores podem alterar agentes.',
  },
  summary: 'Mudar um agente: nome, matrícula, conta, apelidos, se está ativo',
  tag: 'Agentes',
  touches: ['quadro', 'agentes', 'itens', 'relatorios', 'entrevistas', 'confrontos'],
  params: idParams,
  body: z
    .object({
      nome: nome.optional(),
      matricula: matricula.optional(),
      ativo: z.boolean().optional(),
      /** Null detaches the account from the agent. */
      usuario_id: id.nullable().optional(),
      apelidos: apelidos.optional(),
      /** Values that the client read; 409 if a stored value now differs. */
      antes: z
        .object({
          nome: text(200).optional(),
          matricula: matricula.nullable().optional(),
          usuario_id: id.nullable().optional(),
          apelidos: apelidosUpTo(APELIDOS_VISTOS_MAX).optional(),
        })
        .optional(),
    })
    .refine(({ antes: _, ...body }) => Object.values(body).some((value) => value !== undefined), {
      error: 'Informe as mudanças.',
    }),
  response: ok(agente),
});

export const deleteAgente = defineContract({
  id: 'deleteAgente',
  method: 'DELETE',
  path: '/agentes/{id}',
  access: manage,
  summary: 'Excluir um agente de que nada fala (409 quando tem ligações, entrevistas, sinais ou fusões)',
  tag: 'Agentes',
  touches: ['agentes'],
  params: idParams,
  response: okMessage,
});

/** Anonymises an agent who left (LGPD). The agent's figures stay. */
export const anonymizeAgente = defineContract({
  id: 'anonymizeAgente',
  method: 'POST',
  path: '/agentes/{id}/anonimizar',
  access: manage,
  summary:
    'Inativar um agente que saiu e tirar dele, sem volta, nome, matrícula, conta e apelidos; ligações, entrevistas e vereditos continuam dele (409 enquanto a conta dele está ativa)',
  tag: 'Agentes',
  touches: [...AGENT, 'entrevistas', 'quadro', 'sinais'],
  params: idParams,
  response: ok(agente),
});

/** Moves another agent's interviews, account and names to this agent; idempotent. Can be undone for 30 days. */
export const mergeAgentes = defineContract({
  id: 'mergeAgentes',
  method: 'POST',
  path: '/agentes/{id}/fundir',
  access: {
    who: 'user',
    can: ['user', 'update'],
    denied: 'Só gerentes e administradores podem alterar agentes.',
  },
  summary: 'Fundir outro agente neste: são a mesma pessoa',
  tag: 'Agentes',
  touches: ['quadro', 'agentes', 'itens', 'relatorios', 'entrevistas', 'confrontos', 'mapas', 'sinais'],
  params: idParams,
  body: z.object({ agente_id: id }),
  response: ok(agente),
});

export const listFusoes = defineContract({
  id: 'listFusoes',
  method: 'GET',
  path: '/agentes/{id}/fusoes',
  access: manage,
  summary: 'Fusões neste agente que ainda podem ser desfeitas, da mais nova à mais antiga (até 100)',
  tag: 'Agentes',
  topic: 'agentes',
  params: idParams,
  response: ok(
    z.array(
      z.object({
        id: z.uuid(),
        nome: z.string(),
        por: z.string().nullable(),
        em: dateTime,
        ate: dateTime,
        entrevistas: z.number().int(),
        ramais: z.number().int(),
      }),
    ),
  ),
});

// ───────────────────────────── extensions ─────────────────────────────

export const RAMAIS_MAX = 500;

/** An agent's extension: start (null if unknown) and exclusive end (null while in use). */
export const agenteRamal = z.object({
  id: z.uuid(),
  ramal: z.string(),
  de: dateTime.nullable(),
  ate: dateTime.nullable(),
});
export type AgenteRamalWire = z.infer<typeof agenteRamal>;

const resolvidas = z.object({ ligacoes: z.number().int(), tarefa_id: z.uuid().nullable() });

export const undoFusao = defineContract({
  id: 'undoFusao',
  method: 'POST',
  path: '/agentes/{id}/fusoes/{fusaoId}/desfazer',
  access: manage,
  summary:
    'Desfazer uma fusão por 30 dias: entrevistas, conta, matrícula, apelidos e ramais voltam para o outro (409 se este foi juntado a outro depois)',
  tag: 'Agentes',
  touches: [...AGENT, 'entrevistas', 'quadro', 'mapas', 'confrontos', 'sinais'],
  params: idParams.extend({ fusaoId: id }),
  response: ok(z.object({ agente, outro: agente, resolvidas })),
});

const ramal = text(64).min(1, { error: 'Informe o ramal.' });
const ramalParams = idParams.extend({ ramalId: id });
const isInOrder = (body: { de?: string | null | undefined; ate?: string | null | undefined }): boolean =>
  !body.de || !body.ate || Date.parse(body.ate) > Date.parse(body.de);
const inOrderError = { error: 'O fim do período deve ser posterior ao início.', path: ['ate'] };

export const listRamais = defineContract({
  id: 'listRamais',
  method: 'GET',
  path: '/agentes/{id}/ramais',
  access: { who: 'user', can: ['project', 'read'] },
  summary: 'Ramais de um agente, por período, dos mais novos aos mais antigos',
  tag: 'Agentes',
  topic: 'agentes',
  params: idParams,
  response: ok(z.array(agenteRamal)),
});

export const addRamal = defineContract({
  id: 'addRamal',
  method: 'POST',
  path: '/agentes/{id}/ramais',
  access: manage,
  summary: 'Dar um ramal a um agente em um período; as ligações dele nesse tempo passam a ser do agente',
  tag: 'Agentes',
  touches: AGENT,
  status: 201,
  params: idParams,
  body: z
    .object({ ramal, de: givenDateTime.nullish(), ate: givenDateTime.nullish() })
    .refine(isInOrder, inOrderError),
  response: ok(agenteRamal.extend({ resolvidas })),
});

export const updateRamal = defineContract({
  id: 'updateRamal',
  method: 'PATCH',
  path: '/agentes/{id}/ramais/{ramalId}',
  access: manage,
  summary: 'Mudar ou encerrar o período de um ramal; ausente, fica como está',
  tag: 'Agentes',
  touches: AGENT,
  params: ramalParams,
  body: z
    .object({ ramal: ramal.optional(), de: givenDateTime.nullish(), ate: givenDateTime.nullish() })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      error: 'Informe as mudanças.',
    })
    .refine(isInOrder, inOrderError),
  response: ok(agenteRamal.extend({ resolvidas })),
});

export const deleteRamal = defineContract({
  id: 'deleteRamal',
  method: 'DELETE',
  path: '/agentes/{id}/ramais/{ramalId}',
  access: manage,
  summary: 'Tirar um período de ramal de um agente: as ligações dele deixam de ser do agente',
  tag: 'Agentes',
  touches: AGENT,
  params: ramalParams,
  response: okMessage,
});

// ───────────────────────────── import from a list ─────────────────────────────

export const importAgentes = defineContract({
  id: 'importAgentes',
  method: 'POST',
  path: '/agentes/importar',
  access: manage,
  summary: 'Conferir ou importar uma lista de agentes e ramais: nome; matrícula; ramal; de; até',
  tag: 'Agentes',
  touches: AGENT,
  bodyKb: 512,
  body: z.object({
    texto: text(400_000).min(1, { error: 'Cole a lista ou selecione um arquivo.' }),
    confirmado: z.boolean().default(false),
  }),
  response: ok(
    z.object({
      linhas: z.number().int(),
      novos: z.number().int(),
      alterados: z.number().int(),
      ramais: z.number().int(),
      iguais: z.number().int(),
      recusadas: z.array(z.object({ linha: z.number().int(), texto: z.string(), motivo: z.string() })),
      resolvidas,
    }),
  ),
});
