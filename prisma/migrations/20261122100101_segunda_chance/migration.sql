-- The second chance of a run: answers by what was asked, verdicts that follow their insight, deletions that wait.

-- An answer is that to one question of one model: the same call may be asked otherwise after a change.
CREATE UNIQUE INDEX "chamadas_provedor_pedido_key"
  ON "chamadas_provedor"("execucao_id", "etapa", "chave", "pedido_hash", "provedor", "modelo");
DROP INDEX "chamadas_provedor_execucao_id_etapa_chave_key";

-- Every analysis page reads a run's costs by it, and a deleted run takes its lines along by it.
CREATE INDEX "linhas_custo_execucao_id_idx" ON "linhas_custo"("execucao_id");

-- What people said of an insight, and a later analysis came to again, counts there.
ALTER TABLE "insights" ADD COLUMN "levado_para" UUID;

-- An object that the storage refuses to delete waits, and holds up nothing behind it.
ALTER TABLE "objetos_pendentes" ADD COLUMN "tentativas" INTEGER NOT NULL DEFAULT 0;
