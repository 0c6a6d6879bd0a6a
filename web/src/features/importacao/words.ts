import {
  type getImportacao,
  type previewUndoImportacao,
  RAZAO_DE_FICAR_LABEL,
} from '@escuta/shared/contracts/calls/importacoes';
import { type AgenteNovo, plannedAgents } from '@escuta/shared/domain/call-sheet/agents';
import type { Contagens } from '@escuta/shared/domain/call-sheet/fields';
import { plural } from '@escuta/shared/domain/text/in-words';
import type { Data } from '../../lib/network/api.ts';
import { formatNumber } from '../../lib/text/format.ts';

export type Detalhe = Data<typeof getImportacao>;

/** Counts in words: '3 criadas, 1 duplicada, 2 recusadas'. */
export const countsText = ({ criadas, duplicadas, pernas, recusadas, resumos = 0 }: Contagens): string =>
  [
    plural(criadas, 'criada', 'criadas'),
    ...(pernas > 0 ? [plural(pernas, 'perna', 'pernas')] : []),
    plural(duplicadas - pernas, 'duplicada', 'duplicadas'),
    plural(recusadas, 'recusada', 'recusadas'),
    ...(resumos > 0 ? [plural(resumos, 'linha de total ignorada', 'linhas de total ignoradas')] : []),
  ].join(', ');

type Previa = Data<typeof previewUndoImportacao>;

/**
 * Reasons why an undo keeps calls: 'Motivos: está atribuída a alguém (2), foi processada (1).' Empty if it keeps none.
 */
export const keptText = ({ razoes }: Pick<Previa, 'razoes'>): string =>
  razoes.length === 0
    ? ''
    : `${razoes.length === 1 ? 'Motivo' : 'Motivos'}: ${razoes
        .map(({ razao, n }) => {
          const label = RAZAO_DE_FICAR_LABEL[razao];
          return `${label[0]?.toLowerCase()}${label.slice(1)} (${formatNumber(n)})`;
        })
        .join(', ')}.`;

/** Agents that an import created; empty if it was not allowed to create agents. */
export const createdAgents = ({ mapeamento, resultado }: Detalhe): AgenteNovo[] =>
  mapeamento?.criar_agentes && resultado ? plannedAgents(resultado) : [];

/** Says that an undo keeps the created agents: ' Os 12 agentes criados continuam…'. Empty if none were created. */
export function agentsStay(importacao: Detalhe): string {
  const { length } = createdAgents(importacao);
  if (length === 0) return '';
  return length === 1
    ? ' O agente criado por esta importação continua cadastrado, com o ramal. Se ele não for necessário, exclua-o em Agentes.'
    : ` Os ${formatNumber(length)} agentes criados por esta importação continuam cadastrados, com os ramais. Exclua em Agentes os que não forem necessários.`;
}

/** Effects of undoing an import, stated beforehand: deleted and kept calls. */
export function undoText(previa: Previa): string {
  const { apagadas, mantidas } = previa;
  if (mantidas === 0)
    return `${plural(apagadas, 'ligação será excluída', 'ligações serão excluídas')}. Nenhuma será mantida.`;
  const gone =
    apagadas === 0
      ? 'Nenhuma ligação será excluída'
      : plural(apagadas, 'ligação será excluída', 'ligações serão excluídas');
  return `${gone}; ${plural(mantidas, 'será mantida', 'serão mantidas')}, porque alguém trabalhou com ${mantidas === 1 ? 'ela' : 'elas'}. ${keptText(previa)}`;
}

/** Value of the attribute `accept` of a file input for sheets. */
export const ACEITA = '.xlsx,.xls,.csv,.txt,.tsv';

/** Reason why a file is not accepted as a sheet; null if it is accepted. */
export function sheetProblem(file: File): string | null {
  if (!/\.(?:xlsx|xls|csv|txt|tsv)$/iu.test(file.name))
    return 'Por favor, selecione uma planilha (XLSX, XLS, CSV).';
  if (file.size === 0) return 'O arquivo está vazio.';
  return file.size > 100 * 1024 * 1024 ? 'A planilha tem mais de 100 MB. Divida-a em partes.' : null;
}
