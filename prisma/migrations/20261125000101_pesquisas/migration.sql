-- Surveys (part 6): questions with identity and kind, versions of a questionnaire that interviews freeze, interviews as a log of events,
-- who interviewed, and what the audit finds of each answer.

-- Whoever writes these waits until they stand; readers go on.
LOCK TABLE pesquisas, questionarios, perguntas, respostas_definidas, entrevistas, respostas IN SHARE ROW EXCLUSIVE MODE;

CREATE TYPE "tipo_pergunta" AS ENUM ('escolha', 'multipla', 'numero', 'escala', 'data', 'texto');

CREATE TYPE "situacao_entrevista" AS ENUM ('em_andamento', 'concluida', 'interrompida');

ALTER TABLE "perguntas"
  ADD COLUMN "codigo" TEXT,
  ADD COLUMN "excluida_em" TIMESTAMPTZ(3),
  ADD COLUMN "instrucao" TEXT,
  ADD COLUMN "ler_opcoes" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "maximo" DOUBLE PRECISION,
  ADD COLUMN "minimo" DOUBLE PRECISION,
  ADD COLUMN "mostrar_se" JSONB,
  ADD COLUMN "tipo" "tipo_pergunta" NOT NULL DEFAULT 'texto',
  ADD COLUMN "unidade" TEXT,
  ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "perguntas" RENAME COLUMN "campo_texto" TO "obrigatoria";
UPDATE "perguntas" SET "tipo" = 'escolha' WHERE "multipla_escolha";
ALTER TABLE "perguntas" DROP COLUMN "multipla_escolha";
UPDATE "perguntas" p SET "codigo" = 'P' || n.place
  FROM (SELECT id, row_number() OVER (PARTITION BY questionario_id ORDER BY ordem, created_at, id) AS place FROM perguntas) n
  WHERE n.id = p.id;
ALTER TABLE "perguntas" ALTER COLUMN "codigo" SET NOT NULL,
  ADD CONSTRAINT "perguntas_limites_check" CHECK ("minimo" <= "maximo");

ALTER TABLE "respostas_definidas"
  ADD COLUMN "especial" TEXT CHECK ("especial" IN ('nao_sabe', 'recusa', 'outro')),
  ADD COLUMN "sinonimos" TEXT[] DEFAULT ARRAY[]::TEXT[];

CREATE TABLE "sentenca_papeis" (
    "sentenca_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "falante" TEXT NOT NULL,
    "origem" TEXT NOT NULL,
    "confianca" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "sentenca_papeis_pkey" PRIMARY KEY ("sentenca_id")
);

CREATE TABLE "sentenca_correcoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "sentenca_id" UUID NOT NULL,
    "texto" TEXT,
    "falante" TEXT,
    "usuario_id" UUID NOT NULL,
    "em_vigor" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sentenca_correcoes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "questionario_versoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "questionario_id" UUID NOT NULL,
    "numero" INTEGER NOT NULL,
    "conteudo" JSONB NOT NULL,
    "criada_por" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "questionario_versoes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "agentes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "usuario_id" UUID,
    "fundido_em_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agentes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "agente_apelidos" (
    "empresa_id" UUID NOT NULL,
    "apelido" TEXT NOT NULL,
    "agente_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agente_apelidos_pkey" PRIMARY KEY ("empresa_id","apelido")
);

CREATE TABLE "entrevista_eventos" (
    "entrevista_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "empresa_id" UUID NOT NULL,
    "tipo" TEXT NOT NULL,
    "pergunta_id" UUID,
    "valor" JSONB,
    "valor_anterior" JSONB,
    "mono_ms" BIGINT,
    "audio_ms" INTEGER,
    "usuario_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entrevista_eventos_pkey" PRIMARY KEY ("entrevista_id","seq")
);

