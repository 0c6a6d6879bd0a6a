import { z } from 'zod';
import { idParams, ok, okPage, pageQuery, searchText, text } from './common.ts';
import { defineContract } from './contract.ts';

const id = z.uuid({ error: 'Identificador inválido.' });

/** A person who speaks for the company in recordings. */
export const agente = z.object({
  id: z.uuid(),
  nome: z.string(),
  /** The account of whoever has one. */
  usuario_id: z.uuid().nullable(),
  /** That account's e-mail, for those who may read users. */
  usuario_email: z.string().nullable(),
  /** Other names by which sheets and telephony know them. */
  apelidos: z.array(z.string()),
  entrevistas: z.number().int(),
});
export type AgenteWire = z.infer<typeof agente>;

/** Most other names of one interviewer; a merge, which brings the other's along, is refused beyond. */
export const APELIDOS_MAX = 100;
/** Most that are compared: who was merged before merges were bounded may have more, and can be edited. */
const APELIDOS_VISTOS_MAX = 2000;
const nome = text(200).min(1, { error: 'Nome é obrigatório.' });
const apelidosUpTo = (max: number) =>
  z
    .array(text(200).min(1, { error: 'Escreva o apelido.' }))
    .max(max, { error: `No máximo ${max} apelidos.` });
const apelidos = apelidosUpTo(APELIDOS_MAX);

export const listAgentes = defineContract({
  id: 'listAgentes',
  method: 'GET',
  path: '/agentes',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Entrevistadores da empresa, por nome',
  tag: 'Agentes',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    q: searchText.optional(),
    /** Another company's, for administrators. */
    empresaId: id.optional(),
    /** Only who interviewed in this survey. */
    pesquisa_id: id.optional(),
  }),
  response: okPage(agente),
});

export const updateAgente = defineContract({
  id: 'updateAgente',
  method: 'PATCH',
  path: '/agentes/{id}',
  access: {
    who: 'user',
    can: ['user', 'update'],
    denied: 'Só gerentes e administradores mudam entrevistadores.',
  },
  summary: 'Mudar o nome e os apelidos de um entrevistador',
  tag: 'Agentes',
  params: idParams,
  body: z
    .object({
      nome: nome.optional(),
      apelidos: apelidos.optional(),
      /** What was seen: 409, and nothing is changed, where it is something else now. */
      antes: z
        .object({ nome: text(200).optional(), apelidos: apelidosUpTo(APELIDOS_VISTOS_MAX).optional() })
        .optional(),
    })
    .refine(({ antes: _, ...body }) => Object.values(body).some((value) => value !== undefined), {
      error: 'Informe o que mudar.',
    }),
  response: ok(agente),
});

/** The other one's interviews, account and names go over; a second time nothing changes. */
export const mergeAgentes = defineContract({
  id: 'mergeAgentes',
  method: 'POST',
  path: '/agentes/{id}/fundir',
  access: {
    who: 'user',
    can: ['user', 'update'],
    denied: 'Só gerentes e administradores mudam entrevistadores.',
  },
  summary: 'Fundir outro entrevistador neste: são a mesma pessoa',
  tag: 'Agentes',
  params: idParams,
  body: z.object({ agente_id: id }),
  response: ok(agente),
});
