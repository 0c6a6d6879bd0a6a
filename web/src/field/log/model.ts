/** What a device in the field keeps. Everything that the server will have travels in the contracts' own shapes. */
import type { QuestionarioBaixado, QuestionarioDeCampo } from '@escuta/shared/contracts/surveys/campo';
import type { MetasDeCampo } from '@escuta/shared/contracts/surveys/goals/metas';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import type { EntrevistaAEnviar, ParteAEnviar } from '../../lib/field-sync/model.ts';
import type { Answer } from './answers.ts';

/** A questionnaire that was downloaded; its version stands apart, as interviews begun with it keep theirs. */
export type QuestionarioGuardado = Pick<
  QuestionarioDeCampo,
  'id' | 'nome' | 'descricao' | 'pesquisa' | 'fechado'
> & {
  versaoId: string;
  versaoNumero: number;
  /**
   * ISO time since which it is the published version; missing where a version of the product before publishing kept it.
   */
  publicadaEm?: string;
  perguntas: number;
  /** ms since 1970. */
  baixadoEm: number;
};

/** An image that a question's card shows, kept with its questionnaire. */
export interface ImagemGuardada {
  id: string;
  tipo: string;
  bytes: ArrayBuffer;
}

/** Ids of the images that a questionnaire's cards show, each once. */
export const cardsOf = ({ questoes }: Pick<QuestionarioBaixado, 'questoes'>): string[] => [
  ...new Set(questoes.flatMap(({ regras }) => regras?.cartao?.id ?? [])),
];

/** The stored form of a questionnaire that was downloaded at `em` (ms since 1970). */
export const storedQuestionnaire = (
  { id, nome, descricao, pesquisa, fechado, versao, questoes }: QuestionarioBaixado,
  em: number,
): QuestionarioGuardado => ({
  ...{ id, nome, descricao, pesquisa, fechado },
  ...{ versaoId: versao.id, versaoNumero: versao.numero, publicadaEm: versao.publicada_em },
  perguntas: questoes.length,
  baixadoEm: em,
});

/** An interview as its log makes it, kept beside the log so that nothing is read anew. */
export interface EntrevistaLocal extends EntrevistaAEnviar {
  questionarioId: string;
  questionarioNome: string;
  pesquisaId: string;
  /** The reason why it has no sound, in words; null: it has, or shall. */
  semSom: string | null;
  /** The rule that ended it politely; missing: none did. */
  desfecho?: Desfecho;
  /** As the log has them. */
  respostas: Record<string, Answer>;
  /** Typed and not in the log: not finished, or nothing that the question takes. */
  rascunhos: Record<string, Answer>;
  /** The reason why it is interrupted, as far as that was typed. */
  motivoDigitado?: string;
  /** The question on screen. */
  atual: string | null;
  /** Both clocks at the last event. */
  mono: number;
  relogio: number;
}

/** One piece of a recording, as it is kept. */
export interface Parte extends ParteAEnviar {
  entrevistaId: string;
  gravacao: number;
  /** Where it ends in its recording, ms. */
  ateMs: number;
}

/** How far an interview is on its way to the server. */
export interface Fila {
  id: string;
  /** Events that the server has, up to this one. */
  ate: number;
  /** Pieces that the server has. */
  partes: number;
  /** What stands in the way, in words for the interviewer, and since when (ms since 1970); null: nothing. */
  falha: { mensagem: string; em: number } | null;
}

/** What is left of an interview that the server has: no name, no answer. */
export interface Enviada {
  id: string;
  questionarioNome: string;
  em: number;
}

/** Whose device this is. */
export interface AparelhoLocal {
  id: string;
  /** The credential; null after signing out: the same person signs in again. */
  segredo: string | null;
  /** Until when it may begin interviews, ms since 1970. */
  autorizadoAte: number;
  /**
   * How far this device's clock was ahead of the server's at the last contact, ms, whole minutes; missing: it was not.
   */
  relogioAdiantadoMs?: number;
  situacao: 'ativo' | 'revogado' | 'a_confirmar_apagado';
  membroAtivo: boolean;
  /** False: the company is out of use, and nothing is taken in until it is in use again. */
  empresaAtiva?: boolean;
  /** The person's account is for field work only; missing until a server says so. */
  soCampo?: boolean;
  /** Day of a sheet that the person has not read; null or missing: there is none. */
  folha?: string | null;
  empresa: { id: string; nome: string };
  usuario: { id: string; nome: string; email: string };
}

