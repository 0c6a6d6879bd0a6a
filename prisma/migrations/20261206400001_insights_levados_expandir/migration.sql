-- fase: expandir
-- Which of a person's reviews are of insights that a later run took over: a few, found without reading the rows of all that they reviewed
-- (api/src/features/insights/queue-repo.ts: readBesideQueue).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_levados_idx" ON "insights" ("id") WHERE "levado_para" IS NOT NULL;
