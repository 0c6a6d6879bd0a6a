-- Comments on insights: several, each with its author and time, where one text stood that the next person overwrote.
CREATE TABLE "insight_comentarios" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "insight_id" UUID NOT NULL,
    "usuario_id" UUID,
    "texto" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "insight_comentarios_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "insight_comentarios_insight_id_created_at_id_idx" ON "insight_comentarios" ("insight_id", "created_at", "id");

ALTER TABLE "insight_comentarios" ADD CONSTRAINT "insight_comentarios_insight_id_fkey"
  FOREIGN KEY ("insight_id") REFERENCES "insights" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was written until now. Who wrote it, and when, stands in the register of actions (its newest line is of the text
-- that is left); without a line the author is unknown and the row's last change is the nearest time there is.
INSERT INTO insight_comentarios (id, empresa_id, insight_id, usuario_id, texto, created_at)
  SELECT gen_random_uuid(), g.empresa_id, g.id, r.usuario_id, g.feedback, coalesce(r.created_at, g.updated_at)
  FROM insights g
  LEFT JOIN LATERAL (
    SELECT a.usuario_id, a.created_at FROM registros_acesso a
    WHERE a.acao = 'insight_feedback' AND a.recurso_id = g.id::text
    ORDER BY a.created_at DESC, a.id DESC LIMIT 1
  ) r ON true
  WHERE btrim(g.feedback) <> '';

ALTER TABLE "insights" DROP COLUMN "feedback";
