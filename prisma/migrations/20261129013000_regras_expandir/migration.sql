-- fase: expandir
-- Rules of a company, their firings, and the queue of calls to judge. A version before this writes the queue by its triggers and reads none
-- of these tables.
SET lock_timeout = '3s';

CREATE TABLE "regras" (
  "id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  "nome" TEXT NOT NULL,
  "tipo" TEXT NOT NULL DEFAULT 'ligacao',
  "filtro" JSONB,
  "janela" JSONB,
  "gravidade" TEXT NOT NULL,
  "agrupar_por" TEXT NOT NULL DEFAULT 'nenhum',
  "espera_min" INTEGER NOT NULL DEFAULT 60,
  "ativa" BOOLEAN NOT NULL DEFAULT true,
  "padrao" TEXT,
  "autor_id" UUID,
  "versao" INTEGER NOT NULL DEFAULT 1,
  "alvo_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "vigente_desde" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "regras_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "regras_tipo_check" CHECK (("tipo" = 'ligacao' AND "filtro" IS NOT NULL AND "janela" IS NULL)
    OR ("tipo" = 'janela' AND "janela" IS NOT NULL AND "filtro" IS NULL)),
  CONSTRAINT "regras_gravidade_check" CHECK ("gravidade" IN ('alta', 'media', 'baixa')),
  CONSTRAINT "regras_agrupar_check" CHECK ("agrupar_por" IN ('nenhum', 'agente', 'projeto') AND "espera_min" BETWEEN 5 AND 10080),
  CONSTRAINT "regras_padrao_check" CHECK ("padrao" IN ('falha_critica', 'ofensa_agente', 'orgaos')),
  CONSTRAINT "regras_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regras_autor_id_fkey" FOREIGN KEY ("autor_id") REFERENCES "usuarios"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "regras_empresa_id_padrao_key" ON "regras"("empresa_id", "padrao");
CREATE INDEX "regras_empresa_id_nome_idx" ON "regras"("empresa_id", "nome");
CREATE INDEX "regras_autor_id_idx" ON "regras"("autor_id");

CREATE TABLE "regra_grupos" (
  "id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  "regra_id" UUID NOT NULL,
  "chave" TEXT NOT NULL,
  "inicio" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "ultimo_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "n" INTEGER NOT NULL DEFAULT 0,
  "avisado_em" TIMESTAMPTZ(3),
  CONSTRAINT "regra_grupos_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "regra_grupos_regra_id_fkey" FOREIGN KEY ("regra_id") REFERENCES "regras"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "regra_grupos_regra_id_chave_inicio_idx" ON "regra_grupos"("regra_id", "chave", "inicio" DESC);
CREATE INDEX "regra_grupos_empresa_id_inicio_idx" ON "regra_grupos"("empresa_id", "inicio" DESC);

CREATE TABLE "regra_disparos" (
  "id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  "regra_id" UUID NOT NULL,
  "grupo_id" UUID NOT NULL,
  "item_id" UUID,
  "projeto_id" UUID,
  "agente_id" UUID,
  "chave" TEXT NOT NULL,
  "dados" JSONB NOT NULL DEFAULT '{}',
  "momento" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "gravidade" TEXT NOT NULL,
  "estado" TEXT NOT NULL DEFAULT 'aberto',
  "procedente" BOOLEAN,
  "visto_por" UUID,
  "visto_em" TIMESTAMPTZ(3),
  "resolvido_por" UUID,
  "resolvido_em" TIMESTAMPTZ(3),
  "observacao" TEXT,
  "ordem" SMALLINT GENERATED ALWAYS AS (CASE "estado" WHEN 'aberto' THEN 0 WHEN 'visto' THEN 10 ELSE 20 END
    + CASE "gravidade" WHEN 'alta' THEN 0 WHEN 'media' THEN 1 ELSE 2 END) STORED,
  CONSTRAINT "regra_disparos_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "regra_disparos_gravidade_check" CHECK ("gravidade" IN ('alta', 'media', 'baixa')),
  CONSTRAINT "regra_disparos_estado_check" CHECK ("estado" IN ('aberto', 'visto', 'resolvido', 'deixou_de_valer')
    AND ("estado" = 'resolvido') = ("procedente" IS NOT NULL)),
  CONSTRAINT "regra_disparos_regra_id_fkey" FOREIGN KEY ("regra_id") REFERENCES "regras"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regra_disparos_grupo_id_fkey" FOREIGN KEY ("grupo_id") REFERENCES "regra_grupos"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regra_disparos_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regra_disparos_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "regra_disparos_agente_id_fkey" FOREIGN KEY ("agente_id") REFERENCES "agentes"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "regra_disparos_regra_id_chave_key" ON "regra_disparos"("regra_id", "chave");
CREATE INDEX "regra_disparos_empresa_id_ordem_regra_id_momento_id_idx"
  ON "regra_disparos"("empresa_id", "ordem", "regra_id", "momento" DESC, "id" DESC);
CREATE INDEX "regra_disparos_regra_id_momento_idx" ON "regra_disparos"("regra_id", "momento" DESC);
CREATE INDEX "regra_disparos_item_id_idx" ON "regra_disparos"("item_id");
CREATE INDEX "regra_disparos_grupo_id_idx" ON "regra_disparos"("grupo_id");
CREATE INDEX "regra_disparos_projeto_id_idx" ON "regra_disparos"("projeto_id");
CREATE INDEX "regra_disparos_agente_id_idx" ON "regra_disparos"("agente_id");

-- A row a change, never updated: a transaction that adds one waits for nobody, and a change that commits while the worker judges the call
-- has a row of its own.
CREATE TABLE "regra_fila" (
  "id" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
  "empresa_id" UUID NOT NULL,
  "item_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "regra_fila_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "regra_fila_empresa_id_id_idx" ON "regra_fila"("empresa_id", "id");

-- Calls of companies that have an active rule, to be judged.
CREATE FUNCTION escuta_regra_enfileira(itens uuid[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO regra_fila (empresa_id, item_id)
    SELECT q.empresa_id, q.item_id FROM item_qualidade q
    WHERE q.item_id = ANY (itens)
      AND EXISTS (SELECT FROM regras r WHERE r.empresa_id = q.empresa_id AND r.ativa AND r.tipo = 'ligacao');
END $$;

CREATE FUNCTION escuta_regra_qualidade() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_regra_enfileira(array_agg(item_id)) FROM novos HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER item_qualidade_alterada_regras AFTER UPDATE ON item_qualidade
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_regra_qualidade();
CREATE TRIGGER item_qualidade_incluida_regras AFTER INSERT ON item_qualidade
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_regra_qualidade();

-- Columns of the call that rules read and item_qualidade does not follow.
CREATE FUNCTION escuta_regra_item() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_regra_enfileira(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER auditoria_itens_regras AFTER UPDATE OF direcao, ramal, numero_destino, call_duration, espera_ms ON auditoria_itens FOR EACH ROW
  WHEN ((OLD.direcao, OLD.ramal, OLD.numero_destino, OLD.call_duration, OLD.espera_ms)
    IS DISTINCT FROM (NEW.direcao, NEW.ramal, NEW.numero_destino, NEW.call_duration, NEW.espera_ms))
  EXECUTE FUNCTION escuta_regra_item();

-- Words and sides that a person corrects.
CREATE FUNCTION escuta_regra_correcao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_regra_enfileira(array_agg(DISTINCT item_id)) FROM novos HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER sentenca_correcoes_incluidas_regras AFTER INSERT ON sentenca_correcoes
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_regra_correcao();
CREATE TRIGGER sentenca_correcoes_alteradas_regras AFTER UPDATE ON sentenca_correcoes
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_regra_correcao();

-- Phrases as a query of the search's index: one of them said, its words one after another, each in any of its forms.
CREATE FUNCTION escuta_frases(frases text[]) RETURNS tsquery
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path FROM CURRENT
  RETURN (
    SELECT string_agg('(' || f.consulta || ')', '|')::tsquery FROM (
      SELECT string_agg('(' || (SELECT string_agg(quote_literal(r.radical), '|') FROM unnest(escuta_radicais(p.palavra)) AS r (radical)) || ')',
        '<->' ORDER BY p.n) AS consulta
      FROM unnest(frases) WITH ORDINALITY AS u (frase, k),
        unnest(string_to_array(btrim(escuta_palavras(u.frase)), '  ')) WITH ORDINALITY AS p (palavra, n)
      WHERE p.palavra <> ''
      GROUP BY u.k
    ) AS f
  );

-- The three rules that every company has from the start.
CREATE FUNCTION escuta_regras_iniciais(empresa uuid) RETURNS void
  LANGUAGE sql SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO regras (id, empresa_id, nome, filtro, gravidade, padrao)
    SELECT gen_random_uuid(), empresa, p.nome, p.filtro::jsonb, p.gravidade, p.padrao
    FROM (VALUES
      ('falha_critica', 'Critério crítico descumprido', 'alta', '{"todas":[{"campo":"falha_critica","op":"igual","valor":true}]}'),
      ('ofensa_agente', 'Ofensa dita pelo agente', 'alta', '{"todas":[{"campo":"ofensa","op":"um_de","valor":["agente"]}]}'),
      ('orgaos', 'Cliente fala em Procon, Anatel ou processo', 'media',
        '{"todas":[{"campo":"dito_cliente","op":"um_de","valor":["procon","anatel","processo","processar","advogado"]}]}')
    ) AS p (padrao, nome, gravidade, filtro)
    ON CONFLICT (empresa_id, padrao) DO NOTHING;
END;
CREATE FUNCTION escuta_empresa_com_regras() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_regras_iniciais(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER empresas_com_regras AFTER INSERT ON empresas FOR EACH ROW EXECUTE FUNCTION escuta_empresa_com_regras();
