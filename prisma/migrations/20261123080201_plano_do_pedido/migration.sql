-- Which plan's card a request was made from: who answers it knows what it is about.
ALTER TABLE "leads" ADD COLUMN "plano" TEXT;
