/** What happens in an interview (entrevista_eventos.tipo). Answers are the projection of 'resposta_alterada'. */
export const TIPOS_EVENTO = [
  'iniciada',
  'resposta_alterada',
  'gravacao_recebida',
  'interrompida',
  'retomada',
  'finalizada',
] as const;
export type TipoEvento = (typeof TIPOS_EVENTO)[number];

/** An answer as it is typed: ids of options, or a text. */
export type RespostaDada = { opcoes: readonly string[]; texto: string | null };

export const SITUACOES_ENTREVISTA = ['em_andamento', 'concluida', 'interrompida'] as const;
export type SituacaoEntrevista = (typeof SITUACOES_ENTREVISTA)[number];

/** What became of the recording, as whoever did the interview says: 'recusada' by the respondent. */
export const GRAVACOES_ENTREVISTA = ['esperada', 'recusada', 'sem_gravacao'] as const;
export type GravacaoEntrevista = (typeof GRAVACOES_ENTREVISTA)[number];

/** A device that has said nothing for so long is waited for ('Aguardando o aparelho'), ms. */
export const AGUARDA_APARELHO_MS = 10 * 60_000;

/** Whether an interview that goes on waits for its device. Times in ms. */
export function awaitsDevice(
  situacao: SituacaoEntrevista,
  ultimoContatoMs: number,
  agoraMs: number,
): boolean {
  return situacao === 'em_andamento' && agoraMs - ultimoContatoMs > AGUARDA_APARELHO_MS;
}
