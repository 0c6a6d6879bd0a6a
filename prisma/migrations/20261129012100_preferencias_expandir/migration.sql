-- fase: expandir
-- A person's choices for the screens of one company: a list's columns, the messages that they want.
SET lock_timeout = '3s';

CREATE TABLE preferencias (
  usuario_id uuid NOT NULL REFERENCES usuarios(id) ON UPDATE CASCADE ON DELETE CASCADE,
  empresa_id uuid NOT NULL REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE CASCADE,
  chave text NOT NULL,
  valor jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT preferencias_pkey PRIMARY KEY (usuario_id, empresa_id, chave)
);
CREATE INDEX preferencias_empresa_id_chave_idx ON preferencias (empresa_id, chave);
