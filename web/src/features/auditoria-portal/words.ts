/** Texts that the portal's screens share. */
import type {
  GravacaoDoPreparo,
  LinhaDoPreparo,
  PreparoDetalhe,
} from '@escuta/shared/contracts/surveys/preparos';
import type { PapelColuna } from '@escuta/shared/domain/survey-file/columns/columns';
import { momentOf } from '@escuta/shared/domain/survey-file/rows/day';
import { formatDateTime } from '../../lib/text/format.ts';

export type Detalhe = PreparoDetalhe;
export type Gravacao = GravacaoDoPreparo;
export type Linha = LinhaDoPreparo;

export const PAPEL_COLUNA_LABEL: Record<PapelColuna, string> = {
  pergunta: 'Resposta a uma pergunta',
  identificador: 'Identificador da entrevista',
  arquivo: 'Nome do arquivo de áudio',
  telefone: 'Telefone',
  nome: 'Nome do entrevistado',
  data: 'Data da entrevista',
  hora: 'Hora da entrevista',
  entrevistador: 'Entrevistador',
  ignorar: 'Não usar',
};

/** Name of a row of the sheet: its person, else identifier, else number. */
export const nameOfRow = ({ n, nome, identificador }: Pick<Linha, 'n' | 'nome' | 'identificador'>): string =>
  nome ?? identificador ?? `Linha ${n}`;

/** An interview's time: formatted if the cell holds date and hour, else the cell's text. */
export const sheetDate = (text: string): string => {
  const moment = momentOf(text);
  return moment?.precisao === 'instante' ? formatDateTime(moment.em.toISOString()) : text;
};

/** Label of a row: 'Linha 7 · Maria'. */
export const labelOfRow = (linha: Pick<Linha, 'n' | 'nome' | 'identificador'>): string => {
  const name = nameOfRow(linha);
  return name === `Linha ${linha.n}` ? name : `Linha ${linha.n} · ${name}`;
};