CREATE TABLE "confrontos" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "execucao_id" UUID NOT NULL,
    "entrevista_id" UUID NOT NULL,
    "pergunta_id" UUID NOT NULL,
    "ordem" INTEGER NOT NULL,
    "vigente" BOOLEAN NOT NULL DEFAULT false,
    "veredito" TEXT NOT NULL,
    "veredito_pessoa" TEXT,
    "revisado_por" UUID,
    "revisado_em" TIMESTAMPTZ(3),
    "leitura" TEXT NOT NULL,
    "leitura_provada" BOOLEAN NOT NULL,
    "conducao" TEXT NOT NULL,
    "conducao_tipo" TEXT,
    "conducao_provada" BOOLEAN NOT NULL,
    "resposta" TEXT NOT NULL,
    "resposta_provada" BOOLEAN NOT NULL,
    "comparacao" TEXT NOT NULL,
    "comparacao_provada" BOOLEAN NOT NULL,
    "metodo" TEXT NOT NULL,
    "motivo" TEXT,
    "marcas" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "cobertura" DOUBLE PRECISION NOT NULL,
    "confianca" DOUBLE PRECISION,
    "sentimento" DOUBLE PRECISION,
    "faltou" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "acrescentou" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "falado" TEXT,
    "digitado" TEXT,
    "ouvir_inicio_ms" INTEGER,
    "ouvir_fim_ms" INTEGER,
    "resposta_inicio_ms" INTEGER,
    "resposta_fim_ms" INTEGER,
    "extracao" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "confrontos_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "confronto_evidencias" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "confronto_id" UUID NOT NULL,
    "ordem" INTEGER NOT NULL,
    "sobre" TEXT NOT NULL,
    "citacao" TEXT NOT NULL,
    "verificada" BOOLEAN NOT NULL,
    "sentenca_ordem" INTEGER,
    "start_ms" INTEGER,
    "end_ms" INTEGER,

    CONSTRAINT "confronto_evidencias_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "confronto_revisoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "confronto_id" UUID NOT NULL,
    "usuario_id" UUID NOT NULL,
    "veredito_ia" TEXT NOT NULL,
    "veredito" TEXT NOT NULL,
    "motivo" TEXT,
    "observacao" TEXT,
    "em_vigor" BOOLEAN NOT NULL DEFAULT true,
    "desfeita_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "confronto_revisoes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "entrevista_matriz" (
    "entrevista_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "auditoria_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "questionario_versao_id" UUID NOT NULL,
    "codigos" TEXT NOT NULL,
    "codigos_ia" TEXT NOT NULL,
    "marcas" TEXT NOT NULL,
    "tem_fala" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entrevista_matriz_pkey" PRIMARY KEY ("entrevista_id")
);

-- Interviews of before: each questionnaire's questions as they stand are their version 1.
INSERT INTO "questionario_versoes" ("id", "empresa_id", "questionario_id", "numero", "conteudo", "created_at")
SELECT gen_random_uuid(), q.empresa_id, q.id, 1, jsonb_build_object('perguntas', coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', p.id, 'codigo', p.codigo, 'texto', p.texto_pergunta, 'tipo', p.tipo,
      'obrigatoria', p.obrigatoria, 'lerOpcoes', p.ler_opcoes, 'instrucao', p.instrucao, 'mostrarSe', p.mostrar_se,
      'minimo', p.minimo, 'maximo', p.maximo, 'unidade', p.unidade, 'opcoes', coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', r.id, 'texto', r.texto_resposta, 'valor', r.valor, 'sinonimos', r.sinonimos,
          'especial', r.especial) ORDER BY r.ordem, r.id)
        FROM respostas_definidas r WHERE r.pergunta_id = p.id), '[]')) ORDER BY p.ordem, p.created_at, p.id)
    FROM perguntas p WHERE p.questionario_id = q.id AND p.ativo), '[]')), now()
FROM questionarios q WHERE EXISTS (SELECT FROM entrevistas e WHERE e.questionario_id = q.id);

ALTER TABLE "entrevistas"
  ADD COLUMN "agente_id" UUID,
  ADD COLUMN "codigo_externo" TEXT,
  ADD COLUMN "gravacao" TEXT NOT NULL DEFAULT 'esperada' CHECK ("gravacao" IN ('esperada', 'recusada', 'sem_gravacao')),
  ADD COLUMN "linha_planilha" INTEGER,
  ADD COLUMN "motivo" TEXT,
  ADD COLUMN "origem" TEXT NOT NULL DEFAULT 'coleta' CHECK ("origem" IN ('coleta', 'planilha')),
  ADD COLUMN "projeto_id" UUID,
  ADD COLUMN "questionario_versao_id" UUID,
  ADD COLUMN "situacao" "situacao_entrevista" NOT NULL DEFAULT 'em_andamento',
  ADD COLUMN "ultimo_contato_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "entrevistas" e SET "projeto_id" = p.projeto_id, "questionario_versao_id" = v.id,
    "situacao" = CASE WHEN e.concluida THEN 'concluida' ELSE 'em_andamento' END::situacao_entrevista,
    "ultimo_contato_em" = coalesce(e.concluida_em, e.created_at)
  FROM pesquisas p, questionario_versoes v WHERE p.id = e.pesquisa_id AND v.questionario_id = e.questionario_id;
