-- Who speaks stands on the sentence, no longer on its channel: one channel may hold several voices. And sentences are written
-- once, by the transcription: what the text analysis says of each stands in the analysis.

-- 0. Whoever writes these waits: what a process of the version before wrote between the copy and the DROP would be lost with the
-- old table. Readers go on. In the order in which that version's statements take the tables, so that neither waits for the other.
LOCK TABLE auditoria_resultados, transcricoes, sentencas IN SHARE ROW EXCLUSIVE MODE;

-- 1. Sentiment and offensive words go to the analysis, by the sentence's number. A word that the analysis itself does not
-- name (rows by other hands than the product's) is added to its list; so is an analysis where there was none.
WITH ditas AS (
  SELECT t.resultado_id,
    jsonb_object_agg(s.ordem::text, s.sentimento) FILTER (WHERE s.sentimento IS NOT NULL) AS sentimentos,
    jsonb_agg(s.ordem) FILTER (WHERE s.ofensas <> '[]') AS com_ofensas
  FROM transcricoes t JOIN sentencas s ON s.transcricao_id = t.id
  WHERE s.sentimento IS NOT NULL OR s.ofensas <> '[]'
  GROUP BY t.resultado_id
), faltando AS (
  SELECT d.resultado_id,
    jsonb_agg(jsonb_build_object('ordem', s.ordem, 'termo', o.termo, 'citacao', s.texto, 'contexto', '') ORDER BY s.ordem) AS ofensas
  FROM ditas d JOIN auditoria_resultados r ON r.id = d.resultado_id
  JOIN transcricoes t ON t.resultado_id = r.id
  JOIN sentencas s ON s.transcricao_id = t.id AND jsonb_typeof(s.ofensas) = 'array'
  CROSS JOIN LATERAL jsonb_array_elements_text(s.ofensas) AS o (termo)
  WHERE d.com_ofensas IS NOT NULL
    AND NOT coalesce(r.analise_texto -> 'ofensas', '[]')
      @> jsonb_build_array(jsonb_build_object('ordem', s.ordem, 'termo', o.termo))
  GROUP BY d.resultado_id
)
UPDATE auditoria_resultados r SET analise_texto =
  CASE WHEN r.analise_texto IS NULL OR jsonb_typeof(r.analise_texto) <> 'object' THEN
    '{"resumo": null, "sentimentoGeral": null, "sentimentoPorQuarto": [null, null, null, null], "ofensas": [], "respostas": null, "modelo": ""}'
  ELSE r.analise_texto END
  || jsonb_build_object('sentimentos', coalesce(d.sentimentos, '{}'))
  || CASE WHEN f.ofensas IS NULL THEN '{}'
     ELSE jsonb_build_object('ofensas', coalesce(r.analise_texto -> 'ofensas', '[]') || f.ofensas) END
FROM ditas d LEFT JOIN faltando f ON f.resultado_id = d.resultado_id
WHERE r.id = d.resultado_id;

UPDATE auditoria_resultados SET analise_texto = analise_texto || '{"sentimentos": {}}'
WHERE jsonb_typeof(analise_texto) = 'object' AND NOT analise_texto ? 'sentimentos';

-- 2. The sentences, written anew once, each with the role that its channel had: an update of every row would leave the table
-- twice as large.
CREATE TABLE "sentencas_novas" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "transcricao_id" UUID NOT NULL,
    "ordem" INTEGER NOT NULL,
    "texto" TEXT NOT NULL,
    "start_ms" INTEGER NOT NULL,
    "end_ms" INTEGER NOT NULL,
    "confianca" DOUBLE PRECISION,
    "falante" TEXT NOT NULL
);

INSERT INTO "sentencas_novas" (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, confianca, falante)
SELECT s.id, s.empresa_id, s.transcricao_id, s.ordem, s.texto, s.start_ms, s.end_ms, s.confianca,
  CASE WHEN t.papel IN ('agente', 'cliente', 'entrevistador', 'entrevistado') THEN t.papel ELSE 'desconhecido' END
FROM sentencas s JOIN transcricoes t ON t.id = s.transcricao_id;

DO $$
BEGIN
  IF (SELECT count(*) FROM "sentencas") <> (SELECT count(*) FROM "sentencas_novas") THEN
    RAISE EXCEPTION 'Nem todas as sentenças foram levadas para a tabela nova';
  END IF;
END $$;

DROP TABLE "sentencas";
ALTER TABLE "sentencas_novas" RENAME TO "sentencas";
ALTER TABLE "sentencas" ADD CONSTRAINT "sentencas_pkey" PRIMARY KEY ("id");
CREATE UNIQUE INDEX "sentencas_transcricao_id_ordem_key" ON "sentencas"("transcricao_id", "ordem");
ALTER TABLE "sentencas" ADD CONSTRAINT "sentencas_transcricao_id_fkey"
  FOREIGN KEY ("transcricao_id") REFERENCES "transcricoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- shared/src/domain/profiles/roles.ts FALANTES.
ALTER TABLE "sentencas" ADD CONSTRAINT "sentencas_falante_check" CHECK ("falante" IN ('agente', 'cliente', 'entrevistador',
  'entrevistado', 'desconhecido', 'voz_1', 'voz_2', 'voz_3', 'voz_4', 'voz_5', 'voz_6', 'voz_7', 'voz_8'));

ALTER TABLE "transcricoes" DROP COLUMN "papel";
