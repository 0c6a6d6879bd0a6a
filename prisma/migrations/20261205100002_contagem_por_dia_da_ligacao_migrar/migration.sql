-- fase: migrar
SET lock_timeout = '3s';

-- What was there before. Nothing is locked: what is written meanwhile counts by its triggers.
SELECT escuta_recontar_insights_por_ligacao();
