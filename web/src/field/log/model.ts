/** Data that a device in the field stores. Data that go to the server have the types of the API's contracts. */
import type { QuestionarioBaixado, QuestionarioDeCampo } from '@escuta/shared/contracts/surveys/campo';
import type { MetasDeCampo } from '@escuta/shared/contracts/surveys/goals/metas';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import type { Desfecho } from '@escuta/shared/domain/interview/questionnaire/screening';
import type { EntrevistaAEnviar, ParteAEnviar } from '../../lib/field-sync/model.ts';
import type { Answer } from './answers.ts';

/** A downloaded questionnaire. Its version is stored apart, because interviews keep the version they began with. */
export type QuestionarioGuardado = Pick<
  QuestionarioDeCampo,
  'id' | 'nome' | 'descricao' | 'pesquisa' | 'fechado'
> & {
  versaoId: string;
  versaoNumero: number;
  /** ISO time of this version's publication; missing in data from releases before publishing existed. */
  publicadaEm?: string;
  perguntas: number;
  /** Time of the download, ms since 1970. */
  baixadoEm: number;
};

/** An image of a question's card, stored with its questionnaire. */
export interface ImagemGuardada {
  id: string;
  tipo: string;
  bytes: ArrayBuffer;
}

/** Ids of the images on a questionnaire's cards, each once. */
export const cardsOf = ({ questoes }: Pick<QuestionarioBaixado, 'questoes'>): string[] => [
  ...new Set(questoes.flatMap(({ regras }) => regras?.cartao?.id ?? [])),
];

/** Converts a questionnaire that was downloaded at `em` (ms since 1970) to the record that the device stores. */
export const storedQuestionnaire = (
  { id, nome, descricao, pesquisa, fechado, versao, questoes }: QuestionarioBaixado,
  em: number,
): QuestionarioGuardado => ({
  ...{ id, nome, descricao, pesquisa, fechado },
  ...{ versaoId: versao.id, versaoNumero: versao.numero, publicadaEm: versao.publicada_em },
  perguntas: questoes.length,
  baixadoEm: em,
});

/** An interview as derived from its log. It is stored beside the log, so that the log need not be read again. */
export interface EntrevistaLocal extends EntrevistaAEnviar {
  questionarioId: string;
  questionarioNome: string;
  pesquisaId: string;
  /** The reason, in words, why the interview has no sound; null if it has sound or is going to have sound. */
  semSom: string | null;
  /** The rule by which the interview ended politely; missing if none did. */
  desfecho?: Desfecho;
  /** Answers in the log. */
  respostas: Record<string, Answer>;
  /** Typed answers outside the log: unfinished, or invalid for the question. */
  rascunhos: Record<string, Answer>;
  /** The reason of an interruption, as typed so far. */
  motivoDigitado?: string;
  /** Id of the question on screen; null before the first question. */
  atual: string | null;
  /** Monotonic and wall clock at the last event, ms. */
  mono: number;
  relogio: number;
}

export interface Parte extends ParteAEnviar {
  entrevistaId: string;
  gravacao: number;
  /** End of the piece within the recording, ms. */
  ateMs: number;
}

/** Progress of sending an interview to the server. */
export interface Fila {
  id: string;
  /** Number of the last event that the server has. */
  ate: number;
  /** Number of pieces that the server has. */
  partes: number;
  /** Obstacle to the sending, in words for the interviewer, and its beginning (ms since 1970); null for none. */
  falha: { mensagem: string; em: number } | null;
}

/** The device's record of an interview that was sent completely. It has neither the name nor the answers. */
export interface Enviada {
  id: string;
  questionarioNome: string;
  em: number;
}

/** This device as registered at the server, and the person who uses it. */
export interface AparelhoLocal {
  id: string;
  /** The device's credential; null after signing out, when the same person must sign in again. */
  segredo: string | null;
  /** Time until which interviews may begin on this device, ms since 1970. */
  autorizadoAte: number;
  /** Lead of this device's clock over the server's at the last contact, ms, whole minutes; missing if there is none. */
  relogioAdiantadoMs?: number;
  situacao: 'ativo' | 'revogado' | 'a_confirmar_apagado';
  membroAtivo: boolean;
  /** False if the company is inactive, so that the server accepts nothing until it is active again. */
  empresaAtiva?: boolean;
  /** True if the account is limited to field work; missing until the server has said so. */
  soCampo?: boolean;
  /** Day of a daily sheet that the person has not read yet; null or missing if there is none. */
  folha?: string | null;
  empresa: { id: string; nome: string };
  usuario: { id: string; nome: string; email: string };
}