ALTER TABLE "entrevistas" DROP COLUMN "concluida",
  ALTER COLUMN "projeto_id" SET NOT NULL,
  ALTER COLUMN "questionario_versao_id" SET NOT NULL;

ALTER TABLE "respostas"
  ADD COLUMN "opcoes" UUID[] DEFAULT ARRAY[]::UUID[],
  ADD COLUMN "ultima_seq" INTEGER NOT NULL DEFAULT 0;
UPDATE "respostas" SET "opcoes" = ARRAY["resposta_definida_id"] WHERE "resposta_definida_id" IS NOT NULL;
ALTER TABLE "respostas" DROP COLUMN "resposta_definida_id";

CREATE INDEX "sentenca_correcoes_item_id_created_at_idx" ON "sentenca_correcoes"("item_id", "created_at");
CREATE INDEX "sentenca_correcoes_sentenca_id_idx" ON "sentenca_correcoes"("sentenca_id");
CREATE UNIQUE INDEX "questionario_versoes_questionario_id_numero_key" ON "questionario_versoes"("questionario_id", "numero");
CREATE INDEX "agentes_empresa_id_nome_idx" ON "agentes"("empresa_id", "nome");
CREATE INDEX "agentes_fundido_em_id_idx" ON "agentes"("fundido_em_id");
CREATE INDEX "agente_apelidos_agente_id_idx" ON "agente_apelidos"("agente_id");
CREATE INDEX "confrontos_item_id_idx" ON "confrontos"("item_id");
CREATE INDEX "confrontos_entrevista_id_idx" ON "confrontos"("entrevista_id");
CREATE UNIQUE INDEX "confrontos_execucao_id_pergunta_id_key" ON "confrontos"("execucao_id", "pergunta_id");
CREATE UNIQUE INDEX "confronto_evidencias_confronto_id_ordem_key" ON "confronto_evidencias"("confronto_id", "ordem");
CREATE INDEX "confronto_revisoes_confronto_id_created_at_idx" ON "confronto_revisoes"("confronto_id", "created_at");
CREATE INDEX "entrevista_matriz_pesquisa_id_entrevista_id_idx" ON "entrevista_matriz"("pesquisa_id", "entrevista_id");
CREATE INDEX "entrevista_matriz_auditoria_id_entrevista_id_idx" ON "entrevista_matriz"("auditoria_id", "entrevista_id");
CREATE INDEX "entrevistas_pesquisa_id_situacao_idx" ON "entrevistas"("pesquisa_id", "situacao");
CREATE INDEX "entrevistas_projeto_id_created_at_id_idx" ON "entrevistas"("projeto_id", "created_at" DESC, "id" DESC);
CREATE INDEX "entrevistas_questionario_versao_id_idx" ON "entrevistas"("questionario_versao_id");
CREATE INDEX "entrevistas_agente_id_idx" ON "entrevistas"("agente_id");
CREATE UNIQUE INDEX "entrevistas_pesquisa_id_codigo_externo_key" ON "entrevistas"("pesquisa_id", "codigo_externo");
ALTER TABLE "sentenca_papeis" ADD CONSTRAINT "sentenca_papeis_sentenca_id_fkey" FOREIGN KEY ("sentenca_id") REFERENCES "sentencas"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sentenca_correcoes" ADD CONSTRAINT "sentenca_correcoes_sentenca_id_fkey" FOREIGN KEY ("sentenca_id") REFERENCES "sentencas"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "questionario_versoes" ADD CONSTRAINT "questionario_versoes_questionario_id_fkey" FOREIGN KEY ("questionario_id") REFERENCES "questionarios"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "agentes" ADD CONSTRAINT "agentes_fundido_em_id_fkey" FOREIGN KEY ("fundido_em_id") REFERENCES "agentes"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "agente_apelidos" ADD CONSTRAINT "agente_apelidos_agente_id_fkey" FOREIGN KEY ("agente_id") REFERENCES "agentes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "entrevistas" ADD CONSTRAINT "entrevistas_questionario_versao_id_fkey" FOREIGN KEY ("questionario_versao_id") REFERENCES "questionario_versoes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "entrevistas" ADD CONSTRAINT "entrevistas_agente_id_fkey" FOREIGN KEY ("agente_id") REFERENCES "agentes"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "entrevista_eventos" ADD CONSTRAINT "entrevista_eventos_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "confrontos" ADD CONSTRAINT "confrontos_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "confrontos" ADD CONSTRAINT "confrontos_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "confrontos" ADD CONSTRAINT "confrontos_pergunta_id_fkey" FOREIGN KEY ("pergunta_id") REFERENCES "perguntas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "confronto_evidencias" ADD CONSTRAINT "confronto_evidencias_confronto_id_fkey" FOREIGN KEY ("confronto_id") REFERENCES "confrontos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "confronto_revisoes" ADD CONSTRAINT "confronto_revisoes_confronto_id_fkey" FOREIGN KEY ("confronto_id") REFERENCES "confrontos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "entrevista_matriz" ADD CONSTRAINT "entrevista_matriz_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "agentes" ADD CONSTRAINT "agentes_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "entrevistas" ADD CONSTRAINT "entrevistas_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.
ALTER TABLE "agentes" ADD CHECK ("fundido_em_id" <> "id");
-- A code names one question of the draft, an account one agent, a sentence's correction in force is one, a cell shown is one.
CREATE UNIQUE INDEX "perguntas_codigo_key" ON "perguntas"("questionario_id", "codigo") WHERE "excluida_em" IS NULL;
CREATE UNIQUE INDEX "agentes_usuario_key" ON "agentes"("empresa_id", "usuario_id") WHERE "usuario_id" IS NOT NULL;
CREATE UNIQUE INDEX "sentenca_correcoes_vigor_key" ON "sentenca_correcoes"("sentenca_id") WHERE "em_vigor";
CREATE UNIQUE INDEX "confrontos_vigente_key" ON "confrontos"("entrevista_id", "pergunta_id") WHERE "vigente";
CREATE INDEX "confrontos_pesquisa_vigentes_idx" ON "confrontos"("pesquisa_id", "pergunta_id") WHERE "vigente";
CREATE UNIQUE INDEX "confronto_revisoes_vigor_key" ON "confronto_revisoes"("confronto_id") WHERE "em_vigor";
ALTER TABLE "sentenca_papeis"
  ADD CHECK ("falante" IN ('agente', 'cliente', 'entrevistador', 'entrevistado', 'desconhecido')),
  ADD CHECK ("origem" IN ('texto', 'voz', 'provedor'));
