-- Bulk runs (docs/decisions/0012-tasks.md): a task that may pause, which run it asked for, and what a project may spend in a month.

ALTER TABLE tarefas
  ADD COLUMN pausar_em timestamptz(3),
  -- Whoever stopped it also wants the runs back that nobody has begun.
  ADD COLUMN retirar boolean NOT NULL DEFAULT false;
ALTER TABLE tarefas DROP CONSTRAINT tarefas_status_check;
ALTER TABLE tarefas ADD CONSTRAINT tarefas_status_check
  CHECK (status IN ('pendente', 'executando', 'pausada', 'concluida', 'erro', 'cancelada')) NOT VALID;
ALTER TABLE tarefas VALIDATE CONSTRAINT tarefas_status_check;

-- No foreign key: tasks go 30 days after their end, their runs stay.
ALTER TABLE execucoes ADD COLUMN tarefa_id uuid;
CREATE INDEX execucoes_tarefa_idx ON execucoes (tarefa_id, status, terminada_em) WHERE tarefa_id IS NOT NULL;

-- null: no limit. They bind bulk runs; what a person asks for by hand counts, and is not held up.
ALTER TABLE projetos ADD COLUMN teto_creditos_mes integer, ADD COLUMN teto_itens_mes integer;
ALTER TABLE projetos ADD CONSTRAINT projetos_tetos_check
  CHECK (coalesce(teto_creditos_mes, 0) >= 0 AND coalesce(teto_itens_mes, 0) >= 0) NOT VALID;
ALTER TABLE projetos VALIDATE CONSTRAINT projetos_tetos_check;

-- What a project's runs took, by the month (São Paulo) in which they were asked for; what was given back is not counted.
CREATE TABLE "projeto_consumo_mes" (
    "projeto_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "mes" DATE NOT NULL,
    "creditos" INTEGER NOT NULL,
    "itens" INTEGER NOT NULL,

    CONSTRAINT "projeto_consumo_mes_pkey" PRIMARY KEY ("projeto_id", "mes")
);
ALTER TABLE "projeto_consumo_mes" ADD CONSTRAINT "projeto_consumo_mes_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE projeto_consumo_mes SET (fillfactor = 50);

-- Whoever writes such an entry holds the company's row, and with it the turn to write these.
CREATE FUNCTION escuta_consumo_do_projeto() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO projeto_consumo_mes AS c (projeto_id, empresa_id, mes, creditos, itens)
    SELECT x.projeto_id, x.empresa_id, date_trunc('month', escuta_dia(x.created_at))::date, -sum(n.quantidade),
      sum(CASE n.tipo WHEN 'reserva' THEN 1 ELSE -1 END)
    FROM novos n JOIN execucoes x ON x.id = n.execucao_id
    WHERE n.tipo IN ('reserva', 'estorno')
    GROUP BY 1, 2, 3 ORDER BY 1, 3
  ON CONFLICT (projeto_id, mes) DO UPDATE SET
    creditos = c.creditos + excluded.creditos, itens = c.itens + excluded.itens;
  RETURN NULL;
END $$;
CREATE TRIGGER credito_lancamentos_consumo AFTER INSERT ON credito_lancamentos
  REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_consumo_do_projeto();

-- The months that a limit can still ask about.
INSERT INTO projeto_consumo_mes (projeto_id, empresa_id, mes, creditos, itens)
  SELECT x.projeto_id, x.empresa_id, date_trunc('month', escuta_dia(x.created_at))::date, -sum(l.quantidade),
    sum(CASE l.tipo WHEN 'reserva' THEN 1 ELSE -1 END)
  FROM credito_lancamentos l JOIN execucoes x ON x.id = l.execucao_id JOIN projetos p ON p.id = x.projeto_id
  WHERE l.tipo IN ('reserva', 'estorno') AND x.created_at >= date_trunc('month', now()) - interval '1 month'
  GROUP BY 1, 2, 3;
