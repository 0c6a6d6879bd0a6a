import { z } from 'zod';
import { selecaoSchema } from '../filters/filtro.ts';
import { ORDENS } from '../filters/filtro-campos.ts';
import { exportedFields } from '../filters/filtro-valor-schema.ts';
import { FILTROS_CONTA } from '../filters/lists/accounts.ts';
import { FILTROS_DISPARO } from '../filters/lists/firings.ts';
import { FILTROS_ACESSO, FILTROS_REGISTRO } from '../filters/lists/log.ts';
import { FILTROS_EXTRATO } from '../filters/lists/statement.ts';
import { FILTROS_ENTREVISTA } from '../interview/verdicts/interview-filters.ts';
import { storableText } from '../text/storable-text.ts';
import {
  exportOf,
  FORMATOS_EXPORTACAO,
  TIPOS_ALVO,
  TIPOS_EXPORTACAO,
  type TipoExportacao,
} from './exports.ts';

const id = z.uuid({ error: 'Identificador inválido.' });

/** Filters of interviews, alerts, log entries and accounts, as in their lists' URLs. */
const filtros = z.object({
  ...exportedFields(FILTROS_ENTREVISTA),
  ...exportedFields(FILTROS_DISPARO),
  ...exportedFields(FILTROS_EXTRATO),
  ...exportedFields(FILTROS_CONTA),
  ...exportedFields(FILTROS_REGISTRO),
  ...exportedFields(FILTROS_ACESSO),
  q: storableText().trim().max(100).optional(),
});
export type FiltrosExportacao = z.output<typeof filtros>;

const alvo = {
  tipo: z.enum(TIPOS_EXPORTACAO, { error: 'Selecione os itens a exportar.' }),
  /** Absent to export accounts of all companies, which only administrators may do. */
  alvo: z.object({ tipo: z.enum(TIPOS_ALVO), id }).optional(),
  /** Chosen calls, in exports of calls, results or insights; default: all. */
  selecao: selecaoSchema.optional(),
  filtros: filtros.optional(),
};
const chave = storableText().max(40);
const arquivo = {
  formato: z.enum(FORMATOS_EXPORTACAO, { error: 'Selecione o formato.' }),
  colunas: z.array(chave).min(1, { error: 'Selecione ao menos uma coluna.' }).max(60),
  /** Further sheets of a workbook, or tables of a JSON file. */
  planilhas: z.array(chave).max(5).default([]),
  /** Order of calls and results, as in their list; default: newest entry first. */
  ordem: z.enum(ORDENS).optional(),
};

const soAlvo = z.object(alvo);
type AlvoLido = z.output<typeof soAlvo>;
/** Kinds that accept `selecao`, and so have call ids, by which the erasure of a call finds the exported files. */
const BY_SELECTION: ReadonlySet<TipoExportacao> = new Set(['ligacoes', 'resultados', 'insights']);

function checkTarget(given: AlvoLido, context: z.RefinementCtx): void {
  if (given.selecao && !BY_SELECTION.has(given.tipo)) {
    const message = 'Só ligações, resultados e insights podem ser exportados por seleção.';
    context.addIssue({ code: 'custom', path: ['selecao'], message });
  }
  const { de } = exportOf(given.tipo);
  if (given.alvo ? de.some((tipo) => tipo === given.alvo?.tipo) : given.tipo === 'usuarios') return;
  context.addIssue({ code: 'custom', path: ['alvo'], message: 'Informe a origem dos dados.' });
}

export const alvoExportacao = soAlvo.superRefine(checkTarget);
export type AlvoExportacao = z.output<typeof alvoExportacao>;

export const pedidoExportacao = z.object({ ...alvo, ...arquivo }).superRefine((given, context) => {
  checkTarget(given, context);
  const { colunas, planilhas } = exportOf(given.tipo);
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (given.colunas.some((one) => !Object.hasOwn(colunas, one))) refuse('colunas', 'Coluna desconhecida.');
  if (new Set(given.colunas).size !== given.colunas.length) refuse('colunas', 'Há colunas repetidas.');
  if (given.planilhas.some((one) => !planilhas.some((known) => known === one))) {
    refuse('planilhas', 'Planilha desconhecida.');
  }
  if (new Set(given.planilhas).size !== given.planilhas.length)
    refuse('planilhas', 'Há planilhas repetidas.');
  if (given.formato === 'csv' && given.planilhas.length > 0) {
    refuse('planilhas', 'O CSV tem uma só tabela: selecione Excel ou JSON para incluir outras planilhas.');
  }
});
export type PedidoExportacao = z.output<typeof pedidoExportacao>;
