import { z } from 'zod';
import { PAPEIS } from '../../domain/accounts/permissions.ts';
import { ORIGENS_TICKET, SEVERIDADES, STATUS_TICKET, TIPOS_TICKET } from '../../domain/accounts/tickets.ts';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_TICKET } from '../../domain/filters/lists/tickets.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, idParams, ok, okMessage, pageQuery, pagination, searchText } from '../common.ts';
import { defineContract } from '../contract.ts';

const INVALID_ID = 'Identificador inválido.';
const tipo = z.enum(TIPOS_TICKET);
const severidade = z.enum(SEVERIDADES);
const status = z.enum(STATUS_TICKET);

export const ticket = z.object({
  id: z.uuid(),
  titulo: z.string(),
  descricao: z.string(),
  tipo,
  severidade,
  status,
  origem: z.enum(ORIGENS_TICKET),
  empresaId: z.uuid(),
  projetoId: z.uuid().nullable(),
  auditoriaId: z.uuid().nullable(),
  auditoriaItemId: z.uuid().nullable(),
  /** Null if an API key created the ticket. */
  criadoPor: z.uuid().nullable(),
  atribuidoPara: z.uuid().nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
  /** Name, else e-mail; null if there is no person, or the account was deleted. */
  criadoPorNome: z.string().nullable(),
  atribuidoParaNome: z.string().nullable(),
  empresaNome: z.string(),
  projetoNome: z.string().nullable(),
});
export type TicketWire = z.infer<typeof ticket>;

/** The ticket is at the top level for the specification's clients, and in `data` as in other answers. */
const oneTicket = ticket.extend({ success: z.literal(true), data: ticket });

export const listTickets = defineContract({
  id: 'listTickets',
  method: 'GET',
  path: '/suporte/tickets',
  access: { who: 'user', can: ['ticket', 'read'] },
  summary:
    'Tickets de suporte da empresa, do mais novo ao mais antigo; administradores: ?todas=true ou ?empresaId',
  tag: 'Suporte',
  topic: 'tickets',
  query: pageQuery.extend({
    ...filterFields(FILTROS_TICKET),
    /** Default: the session's company. Only administrators may name another company. */
    empresaId: z.uuid({ error: INVALID_ID }).optional(),
    /** True selects all companies, for administrators only; `empresaId` takes precedence. */
    todas: z.stringbool().default(false),
  }),
  response: z.object({
    success: z.literal(true),
    tickets: z.array(ticket),
    pagination,
  }),
});

export const getTicket = defineContract({
  id: 'getTicket',
  method: 'GET',
  path: '/suporte/tickets/{id}',
  access: { who: 'user', can: ['ticket', 'read'] },
  summary: 'Um ticket de suporte',
  tag: 'Suporte',
  topic: 'tickets',
  params: idParams,
  response: oneTicket,
});

/** Trimmed text; `error` is the message for missing or too short text. */
const writtenText = (min: number, max: number, error: string) =>
  storableText({ error })
    .trim()
    .min(min, { error })
    .max(max, { error: `Use no máximo ${max} caracteres.` });

/** `error` is the message for a missing value. */
const requiredEnum = <const T extends readonly [string, ...string[]]>(values: T, error: string) =>
  z.enum(values, {
    error: ({ input }) =>
      input === undefined || input === null || input === ''
        ? error
        : `Valor inválido. Use: ${values.join(', ')}.`,
  });

const optionalId = z
  .union([z.uuid(), z.literal(''), z.null()], { error: INVALID_ID })
  .optional()
  .transform((id) => id || null);

export const TICKET_TITULO_MAX = 200;
export const TICKET_DESCRICAO_MAX = 5000;

