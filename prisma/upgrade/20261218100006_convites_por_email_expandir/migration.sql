-- fase: expandir
-- Invitations that a company mailed (api/src/features/users/invite-limits-repo.ts).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "emails_convites_idx" ON "emails" ("empresa_id", "created_at", "para") WHERE "classe" = 2;