/** A PIN as it is kept: never itself. */
export interface PinGuardado {
  sal: string;
  hash: string;
  voltas: number;
  /** Wrong ones in a row. */
  erros: number;
  /** No other try before this moment, ms since 1970. */
  esperarAte: number;
}

/** Name and phone typed before an interview begins: a closed page loses neither for a few minutes. */
export interface InicioDigitado {
  questionarioId: string;
  nome: string;
  telefone: string;
  /** ms since 1970. */
  em: number;
}

export interface Meta {
  aparelho: AparelhoLocal;
  pin: PinGuardado;
  /** A PIN was proposed, and answered. */
  pinProposto: true;
  /** The same value stands in localStorage: only one of them left tells of an eviction. */
  canario: string;
  /** It was erased from afar: only a new sign-in authorises it again. */
  apagado: true;
  /** Name and phone of the next respondent, as typed so far. */
  inicio: InicioDigitado;
  /** Goals of this person's questionnaires, as the server last counted them. */
  metas: MetasDeCampo[];
  /** Bytes that are given up when there is no room left, so that answers still fit. */
  lastro: ArrayBuffer;
}

/** What one act writes, all of it or nothing. */
export interface Passo {
  entrevista: EntrevistaLocal;
  eventos: EventoAparelho[];
  /** The sound that was kept so far is erased with it: the respondent refused it. */
  apagarSom?: boolean;
}

/**
 * What an act or a piece of sound belongs to is not here any more: it was erased, and nothing is written to it again.
 */
export class Gone extends Error {
  override readonly name = 'Gone';
  constructor() {
    super('Esta entrevista foi apagada deste aparelho.');
  }
}

export interface FieldStore {
  meta<K extends keyof Meta>(key: K): Promise<Meta[K] | undefined>;
  /** Without reading it. */
  hasMeta(key: keyof Meta): Promise<boolean>;
  /** `undefined` removes it. */
  setMeta<K extends keyof Meta>(key: K, value: Meta[K] | undefined): Promise<void>;
  questionarios(): Promise<QuestionarioGuardado[]>;
  /** With the images of its cards that are not here yet. Versions and images that nothing uses any more go. */
  keepQuestionario(
    baixado: QuestionarioBaixado,
    em: number,
    imagens?: readonly ImagemGuardada[],
  ): Promise<void>;
  imagem(id: string): Promise<ImagemGuardada | undefined>;
  versao(id: string): Promise<QuestionarioBaixado | undefined>;
  entrevistas(): Promise<EntrevistaLocal[]>;
  entrevista(id: string): Promise<EntrevistaLocal | undefined>;
  /** Event and projection together. @throws Gone unless it begins the interview, or the interview is here */
  commit(passo: Passo): Promise<void>;
  /** From `de` on, in order, at most `limite`. */
  eventos(id: string, de: number, limite: number): Promise<EventoAparelho[]>;
  /** @throws Gone where its interview is not here */
  addParte(parte: Parte): Promise<void>;
  /** Numbers of the pieces of each recording, in order; no bytes are read. */
  partes(id: string): Promise<Map<number, number[]>>;
  parte(id: string, gravacao: number, n: number): Promise<Parte | undefined>;
  filas(): Promise<Fila[]>;
  setFila(fila: Fila): Promise<void>;
  /** The server has all of it: only a line stays. */
  finish(id: string, em: number): Promise<void>;
  enviadas(): Promise<Enviada[]>;
  /** Everything but what `meta` holds of the device. */
  erase(): Promise<void>;
  /** Writes bytes and drops them. @returns whether they fitted */
  fits(bytes: ArrayBuffer): Promise<boolean>;
  /** Removes the bytes of `fits` after a crash between its write and its removal. */
  dropTrial(): Promise<void>;
  /** The store is not closed before this is done: an interview that is being left still writes. */
  keepOpenFor(work: Promise<unknown>): void;
  /** Called after each change, of this tab or another. */
  subscribe(listener: () => void): () => void;
}
