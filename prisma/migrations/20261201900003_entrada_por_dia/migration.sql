-- The calls of a day of entry by their own time: days of entry in the order of calls are merged from the newest few of each day, not
-- found on a walk over all calls of the project. (About two seconds a million rows, in which no call is written.)
CREATE INDEX auditoria_itens_dia_entrada_idx ON auditoria_itens (projeto_id, escuta_dia(created_at), momento_chamada DESC, id DESC);
