/** Invitations from a list of people. */
import { z } from 'zod';
import { storableText } from '../../domain/text/storable-text.ts';
import { ok } from '../common.ts';
import { defineContract } from '../contract.ts';

const id = z.uuid({ error: 'Identificador inválido.' });

/** A list as pasted, its lines as they were: room for CONVITES_MAX lines. */
const lista = storableText()
  .min(1, { error: 'Cole a lista: uma pessoa por linha, nome;e-mail.' })
  .max(150_000, { error: 'A lista é longa demais: divida-a em partes.' });

const conferidos = z.object({
  /** How many more the company may invite by now; null: an administrator of the installation asks, who may as many as they like. */
  cabem: z.number().int().nullable(),
  /** Not of this company yet. `envia`: a mail goes out, or a link is handed over. */
  novos: z.array(z.object({ linha: z.number().int(), nome: z.string(), email: z.string() })),
  /** Of this company already: they keep role and state. */
  existentes: z.array(
    z.object({
      linha: z.number().int(),
      nome: z.string(),
      email: z.string(),
      motivo: z.string(),
      /** They become collectors where that was chosen: not those that are switched off. */
      coleta: z.boolean(),
    }),
  ),
  invalidos: z.array(z.object({ linha: z.number().int(), texto: z.string(), motivo: z.string() })),
  /** The questionnaire that was chosen has no list: everybody may collect with it, and those of this list do already, or as soon as they accept. */
  todos_coletam: z.boolean(),
});
export type ConvitesConferidos = z.infer<typeof conferidos>;

export const conferirConvites = defineContract({
  id: 'conferirConvites',
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

export const enviarConvites = defineContract({
  id: 'enviarConvites',
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
    /** Makes these people the list of a questionnaire that has none: everybody else may collect with it no more. */
    comecar_lista: z.boolean().default(false),
  }),
  response: ok(
    z.object({
      convidados: z.number().int(),
      ja_existiam: z.number().int(),
      invalidos: z.number().int(),
      /** Put on the questionnaire's list now: 0 where it has none, and none begins. Null where none was chosen. */
      coletores: z.number().int().nullable(),
      /** Only where no mail leaves this installation: links to hand over. */
      links: z.array(z.object({ nome: z.string(), email: z.string(), url: z.string() })),
    }),
  ),
});
