-- fase: expandir
-- An entry says by what its act came in: a person, a company's key, a device, or the product by itself.
SET lock_timeout = '3s';
ALTER TABLE "registros_acesso" ADD COLUMN "via" TEXT, ADD COLUMN "via_id" UUID;
