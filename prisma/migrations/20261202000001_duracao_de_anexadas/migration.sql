-- fase: migrar
-- What a version before attached did not say which length its call had: taking it back leaves the length as it is, and does not empty it.
SET lock_timeout = '3s';
UPDATE "lote_gravacoes" g SET "duracao_antes" = i.call_duration
  FROM auditoria_itens i
  WHERE i.id = g.item_id AND g.situacao = 'anexada' AND NOT g.criou AND g.duracao_antes IS NULL;
