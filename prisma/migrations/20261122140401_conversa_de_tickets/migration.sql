-- What people write to each other in a ticket, and what was changed of it by whom: both only grow.
CREATE TABLE "ticket_mensagens" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "ticket_id" UUID NOT NULL,
    "usuario_id" UUID,
    "do_operador" BOOLEAN NOT NULL,
    "texto" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_mensagens_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "ticket_mudancas" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "ticket_id" UUID NOT NULL,
    "usuario_id" UUID,
    "campo" TEXT NOT NULL,
    "de" TEXT,
    "para" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_mudancas_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ticket_mensagens_ticket_id_created_at_id_idx" ON "ticket_mensagens" ("ticket_id", "created_at", "id");
CREATE INDEX "ticket_mudancas_ticket_id_created_at_id_idx" ON "ticket_mudancas" ("ticket_id", "created_at", "id");
ALTER TABLE "ticket_mensagens" ADD CONSTRAINT "ticket_mensagens_ticket_id_fkey"
  FOREIGN KEY ("ticket_id") REFERENCES "tickets" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ticket_mudancas" ADD CONSTRAINT "ticket_mudancas_ticket_id_fkey"
  FOREIGN KEY ("ticket_id") REFERENCES "tickets" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
