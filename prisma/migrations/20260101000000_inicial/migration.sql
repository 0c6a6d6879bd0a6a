-- CreateEnum
CREATE TYPE "papel" AS ENUM ('admin', 'gerente', 'usuario');

-- CreateEnum
CREATE TYPE "tipo_lancamento" AS ENUM ('compra', 'ajuste', 'reserva', 'captura', 'estorno');

-- CreateEnum
CREATE TYPE "unidade_preco" AS ENUM ('minuto_audio', 'token_entrada', 'token_saida');

-- CreateEnum
CREATE TYPE "tipo_projeto" AS ENUM ('call_center', 'auditoria', 'pesquisa');

-- CreateEnum
CREATE TYPE "canal" AS ENUM ('left', 'right');

-- CreateEnum
CREATE TYPE "status_processamento" AS ENUM ('pendente', 'processando', 'concluido', 'erro');

-- CreateEnum
CREATE TYPE "tipo_item" AS ENUM ('ligacao', 'arquivo', 'call_data', 'pesquisa', 'entrevista');

-- CreateEnum
CREATE TYPE "etapa" AS ENUM ('audio', 'transcricao', 'analise_texto', 'negocio', 'contabilizacao');

-- CreateEnum
CREATE TYPE "status_etapa" AS ENUM ('pendente', 'executando', 'concluida', 'ignorada', 'erro');

-- CreateEnum
CREATE TYPE "status_execucao" AS ENUM ('na_fila', 'executando', 'concluida', 'ignorada', 'erro');

-- CreateEnum
CREATE TYPE "status_letra_morta" AS ENUM ('aberta', 'reprocessada', 'descartada');

-- CreateEnum
CREATE TYPE "status_ticket" AS ENUM ('aberto', 'em_andamento', 'resolvido', 'fechado');

-- CreateEnum
CREATE TYPE "severidade" AS ENUM ('baixa', 'media', 'alta', 'critica');

