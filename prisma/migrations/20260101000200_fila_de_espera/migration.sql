-- The relay's two questions, each answered from a small index however many runs have ended: which runs wait for their
-- company's turn (oldest first), and how many of each company are under way.
CREATE INDEX execucoes_espera_idx ON execucoes (empresa_id, created_at, id)
  WHERE status = 'na_fila' AND admitida_em IS NULL;
CREATE INDEX execucoes_abertas_idx ON execucoes (empresa_id, id)
  WHERE status IN ('na_fila', 'executando') AND admitida_em IS NOT NULL;
-- What the sweeper deletes: sent messages, oldest first.
CREATE INDEX outbox_mensagens_enviada_idx ON outbox_mensagens (enviada_em) WHERE enviada_em IS NOT NULL;
