-- People by name (by e-mail where there is none), and by any part of either: the users screen of every company.
CREATE INDEX "usuarios_ordem" ON "usuarios" (escuta_normaliza(coalesce("nome", "email")), "id");
CREATE INDEX "usuarios_busca" ON "usuarios" USING GIN (escuta_normaliza("email" || ' ' || coalesce("nome", '')) public.gin_trgm_ops);
