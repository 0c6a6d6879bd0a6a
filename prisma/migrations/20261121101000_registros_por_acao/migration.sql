-- The audit log by what was done and by who did it, newest first.
CREATE INDEX "registros_acesso_acao_created_at_idx" ON "registros_acesso"("acao", "created_at" DESC);
CREATE INDEX "registros_acesso_usuario_id_created_at_idx" ON "registros_acesso"("usuario_id", "created_at" DESC);

-- Audits of every company, newest first.
CREATE INDEX "auditorias_created_at_id_idx" ON "auditorias"("created_at" DESC, "id" DESC);