/** A PIN as the device stores it: salted and hashed, so that nobody can read the PIN. */
export interface PinGuardado {
  sal: string;
  hash: string;
  voltas: number;
  /** Number of wrong tries in a row. */
  erros: number;
  /** Earliest time of the next try, ms since 1970. */
  esperarAte: number;
}

/** Name and phone typed before an interview begins, kept for a few minutes, even if the page is closed. */
export interface InicioDigitado {
  questionarioId: string;
  nome: string;
  telefone: string;
  /** Time of typing, ms since 1970. */
  em: number;
}

export interface Meta {
  aparelho: AparelhoLocal;
  pin: PinGuardado;
  /** Set once the person was asked to choose a PIN, and has answered. */
  pinProposto: true;
  /** A mark that localStorage also has. If only the mark in localStorage is left, the browser deleted the database. */
  canario: string;
  /** True after a remote erasure: only a new sign-in authorises the device again. */
  apagado: true;
  /** Name and phone of the next respondent, as far as they are typed. */
  inicio: InicioDigitado;
  /** Goals of this person's questionnaires, as the server last counted them. */
  metas: MetasDeCampo[];
  /** For each interview, by id, the number of its last event that the server had before it counted the goals. */
  metasVistas: Readonly<Record<string, number>>;
  /** Reserved bytes, released when the space runs out, so that answers still fit. */
  lastro: ArrayBuffer;
}

/** Writes of an act to the store: either all of them are written, or none. */
export interface Passo {
  entrevista: EntrevistaLocal;
  eventos: EventoAparelho[];
  /** True: erases the sound so far, because the respondent refused the recording. */
  apagarSom?: boolean;
}

/** Thrown if the interview of an act or of a piece of sound was erased; nothing is written to it again. */
export class Gone extends Error {
  override readonly name = 'Gone';
  constructor() {
    super('Esta entrevista foi apagada deste aparelho.');
  }
}

export interface FieldStore {
  meta<K extends keyof Meta>(key: K): Promise<Meta[K] | undefined>;
  /** True if the key has a value; the value is not read. */
  hasMeta(key: keyof Meta): Promise<boolean>;
  /** Stores a value; `undefined` removes it. */
  setMeta<K extends keyof Meta>(key: K, value: Meta[K] | undefined): Promise<void>;
  questionarios(): Promise<QuestionarioGuardado[]>;
  /** Stores a questionnaire with new images of its cards; deletes unused versions and images. */
  keepQuestionario(
    baixado: QuestionarioBaixado,
    em: number,
    imagens?: readonly ImagemGuardada[],
  ): Promise<void>;
  imagem(id: string): Promise<ImagemGuardada | undefined>;
  versao(id: string): Promise<QuestionarioBaixado | undefined>;
  entrevistas(): Promise<EntrevistaLocal[]>;
  entrevista(id: string): Promise<EntrevistaLocal | undefined>;
  /**
   * Writes the events and the interview in one transaction.
   * @throws Gone if the interview is not stored here, unless the step begins it
   */
  commit(passo: Passo): Promise<void>;
  /** Events from number `de` on, in order, at most `limite`. */
  eventos(id: string, de: number, limite: number): Promise<EventoAparelho[]>;
  /** Stores a piece of sound. @throws Gone if the piece's interview is not on this device */
  addParte(parte: Parte): Promise<void>;
  /** Numbers of each recording's pieces, in order; reads no bytes. */
  partes(id: string): Promise<Map<number, number[]>>;
  parte(id: string, gravacao: number, n: number): Promise<Parte | undefined>;
  filas(): Promise<Fila[]>;
  setFila(fila: Fila): Promise<void>;
  /** Deletes an interview that the server has completely, and keeps a short record of it (`Enviada`). */
  finish(id: string, em: number): Promise<void>;
  enviadas(): Promise<Enviada[]>;
  /** Deletes everything except the device's `meta`. */
  erase(): Promise<void>;
  /**
   * Writes bytes and deletes them.
   * @returns whether they fitted
   */
  fits(bytes: ArrayBuffer): Promise<boolean>;
  /** Deletes the bytes that `fits` wrote, if a crash kept it from deleting them. */
  dropTrial(): Promise<void>;
  /** Delays the closing of the store until `work` is done, because an interview that a person leaves still writes. */
  keepOpenFor(work: Promise<unknown>): void;
  /** Calls `listener` after each change, whether by this tab or another. Returns a function that stops these calls. */
  subscribe(listener: () => void): () => void;
}
