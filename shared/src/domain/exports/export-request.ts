/** How an export is asked for (exports.ts says what there is): what clients send, held against the table of kinds. */
import { z } from 'zod';
import { PAPEIS } from '../accounts/permissions.ts';
import { selecaoSchema } from '../filters/filtro.ts';
import { filterFields, valueSchema } from '../filters/filtro-valor-schema.ts';
import { FILTROS_ENTREVISTA } from '../interview/verdicts/interview-filters.ts';
import { TIPOS_ACESSO } from '../log/accesses.ts';
import { ACOES_REGISTRADAS } from '../log/audit-actions.ts';
import { TIPOS_EXTRATO } from '../runs/credits.ts';
import { storableText } from '../text/storable-text.ts';
import { exportOf, FORMATOS_EXPORTACAO, TIPOS_ALVO, TIPOS_EXPORTACAO } from './exports.ts';

const id = z.uuid({ error: 'Identificador inválido.' });

/** What the lists of interviews, entries and accounts are cut by, as their own addresses say it; others' are left out. */
const filtros = z.object({
  ...filterFields<typeof FILTROS_ENTREVISTA, never>(FILTROS_ENTREVISTA, valueSchema),
  q: storableText().trim().max(100).optional(),
  /** Entries of the statement. */
  lancamento: z.enum(TIPOS_EXTRATO).optional(),
  /** Accounts. */
  papel: z.enum(PAPEIS).optional(),
  conta: z.enum(['ativo', 'inativo', 'convidado']).optional(),
  /** Logs. */
  acao: z.enum(ACOES_REGISTRADAS).optional(),
  acesso: z.enum(TIPOS_ACESSO).optional(),
});
export type FiltrosExportacao = z.output<typeof filtros>;

/** Which rows, without columns: what is counted before a file is asked for. */
const alvo = {
  tipo: z.enum(TIPOS_EXPORTACAO, { error: 'Selecione os itens a exportar.' }),
  /** Of what; absent: accounts of all companies, to an administrator. */
  alvo: z.object({ tipo: z.enum(TIPOS_ALVO), id }).optional(),
  /** Calls, results and insights: of which calls; all of them where absent. */
  selecao: selecaoSchema.optional(),
  filtros: filtros.optional(),
};
const chave = storableText().max(40);
const arquivo = {
  formato: z.enum(FORMATOS_EXPORTACAO, { error: 'Selecione o formato.' }),
  /** In the order of the file. */
  colunas: z.array(chave).min(1, { error: 'Selecione ao menos uma coluna.' }).max(60),
  /** Further sheets of a workbook, or tables of a JSON file. */
  planilhas: z.array(chave).max(5).default([]),
};

const soAlvo = z.object(alvo);
type AlvoLido = z.output<typeof soAlvo>;
function checkTarget(given: AlvoLido, context: z.RefinementCtx): void {
  const { de } = exportOf(given.tipo);
  if (given.alvo ? de.some((tipo) => tipo === given.alvo?.tipo) : given.tipo === 'usuarios') return;
  context.addIssue({ code: 'custom', path: ['alvo'], message: 'Informe a origem dos dados.' });
}

export const alvoExportacao = soAlvo.superRefine(checkTarget);
export type AlvoExportacao = z.output<typeof alvoExportacao>;

/** A file as it is asked for. */
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