-- CreateTable
CREATE TABLE "empresas" (
    "id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "cnpj" TEXT NOT NULL,
    "rua" TEXT,
    "numero" TEXT,
    "bairro" TEXT,
    "cep" TEXT,
    "cidade" TEXT,
    "estado" TEXT,
    "segmento" TEXT,
    "volume_auditorias_mensal" INTEGER,
    "saldo_creditos" INTEGER NOT NULL DEFAULT 0,
    "ativa" BOOLEAN NOT NULL DEFAULT true,
    "arquivada_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "empresas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usuarios" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "nome" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usuarios_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membros" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "usuario_id" UUID NOT NULL,
    "papel" "papel" NOT NULL,
    "senha_hash" TEXT,
    "versao_token" INTEGER NOT NULL DEFAULT 1,
    "ativo" BOOLEAN NOT NULL DEFAULT true,
    "ultimo_acesso" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membros_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tokens_redefinicao_senha" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "membro_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expira_em" TIMESTAMPTZ(3) NOT NULL,
    "usado_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tokens_redefinicao_senha_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chaves_api" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "cifra" TEXT NOT NULL,
    "hmac" TEXT NOT NULL,
    "ultimo_uso" TIMESTAMPTZ(3),
    "revogada_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chaves_api_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "registros_acesso" (
    "id" UUID NOT NULL,
    "empresa_id" UUID,
    "usuario_id" UUID,
    "acao" TEXT NOT NULL,
    "recurso" TEXT NOT NULL,
    "recurso_id" TEXT,
    "detalhes" JSONB NOT NULL DEFAULT '{}',
    "endereco_ip" TEXT,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "registros_acesso_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leads" (
    "id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "telefone" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "leads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credito_pacotes" (
    "id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "descricao" TEXT NOT NULL DEFAULT '',
    "quantidade_creditos" INTEGER NOT NULL,
    "ativo" BOOLEAN NOT NULL DEFAULT true,
    "ordem" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credito_pacotes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credito_lancamentos" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "tipo" "tipo_lancamento" NOT NULL,
    "quantidade" INTEGER NOT NULL,
    "saldo_apos" INTEGER NOT NULL,
    "execucao_id" UUID,
    "pacote_id" UUID,
    "usuario_id" UUID,
    "chave_idempotente" TEXT,
    "descricao" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credito_lancamentos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "modelos_catalogo" (
    "id" UUID NOT NULL,
    "rotulo" TEXT NOT NULL,
    "provedor" TEXT NOT NULL,
    "modelo" TEXT NOT NULL,
    "finalidade" TEXT NOT NULL,
    "capacidades" JSONB NOT NULL DEFAULT '{}',
    "ativo" BOOLEAN NOT NULL DEFAULT true,
    "desativado_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "modelos_catalogo_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "precos_catalogo" (
    "id" UUID NOT NULL,
    "provedor" TEXT NOT NULL,
    "modelo" TEXT NOT NULL,
    "unidade" "unidade_preco" NOT NULL,
    "preco_usd" DECIMAL(18,12) NOT NULL,
    "vigente_de" TIMESTAMPTZ(3) NOT NULL,
    "vigente_ate" TIMESTAMPTZ(3),

    CONSTRAINT "precos_catalogo_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "asterisk_configs" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "asterisk_url" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "senha_cifra" TEXT NOT NULL,
    "timeout_ms" INTEGER NOT NULL DEFAULT 30000,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asterisk_configs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projetos" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "descricao" TEXT,
    "tipo_projeto" "tipo_projeto" NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "canal_agente" "canal" NOT NULL DEFAULT 'left',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projetos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auditorias" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "status" "status_processamento" NOT NULL DEFAULT 'pendente',
    "padrao" BOOLEAN NOT NULL DEFAULT false,
    "observacoes" TEXT,
    "criado_por" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auditorias_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auditoria_arquivos" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "auditoria_id" UUID NOT NULL,
    "papel" TEXT NOT NULL,
    "nome" TEXT NOT NULL,
    "tipo" TEXT NOT NULL,
    "tamanho" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "chave_objeto" TEXT NOT NULL,
    "status" "status_processamento" NOT NULL DEFAULT 'pendente',
    "motivo" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auditoria_arquivos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auditoria_itens" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "auditoria_id" UUID NOT NULL,
    "tipo_item" "tipo_item" NOT NULL DEFAULT 'ligacao',
    "status" "status_processamento" NOT NULL DEFAULT 'pendente',
    "motivo" TEXT,
    "call_start_time" TIMESTAMPTZ(3),
    "call_end_time" TIMESTAMPTZ(3),
    "ramal" TEXT,
    "numero_destino" TEXT,
    "nome_entrevistado" TEXT,
    "asterisk_filename" TEXT,
    "call_duration" INTEGER,
    "arquivo_path" TEXT,
    "arquivo_nome" TEXT,
    "arquivo_tipo" TEXT,
    "arquivo_tamanho" BIGINT,
    "arquivo_sha256" TEXT,
    "pesquisa_id" UUID,
    "questionario_id" UUID,
    "entrevista_id" UUID,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "criado_por" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auditoria_itens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projeto_rollup_dia" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "status" "status_processamento" NOT NULL,
    "n" BIGINT NOT NULL,
    "duracao_s" BIGINT NOT NULL,
    "com_duracao" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "projeto_rollup_dia_pkey" PRIMARY KEY ("projeto_id","dia","status")
);

-- CreateTable
CREATE TABLE "projeto_numeros" (
    "projeto_id" UUID NOT NULL,
    "numero" TEXT NOT NULL,
    "n" BIGINT NOT NULL,

    CONSTRAINT "projeto_numeros_pkey" PRIMARY KEY ("projeto_id","numero")
);

-- CreateTable
CREATE TABLE "projeto_contadores" (
    "projeto_id" UUID NOT NULL,
    "numeros_distintos" BIGINT NOT NULL DEFAULT 0,
    "auditorias" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "projeto_contadores_pkey" PRIMARY KEY ("projeto_id")
);

-- CreateTable
CREATE TABLE "execucoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "status" "status_execucao" NOT NULL DEFAULT 'na_fila',
    "etapa_atual" "etapa" NOT NULL DEFAULT 'audio',
    "origem" TEXT NOT NULL,
    "solicitado_por" UUID,
    "configuracao" JSONB NOT NULL,
    "motivo" TEXT,
    "codigo_motivo" TEXT,
    "admitida_em" TIMESTAMPTZ(3),
    "iniciada_em" TIMESTAMPTZ(3),
    "terminada_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "execucoes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "execucao_etapas" (
    "execucao_id" UUID NOT NULL,
    "etapa" "etapa" NOT NULL,
    "empresa_id" UUID NOT NULL,
    "status" "status_etapa" NOT NULL DEFAULT 'pendente',
    "tentativa" INTEGER NOT NULL DEFAULT 0,
    "versao" INTEGER NOT NULL DEFAULT 0,
    "lease_ate" TIMESTAMPTZ(3),
    "entrada_hash" TEXT,
    "saida" JSONB,
    "erro" TEXT,
    "proxima_em" TIMESTAMPTZ(3),
    "iniciada_em" TIMESTAMPTZ(3),
    "terminada_em" TIMESTAMPTZ(3),

    CONSTRAINT "execucao_etapas_pkey" PRIMARY KEY ("execucao_id","etapa")
);

-- CreateTable
CREATE TABLE "chamadas_provedor" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "execucao_id" UUID NOT NULL,
    "etapa" "etapa" NOT NULL,
    "chave" TEXT NOT NULL,
    "pedido_hash" TEXT NOT NULL,
    "provedor" TEXT NOT NULL,
    "modelo" TEXT NOT NULL,
    "resposta" JSONB NOT NULL,
    "uso" JSONB NOT NULL,
    "latencia_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chamadas_provedor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "linhas_custo" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "execucao_id" UUID NOT NULL,
    "chamada_id" UUID NOT NULL,
    "etapa" "etapa" NOT NULL,
    "provedor" TEXT NOT NULL,
    "modelo" TEXT NOT NULL,
    "unidade" "unidade_preco" NOT NULL,
    "quantidade" DECIMAL(18,6) NOT NULL,
    "preco_usd" DECIMAL(18,12) NOT NULL,
    "total_usd" DECIMAL(18,8) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "linhas_custo_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "eventos_timeline" (
    "id" BIGSERIAL NOT NULL,
    "empresa_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "execucao_id" UUID NOT NULL,
    "evento" TEXT NOT NULL,
    "detalhes" TEXT NOT NULL DEFAULT '',
    "dados" JSONB NOT NULL DEFAULT '{}',
    "timestamp" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "eventos_timeline_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_mensagens" (
    "id" BIGSERIAL NOT NULL,
    "empresa_id" UUID NOT NULL,
    "fila" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "disponivel_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "enviada_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_mensagens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "letras_mortas" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "execucao_id" UUID NOT NULL,
    "etapa" "etapa" NOT NULL,
    "motivo" TEXT NOT NULL,
    "status" "status_letra_morta" NOT NULL DEFAULT 'aberta',
    "tratada_por" UUID,
    "tratada_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "letras_mortas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "objetos_pendentes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "chave" TEXT NOT NULL,
    "apagar_em" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "objetos_pendentes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "configuracoes_processamento" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "transcription_config" JSONB NOT NULL DEFAULT '{}',
    "audio_processing_config" JSONB NOT NULL DEFAULT '{}',
    "text_analysis_config" JSONB NOT NULL DEFAULT '{}',
    "business_processing_config" JSONB NOT NULL DEFAULT '{}',
    "retry_config" JSONB NOT NULL DEFAULT '{}',
    "logging_config" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "configuracoes_processamento_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auditoria_resultados" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "auditoria_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "execucao_id" UUID NOT NULL,
    "status_processamento" "status_processamento" NOT NULL DEFAULT 'processando',
    "nome_arquivo" TEXT,
    "fatos_audio" JSONB,
    "picos_path" TEXT,
    "analise_texto" JSONB,
    "respostas_coletadas" JSONB,
    "processado_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auditoria_resultados_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transcricoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "resultado_id" UUID NOT NULL,
    "canal" "canal" NOT NULL,
    "papel" TEXT NOT NULL,
    "modelo" TEXT NOT NULL,
    "confianca" DOUBLE PRECISION,
    "full_text" TEXT NOT NULL,

    CONSTRAINT "transcricoes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sentencas" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "transcricao_id" UUID NOT NULL,
    "ordem" INTEGER NOT NULL,
    "texto" TEXT NOT NULL,
    "start_ms" INTEGER NOT NULL,
    "end_ms" INTEGER NOT NULL,
    "confianca" DOUBLE PRECISION,
    "sentimento" DOUBLE PRECISION,
    "rotulo_sentimento" TEXT,
    "ofensas" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "sentencas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "insights" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "auditoria_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "execucao_id" UUID NOT NULL,
    "template_versao_id" UUID NOT NULL,
    "status_processamento" "status_processamento" NOT NULL DEFAULT 'pendente',
    "categoria" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "score_confianca" DOUBLE PRECISION,
    "pontuacao" DOUBLE PRECISION,
    "resultado" JSONB,
    "resumo" TEXT,
    "alertas_identificados" JSONB NOT NULL DEFAULT '[]',
    "sem_evidencia" BOOLEAN NOT NULL DEFAULT false,
    "modelo" TEXT,
    "parametros_omitidos" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "motivo" TEXT,
    "validado_humano" BOOLEAN NOT NULL DEFAULT false,
    "veredito" TEXT,
    "observacoes" TEXT,
    "validado_por" UUID,
    "validado_em" TIMESTAMPTZ(3),
    "revisao_ms" INTEGER,
    "feedback" TEXT,
    "processed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "insights_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evidencias" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "insight_id" UUID NOT NULL,
    "ordem" INTEGER NOT NULL,
    "criterio" TEXT NOT NULL,
    "citacao" TEXT NOT NULL,
    "verificada" BOOLEAN NOT NULL,
    "sentenca_ordem" INTEGER,
    "canal" "canal",
    "start_ms" INTEGER,
    "end_ms" INTEGER,

    CONSTRAINT "evidencias_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "insight_templates" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "descricao" TEXT,
    "categoria" TEXT NOT NULL,
    "ativo" BOOLEAN NOT NULL DEFAULT true,
    "versao" INTEGER NOT NULL DEFAULT 1,
    "excluido_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "insight_templates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "insight_template_versoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    "versao" INTEGER NOT NULL,
    "nome" TEXT NOT NULL,
    "descricao" TEXT,
    "categoria" TEXT NOT NULL,
    "prompt_template" TEXT NOT NULL,
    "parametros_obrigatorios" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "parametros_opcionais" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "modelo_llm" TEXT NOT NULL DEFAULT 'gpt-3.5-turbo',
    "max_tokens" INTEGER NOT NULL DEFAULT 1000,
    "temperature" DOUBLE PRECISION NOT NULL DEFAULT 0.7,
    "threshold_confianca" DOUBLE PRECISION NOT NULL DEFAULT 0.7,
    "formato_saida" TEXT NOT NULL DEFAULT 'estruturado',
    "criterios" JSONB NOT NULL DEFAULT '[]',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "criado_por" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "insight_template_versoes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projeto_insight_templates" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "insight_template_id" UUID NOT NULL,
    "ativo" BOOLEAN NOT NULL DEFAULT true,
    "parametros" JSONB NOT NULL DEFAULT '{}',
    "atribuido_por" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "projeto_insight_templates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pesquisas" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "titulo" TEXT NOT NULL,
    "descricao" TEXT,
    "ativo" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pesquisas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "questionarios" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "descricao" TEXT,
    "ativo" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "questionarios_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "perguntas" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "questionario_id" UUID NOT NULL,
    "texto_pergunta" TEXT NOT NULL,
    "multipla_escolha" BOOLEAN NOT NULL DEFAULT false,
    "campo_texto" BOOLEAN NOT NULL DEFAULT true,
    "ordem" INTEGER NOT NULL DEFAULT 1,
    "ativo" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "perguntas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "respostas_definidas" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pergunta_id" UUID NOT NULL,
    "texto_resposta" TEXT NOT NULL,
    "valor" INTEGER NOT NULL DEFAULT 0,
    "ordem" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "respostas_definidas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entrevistas" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "questionario_id" UUID NOT NULL,
    "usuario_id" UUID,
    "nome_entrevistado" TEXT NOT NULL,
    "telefone_entrevistado" TEXT,
    "concluida" BOOLEAN NOT NULL DEFAULT false,
    "concluida_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entrevistas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "respostas" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "entrevista_id" UUID NOT NULL,
    "pergunta_id" UUID NOT NULL,
    "resposta_definida_id" UUID,
    "texto_resposta" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "respostas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tickets" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "titulo" TEXT NOT NULL,
    "descricao" TEXT NOT NULL,
    "tipo" TEXT NOT NULL DEFAULT 'duvida',
    "severidade" "severidade" NOT NULL DEFAULT 'media',
    "status" "status_ticket" NOT NULL DEFAULT 'aberto',
    "origem" TEXT NOT NULL DEFAULT 'web',
    "projeto_id" UUID,
    "auditoria_id" UUID,
    "auditoria_item_id" UUID,
    "criado_por" UUID,
    "atribuido_para" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tickets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "empresas_cnpj_key" ON "empresas"("cnpj");

-- CreateIndex
CREATE UNIQUE INDEX "usuarios_email_key" ON "usuarios"("email");

-- CreateIndex
CREATE INDEX "membros_usuario_id_idx" ON "membros"("usuario_id");

-- CreateIndex
CREATE UNIQUE INDEX "membros_empresa_id_usuario_id_key" ON "membros"("empresa_id", "usuario_id");

-- CreateIndex
CREATE UNIQUE INDEX "tokens_redefinicao_senha_token_hash_key" ON "tokens_redefinicao_senha"("token_hash");

-- CreateIndex
CREATE INDEX "tokens_redefinicao_senha_membro_id_idx" ON "tokens_redefinicao_senha"("membro_id");

-- CreateIndex
CREATE UNIQUE INDEX "chaves_api_hmac_key" ON "chaves_api"("hmac");

-- CreateIndex
CREATE INDEX "chaves_api_empresa_id_idx" ON "chaves_api"("empresa_id");

-- CreateIndex
CREATE INDEX "registros_acesso_empresa_id_created_at_idx" ON "registros_acesso"("empresa_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "registros_acesso_created_at_idx" ON "registros_acesso"("created_at" DESC);

-- CreateIndex
CREATE INDEX "leads_created_at_idx" ON "leads"("created_at" DESC);

-- CreateIndex
CREATE INDEX "credito_lancamentos_empresa_id_created_at_id_idx" ON "credito_lancamentos"("empresa_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "credito_lancamentos_execucao_id_tipo_key" ON "credito_lancamentos"("execucao_id", "tipo");

-- CreateIndex
CREATE UNIQUE INDEX "credito_lancamentos_empresa_id_chave_idempotente_key" ON "credito_lancamentos"("empresa_id", "chave_idempotente");

-- CreateIndex
CREATE UNIQUE INDEX "modelos_catalogo_rotulo_key" ON "modelos_catalogo"("rotulo");

-- CreateIndex
CREATE UNIQUE INDEX "precos_catalogo_provedor_modelo_unidade_vigente_de_key" ON "precos_catalogo"("provedor", "modelo", "unidade", "vigente_de");

-- CreateIndex
CREATE INDEX "asterisk_configs_empresa_id_is_active_idx" ON "asterisk_configs"("empresa_id", "is_active");

-- CreateIndex
CREATE INDEX "projetos_empresa_id_created_at_id_idx" ON "projetos"("empresa_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "auditorias_projeto_id_created_at_id_idx" ON "auditorias"("projeto_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "auditorias_empresa_id_created_at_id_idx" ON "auditorias"("empresa_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "auditoria_arquivos_auditoria_id_idx" ON "auditoria_arquivos"("auditoria_id");

-- CreateIndex
CREATE INDEX "auditoria_itens_projeto_id_created_at_id_idx" ON "auditoria_itens"("projeto_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "auditoria_itens_projeto_id_status_created_at_id_idx" ON "auditoria_itens"("projeto_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "auditoria_itens_auditoria_id_created_at_id_idx" ON "auditoria_itens"("auditoria_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "auditoria_itens_empresa_id_created_at_id_idx" ON "auditoria_itens"("empresa_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "auditoria_itens_entrevista_id_idx" ON "auditoria_itens"("entrevista_id");

-- CreateIndex
CREATE INDEX "projeto_rollup_dia_empresa_id_dia_idx" ON "projeto_rollup_dia"("empresa_id", "dia");

-- CreateIndex
CREATE INDEX "execucoes_item_id_created_at_idx" ON "execucoes"("item_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "execucoes_empresa_id_status_created_at_idx" ON "execucoes"("empresa_id", "status", "created_at");

-- CreateIndex
CREATE INDEX "execucao_etapas_status_lease_ate_idx" ON "execucao_etapas"("status", "lease_ate");

-- CreateIndex
CREATE UNIQUE INDEX "chamadas_provedor_execucao_id_etapa_chave_key" ON "chamadas_provedor"("execucao_id", "etapa", "chave");

-- CreateIndex
CREATE INDEX "linhas_custo_item_id_idx" ON "linhas_custo"("item_id");

-- CreateIndex
CREATE INDEX "linhas_custo_empresa_id_created_at_idx" ON "linhas_custo"("empresa_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "linhas_custo_chamada_id_unidade_key" ON "linhas_custo"("chamada_id", "unidade");

-- CreateIndex
CREATE INDEX "eventos_timeline_item_id_id_idx" ON "eventos_timeline"("item_id", "id");

-- CreateIndex
CREATE INDEX "eventos_timeline_execucao_id_id_idx" ON "eventos_timeline"("execucao_id", "id");

-- CreateIndex
CREATE INDEX "letras_mortas_status_created_at_idx" ON "letras_mortas"("status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "letras_mortas_empresa_id_status_created_at_idx" ON "letras_mortas"("empresa_id", "status", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "letras_mortas_execucao_id_etapa_key" ON "letras_mortas"("execucao_id", "etapa");

-- CreateIndex
CREATE UNIQUE INDEX "objetos_pendentes_chave_key" ON "objetos_pendentes"("chave");

-- CreateIndex
CREATE INDEX "objetos_pendentes_apagar_em_idx" ON "objetos_pendentes"("apagar_em");

-- CreateIndex
CREATE UNIQUE INDEX "auditoria_resultados_execucao_id_key" ON "auditoria_resultados"("execucao_id");

-- CreateIndex
CREATE INDEX "auditoria_resultados_item_id_created_at_idx" ON "auditoria_resultados"("item_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "auditoria_resultados_auditoria_id_created_at_id_idx" ON "auditoria_resultados"("auditoria_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "transcricoes_item_id_idx" ON "transcricoes"("item_id");

-- CreateIndex
CREATE UNIQUE INDEX "transcricoes_resultado_id_canal_key" ON "transcricoes"("resultado_id", "canal");

-- CreateIndex
CREATE UNIQUE INDEX "sentencas_transcricao_id_ordem_key" ON "sentencas"("transcricao_id", "ordem");

-- CreateIndex
CREATE INDEX "insights_item_id_idx" ON "insights"("item_id");

-- CreateIndex
CREATE INDEX "insights_projeto_id_created_at_id_idx" ON "insights"("projeto_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "insights_empresa_id_created_at_id_idx" ON "insights"("empresa_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "insights_execucao_id_template_versao_id_key" ON "insights"("execucao_id", "template_versao_id");

-- CreateIndex
CREATE UNIQUE INDEX "evidencias_insight_id_ordem_key" ON "evidencias"("insight_id", "ordem");

-- CreateIndex
CREATE INDEX "insight_templates_empresa_id_nome_idx" ON "insight_templates"("empresa_id", "nome");

-- CreateIndex
CREATE UNIQUE INDEX "insight_template_versoes_template_id_versao_key" ON "insight_template_versoes"("template_id", "versao");

-- CreateIndex
CREATE INDEX "projeto_insight_templates_insight_template_id_idx" ON "projeto_insight_templates"("insight_template_id");

-- CreateIndex
CREATE UNIQUE INDEX "projeto_insight_templates_projeto_id_insight_template_id_key" ON "projeto_insight_templates"("projeto_id", "insight_template_id");

-- CreateIndex
CREATE INDEX "pesquisas_projeto_id_idx" ON "pesquisas"("projeto_id");

-- CreateIndex
CREATE INDEX "pesquisas_empresa_id_created_at_idx" ON "pesquisas"("empresa_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "questionarios_pesquisa_id_idx" ON "questionarios"("pesquisa_id");

-- CreateIndex
CREATE INDEX "perguntas_questionario_id_ordem_idx" ON "perguntas"("questionario_id", "ordem");

-- CreateIndex
CREATE INDEX "respostas_definidas_pergunta_id_ordem_idx" ON "respostas_definidas"("pergunta_id", "ordem");

-- CreateIndex
CREATE INDEX "entrevistas_pesquisa_id_created_at_id_idx" ON "entrevistas"("pesquisa_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "entrevistas_questionario_id_idx" ON "entrevistas"("questionario_id");

-- CreateIndex
CREATE UNIQUE INDEX "respostas_entrevista_id_pergunta_id_key" ON "respostas"("entrevista_id", "pergunta_id");

-- CreateIndex
CREATE INDEX "tickets_empresa_id_created_at_id_idx" ON "tickets"("empresa_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tickets_empresa_id_status_idx" ON "tickets"("empresa_id", "status");

-- AddForeignKey
ALTER TABLE "membros" ADD CONSTRAINT "membros_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membros" ADD CONSTRAINT "membros_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuarios"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tokens_redefinicao_senha" ADD CONSTRAINT "tokens_redefinicao_senha_membro_id_fkey" FOREIGN KEY ("membro_id") REFERENCES "membros"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chaves_api" ADD CONSTRAINT "chaves_api_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credito_lancamentos" ADD CONSTRAINT "credito_lancamentos_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asterisk_configs" ADD CONSTRAINT "asterisk_configs_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projetos" ADD CONSTRAINT "projetos_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auditorias" ADD CONSTRAINT "auditorias_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auditorias" ADD CONSTRAINT "auditorias_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auditoria_arquivos" ADD CONSTRAINT "auditoria_arquivos_auditoria_id_fkey" FOREIGN KEY ("auditoria_id") REFERENCES "auditorias"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auditoria_itens" ADD CONSTRAINT "auditoria_itens_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auditoria_itens" ADD CONSTRAINT "auditoria_itens_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auditoria_itens" ADD CONSTRAINT "auditoria_itens_auditoria_id_fkey" FOREIGN KEY ("auditoria_id") REFERENCES "auditorias"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projeto_rollup_dia" ADD CONSTRAINT "projeto_rollup_dia_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projeto_numeros" ADD CONSTRAINT "projeto_numeros_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projeto_contadores" ADD CONSTRAINT "projeto_contadores_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "execucoes" ADD CONSTRAINT "execucoes_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "execucao_etapas" ADD CONSTRAINT "execucao_etapas_execucao_id_fkey" FOREIGN KEY ("execucao_id") REFERENCES "execucoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chamadas_provedor" ADD CONSTRAINT "chamadas_provedor_execucao_id_fkey" FOREIGN KEY ("execucao_id") REFERENCES "execucoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "linhas_custo" ADD CONSTRAINT "linhas_custo_execucao_id_fkey" FOREIGN KEY ("execucao_id") REFERENCES "execucoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eventos_timeline" ADD CONSTRAINT "eventos_timeline_execucao_id_fkey" FOREIGN KEY ("execucao_id") REFERENCES "execucoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "configuracoes_processamento" ADD CONSTRAINT "configuracoes_processamento_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "configuracoes_processamento" ADD CONSTRAINT "configuracoes_processamento_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auditoria_resultados" ADD CONSTRAINT "auditoria_resultados_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auditoria_resultados" ADD CONSTRAINT "auditoria_resultados_execucao_id_fkey" FOREIGN KEY ("execucao_id") REFERENCES "execucoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transcricoes" ADD CONSTRAINT "transcricoes_resultado_id_fkey" FOREIGN KEY ("resultado_id") REFERENCES "auditoria_resultados"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sentencas" ADD CONSTRAINT "sentencas_transcricao_id_fkey" FOREIGN KEY ("transcricao_id") REFERENCES "transcricoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insights" ADD CONSTRAINT "insights_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insights" ADD CONSTRAINT "insights_template_versao_id_fkey" FOREIGN KEY ("template_versao_id") REFERENCES "insight_template_versoes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidencias" ADD CONSTRAINT "evidencias_insight_id_fkey" FOREIGN KEY ("insight_id") REFERENCES "insights"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insight_templates" ADD CONSTRAINT "insight_templates_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "insight_template_versoes" ADD CONSTRAINT "insight_template_versoes_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "insight_templates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projeto_insight_templates" ADD CONSTRAINT "projeto_insight_templates_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projeto_insight_templates" ADD CONSTRAINT "projeto_insight_templates_insight_template_id_fkey" FOREIGN KEY ("insight_template_id") REFERENCES "insight_templates"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pesquisas" ADD CONSTRAINT "pesquisas_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pesquisas" ADD CONSTRAINT "pesquisas_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "questionarios" ADD CONSTRAINT "questionarios_pesquisa_id_fkey" FOREIGN KEY ("pesquisa_id") REFERENCES "pesquisas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "perguntas" ADD CONSTRAINT "perguntas_questionario_id_fkey" FOREIGN KEY ("questionario_id") REFERENCES "questionarios"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "respostas_definidas" ADD CONSTRAINT "respostas_definidas_pergunta_id_fkey" FOREIGN KEY ("pergunta_id") REFERENCES "perguntas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entrevistas" ADD CONSTRAINT "entrevistas_pesquisa_id_fkey" FOREIGN KEY ("pesquisa_id") REFERENCES "pesquisas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entrevistas" ADD CONSTRAINT "entrevistas_questionario_id_fkey" FOREIGN KEY ("questionario_id") REFERENCES "questionarios"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "respostas" ADD CONSTRAINT "respostas_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "respostas" ADD CONSTRAINT "respostas_pergunta_id_fkey" FOREIGN KEY ("pergunta_id") REFERENCES "perguntas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
