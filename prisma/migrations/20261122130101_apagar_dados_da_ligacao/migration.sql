-- Erasure of one call (LGPD, art. 18): the row stays as a tombstone, so that ledger, costs and volume stay true, and
-- holds nothing of what was said or of who spoke. docs/decisions/0009-erasure.md.
ALTER TABLE auditoria_itens ADD COLUMN dados_apagados_em TIMESTAMPTZ(3);

-- Whatever statement runs later, what was erased does not come back. NOT VALID: no row has the column set yet, so
-- nothing has to be read; new and changed rows are held to it all the same.
ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_dados_apagados_check CHECK (
  dados_apagados_em IS NULL OR (
    status IN ('concluido', 'erro') AND metadata = '{}'
    AND num_nonnulls(call_start_time, call_end_time, ramal, numero_destino, nome_entrevistado, asterisk_filename,
      arquivo_path, arquivo_nome, arquivo_tipo, arquivo_tamanho, arquivo_sha256) = 0
  )
) NOT VALID;

-- The log of actions about one thing, for the erasure to clean.
CREATE INDEX registros_acesso_recurso_id_idx ON registros_acesso (recurso_id);
