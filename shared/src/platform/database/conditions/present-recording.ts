/**
 * SQL: whether an analysis is about the recording that its item `i` has now. A run from before its audio stage kept the recording counts as
 * one about it.
 */

/** A condition on the output of the run's audio stage. @param saida the column, as `x.saida` */
export const ofPresentRecording = <const T extends string>(saida: T) =>
  `coalesce(${saida} ->> 'arquivoPath', i.arquivo_path) is not distinct from i.arquivo_path` as const;

/** The same where that stage is not joined. @param execucaoId the run's column, as `r.execucao_id` */
export const runOfPresentRecording = <const T extends string>(execucaoId: T) =>
  ofPresentRecording(
    `(select ap.saida from execucao_etapas ap where ap.execucao_id = ${execucaoId} and ap.etapa = 'audio')` as const,
  );

/**
 * Whether a run `x` is about the recording that its item `i` has now, for runs that failed early too: as its audio stage says; of one that
 * ended before that, as the time of the two says.
 */
export const RUN_IS_OF_PRESENT =
  `coalesce((select ap.saida ->> 'arquivoPath' = i.arquivo_path from execucao_etapas ap
    where ap.execucao_id = x.id and ap.etapa = 'audio' and ap.saida ->> 'arquivoPath' is not null),
  x.created_at > coalesce(i.arquivo_recebido_em, '-infinity') and not exists (select from gravacoes_anteriores ga
    where ga.item_id = i.id and ga.recebida_em > coalesce(i.arquivo_recebido_em, '-infinity') and x.created_at > ga.recebida_em))` as const;
