/** Events of an interview (entrevista_eventos.tipo). Answers derive from 'resposta_alterada'. */
export const TIPOS_EVENTO = [
  'iniciada',
  'resposta_alterada',
  'gravacao_recebida',
  'interrompida',
  'retomada',
  /** The interview ended politely, by a screening answer or a full quota. */
  'encerrada',
  'finalizada',
] as const;
export type TipoEvento = (typeof TIPOS_EVENTO)[number];

export type RespostaDada = { opcoes: readonly string[]; texto: string | null };

export const SITUACOES_ENTREVISTA = ['em_andamento', 'concluida', 'interrompida'] as const;
export type SituacaoEntrevista = (typeof SITUACOES_ENTREVISTA)[number];

/** The interviewer's statement about the recording; 'recusada': the respondent refused to be recorded. */
export const GRAVACOES_ENTREVISTA = ['esperada', 'recusada', 'sem_gravacao'] as const;
export type GravacaoEntrevista = (typeof GRAVACOES_ENTREVISTA)[number];

/** Time without contact, ms, after which an open interview waits for its device ('Aguardando o aparelho'). */
export const AGUARDA_APARELHO_MS = 10 * 60_000;

/** True if an open interview waits for its device. Times in ms. */
export function awaitsDevice(
  situacao: SituacaoEntrevista,
  ultimoContatoMs: number,
  agoraMs: number,
): boolean {
  return situacao === 'em_andamento' && agoraMs - ultimoContatoMs > AGUARDA_APARELHO_MS;
}
