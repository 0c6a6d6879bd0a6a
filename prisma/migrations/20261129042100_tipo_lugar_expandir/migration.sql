-- fase: expandir
-- Questions that ask for the place (GPS); used by no statement of this migration.
SET lock_timeout = '3s';
ALTER TYPE "tipo_pergunta" ADD VALUE IF NOT EXISTS 'lugar' AFTER 'texto';
