-- fase: expandir
-- Sentences of a provider that cannot be what was said, left out of a transcript: how many, where and why. Null: none.
SET lock_timeout = '3s';
ALTER TABLE "auditoria_resultados" ADD COLUMN "falas_deixadas" JSONB;
