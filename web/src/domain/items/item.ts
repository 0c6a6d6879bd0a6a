import type { getResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import type { ItemRow } from '@escuta/shared/contracts/operation/projetos';
import type { ArquivoDaEntrevista } from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import type { Data } from '../../lib/network/api.ts';
import { formatPhone } from '../../lib/text/format.ts';

/** A call, an interview or another item, as its actions see it on any list or page. */
export interface ActionItem {
  /** Id of the item. For an old interview without an item: the interview's id; no actions on items are then offered. */
  id: string;
  noun: 'ligação' | 'entrevista' | 'item';
  /** Name on a page or row. */
  name: string;
  /** Name in an action's sentence: 'da ligação (11) 98888-7777', 'de manha.mp3'. */
  phrase: string;
  /** Profile of the item. An interview's price depends on its length, so the server is asked for the price first. */
  perfil: Perfil;
  status: StatusProcessamento;
  hasFile: boolean;
  fileName: string | null;
  /** True if the item has no file, and it is known which recording on the telephony server is its own. */
  fetchable: boolean;
  /** True if the server accepts a recording from a file; for some interviews it does not. */
  takesFile: boolean;
  /** True if a run of the item has ended, well or in error; another run may replace its result. */
  processed: boolean;
  hasTranscript: boolean;
  /** True if a result rests on the recording, so that only a manager may replace or remove the recording. */
  inForce: boolean;
  /** True if some part was analysed, perhaps before a later failure; the server never deletes such an item. */
  analysed: boolean;
  /** True if the item's data were erased, so that only its row is left. */
  erased: boolean;
  /** True if the file has details that a row does not show: gaps, uploads. */
  hasFileDetails: boolean;
  /** The interview's row in a survey's list; null elsewhere. */
  interview: EntrevistaNaLista | null;
}

/** Fields that a request to process needs. */
export type Processable = Pick<ActionItem, 'id' | 'perfil' | 'processed'>;

/** The properties that the dialog of every action takes. */
export interface ItemDialogProps {
  /** The item that the dialog is about; null: the dialog is closed. */
  target: ActionItem | null;
  /** A file that was dropped on the item. */
  file: File | null;
  onClose: () => void;
  onProcess: (item: Processable) => unknown;
}

type Result = Data<typeof getResultadoCompleto>['auditoriaItem'];

const ofInterviewee = (name: string | null): string =>
  name ? `da entrevista de ${name}` : 'da entrevista sem nome';

/** A call's name in a list: its number, else the person's name, else the file's name, else a part of its id. */
export function callLabel(
  row: Pick<ItemRow, 'id' | 'numero_destino' | 'nome_entrevistado' | 'arquivo_nome'>,
): string {
  if (row.numero_destino) return formatPhone(row.numero_destino);
  return row.nome_entrevistado || row.arquivo_nome || row.id.slice(0, 8);
}

function ofRow(row: ItemRow, named: Pick<ActionItem, 'noun' | 'name' | 'phrase' | 'perfil'>): ActionItem {
  return {
    ...named,
    id: row.id,
    status: row.status,
    hasFile: row.arquivo_nome !== null,
    fileName: row.arquivo_nome,
    fetchable: row.gravacao_na_telefonia,
    takesFile: true,
    processed: row.status === 'concluido' || row.status === 'erro',
    hasTranscript: row.status === 'concluido',
    inForce: row.status === 'concluido',
    analysed: row.analisada,
    erased: row.dados_apagados_em !== null,
    hasFileDetails: false,
    interview: null,
  };
}

/** The item of a row in a call center's report. */
export function callOfRow(row: ItemRow): ActionItem {
  const name = callLabel(row);
  return ofRow(row, { noun: 'ligação', name, phrase: `da ligação ${name}`, perfil: 'ligacao' });
}

/**
 * The item of a row in an audit project, named by its file. An interview's recording can be sent only in its survey,
 * because it may come from a device.
 */
export function itemOfRow(row: ItemRow, name: string): ActionItem {
  const interview = row.tipo_item === 'entrevista';
  const perfil = interview ? 'entrevista' : 'ligacao';
  return {
    ...ofRow(row, { noun: 'item', name, phrase: `de ${name}`, perfil }),
    takesFile: !interview,
  };
}

/**
 * True if the server accepts a recording from a file for an interview (shared/src/domain/life/interview.ts, 'anexar'):
 * not while a device still sends it, not from the interviewer, and not where the respondent refused to be recorded.
 */
const takesRecording = ({ item, recebimento, propria, gravacao }: EntrevistaNaLista): boolean =>
  item !== null &&
  (recebimento === null || (recebimento !== 'parcial' && !propria && gravacao !== 'recusada'));

/** True if a second recording waits until a manager decides which recording counts. It waits only once it is joined. */
export const awaitsChoice = ({ segunda_gravacao: segunda }: EntrevistaNaLista): boolean =>
  segunda !== null && segunda.estado !== 'juntando';

/**
 * The interview of an item from a survey's list.
 * @throws for an item without an interview
 */
export function interviewOf({ interview, id }: ActionItem): EntrevistaNaLista {
  if (!interview) throw new Error(`${id} is no interview of a survey's list`);
  return interview;
}

/** Fields that rows of interviews and rows of files have in common. */
function ofSurvey({ id, item, nome_entrevistado: nome }: EntrevistaNaLista | ArquivoDaEntrevista) {
  const status = item?.status ?? 'pendente';
  const done = status === 'concluido';
  return {
    id: item?.id ?? id,
    noun: 'entrevista',
    name: nome,
    phrase: ofInterviewee(nome),
    perfil: 'entrevista',
    status,
    fileName: item?.arquivo_nome ?? null,
    fetchable: false,
    processed: done || status === 'erro',
    hasTranscript: done,
    inForce: done,
    analysed: done,
  } as const;
}

/** The item of a row in a survey's list of interviews. */
export const itemOfInterview = (interview: EntrevistaNaLista): ActionItem => ({
  ...ofSurvey(interview),
  hasFile: Boolean(interview.item?.arquivo_nome),
  takesFile: takesRecording(interview),
  erased: false,
  hasFileDetails: false,
  interview,
});

/** The item of a row in a survey's list of files, in which recordings can be played and saved, but not sent. */
export const itemOfFile = (row: ArquivoDaEntrevista): ActionItem => ({
  ...ofSurvey(row),
  hasFile: row.estado === 'com_gravacao',
  takesFile: false,
  erased: row.item?.apagada ?? false,
  hasFileDetails: row.lacunas.total > 0 || row.envios.total > 0,
  interview: null,
});

/** The heading of an item's page: a call's number or an interview's respondent, else the file's name. */
export function headingOf(item: Result): string {
  if (item.perfil === 'entrevista') return item.nomeEntrevistado || item.arquivoNome || 'Entrevista sem nome';
  return item.numeroDestino ? formatPhone(item.numeroDestino) : item.arquivoNome || 'Ligação sem número';
}

/** An item's name in a sentence: a call's number, an interview's respondent. */
export function labelOf(item: Result): string {
  if (item.perfil === 'ligacao') return item.numeroDestino ? formatPhone(item.numeroDestino) : 'sem número';
  return item.nomeEntrevistado ? `de ${item.nomeEntrevistado}` : (item.arquivoNome ?? 'sem nome');
}

/**
 * The item of an opened page.
 * @param running true if a run is in progress, whatever the item's status says
 */
export function itemOfPage(item: Result, running: boolean): ActionItem {
  const { nome } = PROFILES[item.perfil].pagina;
  const label = labelOf(item);
  const hasTranscript = item.ui_payload !== null;
  return {
    id: item.id,
    noun: nome,
    name: headingOf(item),
    phrase: `da ${nome} ${label}`,
    perfil: item.perfil,
    status: running ? 'processando' : item.status,
    hasFile: item.arquivoPath !== null,
    fileName: item.arquivoNome,
    fetchable: item.gravacaoNaTelefonia,
    takesFile: true,
    processed: hasTranscript || item.status === 'erro',
    hasTranscript,
    inForce: hasTranscript || item.temGravacoesAnteriores,
    analysed: hasTranscript,
    erased: item.dadosApagadosEm !== null,
    hasFileDetails: false,
    interview: null,
  };
}
