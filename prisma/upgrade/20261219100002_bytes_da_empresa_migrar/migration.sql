-- fase: migrar
SET lock_timeout = '3s';

-- What is there already: from the migration before on, triggers count what comes and goes.
SELECT escuta_recontar_bytes();
