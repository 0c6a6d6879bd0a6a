import { z } from 'zod';
import {
  colunaLidaSchema,
  contagensSchema,
  ESTADOS_IMPORTACAO,
  leituraSchema,
  mapeamentoSchema,
  ORIGENS_PLANILHA,
} from '../../domain/call-sheet/fields.ts';
import { LIMITES_IMPORTACAO } from '../../domain/call-sheet/limits.ts';
import { RAZOES_DE_FICAR, type RazaoDeFicar } from '../../domain/life/item.ts';
import { AUDITORIA_PADRAO_ID } from '../../domain/runs/status.ts';
import { FORMATOS_PLANILHA } from '../../domain/survey-file/rows/sheet.ts';
import { dateTime, idParams, ok, okPage, pageQuery, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import { ITEM } from '../topics.ts';

const tag = 'Importações';
/** Lower case as in the database, because ids are compared as text. */
const id = z.uuid({ error: 'Identificador inválido.' }).toLowerCase();
const contagem = z.number().int().min(0);

const read = { who: 'user', can: ['audit_item', 'read'], apiKey: true } as const;
const write = { who: 'user', can: ['audit_item', 'create'] } as const;
const undo = { who: 'user', can: ['audit_item', 'delete'] } as const;

export const importacao = z.object({
  id: z.uuid(),
  projeto_id: z.uuid(),
  auditoria_id: z.uuid().nullable(),
  /** Null if an API key started the import. */
  autor: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  estado: z.enum(ESTADOS_IMPORTACAO),
  /** Reason of a failure or stop, or the question that the import waits for. */
  motivo: z.string().nullable(),
  nome: z.string(),
  /** Bytes. */
  tamanho: z.number().int(),
  formato: z.enum(FORMATOS_PLANILHA).nullable(),
  origem: z.enum(ORIGENS_PLANILHA).nullable(),
  /** Rows below the heading; null before reading. */
  linhas: contagem.nullable(),
  simulacao: contagensSchema.nullable(),
  resultado: contagensSchema.nullable(),
  desfeita: z.object({ apagadas: contagem, mantidas: contagem }).nullable(),
  tarefa: z.object({ id: z.uuid(), feito: contagem, total: contagem.nullable() }).nullable(),
  versao: contagem,
  /** Null if the import cannot be undone. */
  desfazer_ate: dateTime.nullable(),
  created_at: dateTime,
  concluida_em: dateTime.nullable(),
  desfeita_em: dateTime.nullable(),
});
export type ImportacaoWire = z.infer<typeof importacao>;

export const importacaoDetalhe = importacao.extend({
  /** Id of the upload that receives the file's parts; null before the upload is opened and after it is completed. */
  envio_id: z.uuid().nullable(),
  sha256: z.string().nullable(),
  aba: z.string().nullable(),
  arquivo: z.boolean(),
  colunas: z.array(colunaLidaSchema),
  mapeamento: mapeamentoSchema.nullable(),
  avisos: z.array(z.string()),
  /** Question to a person about the date order of a column; null if nothing is asked. */
  pergunta: z.object({ titulo: z.string(), ordem: z.enum(['dma', 'mda', 'ambigua', 'mista']) }).nullable(),
  leitura: leituraSchema,
});
export type ImportacaoDetalhe = z.infer<typeof importacaoDetalhe>;

export const createImportacao = defineContract({
  id: 'createImportacao',
  method: 'POST',
  path: '/projetos/{id}/importacoes',
  access: write,
  summary:
    'Começar uma importação de ligações, com o id de quem envia: o arquivo vem depois, em partes (POST /envios, papel importacao). De novo com os mesmos dados, nada muda',
  tag,
  touches: ['importacoes'],
  status: 201,
  params: idParams,
  body: z.object({
    id,
    nome: text(255).min(1, { error: 'Informe o nome do arquivo.' }),
    tamanho: z
      .number()
      .int()
      .min(1, { error: 'O arquivo está vazio.' })
      .max(LIMITES_IMPORTACAO.bytes, { error: 'A planilha tem mais de 100 MB. Divida-a em partes.' }),
    /** Default: the project's default audit. */
    auditoria_id: id.optional(),
  }),
  response: ok(importacaoDetalhe),
});

export const listImportacoes = defineContract({
  id: 'listImportacoes',
  method: 'GET',
  path: '/projetos/{id}/importacoes',
  access: read,
  summary: 'Importações de ligações de um projeto, da mais nova à mais antiga',
  tag,
  topic: 'importacoes',
  params: idParams,
  query: pageQuery,
  response: okPage(importacao),
});

export const getImportacao = defineContract({
  id: 'getImportacao',
  method: 'GET',
  path: '/importacoes/{id}',
  access: read,
  summary: 'Uma importação: estado, colunas, contagens',
  tag,
  topic: 'importacoes',
  params: idParams,
  response: ok(importacaoDetalhe),
});

export const readImportacao = defineContract({
  id: 'readImportacao',
  method: 'POST',
  path: '/importacoes/{id}/ler',
  access: write,
  summary:
    'Ler o arquivo que chegou inteiro; de novo, nada muda. Com `aba`, ler outra aba de uma planilha que já foi lida e não foi importada',
  tag,
  touches: ['importacoes', 'tarefas'],
  status: 202,
  params: idParams,
  body: z.object({ aba: text(255).min(1).optional() }).nullish(),
  response: ok(importacaoDetalhe),
});

export const simulateImportacao = defineContract({
  id: 'simulateImportacao',
  method: 'POST',
  path: '/importacoes/{id}/simular',
  access: write,
  summary: 'Dizer o que é cada coluna e simular: lê e procura como a importação, sem gravar nada',
  tag,
  touches: ['importacoes', 'tarefas'],
  status: 202,
  params: idParams,
  body: z.object({ mapeamento: mapeamentoSchema }),
  response: ok(importacaoDetalhe),
});

export const confirmImportacao = defineContract({
  id: 'confirmImportacao',
  method: 'POST',
  path: '/importacoes/{id}/importar',
  access: write,
  summary:
    'Importar o que foi simulado (`versao`: a que se viu), ou continuar uma importação interrompida. Uma por projeto de cada vez',
  tag,
  touches: [...ITEM, 'importacoes', 'tarefas', 'agentes'],
  status: 202,
  params: idParams,
  body: z.object({
    versao: contagem,
    /** Also creates the agents that the dry run reported as missing. */
    criar_agentes: z.boolean().optional(),
  }),
  response: ok(importacaoDetalhe),
});

export const cancelImportacao = defineContract({
  id: 'cancelImportacao',
  method: 'POST',
  path: '/importacoes/{id}/cancelar',
  access: write,
  summary: 'Desistir de uma importação que ainda não gravou nada: seu arquivo é apagado',
  tag,
  touches: ['importacoes', 'tarefas'],
  params: idParams,
  response: ok(importacaoDetalhe),
});

export const undoImportacao = defineContract({
  id: 'undoImportacao',
  method: 'POST',
  path: '/importacoes/{id}/desfazer',
  access: undo,
  summary:
    'Excluir as ligações de uma importação que ninguém usou: as que têm gravação, processamento, revisão, responsável ou alteração ficam',
  tag,
  touches: [...ITEM, 'importacoes', 'tarefas'],
  status: 202,
  params: idParams,
  response: ok(importacaoDetalhe),
});

export const RAZAO_DE_FICAR_LABEL: Record<RazaoDeFicar, string> = {
  apagada: 'Os dados foram apagados',
  revisada: 'Foi revisada ou comentada',
  processada: 'Foi processada',
  gravacao: 'Tem gravação',
  atribuida: 'Está atribuída a uma pessoa',
  alterada: 'Foi alterada depois da importação',
};

/** Shows what undoing an import would delete, or, after undoing, the calls that were kept. */
export const previewUndoImportacao = defineContract({
  id: 'previewUndoImportacao',
  method: 'GET',
  path: '/importacoes/{id}/desfazer',
  access: read,
  summary: 'Quantas ligações desta importação desfazê-la excluiria, e quantas ficam, por quê; nada é mudado',
  tag,
  topic: 'importacoes',
  params: idParams,
  response: ok(
    z.object({
      apagadas: contagem,
      mantidas: contagem,
      razoes: z.array(z.object({ razao: z.enum(RAZOES_DE_FICAR), n: contagem })),
    }),
  ),
});

const ligacaoCitada = z.object({
  id: z.uuid(),
  numero_destino: z.string().nullable(),
  call_start_time: dateTime.nullable(),
});

export const listLinhasDaImportacao = defineContract({
  id: 'listLinhasDaImportacao',
  method: 'GET',
  path: '/importacoes/{id}/linhas',
  access: read,
  summary:
    'Linhas que não viraram ligação própria: recusadas com o motivo, duplicadas com a ligação que já existe, ou pernas com a ligação de que são',
  tag,
  topic: 'importacoes',
  params: idParams,
  query: pageQuery.extend({
    situacao: z.enum(['recusada', 'duplicada', 'perna'], { error: 'Situação inválida.' }).default('recusada'),
    simulada: z.stringbool().default(false),
  }),
  response: okPage(
    z.object({
      n: z.number().int(),
      /** Reason of the row's refusal, such as 'Linha 18: a data "31/02/2026" não existe.'; null for a duplicate. */
      motivo: z.string().nullable(),
      celulas: z.array(z.string()),
      /** The existing call that the row repeats or joins as a leg; null if the row repeats another row of the file. */
      ligacao: ligacaoCitada.nullable(),
      /** The row that this row repeats, or the principal row of the call that this row joins; null if neither. */
      linha_igual: z.number().int().nullable(),
    }),
  ),
});

export const listMantidasDaImportacao = defineContract({
  id: 'listMantidasDaImportacao',
  method: 'GET',
  path: '/importacoes/{id}/mantidas',
  access: read,
  summary: 'Ligações que ficam quando a importação é desfeita, e por quê',
  tag,
  topic: 'importacoes',
  params: idParams,
  query: pageQuery,
  response: okPage(ligacaoCitada.extend({ razao: z.enum(RAZOES_DE_FICAR).nullable() })),
});

export const downloadRecusadas = defineContract({
  id: 'downloadRecusadas',
  method: 'GET',
  path: '/importacoes/{id}/recusadas',
  access: read,
  summary:
    "As linhas recusadas em .xlsx, com as células originais e a coluna 'Motivo': corrija e importe de novo",
  tag,
  topic: null,
  kind: 'binary',
  rateLimit: 30,
  params: idParams,
  query: z.object({ simulada: z.stringbool().default(false) }),
  response: z.string(),
});

/** Imports calls from a multipart form. With the placeholder audit id, `projeto_id` must precede the file. */
export const importItens = defineContract({
  id: 'importItens',
  method: 'POST',
  path: '/auditoria/{id}/items/importar',
  access: { who: 'user', can: ['audit_item', 'create'], apiKey: true },
  summary:
    "Importar uma planilha de ligações: multipart, campo 'file' (com `projeto_id` antes dele onde a auditoria é 'call-center-default'). Só sem dúvidas: cabeçalho conhecido ou lembrado; senão 422 diz qual coluna falta esclarecer. Responde com o id da importação (GET /importacoes/{id})",
  tag,
  touches: [...ITEM, 'importacoes', 'tarefas', 'agentes'],
  kind: 'multipart',
  status: 202,
  upload: { campos: z.object({ projeto_id: id.optional() }), arquivos: ['file'], maisMb: 0 },
  params: z.object({
    id: z.union([id, z.literal(AUDITORIA_PADRAO_ID)], { error: 'Identificador inválido.' }),
  }),
  response: ok(importacaoDetalhe),
});