export const createTicket = defineContract({
  id: 'createTicket',
  method: 'POST',
  path: '/suporte/tickets',
  access: { who: 'user', can: ['ticket', 'create'], apiKey: true },
  summary: 'Abrir um ticket de suporte; os gerentes da empresa são avisados por e-mail',
  tag: 'Suporte',
  touches: ['tickets'],
  status: 201,
  rateLimit: 60,
  body: z.object({
    titulo: writtenText(5, TICKET_TITULO_MAX, 'Título deve ter pelo menos 5 caracteres'),
    descricao: writtenText(10, TICKET_DESCRICAO_MAX, 'Descrição deve ter pelo menos 10 caracteres'),
    tipo: requiredEnum(TIPOS_TICKET, 'Tipo é obrigatório'),
    severidade: requiredEnum(SEVERIDADES, 'Severidade é obrigatória'),
    /** Default: `web`, or `chrome` for an API key. */
    origem: z.enum(ORIGENS_TICKET).optional(),
    /** Default: the session's company. Only administrators may name another company. */
    empresaId: z
      .uuid({ error: ({ input }) => (input === '' || input === null ? 'Empresa é obrigatória' : INVALID_ID) })
      .optional(),
    projetoId: optionalId,
    auditoriaId: optionalId,
    auditoriaItemId: optionalId,
  }),
  response: oneTicket,
});

export const updateTicket = defineContract({
  id: 'updateTicket',
  method: 'PATCH',
  path: '/suporte/tickets/{id}',
  access: { who: 'user', can: ['ticket', 'update'] },
  summary: 'Mudar o status, a prioridade ou o responsável de um ticket; gerentes e responsável são avisados',
  tag: 'Suporte',
  touches: ['tickets'],
  params: idParams,
  body: z.object({
    status: status.optional(),
    severidade: severidade.optional(),
    /** An active account of the ticket's company, or an administrator; null or '' for nobody. */
    atribuidoPara: z
      .union([z.uuid(), z.literal(''), z.null()], { error: INVALID_ID })
      .transform((id) => id || null)
      .optional(),
    /** Values that the client read. If a stored value now differs: 409 with the ticket in `dados`. */
    visto: z
      .object({ status, severidade, atribuidoPara: z.uuid({ error: INVALID_ID }).nullable() })
      .optional(),
  }),
  response: oneTicket,
});

export const TICKET_MENSAGEM_MAX = 5000;
export const MENSAGENS_MAX = 200;

/** The author; null if an API key acted. `nome`: name, else e-mail; null if the account was deleted. */
const autor = z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable();

export const ANEXOS = {
  mb: 5,
  /** Maximum number of files attached to a ticket's description, and to each answer. */
  porTexto: 5,
  porTicket: 100,
  tipos: ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'],
} as const;

export const anexoDoTicket = z.object({
  id: z.uuid(),
  nome: z.string(),
  tipo: z.enum(ANEXOS.tipos),
  /** Bytes. */
  tamanho: z.number().int(),
  /** Id of the answer that has the attachment; null if the ticket's description has the attachment. */
  mensagemId: z.uuid().nullable(),
  por: autor,
  em: dateTime,
});
export type AnexoDoTicket = z.infer<typeof anexoDoTicket>;

const conversa = z.object({
  /** Oldest first. */
  anexos: z.array(anexoDoTicket),
  /** Answers, oldest first. */
  mensagens: z.array(
    z.object({
      id: z.uuid(),
      texto: z.string(),
      /** True if the operator of the installation wrote the answer; false for the company. */
      doOperador: z.boolean(),
      por: autor,
      em: dateTime,
    }),
  ),
  /** The latest 200 changes of fields, oldest first. */
  mudancas: z.array(
    z.object({
      id: z.uuid(),
      campo: z.enum(['status', 'severidade', 'responsavel']),
      /** Value before the change. For `responsavel`: the assignee's name, null for nobody. */
      de: z.string().nullable(),
      para: z.string().nullable(),
      por: autor,
      em: dateTime,
    }),
  ),
});

export const getConversaTicket = defineContract({
  id: 'getConversaTicket',
  method: 'GET',
  path: '/suporte/tickets/{id}/conversa',
  access: { who: 'user', can: ['ticket', 'read'] },
  summary: 'O que foi escrito em um ticket, e o que mudou nele, por quem e quando',
  tag: 'Suporte',
  topic: 'tickets',
  params: idParams,
  response: ok(conversa),
});

export const answerTicket = defineContract({
  id: 'answerTicket',
  method: 'POST',
  path: '/suporte/tickets/{id}/mensagens',
  access: { who: 'user', can: ['ticket', 'update'] },
  summary:
    'Responder a um ticket; o outro lado é avisado por e-mail, e um ticket resolvido ou fechado volta a ficar aberto',
  tag: 'Suporte',
  touches: ['tickets'],
  status: 201,
  rateLimit: 60,
  params: idParams,
  body: z.object({ texto: writtenText(1, TICKET_MENSAGEM_MAX, 'Escreva a resposta.') }),
  /** `mensagemId`: id of the new answer, to which the client can add attachments. */
  response: ok(conversa.extend({ mensagemId: z.uuid() })),
});

