-- fase: migrar
SET lock_timeout = '3s';

-- Recordings that came in before: those of other media types, and those whose type says nothing of the coding, unless their call was
-- processed and its sound is known to be played. A worker looks at each, one after the other.
INSERT INTO "copias_escuta" ("chave_original", "empresa_id", "tipo")
SELECT i.arquivo_path, i.empresa_id, i.arquivo_tipo FROM "auditoria_itens" i
WHERE i.arquivo_path IS NOT NULL AND (NOT escuta_toca(i.arquivo_tipo) OR i.arquivo_tipo IN ('audio/wav', 'audio/ogg', 'audio/webm'))
  AND NOT coalesce((SELECT r.fatos_audio ->> 'codec' FROM "auditoria_resultados" r
      WHERE r.item_id = i.id AND r.fatos_audio IS NOT NULL
        AND r.created_at >= coalesce(i.arquivo_recebido_em, r.created_at) ORDER BY r.created_at DESC LIMIT 1)
    IN ('pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_alaw', 'pcm_mulaw', 'mp3', 'aac', 'opus', 'vorbis', 'flac'), false)
UNION
SELECT g.chave_objeto, g.empresa_id, g.tipo FROM "gravacoes_anteriores" g
WHERE g.chave_objeto IS NOT NULL AND (NOT escuta_toca(g.tipo) OR g.tipo = 'audio/wav')
UNION
SELECT s.chave_objeto, s.empresa_id, s.tipo FROM "entrevista_segundas" s WHERE s.chave_objeto IS NOT NULL AND NOT escuta_toca(s.tipo)
UNION
SELECT g.chave_objeto, g.empresa_id, g.tipo FROM "lote_gravacoes" g
WHERE g.chave_objeto IS NOT NULL AND (NOT escuta_toca(g.tipo) OR g.tipo = 'audio/wav')
UNION
SELECT g.chave_objeto, g.empresa_id, g.tipo FROM "preparo_gravacoes" g
WHERE g.chave_objeto IS NOT NULL AND (NOT escuta_toca(g.tipo) OR g.tipo = 'audio/wav')
ON CONFLICT ("chave_original") DO NOTHING;
