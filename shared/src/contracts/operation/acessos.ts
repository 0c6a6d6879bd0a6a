// Who heard, opened or took what: written by the API itself, read by gerentes and administrators.
import { z } from 'zod';
import { ALVOS_ACESSO, OUVIDOS_MAX, TIPOS_ACESSO } from '../../domain/log/accesses.ts';
import {
  daAssinatura,
  dateTime,
  givenDay,
  idParams,
  okMessage,
  okPage,
  pageQuery,
  searchText,
} from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Registros';
/** Colleagues do not watch each other: who manages accounts reads what was accessed. */
const access = {
  who: 'user',
  can: ['user', 'read'],
  denied: 'Só gerentes e administradores podem ver ações e acessos.',
} as const;

export const acesso = z.object({
  id: z.uuid(),
  tipo: z.enum(TIPOS_ACESSO).catch('aberta'),
  alvo: z.object({
    tipo: z.enum(ALVOS_ACESSO).catch('item'),
    id: z.uuid(),
    /** Its name of today; null once it is gone or erased. */
    nome: z.string().nullable(),
  }),
  /** In words: a person's e-mail, a company's key, a device. */
  quem: z.string(),
  via: z.string(),
  /** The person acted as an administrator of the installation. */
  administrador: z.boolean(),
  /** `nome`: null once the company is deleted. */
  empresa: z.object({ id: z.uuid(), nome: z.string().nullable() }),
  primeiro_em: dateTime,
  ultimo_em: dateTime,
  endereco_ip: z.string().nullable(),
  /** Bytes that were sent, of so many. */
  enviado: z.number(),
  tamanho: z.number().nullable(),
  /** What the player says that it played, ms. */
  ouvido_ms: z.number(),
});
export type AcessoWire = z.infer<typeof acesso>;

const page = pageQuery.extend({ limit: z.coerce.number().int().min(1).max(100).default(25) });

export const listAcessos = defineContract({
  id: 'listAcessos',
  method: 'GET',
  path: '/acessos',
  access,
  summary:
    'Registro de acessos da empresa (de todas, para um administrador): quem abriu, ouviu, baixou ou exportou o quê, do mais novo ao mais antigo. A própria leitura fica registrada',
  tag,
  topic: 'registros',
  query: page.extend({
    tipo: z.enum(TIPOS_ACESSO).optional(),
    empresaId: z.uuid({ error: 'Identificador inválido.' }).optional(),
    /** Part of the e-mail of who it was. */
    q: searchText.optional(),
    de: givenDay.optional(),
    ate: givenDay.optional(),
  }),
  response: okPage(acesso),
});

export const listAcessosDoItem = defineContract({
  id: 'listAcessosDoItem',
  method: 'GET',
  path: '/auditoria-item/{id}/acessos',
  access,
  summary: 'Quem ouviu, abriu ou baixou uma ligação ou entrevista, do mais novo ao mais antigo',
  tag,
  topic: 'registros',
  params: idParams,
  query: page,
  response: okPage(acesso),
});

export const listAcessosDaEntrevista = defineContract({
  id: 'listAcessosDaEntrevista',
  method: 'GET',
  path: '/entrevistas/{id}/acessos',
  access,
  summary: 'Quem ouviu, abriu ou baixou uma entrevista e as suas gravações, do mais novo ao mais antigo',
  tag,
  topic: 'registros',
  params: idParams,
  query: page,
  response: okPage(acesso),
});

/** Longest recording that a player speaks of: 24 hours, ms. */
const MS_MAX = 86_400_000;

export const registrarOuvido = defineContract({
  id: 'registrarOuvido',
  method: 'POST',
  path: '/auditoria-item/{id}/ouvido',
  // By the session, or by the very address that plays: whoever may hear it may say so.
  access: { who: 'user', can: ['audit_item', 'read'], assinatura: true, assinadoComo: 'download' },
  summary: 'O player diz que trechos da gravação tocou, em ms: entram no registro de acessos',
  tag,
  touches: [],
  params: idParams,
  query: z.object(daAssinatura),
  body: z.object({
    trechos: z
      .array(
        z
          .object({ inicioMs: z.int().min(0).max(MS_MAX), fimMs: z.int().min(1).max(MS_MAX) })
          .refine(({ inicioMs, fimMs }) => fimMs > inicioMs, { error: 'O trecho termina antes de começar.' }),
      )
      .min(1)
      .max(OUVIDOS_MAX),
  }),
  response: okMessage,
});
