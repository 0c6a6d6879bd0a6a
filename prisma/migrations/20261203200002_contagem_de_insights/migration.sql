-- fase: migrar
SET lock_timeout = '3s';

-- What was there before: insights and verdicts are not written meanwhile (docs/operacao.md says how long).
SELECT escuta_recontar_insights();
