-- The administrator's panel reads some months of every project's days: rows come in the order of their days, so a few bytes
-- a range of pages tell which of them hold a month. Unlike a btree it costs the writers nothing.
CREATE INDEX "projeto_rollup_dia_dia_idx" ON "projeto_rollup_dia" USING BRIN ("dia") WITH (pages_per_range = 32);
