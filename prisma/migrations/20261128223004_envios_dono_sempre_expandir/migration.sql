-- fase: expandir
-- With the checks held of all rows, the columns become NOT NULL without another look at the table.
SET lock_timeout = '3s';

ALTER TABLE "envios" VALIDATE CONSTRAINT "envios_dono_check", VALIDATE CONSTRAINT "envios_dono_igual";
-- squawk-ignore adding-not-nullable-field
ALTER TABLE "envios" ALTER COLUMN "dono" SET NOT NULL, ALTER COLUMN "dono_id" SET NOT NULL;