const anexoParams = idParams.extend({ anexoId: z.uuid({ error: INVALID_ID }) });

export const addAnexoDoTicket = defineContract({
  id: 'addAnexoDoTicket',
  method: 'POST',
  path: '/suporte/tickets/{id}/anexos',
  access: { who: 'user', can: ['ticket', 'create'] },
  summary: `Anexar uma imagem (PNG, JPEG, WebP) ou PDF de até ${ANEXOS.mb} MB a um ticket que se abriu ou, com o campo 'mensagem' antes do arquivo, a uma resposta própria; até ${ANEXOS.porTexto} em cada, ${ANEXOS.porTicket} no ticket. Com o campo 'envio' (UUID, antes do arquivo), repetir o pedido devolve o mesmo anexo`,
  tag: 'Suporte',
  touches: ['tickets'],
  kind: 'multipart',
  status: 201,
  rateLimit: 60,
  params: idParams,
  response: ok(anexoDoTicket),
});

export const getAnexoDoTicket = defineContract({
  id: 'getAnexoDoTicket',
  method: 'GET',
  path: '/suporte/tickets/{id}/anexos/{anexoId}',
  access: { who: 'user', can: ['ticket', 'read'] },
  summary: 'Os bytes de um anexo de um ticket, que nunca mudam',
  tag: 'Suporte',
  topic: null,
  kind: 'binary',
  params: anexoParams,
  response: z.string(),
});

export const deleteAnexoDoTicket = defineContract({
  id: 'deleteAnexoDoTicket',
  method: 'DELETE',
  path: '/suporte/tickets/{id}/anexos/{anexoId}',
  access: { who: 'user', can: ['ticket', 'create'] },
  summary: 'Excluir um anexo: o próprio, ou qualquer um de quem pode excluir tickets',
  tag: 'Suporte',
  touches: ['tickets'],
  params: anexoParams,
  response: okMessage,
});

export const deleteTicket = defineContract({
  id: 'deleteTicket',
  method: 'DELETE',
  path: '/suporte/tickets/{id}',
  access: { who: 'user', can: ['ticket', 'delete'] },
  summary: 'Excluir um ticket de suporte',
  tag: 'Suporte',
  touches: ['tickets'],
  params: idParams,
  response: okMessage,
});

const companyQuery = z.object({
  /** Default: the session's company. Only administrators may name another company. */
  empresaId: z.uuid({ error: INVALID_ID }).optional(),
});

export const getEstatisticasTickets = defineContract({
  id: 'getEstatisticasTickets',
  method: 'GET',
  path: '/suporte/estatisticas',
  access: { who: 'user', can: ['ticket', 'read'] },
  summary: 'Quantos tickets há, em aberto, resolvidos e críticos',
  tag: 'Suporte',
  topic: 'tickets',
  query: companyQuery.extend({
    /** True selects all companies, for administrators only; `empresaId` takes precedence. */
    todas: z.stringbool().default(false),
  }),
  response: ok(
    z.object({
      total: z.number().int(),
      emAberto: z.number().int(),
      resolvidos: z.number().int(),
      criticos: z.number().int(),
      porStatus: z.record(status, z.number().int()),
    }),
  ),
});

export const listResponsaveis = defineContract({
  id: 'listResponsaveis',
  method: 'GET',
  path: '/suporte/responsaveis',
  access: { who: 'user', can: ['ticket', 'update'] },
  summary: 'Pessoas a quem um ticket da empresa pode ser atribuído (no máximo 50)',
  tag: 'Suporte',
  topic: 'pessoas',
  query: companyQuery.extend({
    /** Part of a name or e-mail, or a whole id. */
    q: searchText.optional(),
  }),
  response: ok(
    z.array(
      z.object({
        id: z.uuid(),
        nome: z.string().nullable(),
        email: z.string(),
        /** `admin`: administrator of the installation. */
        papel: z.enum(PAPEIS),
      }),
    ),
  ),
});
