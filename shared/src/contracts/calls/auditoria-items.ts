import { z } from 'zod';
import { dataDe, filtroDaLista } from '../../domain/filters/filtro.ts';
import { MOTIVOS_APAGAMENTO } from '../../domain/log/erasure.ts';
import { AUDITORIA_PADRAO_ID, STATUS_PROCESSAMENTO, TIPOS_ITEM } from '../../domain/runs/status.ts';
import {
  dateTime,
  diasDasLigacoes,
  idParams,
  inicioPrecisao,
  listQuery,
  metadata,
  ok,
  okMessage,
  okPage,
  requiredDateTime,
  searchText,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';
import { completo, itemDaLista } from '../operation/projetos.ts';
import { ITEM, RUN } from '../topics.ts';
import { agenteDoItem, camposCriados, camposMostrados, camposMudados } from './call-fields.ts';

const status = z.enum(STATUS_PROCESSAMENTO);

/** An item, with the fields of specification 2, §3. */
export const auditoriaItem = z.object({
  id: z.uuid(),
  auditoria_id: z.uuid(),
  projeto_id: z.uuid(),
  tipo_item: z.enum(TIPOS_ITEM),
  status,
  motivo: z.string().nullable(),
  ...camposMostrados,
  inicio_precisao: inicioPrecisao,
  arquivo_path: z.string().nullable(),
  arquivo_nome: z.string().nullable(),
  arquivo_tipo: z.string().nullable(),
  /** Bytes. */
  arquivo_tamanho: z.number().int().nullable(),
  pesquisa_id: z.uuid().nullable(),
  questionario_id: z.uuid().nullable(),
  entrevista_id: z.uuid().nullable(),
  metadata: z.record(z.string(), z.json()),
  /** Null if unknown. `origem`: how the agent is known (holder of extension, name in a sheet, a person's choice). */
  agente: agenteDoItem,
  dados_apagados_em: dateTime.nullable(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type AuditoriaItemWire = z.infer<typeof auditoriaItem>;

/** An audit's id, or the placeholder of the project's default audit. */
const auditoriaParams = z.object({
  id: z.union([z.uuid(), z.literal(AUDITORIA_PADRAO_ID)], { error: 'Identificador inválido.' }),
});

const callFields = { ...camposCriados, metadata: metadata.default({}) };

function endAfterStart<
  T extends { call_start_time?: string | null | undefined; call_end_time?: string | null | undefined },
>(body: T): boolean {
  return (
    !body.call_start_time ||
    !body.call_end_time ||
    Date.parse(body.call_end_time) > Date.parse(body.call_start_time)
  );
}
const endAfterStartError = {
  error: 'Horário de fim deve ser posterior ao de início.',
  path: ['call_end_time'],
};

const vinculo = z.uuid({ error: 'Identificador inválido.' });

const vinculos = {
  pesquisa_id: vinculo.nullish(),
  questionario_id: vinculo.nullish(),
  entrevista_id: vinculo.nullish(),
};
type Vinculos = { [nome in keyof typeof vinculos]?: string | null | undefined };

/** An interview item may name only its interview, which implies survey and questionnaire. */
function checkVinculos(
  body: Vinculos & { tipo_item: (typeof TIPOS_ITEM)[number] },
  context: z.core.$RefinementCtx,
): void {
  const refuse = (campo: keyof Vinculos, message: string) =>
    context.addIssue({ code: 'custom', path: [campo], message, input: body[campo] });
  if (body.tipo_item === 'entrevista') {
    if (!body.entrevista_id) refuse('entrevista_id', 'Informe a entrevista deste item.');
    return;
  }
  if (body.entrevista_id) refuse('entrevista_id', 'Só um item de entrevista pode indicar uma entrevista.');
  if (body.tipo_item === 'pesquisa') {
    if (!body.pesquisa_id) refuse('pesquisa_id', 'Informe a pesquisa deste item.');
    return;
  }
  for (const campo of ['pesquisa_id', 'questionario_id'] as const) {
    if (body[campo]) refuse(campo, 'Só itens de pesquisa e de entrevista pertencem a uma pesquisa.');
  }
}

/** Required with the placeholder audit id; with another audit, it must be the audit's project. */
const projetoId = z.uuid({ error: 'Identificador inválido.' }).optional();

export const createItem = defineContract({
  id: 'createItem',
  method: 'POST',
  path: '/auditoria/{id}/items',
  access: { who: 'user', can: ['audit_item', 'create'], apiKey: true },
  summary:
    'Criar um item de auditoria de qualquer tipo. O cabeçalho Idempotency-Key faz de repetições um só item',
  tag: 'Itens de auditoria',
  touches: ITEM,
  status: 201,
  params: auditoriaParams,
  body: z
    .object({
      projeto_id: projetoId,
      tipo_item: z.enum(TIPOS_ITEM).default('ligacao'),
      ...callFields,
      ...vinculos,
    })
    .refine(endAfterStart, endAfterStartError)
    .superRefine(checkVinculos),
  response: ok(auditoriaItem),
});

export const createLigacao = defineContract({
  id: 'createLigacao',
  method: 'POST',
  path: '/auditoria/{id}/items/ligacao',
  access: { who: 'user', can: ['audit_item', 'create'], apiKey: true },
  summary:
    'Registrar uma ligação. O cabeçalho Idempotency-Key (1 a 200 caracteres) faz de repetições um só registro',
  tag: 'Itens de auditoria',
  touches: ITEM,
  status: 201,
  params: auditoriaParams,
  body: z
    .object({
      projeto_id: projetoId,
      ...callFields,
      numero_destino: text(64).min(1, { error: 'Preencha todos os campos obrigatórios.' }),
      call_start_time: requiredDateTime('Preencha todos os campos obrigatórios.'),
      /** A person's choice; default: the extension's agent at the time of the call. */
      agente_id: z.uuid({ error: 'Identificador inválido.' }).optional(),
    })
    .refine(endAfterStart, endAfterStartError),
  response: ok(auditoriaItem),
});

export const createArquivo = defineContract({
  id: 'createArquivo',
  method: 'POST',
  path: '/auditoria/{id}/items/arquivo',
  access: { who: 'user', can: ['audit_item', 'create'], apiKey: true },
  summary: 'Registrar um arquivo a auditar; o áudio vem depois, por upload',
  tag: 'Itens de auditoria',
  touches: ITEM,
  status: 201,
  params: auditoriaParams,
  body: z.object({ projeto_id: projetoId, ...callFields }).refine(endAfterStart, endAfterStartError),
  response: ok(auditoriaItem),
});

export const createItemPesquisa = defineContract({
  id: 'createItemPesquisa',
  method: 'POST',
  path: '/auditoria/{id}/items/pesquisa',
  access: { who: 'user', can: ['audit_item', 'create'] },
  summary: 'Registrar um item ligado a uma pesquisa',
  tag: 'Itens de auditoria',
  touches: ITEM,
  status: 201,
  params: auditoriaParams,
  body: z.object({
    projeto_id: projetoId,
    pesquisa_id: vinculo,
    questionario_id: vinculo.nullish(),
    metadata: metadata.default({}),
  }),
  response: ok(auditoriaItem),
});

export const createItemEntrevista = defineContract({
  id: 'createItemEntrevista',
  method: 'POST',
  path: '/auditoria/{id}/items/entrevista',
  access: { who: 'user', can: ['audit_item', 'create'] },
  summary: 'Registrar um item ligado a uma entrevista',
  tag: 'Itens de auditoria',
  touches: [...ITEM, 'entrevistas'],
  status: 201,
  params: auditoriaParams,
  body: z.object({
    projeto_id: projetoId,
    entrevista_id: vinculo,
    metadata: metadata.default({}),
  }),
  response: ok(auditoriaItem),
});

export const listItens = defineContract({
  id: 'listItens',
  method: 'GET',
  path: '/auditoria/{id}/items',
  access: { who: 'user', can: ['audit_item', 'read'], apiKey: true },
  summary: 'Itens de uma auditoria, do mais novo ao mais antigo',
  tag: 'Itens de auditoria',
  topic: 'itens',
  params: auditoriaParams,
  query: listQuery.extend({
    data: dataDe('entrada'),
    tipo: z.enum(TIPOS_ITEM).optional(),
    tipo_item: z.enum(TIPOS_ITEM).optional(),
    nota_de: filtroDaLista.shape.nota_de,
    projetoId,
    completo,
  }),
  rawJson: true,
  response: okPage(itemDaLista),
});

export const getEstatisticasItens = defineContract({
  id: 'getEstatisticasItens',
  method: 'GET',
  path: '/auditoria/{id}/items/statistics',
  access: { who: 'user', can: ['audit_item', 'read'], apiKey: true },
  summary: 'Quantos itens de uma auditoria estão em cada estado, e sua duração',
  tag: 'Itens de auditoria',
  topic: 'itens',
  params: auditoriaParams,
  query: z.object({ projetoId, ...diasDasLigacoes('entrada') }),
  response: ok(
    z.object({
      total: z.number().int(),
      porStatus: z.record(status, z.number().int()),
      duracaoTotalS: z.number().int(),
      duracaoMediaS: z.number().nullable(),
    }),
  ),
});

export const BUSCA_LIMITE = 6;

const itemAchado = z.object({
  id: z.uuid(),
  projeto_id: z.uuid(),
  projeto_nome: z.string(),
  status,
  numero_destino: z.string().nullable(),
  nome_entrevistado: z.string().nullable(),
  ramal: z.string().nullable(),
  /** `codigo_chamada` or `unique_id` from the call's metadata. */
  protocolo: z.string().nullable(),
  call_start_time: dateTime.nullable(),
  inicio_precisao: inicioPrecisao,
  created_at: dateTime,
});
export type ItemAchado = z.infer<typeof itemAchado>;

export const searchItens = defineContract({
  id: 'searchItens',
  method: 'GET',
  path: '/auditoria-items/busca',
  access: { who: 'user', can: ['audit_item', 'read'] },
  summary: 'Ligações de todos os projetos por número, nome, ramal ou protocolo, da mais nova à mais antiga',
  tag: 'Itens de auditoria',
  topic: 'itens',
  query: z.object({ q: searchText.min(2, { error: 'Digite ao menos 2 caracteres.' }) }),
  response: ok(z.array(itemAchado)),
});

export const getItem = defineContract({
  id: 'getItem',
  method: 'GET',
  path: '/auditoria-item/{id}',
  access: { who: 'user', can: ['audit_item', 'read'], apiKey: true },
  summary: 'Um item de auditoria',
  tag: 'Itens de auditoria',
  topic: 'itens',
  params: idParams,
  response: ok(auditoriaItem),
});

export const updateItem = defineContract({
  id: 'updateItem',
  method: 'PUT',
  path: '/auditoria-item/{id}',
  access: { who: 'user', can: ['audit_item', 'update'], apiKey: true },
  summary: 'Alterar os dados de um item; campos ausentes ficam como estão',
  tag: 'Itens de auditoria',
  touches: ITEM,
  params: idParams,
  body: z
    .object({
      ...camposMudados,
      metadata: metadata.optional(),
      /** A person's choice; '' for the extension's agent at the time of the call. */
      agente_id: z.union([z.uuid(), z.literal('')], { error: 'Identificador inválido.' }).optional(),
    })
    .refine(endAfterStart, endAfterStartError),
  response: ok(auditoriaItem),
});

export const deleteItem = defineContract({
  id: 'deleteItem',
  method: 'DELETE',
  path: '/auditoria-item/{id}',
  access: { who: 'user', can: ['audit_item', 'delete'] },
  summary: 'Excluir um item sem resultados de análise (409 quando os tem)',
  tag: 'Itens de auditoria',
  touches: [...ITEM, 'falhas'],
  params: idParams,
  response: okMessage,
});

/**
 * Erases a call's content and speaker data. The row remains, so that ledger, costs and volume stay correct. The log
 * stores a reason chosen from a list, so that the log has no personal data.
 */
export const eraseDados = defineContract({
  id: 'eraseDados',
  method: 'POST',
  path: '/auditoria-item/{id}/apagar-dados',
  access: {
    who: 'user',
    can: ['result', 'delete'],
    denied: 'Só gerentes e administradores podem apagar os dados de uma ligação.',
  },
  summary: 'Apagar, sem volta, os dados de uma ligação: gravação, transcrição, análises e contato',
  tag: 'Itens de auditoria',
  touches: [...RUN, 'templates', 'conversas'],
  params: idParams,
  body: z.object({
    motivo: z.enum(MOTIVOS_APAGAMENTO, { error: 'Selecione o motivo.' }),
    protocolo: z
      .string()
      .trim()
      .max(40, { error: 'Use no máximo 40 caracteres.' })
      .regex(/^[\w./-]*$/, { error: 'Use apenas letras, números e . / - _' })
      .optional(),
  }),
  response: ok(auditoriaItem),
});

export const updateContato = defineContract({
  id: 'updateContato',
  method: 'PATCH',
  path: '/auditoria-item/{id}/contato',
  access: { who: 'user', can: ['audit_item', 'update'], apiKey: true },
  summary: 'Alterar nome, telefone e observações do contato',
  tag: 'Itens de auditoria',
  touches: ITEM,
  params: idParams,
  body: z.object({
    nome_entrevistado: text(200).nullable().optional(),
    telefone_entrevistado: text(64).nullable().optional(),
    observacoes: text(2000).nullable().optional(),
  }),
  response: ok(auditoriaItem),
});
