-- What the next contraction drops (docs/decisions/0028): it becomes a migration one minor version after the expansions that it names were
-- released. Nothing of this version needs any of it: at the end of the integration tests their statements are prepared without it.

-- expandida em 20261128223000_envios_dono_expandir
DROP TRIGGER envios_dono ON envios;
DROP FUNCTION escuta_envio_dono();
ALTER TABLE envios DROP COLUMN entrevista_id, DROP COLUMN gravacao, DROP COLUMN preparo_id, DROP COLUMN lote_id, DROP COLUMN importacao_id;

-- expandida em 20261129082200_versao_publicada_expandir
DROP TRIGGER questionario_versoes_publicada ON questionario_versoes;
DROP FUNCTION escuta_versao_publicada();

-- expandida em 20261129115500_entrevistas_dispensadas_idx_expandir
DROP INDEX entrevistas_desfecho_idx;
