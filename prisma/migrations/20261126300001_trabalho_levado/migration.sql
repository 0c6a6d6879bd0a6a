-- What people said of an interview's answer, or corrected in its transcript, and a later analysis took over, counts there; what no later
-- one took over is shown as such.
ALTER TABLE "confronto_revisoes" ADD COLUMN "levada_para" UUID;
ALTER TABLE "sentenca_correcoes" ADD COLUMN "levada_para" UUID;

-- What was carried before this was kept: the copy has the same author, moment and words.
UPDATE "confronto_revisoes" r SET "levada_para" = n.id
FROM "confrontos" o, "confrontos" c, "confronto_revisoes" n
WHERE r.em_vigor AND o.id = r.confronto_id AND c.entrevista_id = o.entrevista_id AND c.pergunta_id = o.pergunta_id
  AND c.created_at > o.created_at AND n.confronto_id = c.id AND n.usuario_id = r.usuario_id AND n.created_at = r.created_at
  AND n.veredito = r.veredito;
UPDATE "sentenca_correcoes" a SET "levada_para" = n.id
FROM "sentencas" s, "transcricoes" t, "auditoria_resultados" r, "sentenca_correcoes" n, "sentencas" ns, "transcricoes" nt,
  "auditoria_resultados" nr
WHERE a.em_vigor AND s.id = a.sentenca_id AND t.id = s.transcricao_id AND r.id = t.resultado_id
  AND n.item_id = a.item_id AND n.id <> a.id AND n.usuario_id = a.usuario_id AND n.created_at = a.created_at
  AND n.texto IS NOT DISTINCT FROM a.texto AND n.falante IS NOT DISTINCT FROM a.falante
  AND ns.id = n.sentenca_id AND ns.ordem = s.ordem AND nt.id = ns.transcricao_id AND nt.canal = t.canal
  AND nr.id = nt.resultado_id AND nr.created_at > r.created_at AND nr.status_processamento = 'concluido';
