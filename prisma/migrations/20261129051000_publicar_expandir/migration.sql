-- fase: expandir
-- Interviews take the version published last. Every version so far was in use from its creation; one that was taken up
-- again after a newer one was made is in use since it was last taken.
SET lock_timeout = '3s';
ALTER TABLE "questionario_versoes" ADD COLUMN "publicada_em" TIMESTAMPTZ(3), ADD COLUMN "publicada_por" UUID;
UPDATE "questionario_versoes" v SET "publicada_por" = v.criada_por, "publicada_em" = CASE
    WHEN v.numero < n.numero AND v.levada_em > n.created_at AND v.levada_em > coalesce(n.levada_em, n.created_at) THEN v.levada_em
    ELSE v.created_at END
  FROM (SELECT DISTINCT ON (questionario_id) questionario_id, numero, created_at, levada_em FROM "questionario_versoes"
    ORDER BY questionario_id, numero DESC) n
  WHERE n.questionario_id = v.questionario_id;
