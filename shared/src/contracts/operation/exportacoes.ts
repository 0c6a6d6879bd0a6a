import { z } from 'zod';
import { alvoExportacao, pedidoExportacao } from '../../domain/exports/export-request.ts';
import { FORMATOS_EXPORTACAO, TIPOS_EXPORTACAO } from '../../domain/exports/exports.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, idParams, ok, okMessage, text } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Exportações';
/** For callers who may export and have the permission for the data; no API keys. */
const access = {
  who: 'user',
  can: ['result', 'export'],
  denied: 'Para exportar, você precisa da permissão “Exportar dados”: peça a um gerente.',
} as const;

export const countExportacao = defineContract({
  id: 'countExportacao',
  method: 'POST',
  path: '/exportacoes/contar',
  access,
  summary: 'Quantas linhas uma exportação tem, e se o arquivo sai na hora (até 5.000) ou por uma tarefa',
  tag,
  touches: [],
  body: alvoExportacao,
  response: ok(
    z.object({
      /** Number of rows, counted up to the limit of an export plus one. */
      linhas: z.number().int(),
      /** True if `exportLista` can export at once; false if `createExportacao` must. */
      naHora: z.boolean(),
      demais: z.boolean(),
    }),
  ),
});

export const exportLista = defineContract({
  id: 'exportLista',
  method: 'POST',
  path: '/exportacoes/arquivo',
  access,
  summary:
    'Uma lista como arquivo, na hora: até 5.000 linhas, de um só instante, em Excel, CSV (do Excel brasileiro) ou JSON. `colunas` e `planilhas` são as de cada tipo; de mais linhas, `createExportacao`',
  tag,
  touches: [],
  kind: 'binary',
  rateLimit: 30,
  body: pedidoExportacao,
  response: z.string(),
});

export const createExportacao = defineContract({
  id: 'createExportacao',
  method: 'POST',
  path: '/exportacoes',
  access,
  summary:
    'Exportar muitas linhas (até 1.000.000) por uma tarefa: o arquivo fica 7 dias em Tarefas, para quem a pediu e os gestores',
  tag,
  touches: ['tarefas'],
  status: 202,
  body: pedidoExportacao,
  response: ok(z.object({ tarefa_id: z.uuid() })),
});

export const createLinkExportacao = defineContract({
  id: 'createLinkExportacao',
  method: 'POST',
  path: '/exportacoes/{id}/link',
  access,
  summary:
    'Link de 15 minutos para baixar o arquivo de uma tarefa de exportação: é de quem o pede, e fica no registro de ações',
  tag,
  touches: [],
  params: idParams,
  response: ok(z.object({ url: z.string(), expira_em: dateTime, nome: z.string() })),
});

export const downloadExportacao = defineContract({
  id: 'downloadExportacao',
  method: 'GET',
  path: '/exportacoes/{id}/arquivo',
  access: { who: 'user', can: ['audit_item', 'read'], assinatura: true },
  summary: 'O arquivo de uma tarefa de exportação, pelo link assinado',
  tag,
  topic: null,
  kind: 'binary',
  params: idParams,
  query: z.object({
    expira: storableText().max(20).optional(),
    assinatura: storableText().max(300).optional(),
  }),
  response: z.string(),
});

/** Maximum saved column choices of a company, and of one person. */
export const MODELOS_EXPORTACAO_MAX = { empresa: 100, pessoa: 50 } as const;

const chaves = z.array(storableText().min(1).max(40)).max(60);
const modelo = z.object({
  id: z.uuid(),
  tipo: z.enum(TIPOS_EXPORTACAO),
  nome: z.string(),
  formato: z.enum(FORMATOS_EXPORTACAO),
  colunas: z.array(z.string()),
  planilhas: z.array(z.string()),
  da_empresa: z.boolean(),
  /** Null if the author's account was erased; the company then owns the choice. */
  autor: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  pode_mudar: z.boolean(),
});
export type ModeloExportacaoWire = z.infer<typeof modelo>;

export const listModelosExportacao = defineContract({
  id: 'listModelosExportacao',
  method: 'GET',
  path: '/exportacoes/modelos',
  access,
  summary: 'Escolhas de colunas salvas, as próprias e as da empresa, por nome',
  tag,
  topic: 'modelosExportacao',
  query: z.object({ tipo: z.enum(TIPOS_EXPORTACAO, { error: 'Selecione os itens a exportar.' }).optional() }),
  response: ok(z.array(modelo)),
});

export const createModeloExportacao = defineContract({
  id: 'createModeloExportacao',
  method: 'POST',
  path: '/exportacoes/modelos',
  access,
  summary: 'Salvar uma escolha de colunas; a de mesmo nome do mesmo autor é trocada',
  tag,
  touches: ['modelosExportacao'],
  status: 201,
  body: z.object({
    tipo: z.enum(TIPOS_EXPORTACAO, { error: 'Selecione os itens a exportar.' }),
    nome: text(80).min(1, { error: 'Dê um nome à seleção.' }),
    formato: z.enum(FORMATOS_EXPORTACAO, { error: 'Selecione o formato.' }),
    colunas: chaves.min(1, { error: 'Selecione ao menos uma coluna.' }),
    planilhas: chaves.max(5).default([]),
    da_empresa: z.boolean().default(false),
  }),
  response: ok(modelo),
});

export const deleteModeloExportacao = defineContract({
  id: 'deleteModeloExportacao',
  method: 'DELETE',
  path: '/exportacoes/modelos/{id}',
  access,
  summary: 'Excluir uma escolha de colunas: o seu autor, e uma da empresa também um gerente',
  tag,
  touches: ['modelosExportacao'],
  params: idParams,
  response: okMessage,
});
