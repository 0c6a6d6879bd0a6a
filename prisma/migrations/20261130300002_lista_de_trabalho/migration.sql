-- The call report as a work sheet: the indices of its filters and orders, and who has which call to look at.

-- ───────────────────────────── by what was found ─────────────────────────────
-- A page is ten rows, its capped total a thousand: each is met on a walk down one of these, in order, from the index alone.
-- (Every row has a project: the condition that says so makes them partial ones, which schema.prisma need not know.)

CREATE INDEX item_qualidade_entrada_idx ON item_qualidade (projeto_id, entrada DESC, item_id DESC)
  INCLUDE (momento, pontuacao, sentimento, alertas, revisado_por, agente_id) WHERE projeto_id IS NOT NULL;
CREATE INDEX item_qualidade_momento_idx ON item_qualidade (projeto_id, momento DESC, item_id DESC)
  INCLUDE (entrada, pontuacao, sentimento, alertas, revisado_por, agente_id) WHERE projeto_id IS NOT NULL;
CREATE INDEX item_qualidade_pontuacao_idx ON item_qualidade (projeto_id, pontuacao DESC, item_id DESC)
  INCLUDE (entrada, momento, sentimento, alertas, revisado_por, agente_id) WHERE pontuacao IS NOT NULL;
CREATE INDEX item_qualidade_agente_idx ON item_qualidade (projeto_id, agente_id, entrada DESC, item_id DESC)
  INCLUDE (momento, pontuacao, sentimento, alertas, revisado_por) WHERE agente_id IS NOT NULL;
-- Few among many.
CREATE INDEX item_qualidade_alertas_idx ON item_qualidade (projeto_id, alertas DESC, entrada DESC, item_id DESC)
  INCLUDE (momento, pontuacao, sentimento, revisado_por, agente_id) WHERE alertas > 0;
CREATE INDEX item_qualidade_revisado_idx ON item_qualidade (projeto_id, revisado_por, entrada DESC, item_id DESC)
  INCLUDE (momento, pontuacao, sentimento, alertas, agente_id) WHERE revisado_por IS NOT NULL;

-- ───────────────────────────── by the call itself ─────────────────────────────

CREATE INDEX auditoria_itens_agente_entrada_idx ON auditoria_itens (projeto_id, agente_id, created_at DESC, id DESC)
  WHERE agente_id IS NOT NULL;
CREATE INDEX auditoria_itens_duracao_idx ON auditoria_itens (projeto_id, call_duration DESC, id DESC)
  WHERE call_duration IS NOT NULL;

-- ───────────────────────────── who looks at it ─────────────────────────────

-- One a call. `usuario_id` null: nobody, by a person's word. `lote_id` and `anterior_id`: by which assignment, and who had it before,
-- so that the whole of it can be undone.
CREATE TABLE item_atribuicoes (
    "item_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "usuario_id" UUID,
    "atribuido_por" UUID NOT NULL,
    "atribuido_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lote_id" UUID,
    "anterior_id" UUID,

    CONSTRAINT "item_atribuicoes_pkey" PRIMARY KEY ("item_id")
);
CREATE INDEX "item_atribuicoes_usuario_id_item_id_idx" ON "item_atribuicoes"("usuario_id", "item_id");
CREATE INDEX "item_atribuicoes_lote_id_idx" ON "item_atribuicoes"("lote_id");
ALTER TABLE "item_atribuicoes" ADD CONSTRAINT "item_atribuicoes_item_id_fkey"
  FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "item_atribuicoes" ADD CONSTRAINT "item_atribuicoes_usuario_id_fkey"
  FOREIGN KEY ("usuario_id") REFERENCES "usuarios"("id") ON DELETE SET NULL ON UPDATE CASCADE;
