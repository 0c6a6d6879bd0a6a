-- A call by its protocol, or by the id that the telephony gave it: what somebody reads from a mail or a screen.
CREATE INDEX auditoria_itens_protocolo_idx ON auditoria_itens
  (upper(metadata ->> 'codigo_chamada') text_pattern_ops, empresa_id) WHERE metadata ->> 'codigo_chamada' IS NOT NULL;
CREATE INDEX auditoria_itens_unique_id_idx ON auditoria_itens
  (upper(metadata ->> 'unique_id') text_pattern_ops, empresa_id) WHERE metadata ->> 'unique_id' IS NOT NULL;
