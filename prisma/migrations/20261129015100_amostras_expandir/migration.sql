-- fase: expandir
-- Calls drawn at random to be reviewed: how they were drawn, so that the draw can be repeated, and which they are.
SET lock_timeout = '3s';

CREATE TABLE amostras (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE,
  nome text NOT NULL,
  filtro jsonb NOT NULL,
  de date NOT NULL,
  ate date NOT NULL,
  metodo text NOT NULL,
  quantidade integer NOT NULL,
  estrato text NOT NULL,
  semente text NOT NULL,
  universo integer NOT NULL,
  sorteadas integer NOT NULL,
  prazo date,
  pessoas uuid[] NOT NULL DEFAULT '{}',
  autor_id uuid REFERENCES usuarios(id) ON UPDATE CASCADE ON DELETE SET NULL,
  desfeita_em timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT amostras_pkey PRIMARY KEY (id)
);
CREATE INDEX amostras_projeto_id_created_at_id_idx ON amostras (projeto_id, created_at DESC, id DESC);
CREATE INDEX amostras_autor_id_idx ON amostras (autor_id);

-- A call is drawn once: by its key.
CREATE TABLE amostra_itens (
  item_id uuid NOT NULL REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE,
  amostra_id uuid NOT NULL REFERENCES amostras(id) ON UPDATE CASCADE ON DELETE CASCADE,
  empresa_id uuid NOT NULL,
  CONSTRAINT amostra_itens_pkey PRIMARY KEY (item_id)
);
CREATE INDEX amostra_itens_amostra_id_idx ON amostra_itens (amostra_id);
CREATE INDEX amostra_itens_empresa_id_idx ON amostra_itens (empresa_id);
