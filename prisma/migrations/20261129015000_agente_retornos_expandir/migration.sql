-- fase: expandir
-- Feedback that a supervisor gives an agent, of a call or in general; the agent sees it and answers once.
SET lock_timeout = '3s';

CREATE TABLE agente_retornos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  agente_id uuid NOT NULL REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE CASCADE,
  item_id uuid REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE,
  criterio text,
  inicio_ms integer,
  texto text NOT NULL,
  autor_id uuid REFERENCES usuarios(id) ON UPDATE CASCADE ON DELETE SET NULL,
  visto_em timestamptz(3),
  resposta text,
  respondido_em timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT agente_retornos_pkey PRIMARY KEY (id)
);
CREATE INDEX agente_retornos_agente_id_created_at_id_idx ON agente_retornos (agente_id, created_at DESC, id DESC);
CREATE INDEX agente_retornos_item_id_idx ON agente_retornos (item_id);
CREATE INDEX agente_retornos_autor_id_idx ON agente_retornos (autor_id);
