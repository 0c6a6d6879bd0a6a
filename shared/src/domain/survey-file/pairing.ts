/**
 * Which recording is of which row of a sheet. The first rule that names one row for the recording and one recording for the row makes the
 * pair; the order of rows and recordings never does. Whatever could be otherwise is asked of a person.
 */

import { groupBy } from '../group-by.ts';

/** What names a row. Empty texts: the sheet has no such column, or nothing in it. */
export type LinhaParaPar = {
  n: number;
  arquivo: string;
  identificador: string;
  telefone: string;
  nome: string;
  data: string;
};
/** `nome`: with its folders, as it stands in the archive. */
export type GravacaoParaPar = { id: string; nome: string };

/** From the strongest to the weakest. */
export const REGRAS_PAR = [
  'arquivo_exato',
  'arquivo_igual',
  'identificador',
  'telefone',
  'nome_data',
  'pessoa',
] as const;
export type RegraPar = (typeof REGRAS_PAR)[number];

export const REGRA_PAR_LABEL: Record<RegraPar, string> = {
  arquivo_exato: 'nome exato do arquivo na planilha',
  arquivo_igual: 'nome do arquivo sem pasta, extensão, maiúsculas e acentos',
  identificador: 'identificador no nome',
  telefone: 'telefone no nome',
  nome_data: 'nome e data no nome',
  pessoa: 'escolhido por uma pessoa',
};

/** Most rows that are named where a recording could be of several. */
export const CANDIDATAS_MAX = 20;

/** `candidatas`: rows (their `n`, rising) that an unpaired recording could be of; of a pair none. */
export type Par = { gravacao: string; linha: number | null; regra: RegraPar | null; candidatas: number[] };

/** @returns one entry a recording, in their order */
export function pairRecordings(
  linhas: readonly LinhaParaPar[],
  gravacoes: readonly GravacaoParaPar[],
): Par[] {
  const rows = groupBy(linhas, ({ arquivo }) => arquivo.trim());
  const named = groupBy(gravacoes, ({ nome }) => nome);
  return gravacoes.map(({ id, nome }): Par => {
    const found = nome === '' ? [] : (rows.get(nome) ?? []);
    const [only] = found;
    if (only && found.length === 1 && named.get(nome)?.length === 1) {
      return { gravacao: id, linha: only.n, regra: 'arquivo_exato', candidatas: [] };
    }
    return {
      gravacao: id,
      linha: null,
      regra: null,
      candidatas: found.map(({ n }) => n).slice(0, CANDIDATAS_MAX),
    };
  });
}
