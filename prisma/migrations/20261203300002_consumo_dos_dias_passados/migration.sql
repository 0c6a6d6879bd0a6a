-- fase: migrar
-- The days before projeto_consumo_dia, counted from the ledger while nobody books: of a day of which both know, the ledger knows all.
SET lock_timeout = '3s';
LOCK TABLE credito_lancamentos IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO projeto_consumo_dia AS c (projeto_id, empresa_id, dia, creditos, itens)
  SELECT x.projeto_id, x.empresa_id, escuta_dia(x.created_at), -sum(l.quantidade), sum(CASE l.tipo WHEN 'reserva' THEN 1 ELSE -1 END)
  FROM credito_lancamentos l JOIN execucoes x ON x.id = l.execucao_id
  WHERE l.tipo IN ('reserva', 'estorno')
  GROUP BY 1, 2, 3
ON CONFLICT (projeto_id, dia) DO UPDATE SET creditos = excluded.creditos, itens = excluded.itens;
