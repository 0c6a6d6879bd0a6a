// The log of accesses to content, for gerentes and administrators.
import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_ACESSO } from '../../domain/filters/lists/log.ts';
import { ALVOS_ACESSO, OUVIDOS_MAX, TIPOS_ACESSO } from '../../domain/log/accesses.ts';
import { daAssinatura, dateTime, idParams, okMessage, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Registros';
/** Managers of accounts only, so that colleagues cannot watch each other. */
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
    /** Present name of the content; null if the content was deleted or erased. */
    nome: z.string().nullable(),
  }),
  /** A person's e-mail, a company's key, or a device, in words. */
  quem: z.string(),
  via: z.string(),
  administrador: z.boolean(),
  /** `nome`: null if the company was deleted. */
  empresa: z.object({ id: z.uuid(), nome: z.string().nullable() }),
  primeiro_em: dateTime,
  ultimo_em: dateTime,
  endereco_ip: z.string().nullable(),
  /** Bytes sent, and the whole file's bytes (null if unknown). */
  enviado: z.number(),
  tamanho: z.number().nullable(),
  /** Played time that the player reported, ms. */
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
  query: page.extend(filterFields(FILTROS_ACESSO)),
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

/** Longest reported recording: 24 hours, ms. */
const MS_MAX = 86_400_000;

export const recordOuvido = defineContract({
  id: 'recordOuvido',
  method: 'POST',
  path: '/auditoria-item/{id}/ouvido',
  // Accepts the session, or the player's signed URL.
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
