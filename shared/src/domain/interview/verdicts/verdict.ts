/** Facts about a question of an interview, and the verdict that follows. */
import { type FalhaPlanilha, isUnreadCell } from '../comparison/sheet-cell.ts';

/** Reading quality (behaviour coding; Ongena & Dijkstra 2006). 'verificacao' only confirms an earlier statement. */
export const LEITURAS = ['exata', 'menor', 'maior', 'verificacao', 'nao_feita', 'inaudivel'] as const;
export type Leitura = (typeof LEITURAS)[number];

export const CONDUCOES = ['neutra', 'sondagem_adequada', 'diretiva'] as const;
export type Conducao = (typeof CONDUCOES)[number];

/** 'qualificada': with a reservation ('acho que uns quarenta'). */
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

export const COMPARACOES = [
  'compativel',
  'parcial',
  'incompativel',
  'so_digitada',
  'so_falada',
  'nao_comparavel',
] as const;
export type Comparacao = (typeof COMPARACOES)[number];

/** In order of precedence: a question gets the first verdict that applies. */
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
 * `provado`: proven by a quote of the right speaker; 'nao_feita' by proven absence; 'incompativel' by contradicting
 * values or a second model.
 */
type Achado<T> = { codigo: T; provado: boolean };

export type FatosDaResposta = {
  /** False if the questionnaire skips the question; true also if an unread cell leaves this unknown (`planilha`). */
  aplicavel: boolean;
  digitada: boolean;
  /** False if the recording has a gap or untranscribable speech at the answer. Code decides this, never a model. */
  audivel: boolean;
  leitura: Achado<Leitura>;
  conducao: Achado<Conducao>;
  resposta: Achado<RespostaFalada>;
  comparacao: Achado<Comparacao>;
  /** True if noise or missing sound covers the words that support an accusation. */
  danificado?: boolean;
  planilha?: FalhaPlanilha | null;
};

const wasAnswered = ({ codigo, provado }: Achado<RespostaFalada>): boolean =>
  provado && codigo !== 'ausente' && codigo !== 'inaudivel';

/**
 * The verdict on a question. The accusations 'nao_perguntada', 'induzida' and 'diverge' need proof, undamaged sound and
 * a read cell; else they become 'a_revisar'.
 */
export function verdictOf(fatos: FatosDaResposta): Veredito {
  const veredito = verdictOfSound(fatos);
  return (fatos.danificado || fatos.planilha) && ACUSACOES.has(veredito) ? 'a_revisar' : veredito;
}

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
