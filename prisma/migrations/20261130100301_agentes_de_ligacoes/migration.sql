-- A company's number of a person is one person's, and whose calls how many are is read from the roll-up by agent.
CREATE UNIQUE INDEX agentes_matricula_key ON agentes (empresa_id, matricula)
  WHERE matricula IS NOT NULL AND fundido_em_id IS NULL;
CREATE INDEX "chamada_dia_agente_id_idx" ON "chamada_dia"("agente_id");
-- The periods of an extension, as a message of an overlap asks for them.
CREATE INDEX "agente_ramais_empresa_id_ramal_idx" ON "agente_ramais"("empresa_id", "ramal");
