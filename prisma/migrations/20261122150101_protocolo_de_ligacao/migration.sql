-- A call by its protocol, or by the id that the telephony gave it: what somebody reads from a mail or a screen. By its
-- beginning: metadata are the client's own, and an index holds no text of thousands of characters.
CREATE INDEX auditoria_itens_protocolo_idx ON auditoria_itens
  (left(upper(metadata ->> 'codigo_chamada'), 64) text_pattern_ops, empresa_id)
  WHERE metadata ->> 'codigo_chamada' IS NOT NULL;
CREATE INDEX auditoria_itens_unique_id_idx ON auditoria_itens
  (left(upper(metadata ->> 'unique_id'), 64) text_pattern_ops, empresa_id) WHERE metadata ->> 'unique_id' IS NOT NULL;
