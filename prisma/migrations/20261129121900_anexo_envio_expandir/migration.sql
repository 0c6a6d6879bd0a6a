-- fase: expandir
-- The client's id of a ticket attachment's upload, by which a repetition after a lost answer is known.
SET lock_timeout = '3s';

ALTER TABLE "ticket_anexos" ADD COLUMN "envio_id" UUID;
