-- An item of a survey or an interview names it, and what it names exists: part 6 stands on that. Until now nothing held the
-- three references, and the generic route took an interview without any.

-- 0. Whoever writes these waits: an item without references that a process of the version before adds after step 3, or a survey that
-- it deletes, would stop the next migration. Readers go on.
LOCK TABLE pesquisas, questionarios, entrevistas, auditoria_itens IN SHARE ROW EXCLUSIVE MODE;

-- 1. What points nowhere, to another company, or stands on a call, is no reference. It is kept in the item's metadata, but of an item
-- whose data were erased: nothing is to stand there (auditoria_itens_dados_apagados_check).
UPDATE auditoria_itens i SET
  metadata = CASE WHEN i.dados_apagados_em IS NOT NULL THEN i.metadata
    ELSE CASE WHEN jsonb_typeof(i.metadata) = 'object' THEN i.metadata ELSE '{}' END
      || jsonb_build_object('vinculo_anterior', jsonb_strip_nulls(jsonb_build_object(
        'pesquisa_id', i.pesquisa_id, 'questionario_id', i.questionario_id, 'entrevista_id', i.entrevista_id,
        'metadata', CASE WHEN jsonb_typeof(i.metadata) <> 'object' THEN i.metadata END))) END,
  pesquisa_id = CASE WHEN v.pesquisa THEN i.pesquisa_id END,
  questionario_id = CASE WHEN v.questionario THEN i.questionario_id END,
  entrevista_id = CASE WHEN v.entrevista THEN i.entrevista_id END
FROM (
  SELECT j.id,
    j.tipo_item IN ('pesquisa', 'entrevista') AND EXISTS (
      SELECT FROM pesquisas p WHERE p.id = j.pesquisa_id AND p.empresa_id = j.empresa_id) AS pesquisa,
    j.tipo_item IN ('pesquisa', 'entrevista') AND EXISTS (
      SELECT FROM questionarios q WHERE q.id = j.questionario_id AND q.empresa_id = j.empresa_id
        AND q.pesquisa_id = j.pesquisa_id) AS questionario,
    j.tipo_item = 'entrevista' AND EXISTS (
      SELECT FROM entrevistas e WHERE e.id = j.entrevista_id AND e.empresa_id = j.empresa_id) AS entrevista
  FROM auditoria_itens j
  WHERE coalesce(j.pesquisa_id, j.questionario_id, j.entrevista_id) IS NOT NULL
) v
WHERE v.id = i.id AND ((i.pesquisa_id IS NOT NULL AND NOT v.pesquisa)
  OR (i.questionario_id IS NOT NULL AND NOT v.questionario) OR (i.entrevista_id IS NOT NULL AND NOT v.entrevista));

-- 2. An interview says which survey and questionnaire it is of.
UPDATE auditoria_itens i SET pesquisa_id = e.pesquisa_id, questionario_id = e.questionario_id
FROM entrevistas e
WHERE e.id = i.entrevista_id AND (i.pesquisa_id, i.questionario_id) IS DISTINCT FROM (e.pesquisa_id, e.questionario_id);

-- 3. Interviews and surveys that name none get one, in their project: the recording was made of something. Who was interviewed, and
-- at which number, stays with the item alone: nothing deletes the interview with it. The interview is held to be done where the item
-- shows that it took place (a recording, or its end); an erased item shows nothing, and no interview is invented for it.
DO $$
DECLARE
  item record;
  pesquisa uuid;
  questionario uuid;
  entrevista uuid;
  feita boolean;
BEGIN
  FOR item IN
    SELECT * FROM auditoria_itens
    WHERE (tipo_item = 'pesquisa' AND pesquisa_id IS NULL) OR (tipo_item = 'entrevista' AND entrevista_id IS NULL)
    ORDER BY created_at, id
  LOOP
    pesquisa := item.pesquisa_id;
    IF pesquisa IS NULL THEN
      SELECT id INTO pesquisa FROM pesquisas
        WHERE projeto_id = item.projeto_id AND titulo = 'Itens sem pesquisa registrada' ORDER BY created_at, id LIMIT 1;
    END IF;
    IF pesquisa IS NULL THEN
      pesquisa := gen_random_uuid();
      INSERT INTO pesquisas (id, empresa_id, projeto_id, titulo, descricao, created_at, updated_at)
      VALUES (pesquisa, item.empresa_id, item.projeto_id, 'Itens sem pesquisa registrada',
        'Itens de pesquisa e entrevista que foram criados sem dizer de qual pesquisa são.', now(), now());
    END IF;
    questionario := NULL;
    entrevista := NULL;
    IF item.tipo_item = 'entrevista' THEN
      questionario := item.questionario_id;
      IF questionario IS NULL THEN
        SELECT id INTO questionario FROM questionarios
          WHERE pesquisa_id = pesquisa AND nome = 'Sem questionário registrado' ORDER BY created_at, id LIMIT 1;
      END IF;
      IF questionario IS NULL THEN
        questionario := gen_random_uuid();
        INSERT INTO questionarios (id, empresa_id, pesquisa_id, nome, ativo, created_at, updated_at)
        VALUES (questionario, item.empresa_id, pesquisa, 'Sem questionário registrado', false, now(), now());
      END IF;
      entrevista := gen_random_uuid();
      feita := num_nonnulls(item.arquivo_path, item.asterisk_filename, item.call_end_time) > 0;
      INSERT INTO entrevistas (id, empresa_id, pesquisa_id, questionario_id, nome_entrevistado, telefone_entrevistado,
        concluida, concluida_em, created_at)
      VALUES (entrevista, item.empresa_id, pesquisa, questionario, '', NULL,
        feita, CASE WHEN feita THEN coalesce(item.call_end_time, item.call_start_time, item.created_at) END, item.created_at);
    END IF;
    UPDATE auditoria_itens SET pesquisa_id = pesquisa, questionario_id = coalesce(questionario, item.questionario_id),
      entrevista_id = entrevista WHERE id = item.id;
  END LOOP;
END $$;

-- 4. Whoever deletes a survey or a questionnaire asks for its items; calls, which have none, are not in here. Before the constraints,
-- under whose lock nobody reads.
CREATE INDEX "auditoria_itens_pesquisa_id_idx" ON "auditoria_itens"("pesquisa_id") WHERE "pesquisa_id" IS NOT NULL;
CREATE INDEX "auditoria_itens_questionario_id_idx" ON "auditoria_itens"("questionario_id") WHERE "questionario_id" IS NOT NULL;

-- 5. From here on every write is held to it; the rows that are there are looked at by the next migration, under a lock that
-- lets everybody write.
ALTER TABLE "auditoria_itens"
  ADD CONSTRAINT "auditoria_itens_pesquisa_id_fkey" FOREIGN KEY ("pesquisa_id") REFERENCES "pesquisas"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID,
  ADD CONSTRAINT "auditoria_itens_questionario_id_fkey" FOREIGN KEY ("questionario_id") REFERENCES "questionarios"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID,
  ADD CONSTRAINT "auditoria_itens_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id")
    ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID,
  ADD CONSTRAINT "auditoria_itens_vinculo_check" CHECK (CASE "tipo_item"
    WHEN 'entrevista' THEN "entrevista_id" IS NOT NULL AND "questionario_id" IS NOT NULL AND "pesquisa_id" IS NOT NULL
    WHEN 'pesquisa' THEN "entrevista_id" IS NULL AND "pesquisa_id" IS NOT NULL
    ELSE "entrevista_id" IS NULL AND "questionario_id" IS NULL AND "pesquisa_id" IS NULL END) NOT VALID;
