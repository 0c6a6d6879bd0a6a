import { z } from 'zod';
import { alvoExportacao, pedidoExportacao } from '../domain/exports.ts';
import { ok } from './common.ts';
import { defineContract } from './contract.ts';

const tag = 'Exportações';
/** Whoever may take data out of the product; each kind asks for its own resource besides. No company key. */
const access = {
  who: 'user',
  can: ['result', 'export'],
  denied: 'Para exportar é preciso o direito de exportar dados: um gestor pode concedê-lo.',
} as const;

export const contarExportacao = defineContract({
  id: 'contarExportacao',
  method: 'POST',
  path: '/exportacoes/contar',
  access,
  summary: 'Quantas linhas uma exportação tem, e se o arquivo sai na hora (até 5.000) ou por uma tarefa',
  tag,
  body: alvoExportacao,
  response: ok(
    z.object({
      /** Up to one more than may leave. */
      linhas: z.number().int(),
      /** It comes at once, by `exportarLista`; else by `criarExportacao`. */
      naHora: z.boolean(),
      /** More rows than may leave at all. */
      demais: z.boolean(),
    }),
  ),
});

export const exportarLista = defineContract({
  id: 'exportarLista',
  method: 'POST',
  path: '/exportacoes/arquivo',
  access,
  summary:
    'Uma lista como arquivo, na hora: até 5.000 linhas, de um só instante, em Excel, CSV (do Excel brasileiro) ou JSON. `colunas` e `planilhas` são as de cada tipo; de mais linhas, `criarExportacao`',
  tag,
  kind: 'binary',
  rateLimit: 30,
  body: pedidoExportacao,
  response: z.string(),
});
