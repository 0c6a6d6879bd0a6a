-- fase: expandir
-- What sends e-mails takes those first for which somebody waits, and each kind by turns of companies
-- (worker/src/mail/mail-repo.ts): `classe` is the kind, `vez` the place in its line, null until the worker gives one.
SET lock_timeout = '3s';
ALTER TABLE "emails" ADD COLUMN "classe" SMALLINT NOT NULL DEFAULT 1, ADD COLUMN "vez" BIGINT;
