-- Lists by kind: almost every item is a call, so the index of dates finds those; the few others have one of their own.
CREATE INDEX auditoria_itens_tipo_idx ON auditoria_itens (projeto_id, tipo_item, created_at DESC, id DESC)
  WHERE tipo_item <> 'ligacao';
-- Mean processing time of a project, over its latest runs.
CREATE INDEX execucoes_projeto_concluida_idx ON execucoes (projeto_id, terminada_em DESC) WHERE status = 'concluida';