ALTER TABLE "sentenca_correcoes"
  ADD CHECK ("falante" IN ('agente', 'cliente', 'entrevistador', 'entrevistado', 'desconhecido')),
  ADD CHECK (num_nonnulls("texto", "falante") > 0);
ALTER TABLE "confrontos"
  ADD CHECK ("veredito" IN ('nao_se_aplica', 'inaudivel', 'a_revisar', 'nao_perguntada', 'induzida', 'diverge', 'confere')),
  ADD CHECK ("veredito_pessoa" IN ('nao_se_aplica', 'inaudivel', 'a_revisar', 'nao_perguntada', 'induzida', 'diverge', 'confere')),
  ADD CHECK (num_nonnulls("veredito_pessoa", "revisado_por", "revisado_em") IN (0, 3));
ALTER TABLE "entrevista_matriz"
  ADD CHECK ("codigos" ~ '^[CDNIURX]*$' AND "codigos_ia" ~ '^[CDNIURX]*$'),
  ADD CHECK (length("codigos") = length("codigos_ia") AND length("codigos") = length("marcas"));

-- A sentence as it is held now: what was transcribed, who was found to speak it, and what a person corrected.
CREATE VIEW "sentencas_vigentes" AS
SELECT s.id, s.empresa_id, s.transcricao_id, s.ordem, coalesce(c.texto, s.texto) AS texto, s.texto AS texto_original,
  s.start_ms, s.end_ms, s.confianca,
  coalesce(c.falante, p.falante, s.falante) AS falante, coalesce(p.falante, s.falante) AS falante_original,
  CASE WHEN c.falante IS NOT NULL THEN 'pessoa' ELSE coalesce(p.origem, 'transcricao') END AS papel_origem,
  CASE WHEN c.falante IS NOT NULL THEN 1 ELSE p.confianca END AS papel_confianca
FROM sentencas s
LEFT JOIN sentenca_papeis p ON p.sentenca_id = s.id
LEFT JOIN sentenca_correcoes c ON c.sentenca_id = s.id AND c.em_vigor;

-- The letter of a verdict in the heat map (shared/src/domain/interview/matrix.ts; a test holds both together).
CREATE FUNCTION escuta_letra_veredito(veredito text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE veredito WHEN 'confere' THEN 'C' WHEN 'diverge' THEN 'D' WHEN 'nao_perguntada' THEN 'N' WHEN 'induzida' THEN 'I'
    WHEN 'inaudivel' THEN 'U' WHEN 'a_revisar' THEN 'R' WHEN 'nao_se_aplica' THEN 'X' END
$$;
