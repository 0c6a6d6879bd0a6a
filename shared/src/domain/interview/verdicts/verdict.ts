/** What was found out about one question of one interview, and what follows from it. */
import { type FalhaPlanilha, isUnreadCell } from '../comparison/sheet-cell.ts';

/** How it was read (behaviour coding; Ongena & Dijkstra 2006). 'verificacao': asked back what had been told already. */
export const LEITURAS = ['exata', 'menor', 'maior', 'verificacao', 'nao_feita', 'inaudivel'] as const;
export type Leitura = (typeof LEITURAS)[number];

/** How the answer was sought. */
export const CONDUCOES = ['neutra', 'sondagem_adequada', 'diretiva'] as const;
export type Conducao = (typeof CONDUCOES)[number];

/** What the respondent said. 'qualificada': with a reservation ('acho que uns quarenta'). */
export const RESPOSTAS_FALADAS = [
  'adequada',
  'qualificada',
  'inadequada',
  'nao_sabe',
  'recusa',
  'ausente',
  'inaudivel',
] as const;
export type RespostaFalada = (typeof RESPOSTAS_FALADAS)[number];

/** The spoken answer beside the typed one. */
export const COMPARACOES = [
  'compativel',
  'parcial',
  'incompativel',
  'so_digitada',
  'so_falada',
  'nao_comparavel',
] as const;
export type Comparacao = (typeof COMPARACOES)[number];

/** By precedence: the first that stands is the cell's. */
export const VEREDITOS = [
  'nao_se_aplica',
  'inaudivel',
  'a_revisar',
  'nao_perguntada',
  'induzida',
  'diverge',
  'confere',
] as const;
export type Veredito = (typeof VEREDITOS)[number];

/**
 * A finding and whether it is proven: a quote that stands in the transcript, said by whom it has to be said; for
 * 'nao_feita' the proof of absence (both neighbours found, the gap between them heard); for 'incompativel' a contradiction
 * of the values, or a second model's, under a proven quote.
 */
type Achado<T> = { codigo: T; provado: boolean };

export type FatosDaResposta = {
  /** False where the questionnaire leads past the question; true where nobody knows (`planilha`). */
  aplicavel: boolean;
  /** Whether anything was typed. */
  digitada: boolean;
  /** False where the recording has a gap there, or speech that gave no usable text: found by code, never by a model. */
  audivel: boolean;
  leitura: Achado<Leitura>;
  conducao: Achado<Conducao>;
  resposta: Achado<RespostaFalada>;
  comparacao: Achado<Comparacao>;
  /** Noise lies over what would accuse somebody, or sound is missing there. Missing: neither. */
  danificado?: boolean;
  /** The fault of the sheet that the verdict rests on. Missing: none. */
  planilha?: FalhaPlanilha | null;
};

const wasAnswered = ({ codigo, provado }: Achado<RespostaFalada>): boolean =>
  provado && codigo !== 'ausente' && codigo !== 'inaudivel';

/**
 * The verdict on one question of one interview. Nobody asks a model for it: reading, conduct, spoken answer and comparison
 * are established apart, and this function alone turns them into one of seven. 'nao_perguntada', 'induzida' and 'diverge'
 * accuse somebody: without positive proof, over damaged sound, or resting on an unread cell of the sheet they become
 * 'a_revisar'.
 */
export function verdictOf(fatos: FatosDaResposta): Veredito {
  const veredito = verdictOfSound(fatos);
  return (fatos.danificado || fatos.planilha) && ACUSACOES.has(veredito) ? 'a_revisar' : veredito;
}

/** Verdicts that accuse whoever interviewed. */
export const ACUSACOES: ReadonlySet<Veredito> = new Set(['nao_perguntada', 'induzida', 'diverge']);

function verdictOfSound(fatos: FatosDaResposta): Veredito {
  const { leitura, conducao, resposta, comparacao } = fatos;
  const asked = leitura.codigo !== 'nao_feita';
  if (!fatos.aplicavel) return 'nao_se_aplica';
  if (isUnreadCell(fatos.planilha)) return fatos.audivel ? 'a_revisar' : 'inaudivel';
  if (!asked && !fatos.digitada && !wasAnswered(resposta)) return 'nao_se_aplica';
  if (!fatos.audivel) return 'inaudivel';
  if (!leitura.provado || leitura.codigo === 'inaudivel') return 'a_revisar';
  if (!asked) return wasAnswered(resposta) ? 'a_revisar' : 'nao_perguntada';
  if (conducao.codigo === 'diretiva') return conducao.provado ? 'induzida' : 'a_revisar';
  if (!wasAnswered(resposta) || !comparacao.provado) return 'a_revisar';
  if (comparacao.codigo === 'compativel') return 'confere';
  if (comparacao.codigo === 'incompativel' || comparacao.codigo === 'so_falada') return 'diverge';
  return 'a_revisar';
}
