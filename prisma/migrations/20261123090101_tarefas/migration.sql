-- Everything long that somebody asked for, done by the worker (docs/decisions/0012-tasks.md). empresa_id null: of the whole
-- installation, an administrator's.
CREATE TABLE tarefas (
  id uuid PRIMARY KEY,
  empresa_id uuid REFERENCES empresas (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  tipo text NOT NULL,
  autor_id uuid,
  request_id text,
  parametros jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pendente'
    CHECK (status IN ('pendente', 'executando', 'concluida', 'erro', 'cancelada')),
  feito integer NOT NULL DEFAULT 0,
  total integer,
  falhas integer NOT NULL DEFAULT 0,
  cursor jsonb,
  resultado jsonb,
  erro text,
  codigo_erro text,
  versao integer NOT NULL DEFAULT 0,
  tentativas integer NOT NULL DEFAULT 0,
  lease_ate timestamptz(3),
  proxima_em timestamptz(3) NOT NULL DEFAULT now(),
  vez_em timestamptz(3) NOT NULL DEFAULT now(),
  cancelar_em timestamptz(3),
  cancelada_por uuid,
  expira_em timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  iniciada_em timestamptz(3),
  terminada_em timestamptz(3)
);
-- Few rows are open at once: what workers look for, and what a company's limit counts.
CREATE INDEX tarefas_abertas_idx ON tarefas (empresa_id, vez_em) WHERE status IN ('pendente', 'executando');
CREATE INDEX tarefas_expiram_idx ON tarefas (expira_em) WHERE expira_em IS NOT NULL;
CREATE INDEX tarefas_empresa_id_created_at_id_idx ON tarefas (empresa_id, created_at DESC, id DESC);
CREATE INDEX tarefas_created_at_id_idx ON tarefas (created_at DESC, id DESC);

-- A click goes before bulk: 0 asked for by somebody who waits for this very item, 2 one of many. Within a company the relay
-- admits by priority, then by age.
ALTER TABLE execucoes ADD COLUMN prioridade smallint NOT NULL DEFAULT 0;
UPDATE execucoes SET prioridade = 2 WHERE status = 'na_fila' AND admitida_em IS NULL AND origem = 'lote';
DROP INDEX execucoes_espera_idx;
CREATE INDEX execucoes_espera_idx ON execucoes (empresa_id, prioridade, created_at, id)
  WHERE status = 'na_fila' AND admitida_em IS NULL;
