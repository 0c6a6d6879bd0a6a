/**
 * True if a run's audio stage used item `i`'s present recording, or names no recording.
 * @param saida the stage's output, like `x.saida`
 */
export const ofPresentRecording = <const T extends string>(saida: T) =>
  `coalesce(${saida} ->> 'arquivoPath', i.arquivo_path) is not distinct from i.arquivo_path` as const;

/**
 * Like `ofPresentRecording`, without a join to the audio stage.
 * @param execucaoId the run's column, like `r.execucao_id`
 */
export const runOfPresentRecording = <const T extends string>(execucaoId: T) =>
  ofPresentRecording(
    `(select ap.saida from execucao_etapas ap where ap.execucao_id = ${execucaoId} and ap.etapa = 'audio')` as const,
  );

/** True if run `x` used item `i`'s present recording, by its audio stage, or else by its time. */
export const RUN_IS_OF_PRESENT =
  `coalesce((select ap.saida ->> 'arquivoPath' = i.arquivo_path from execucao_etapas ap
    where ap.execucao_id = x.id and ap.etapa = 'audio' and ap.saida ->> 'arquivoPath' is not null),
  x.created_at > coalesce(i.arquivo_recebido_em, '-infinity') and not exists (select from gravacoes_anteriores ga
    where ga.item_id = i.id and ga.recebida_em > coalesce(i.arquivo_recebido_em, '-infinity')
      and x.created_at > ga.recebida_em))` as const;
