-- fase: migrar
SET lock_timeout = '3s';

-- The worker judges calls with unresolved firings again, and so writes the insights of these firings.
INSERT INTO regra_fila (empresa_id, item_id)
  SELECT DISTINCT d.empresa_id, d.item_id FROM regra_disparos d WHERE d.ordem < 20 AND d.item_id IS NOT NULL;
