import { z } from 'zod';
import { storableText } from '../../domain/text/storable-text.ts';
import { ok } from '../common.ts';
import { defineContract } from '../contract.ts';

const id = z.uuid({ error: 'Identificador inválido.' });

/** The pasted list; its maximum length has room for CONVITES_MAX lines. */
const lista = storableText()
  .min(1, { error: 'Cole a lista: uma pessoa por linha, nome;e-mail.' })
  .max(150_000, { error: 'A lista é longa demais. Divida a lista em partes.' });

const conferidos = z.object({
  /** Invitations still allowed; null (unlimited) for administrators of the installation. */
  cabem: z.number().int().nullable(),
  /** People to invite: those without an account in this company. */
  novos: z.array(z.object({ linha: z.number().int(), nome: z.string(), email: z.string() })),
  /** People with an account in this company, who keep role and state. */
  existentes: z.array(
    z.object({
      linha: z.number().int(),
      nome: z.string(),
      email: z.string(),
      motivo: z.string(),
      /** True if the person becomes an interviewer of the chosen questionnaire; false for inactive accounts. */
      coleta: z.boolean(),
    }),
  ),
  invalidos: z.array(z.object({ linha: z.number().int(), texto: z.string(), motivo: z.string() })),
  /** True if the questionnaire has no list of interviewers, so that everybody may interview. */
  todos_coletam: z.boolean(),
});
export type ConvitesConferidos = z.infer<typeof conferidos>;

export const checkConvites = defineContract({
  id: 'checkConvites',
  method: 'POST',
  path: '/users/convites/conferir',
  access: { who: 'user', can: ['user', 'create'] },
  summary: 'Conferir uma lista de pessoas a convidar (nome;e-mail por linha, até 500): nada é mudado',
  tag: 'Usuários',
  touches: [],
  bodyKb: 1024,
  rateLimit: 60,
  body: z.object({ lista, questionario_id: id.nullish() }),
  response: ok(conferidos),
});

export const sendConvites = defineContract({
  id: 'sendConvites',
  method: 'POST',
  path: '/users/convites',
  access: { who: 'user', can: ['user', 'create'] },
  summary:
    'Convidar as pessoas novas de uma lista, com o papel de usuário; com `questionario_id`, todas as válidas entram na lista de quem coleta com ele. Onde não há lista todos coletam, e fica assim, a não ser com `comecar_lista`. De novo, ninguém é convidado duas vezes',
  tag: 'Usuários',
  touches: ['pessoas', 'resumos', 'quadro'],
  bodyKb: 1024,
  rateLimit: 20,
  body: z.object({
    lista,
    questionario_id: id.nullish(),
    /** Starts the questionnaire's first list of interviewers; then only listed people may interview. */
    comecar_lista: z.boolean().default(false),
    so_campo: z.boolean().default(false),
  }),
  response: ok(
    z.object({
      convidados: z.number().int(),
      ja_existiam: z.number().int(),
      invalidos: z.number().int(),
      /** People added to the list of interviewers; null if no questionnaire was chosen. */
      coletores: z.number().int().nullable(),
      /** Links to pass on, if this installation sends no mail. */
      links: z.array(z.object({ nome: z.string(), email: z.string(), url: z.string() })),
    }),
  ),
});
