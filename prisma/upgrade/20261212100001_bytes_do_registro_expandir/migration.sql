-- fase: expandir
SET lock_timeout = '3s';

-- Bytes of a device's log that came in for an interview; 0 of the logs from before, which count from here on.
ALTER TABLE "entrevistas" ADD COLUMN "registro_bytes" INTEGER NOT NULL DEFAULT 0;
