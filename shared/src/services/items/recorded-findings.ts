import type { Db } from '@escuta/prisma/db';
import type { ExemploGravado } from '../../domain/transcripts/recorded-example.ts';
import { newId } from '../../platform/database/ids.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';

/** The findings' concluded run; fields have column names. */
export type RecordedRun = {
  empresa_id: string;
  projeto_id: string;
  auditoria_id: string;
  item_id: string;
  execucao_id: string;
};

type Recorded = {
  gravado: ExemploGravado;
  nomeArquivo: string;
  picosChave: string;
  /** Versions by the built-in template's name; insights of other templates are left out. */
  versions: ReadonlyMap<string, string>;
  at: Date;
};

/** Inserts a recorded analysis like the worker, but without costs and the provider's answer. */
export async function insertRecordedFindings(
  tx: Db,
  run: RecordedRun,
  { gravado, nomeArquivo, picosChave, versions, at }: Recorded,
): Promise<void> {
  const resultado = newId();
  const { empresa_id, projeto_id, item_id } = run;
  await insertRows(tx, 'auditoria_resultados', [
    {
      id: resultado,
      ...run,
      status_processamento: 'concluido',
      nome_arquivo: nomeArquivo,
      fatos_audio: gravado.fatosAudio,
      picos_path: picosChave,
      analise_texto: gravado.analiseTexto,
      processado_em: at,
      created_at: at,
      updated_at: at,
    },
  ]);
  const sides = gravado.transcricoes.map((side) => ({ ...side, id: newId() }));
  await insertRows(
    tx,
    'transcricoes',
    sides.map(({ sentencas: _, ...side }) => ({
      ...side,
      empresa_id,
      projeto_id,
      item_id,
      resultado_id: resultado,
    })),
  );
  await insertRows(
    tx,
    'sentencas',
    sides.flatMap(({ id, sentencas }) =>
      sentencas.map((sentence) => ({ ...sentence, id: newId(), empresa_id, transcricao_id: id })),
    ),
  );
  const insights = gravado.insights.flatMap((insight) => {
    const version = versions.get(insight.template);
    return version === undefined ? [] : [{ ...insight, version, id: newId() }];
  });
  await insertRows(
    tx,
    'insights',
    insights.map(({ template: _, evidencias: __, version, ...insight }) => ({
      ...insight,
      ...run,
      template_versao_id: version,
      status_processamento: 'concluido',
      validado_humano: false,
      processed_at: at,
      created_at: at,
      updated_at: at,
    })),
  );
  await insertRows(
    tx,
    'evidencias',
    insights.flatMap(({ id, evidencias }) =>
      evidencias.map((quote) => ({ ...quote, id: newId(), empresa_id, insight_id: id })),
    ),
  );
}
