-- Rows of a sheet that people left out: few of many, asked for each time that a preparation is looked at.
CREATE INDEX "preparo_linhas_fora_idx" ON "preparo_linhas"("preparo_id", "n") WHERE "nao_auditar";
