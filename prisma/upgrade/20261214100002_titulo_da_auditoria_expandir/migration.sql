-- fase: expandir
-- Whoever confirms an audit of the portal names its survey.
SET lock_timeout = '3s';
ALTER TABLE "auditoria_preparos" ADD COLUMN "titulo" TEXT;
