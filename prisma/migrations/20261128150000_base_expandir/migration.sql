-- fase: expandir
-- The whole database of the product at the end of November 2026, by subject: words, types, tables, references, functions with their
-- triggers. Plain roll-ups come after it (prisma/rollups). Columns and tables are explained in prisma/schema.prisma. An installation that
-- has it already is marked, not changed (prisma/src/base.mjs).

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- No stop words: 'não' decides what a sentence says.
CREATE TEXT SEARCH DICTIONARY escuta_radical (TEMPLATE = pg_catalog.snowball, LANGUAGE = portuguese);
CREATE TEXT SEARCH CONFIGURATION escuta (COPY = pg_catalog.portuguese);
ALTER TEXT SEARCH CONFIGURATION escuta
  ALTER MAPPING FOR asciiword, word, asciihword, hword, hword_asciipart, hword_part WITH escuta_radical;

-- ───────────────────────────── types ─────────────────────────────

CREATE TYPE canal AS ENUM ('left', 'right');
CREATE TYPE etapa AS ENUM ('audio', 'transcricao', 'analise_texto', 'confronto', 'negocio', 'contabilizacao');
CREATE TYPE finalidade_token AS ENUM ('redefinicao', 'convite');
CREATE TYPE papel AS ENUM ('admin', 'gerente', 'usuario');
CREATE TYPE severidade AS ENUM ('baixa', 'media', 'alta', 'critica');
CREATE TYPE situacao_entrevista AS ENUM ('em_andamento', 'concluida', 'interrompida');
CREATE TYPE status_email AS ENUM ('pendente', 'enviado', 'falhou');
CREATE TYPE status_etapa AS ENUM ('pendente', 'executando', 'concluida', 'ignorada', 'erro');
CREATE TYPE status_execucao AS ENUM ('na_fila', 'executando', 'concluida', 'ignorada', 'erro');
CREATE TYPE status_letra_morta AS ENUM ('aberta', 'reprocessada', 'descartada');
CREATE TYPE status_pedido_credito AS ENUM ('pendente', 'concedido', 'recusado');
CREATE TYPE status_processamento AS ENUM ('pendente', 'processando', 'concluido', 'erro');
CREATE TYPE status_ticket AS ENUM ('aberto', 'em_andamento', 'resolvido', 'fechado');
CREATE TYPE tipo_item AS ENUM ('ligacao', 'arquivo', 'call_data', 'pesquisa', 'entrevista');
CREATE TYPE tipo_lancamento AS ENUM ('compra', 'ajuste', 'reserva', 'captura', 'estorno');
CREATE TYPE tipo_pergunta AS ENUM ('escolha', 'multipla', 'numero', 'escala', 'data', 'texto');
CREATE TYPE tipo_projeto AS ENUM ('call_center', 'auditoria', 'pesquisa');
CREATE TYPE unidade_preco AS ENUM ('minuto_audio', 'token_entrada', 'token_saida');

-- ───────────────────────────── words, numbers and days ─────────────────────────────

CREATE FUNCTION escuta_dia(instante timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (instante AT TIME ZONE 'America/Sao_Paulo')::date;

CREATE FUNCTION escuta_digitos(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN nullif(regexp_replace(texto, '[^0-9]', '', 'g'), '');

-- unaccent() is only STABLE because its dictionary could be edited. Ours never is, and naming it makes the result fixed.
CREATE FUNCTION escuta_normaliza(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, texto));

-- A word as people count it: one spelling for 'Droga!' and 'droga'. Accents stay, they are shown.
CREATE FUNCTION escuta_termo(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN left(lower(regexp_replace(texto, '(^[^[:alnum:]]+)|([^[:alnum:]]+$)', '', 'g')), 80);

-- The one place that says what an audit's items make of it. Without items it waits for them.
CREATE FUNCTION escuta_situacao(pendentes bigint, processando bigint, concluidos bigint, erros bigint)
  RETURNS status_processamento
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN processando > 0 THEN 'processando' WHEN pendentes > 0 THEN 'pendente'
    WHEN concluidos > 0 THEN 'concluido' WHEN erros > 0 THEN 'erro' ELSE 'pendente' END::status_processamento;

-- The letter of a verdict in the heat map (shared/src/domain/interview/verdicts/matrix.ts; a test holds both together).
CREATE FUNCTION escuta_letra_veredito(veredito text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE veredito WHEN 'confere' THEN 'C' WHEN 'diverge' THEN 'D' WHEN 'nao_perguntada' THEN 'N' WHEN 'induzida' THEN 'I'
    WHEN 'inaudivel' THEN 'U' WHEN 'a_revisar' THEN 'R' WHEN 'nao_se_aplica' THEN 'X' END
$$;

-- An extension as it is compared: 'sip/1023 ' is 'SIP/1023'.
CREATE FUNCTION escuta_ramal(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN nullif(upper(btrim(texto)), '');

-- Nobody known, where an agent is part of a key.
CREATE FUNCTION escuta_agente(agente uuid) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(agente, '00000000-0000-0000-0000-000000000000'::uuid);

-- In which tenth a score lies: 1 to 10.
CREATE FUNCTION escuta_faixa_nota(pontuacao numeric) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN least(floor(round(pontuacao * 100) / 10), 9)::int + 1;

CREATE FUNCTION escuta_soma_notas(a bigint[], b bigint[]) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN ARRAY[a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6] + b[6], a[7] + b[7], a[8] + b[8],
    a[9] + b[9], a[10] + b[10]];

-- Words of escuta_palavras without accents and in the singular, by RSLP's plural step: what the stemmer, which knows 'ligação' from
-- 'ligações', must be told to be the same. Words that only look like a plural stand aside meanwhile (their last space is another sign).
CREATE FUNCTION escuta_plural(palavras text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  -- 'país' is no father, 'pais' is two.
  t text := translate(replace(palavras, ' país ', E' país\x01'), 'áàâãäåéèêëíìîïóòôõöúùûüçñýÿ', 'aaaaaaeeeeiiiiooooouuuucnyy');
  palavra text[];
BEGIN
  FOREACH palavra SLICE 1 IN ARRAY ARRAY[
    ['mais', 'mais'], ['demais', 'demais'], ['jamais', 'jamais'], ['pois', 'pois'], ['depois', 'depois'], ['dois', 'dois'],
    ['seis', 'seis'], ['vais', 'vais'], ['cais', 'cais'], ['maes', 'mae'], ['pais', 'pai'], ['leis', 'lei'], ['reis', 'rei'],
    ['herois', 'heroi'], ['faceis', 'facil'], ['dificeis', 'dificil'], ['uteis', 'util'], ['inuteis', 'inutil'], ['frageis', 'fragil'],
    ['ageis', 'agil'], ['ferteis', 'fertil'], ['texteis', 'textil']
  ] LOOP
    t := replace(t, ' ' || palavra[1] || ' ', ' ' || palavra[2] || E'\x01');
  END LOOP;
  t := replace(t, 'oes ', 'ao ');
  t := replace(t, 'aes ', 'ao ');
  t := replace(t, 'ais ', 'al ');
  t := replace(t, 'eis ', 'el ');
  t := replace(t, 'ois ', 'ol ');
  t := replace(t, 'uis ', 'ul ');
  t := replace(t, 'ns ', 'm ');
  RETURN translate(t, E'\x01', ' ');
END $$;

CREATE FUNCTION escuta_sem_acentos(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN translate(texto, 'áàâãäåéèêëíìîïóòôõöúùûüçñýÿ', 'aaaaaaeeeeiiiiooooouuuucnyy');

-- The vector of words of escuta_palavras: at each position the stem without accents, and the stem of the singular without accents.
-- The stem of 'não' would be 'na', which is another word: so short ones stay whole.
-- At most 255 places of a word are kept by PostgreSQL: blocks of 6,000 words stay below that for all but 'que' in odd ones.
CREATE FUNCTION escuta_lexemas(palavras text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path FROM CURRENT
BEGIN ATOMIC
  WITH lugares AS (
    SELECT escuta_sem_acentos(v.lexeme) AS lexema, p.posicao
      FROM unnest(to_tsvector('escuta'::regconfig, regexp_replace(palavras, ' ([^ ])ã(?=[oe]s? )', ' \1a', 'g'))) AS v, unnest(v.positions) AS p (posicao)
    UNION
    SELECT v.lexeme, p.posicao
      FROM unnest(to_tsvector('escuta'::regconfig, escuta_plural(palavras))) AS v, unnest(v.positions) AS p (posicao)
  )
  SELECT coalesce(string_agg(l.lexema || ':' || l.posicoes, ' '), '')::tsvector
  FROM (SELECT lexema, string_agg(posicao::text, ',' ORDER BY posicao) AS posicoes FROM lugares WHERE lexema <> '' GROUP BY lexema) AS l;
END;

-- The month of São Paulo in which a moment lies.
CREATE FUNCTION escuta_mes(momento timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN date_trunc('month', momento AT TIME ZONE 'America/Sao_Paulo')::date;

-- A text as words of lower-case letters or digits alone, each between two spaces, so that every parser counts the same ones
-- (shared/src/domain/filters/search-words.ts counts them in a sentence): '1.500' is 1500, 'e-mail' email, 'guarda-chuva' two words.
CREATE FUNCTION escuta_palavras(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN '  ' || btrim(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      translate(lower(normalize(left(texto, 100000), NFKC)), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ', 'áàâãäåéèêëíìîïóòôõöúùûüçñý'),
      '([0-9])[.](?=[0-9]{3}(?![0-9]))', '\1', 'g'),
      '(^|[^a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ0-9])([a-z])-(?=[a-z])', '\1\2', 'g'),
      '[^a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ0-9]+|(?<=[0-9])(?=[a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ])|(?<=[a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ])(?=[0-9])', '  ', 'g'),
      '([^ ]{30})(?=[^ ])', '\1  ', 'g'),
      ' {3,}', '  ', 'g')) || '  ';

-- What one word may be in a vector.
CREATE FUNCTION escuta_radicais(palavra text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path FROM CURRENT
  RETURN tsvector_to_array(escuta_lexemas(escuta_palavras(palavra)));

-- What the telephony calls a recording, as names of files are compared (recording-match.ts fileKey): without folders, extension and case.
CREATE FUNCTION escuta_nome_gravacao(nome text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN nullif(lower(regexp_replace(regexp_replace(btrim(nome), '^.*[/\\]', ''),
    '(\.(mp3|wav|wave|ogg|oga|opus|m4a|m4b|aac|webm|flac|wma|amr|3gp|3gpp|aif|aiff|caf|mp4|mov|gsm|ulaw|alaw|dss|ds2|weba))+$', '', 'i')), '');

-- The hour in São Paulo at which a call began; null where that is not known (its entry is no hour of it).
CREATE FUNCTION escuta_hora(momento timestamptz) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN extract(hour FROM momento AT TIME ZONE 'America/Sao_Paulo')::smallint;

-- The first day of a day's month.
CREATE FUNCTION escuta_mes_do_dia(dia date) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN date_trunc('month', dia::timestamp)::date;

-- The lowest UUIDv7 of a moment.
CREATE FUNCTION escuta_uuid_de(momento timestamptz) RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE STRICT
  RETURN (lpad(to_hex((extract(epoch FROM momento) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The month of a day.
CREATE FUNCTION escuta_mes(dia DATE) RETURNS DATE LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_trunc('month', dia::timestamp)::date
$$;

-- The number as it is compared, the rule of shared/src/domain/calls/phone-key.ts: one telephone is one number, however it was written.
-- A plain national number, which most are, is told at once: the trigger asks for each call that comes in.
CREATE FUNCTION escuta_numero(escrito TEXT) RETURNS TEXT
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT SET search_path FROM CURRENT AS $$
DECLARE
  texto TEXT;
  limpo TEXT;
  n TEXT;
BEGIN
  IF escrito ~ '^[1-9]{3}[0-9]{7,8}$' THEN RETURN escrito; END IF;
  texto := lower(regexp_replace(regexp_replace(escrito, '[ \t\n\r\f\v\u00a0\u2007\u202f\u200b\ufeff]+', ' ', 'g'), '^ | $', '', 'g') COLLATE "C");
  texto := regexp_replace(texto, '[\u2010-\u2015\u2212]', '-', 'g');
  limpo := regexp_replace(texto, '^(?:tel|sips?):', '');
  limpo := regexp_replace(limpo, '^(?:telefone|tel|celular|cel|fone|fixo|whatsapp|whats|zap)[.:]* ?[.:]*(?=[ +(0-9])', '');
  limpo := regexp_replace(limpo, '^ ', '');
  limpo := regexp_replace(limpo, '[@;].*$', '');
  limpo := regexp_replace(limpo, '^(\+?(?:55)? ?)(?:(\(?0) ?\(?(?:xx|\*\*)\)?|(\(?)xx\)?)[ -]?', '\1\2\3');
  limpo := regexp_replace(limpo, '[ ,-]*(?:ramal|ram|rml|rm|ext|r|x)[.:]? ?[0-9]+$', '');
  limpo := regexp_replace(limpo, '^(\+?(?:[ ().-]*[0-9]){8,})(?:\)? ?[/|,+]| ?\((?![0-9])| -? ?[a-zA-Z\u00c0-\u00ff]).*$', '\1');
  limpo := regexp_replace(limpo, '^((?:[^0-9]*[0-9]){8,})[ -]*\(0?[0-9]{2}\)(?:[ .-]*[0-9]){8,}$', '\1');
  limpo := regexp_replace(limpo, '^(0?[1-9][0-9] ?9?[0-9]{4}-?[0-9]{4})[ -]+0?[1-9][0-9] ?9?[0-9]{4}-?[0-9]{4}$', '\1');
  IF limpo !~ '^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$' THEN RETURN texto; END IF;
  n := regexp_replace(limpo, '[^0-9]', '', 'g');
  IF n LIKE '0055%' THEN n := substr(n, 5);
  ELSIF n ~ '^55(?:[0-9]{10,11}|0(?:[1-9][0-9])?[1-9][0-9]{9,10})$' THEN n := substr(n, 3);
  ELSIF limpo LIKE '+%' THEN RETURN '+' || n;
  END IF;
  IF n ~ '^[3589]00[0-9]{7}$' THEN RETURN '0' || n; END IF;
  IF n ~ '^0[3589]00[0-9]{6,7}$' THEN RETURN n; END IF;
  IF n ~ '^0[1-9][0-9]{9,10}$' THEN RETURN substr(n, 2); END IF;
  IF n ~ '^0[1-9][0-9][1-9][0-9]{9,10}$' THEN RETURN substr(n, 4); END IF;
  RETURN n;
END $$;

-- ───────────────────────────── people and companies ─────────────────────────────

CREATE TABLE empresas (
  id uuid NOT NULL,
  nome text NOT NULL,
  cnpj text NOT NULL,
  rua text,
  numero text,
  bairro text,
  cep text,
  cidade text,
  estado text,
  segmento text,
  volume_auditorias_mensal integer,
  saldo_creditos integer DEFAULT 0 NOT NULL,
  ativa boolean DEFAULT true NOT NULL,
  arquivada_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  saldo_baixo_avisado_em timestamptz(3),
  email_confirmado_em timestamptz(3),
  convites_max integer,
  compras_mes_max integer,
  cota_bytes bigint,
  CONSTRAINT empresas_pkey PRIMARY KEY (id),
  CONSTRAINT empresas_saldo_creditos_check CHECK (saldo_creditos >= 0)
);
CREATE UNIQUE INDEX empresas_cnpj_key ON empresas(cnpj);

CREATE TABLE usuarios (
  id uuid NOT NULL,
  email text NOT NULL,
  nome text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT usuarios_pkey PRIMARY KEY (id)
);
CREATE INDEX usuarios_busca ON usuarios USING GIN (escuta_normaliza(email || ' ' || coalesce(nome, '')) public.gin_trgm_ops);
CREATE UNIQUE INDEX usuarios_email_key ON usuarios(email);
CREATE INDEX usuarios_ordem ON usuarios (escuta_normaliza(coalesce(nome, email)), id);

CREATE TABLE membros (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  papel papel NOT NULL,
  senha_hash text,
  versao_token integer DEFAULT 1 NOT NULL,
  ativo boolean DEFAULT true NOT NULL,
  ultimo_acesso timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  termos_aceitos_em timestamptz(3),
  termos_versao text,
  termos_pendentes boolean DEFAULT false NOT NULL,
  CONSTRAINT membros_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX membros_empresa_id_usuario_id_key ON membros(empresa_id, usuario_id);
CREATE INDEX membros_usuario_id_idx ON membros(usuario_id);

CREATE TABLE tokens_redefinicao_senha (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  membro_id uuid NOT NULL,
  token_hash text NOT NULL,
  expira_em timestamptz(3) NOT NULL,
  usado_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  finalidade finalidade_token DEFAULT 'redefinicao' NOT NULL,
  CONSTRAINT tokens_redefinicao_senha_pkey PRIMARY KEY (id)
);
CREATE INDEX tokens_redefinicao_senha_membro_id_idx ON tokens_redefinicao_senha(membro_id);
CREATE UNIQUE INDEX tokens_redefinicao_senha_token_hash_key ON tokens_redefinicao_senha(token_hash);

CREATE TABLE confirmacoes_email (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  membro_id uuid NOT NULL,
  token_hash text NOT NULL,
  expira_em timestamptz(3) NOT NULL,
  usado_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT confirmacoes_email_pkey PRIMARY KEY (id)
);
CREATE INDEX confirmacoes_email_membro_id_created_at_idx ON confirmacoes_email (membro_id, created_at);
CREATE UNIQUE INDEX confirmacoes_email_token_hash_key ON confirmacoes_email (token_hash);

CREATE TABLE chaves_api (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  cifra text NOT NULL,
  hmac text NOT NULL,
  ultimo_uso timestamptz(3),
  revogada_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT chaves_api_pkey PRIMARY KEY (id)
);
CREATE INDEX chaves_api_empresa_id_idx ON chaves_api(empresa_id);
CREATE UNIQUE INDEX chaves_api_hmac_key ON chaves_api(hmac);
CREATE UNIQUE INDEX chaves_api_vigente_key ON chaves_api (empresa_id) WHERE revogada_em IS NULL;

CREATE TABLE emails (
  id uuid NOT NULL,
  empresa_id uuid,
  para text NOT NULL,
  assunto text NOT NULL,
  cifra text,
  status status_email DEFAULT 'pendente' NOT NULL,
  tentativas integer DEFAULT 0 NOT NULL,
  proxima_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  erro text,
  enviado_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  classe smallint DEFAULT 1 NOT NULL,
  vez bigint,
  CONSTRAINT emails_pkey PRIMARY KEY (id)
);
CREATE INDEX emails_convites_idx ON emails (empresa_id, created_at, para) WHERE classe = 2;
CREATE INDEX emails_created_at_idx ON emails(created_at DESC);
CREATE INDEX emails_empresa_na_fila_idx ON emails
  (classe, (coalesce(empresa_id, '00000000-0000-0000-0000-000000000000'::uuid)), vez)
  WHERE status = 'pendente' AND vez IS NOT NULL;
CREATE INDEX emails_na_fila_idx ON emails (classe, vez, id)
  WHERE status = 'pendente' AND vez IS NOT NULL;
CREATE INDEX emails_sem_vez_idx ON emails (classe, proxima_em, id)
  WHERE status = 'pendente' AND vez IS NULL;
CREATE INDEX emails_status_proxima_em_idx ON emails(status, proxima_em);

CREATE TABLE registros_acesso (
  id uuid NOT NULL,
  empresa_id uuid,
  usuario_id uuid,
  acao text NOT NULL,
  recurso text NOT NULL,
  recurso_id text,
  detalhes jsonb DEFAULT '{}' NOT NULL,
  endereco_ip text,
  request_id text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  via text,
  via_id uuid,
  CONSTRAINT registros_acesso_pkey PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX registros_acesso_acao_created_at_idx ON registros_acesso(acao, created_at DESC);
CREATE INDEX registros_acesso_created_at_idx ON registros_acesso(created_at DESC);
CREATE INDEX registros_acesso_acoes_idx ON registros_acesso(created_at DESC) WHERE acao <> 'login';
CREATE INDEX registros_acesso_empresa_id_created_at_idx ON registros_acesso(empresa_id, created_at DESC);
CREATE INDEX registros_acesso_recurso_id_idx ON registros_acesso(recurso_id);
CREATE INDEX registros_acesso_usuario_id_created_at_idx ON registros_acesso(usuario_id, created_at DESC);

CREATE TABLE acessos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  via text NOT NULL,
  via_id uuid,
  usuario_id uuid,
  administrador boolean DEFAULT false NOT NULL,
  tipo text NOT NULL,
  alvo_tipo text NOT NULL,
  alvo_id uuid NOT NULL,
  primeiro_em timestamptz(3) NOT NULL,
  ultimo_em timestamptz(3) NOT NULL,
  endereco_ip text,
  tamanho bigint,
  enviado int8multirange DEFAULT '{}'::int8multirange NOT NULL,
  ouvido int4multirange DEFAULT '{}'::int4multirange NOT NULL,
  CONSTRAINT acessos_pkey PRIMARY KEY (id, primeiro_em)
) PARTITION BY RANGE (primeiro_em);
CREATE INDEX acessos_alvo_id_primeiro_em_idx ON acessos(alvo_id, primeiro_em DESC);
CREATE INDEX acessos_empresa_id_primeiro_em_idx ON acessos(empresa_id, primeiro_em DESC);
CREATE INDEX acessos_empresa_id_tipo_primeiro_em_idx ON acessos(empresa_id, tipo, primeiro_em DESC);
CREATE INDEX acessos_primeiro_em_idx ON acessos(primeiro_em DESC);
CREATE INDEX acessos_usuario_id_primeiro_em_idx ON acessos(usuario_id, primeiro_em DESC);

CREATE TABLE acessos_selos (
  empresa_id uuid NOT NULL,
  dia date NOT NULL,
  linhas integer NOT NULL,
  resumo bytea NOT NULL,
  anterior bytea,
  selo bytea NOT NULL,
  selado_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT acessos_selos_pkey PRIMARY KEY (empresa_id, dia)
);
CREATE INDEX acessos_selos_dia_idx ON acessos_selos(dia);

CREATE TABLE instalacao_marcas (
  nome text NOT NULL,
  iniciada_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  concluida_em timestamptz(3),
  CONSTRAINT instalacao_marcas_pkey PRIMARY KEY (nome)
);

CREATE TABLE leads (
  id uuid NOT NULL,
  nome text NOT NULL,
  email text NOT NULL,
  telefone text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  atendido_em timestamptz(3),
  atendido_por uuid,
  plano text,
  CONSTRAINT leads_pkey PRIMARY KEY (id)
);
CREATE INDEX leads_created_at_idx ON leads(created_at DESC);
CREATE INDEX leads_novos ON leads(created_at DESC) WHERE atendido_em IS NULL;

-- ───────────────────────────── credits ─────────────────────────────

CREATE TABLE credito_pacotes (
  id uuid NOT NULL,
  nome text NOT NULL,
  descricao text DEFAULT '' NOT NULL,
  quantidade_creditos integer NOT NULL,
  ativo boolean DEFAULT true NOT NULL,
  ordem integer DEFAULT 1 NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  preco_centavos integer,
  CONSTRAINT credito_pacotes_pkey PRIMARY KEY (id)
);

CREATE TABLE credito_lancamentos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  tipo tipo_lancamento NOT NULL,
  quantidade integer NOT NULL,
  saldo_apos integer NOT NULL,
  execucao_id uuid,
  pacote_id uuid,
  usuario_id uuid,
  chave_idempotente text,
  descricao text DEFAULT '' NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valor_centavos integer,
  CONSTRAINT credito_lancamentos_pkey PRIMARY KEY (id),
  CONSTRAINT credito_lancamentos_saldo_apos_check CHECK (saldo_apos >= 0)
);
CREATE UNIQUE INDEX credito_lancamentos_empresa_id_chave_idempotente_key ON credito_lancamentos(empresa_id, chave_idempotente);
CREATE INDEX credito_lancamentos_empresa_id_created_at_id_idx ON credito_lancamentos(empresa_id, created_at DESC, id DESC);
CREATE INDEX credito_lancamentos_empresa_id_tipo_created_at_id_idx ON credito_lancamentos(empresa_id, tipo, created_at DESC, id DESC);
CREATE UNIQUE INDEX credito_lancamentos_execucao_id_tipo_key ON credito_lancamentos(execucao_id, tipo);

CREATE TABLE credito_pedidos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  pacote_id uuid NOT NULL,
  pacote text NOT NULL,
  quantidade integer NOT NULL,
  valor_centavos integer,
  usuario_id uuid,
  chave_idempotente text NOT NULL,
  status status_pedido_credito DEFAULT 'pendente' NOT NULL,
  decidido_por uuid,
  decidido_em timestamptz(3),
  motivo text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT credito_pedidos_pkey PRIMARY KEY (id),
  CONSTRAINT credito_pedidos_decisao_check CHECK ((status = 'pendente') = (decidido_em IS NULL)),
  CONSTRAINT credito_pedidos_quantidade_check CHECK (quantidade > 0)
);
CREATE INDEX credito_pedidos_created_at_idx ON credito_pedidos (created_at DESC);
CREATE UNIQUE INDEX credito_pedidos_empresa_id_chave_idempotente_key ON credito_pedidos (empresa_id, chave_idempotente);
CREATE INDEX credito_pedidos_empresa_id_created_at_idx ON credito_pedidos (empresa_id, created_at DESC);
CREATE INDEX credito_pedidos_pendentes_idx ON credito_pedidos (created_at) WHERE status = 'pendente';

CREATE TABLE credito_rollup_dia (
  empresa_id uuid NOT NULL,
  dia date NOT NULL,
  tipo tipo_lancamento NOT NULL,
  n bigint NOT NULL,
  entrada bigint NOT NULL,
  saida bigint NOT NULL,
  valor_centavos bigint NOT NULL,
  CONSTRAINT credito_rollup_dia_pkey PRIMARY KEY (empresa_id, dia, tipo)
) WITH (fillfactor=50);
CREATE INDEX credito_rollup_dia_dia_idx ON credito_rollup_dia(dia);

-- ───────────────────────────── models and prices ─────────────────────────────

CREATE TABLE modelos_catalogo (
  id uuid NOT NULL,
  rotulo text NOT NULL,
  provedor text NOT NULL,
  modelo text NOT NULL,
  finalidade text NOT NULL,
  capacidades jsonb DEFAULT '{}' NOT NULL,
  ativo boolean DEFAULT true NOT NULL,
  desativado_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT modelos_catalogo_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX modelos_catalogo_rotulo_key ON modelos_catalogo(rotulo);

CREATE TABLE precos_catalogo (
  id uuid NOT NULL,
  provedor text NOT NULL,
  modelo text NOT NULL,
  unidade unidade_preco NOT NULL,
  preco_usd numeric(18,12) NOT NULL,
  vigente_de timestamptz(3) NOT NULL,
  vigente_ate timestamptz(3),
  CONSTRAINT precos_catalogo_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX precos_catalogo_provedor_modelo_unidade_vigente_de_key ON precos_catalogo(provedor, modelo, unidade, vigente_de);

-- ───────────────────────────── telephony ─────────────────────────────

CREATE TABLE asterisk_configs (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  name text NOT NULL,
  asterisk_url text NOT NULL,
  username text NOT NULL,
  senha_cifra text NOT NULL,
  timeout_ms integer DEFAULT 30000 NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT asterisk_configs_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX asterisk_configs_ativa_key ON asterisk_configs (empresa_id) WHERE is_active;
CREATE INDEX asterisk_configs_empresa_id_is_active_idx ON asterisk_configs(empresa_id, is_active);

-- ───────────────────────────── projects, audits, items ─────────────────────────────

CREATE TABLE projetos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  nome text NOT NULL,
  descricao text,
  tipo_projeto tipo_projeto NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  canal_agente canal DEFAULT 'left' NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  exemplo_item_id uuid,
  auditoria_automatica boolean DEFAULT false NOT NULL,
  teto_creditos_mes integer,
  teto_itens_mes integer,
  CONSTRAINT projetos_pkey PRIMARY KEY (id),
  CONSTRAINT projetos_tetos_check CHECK (coalesce(teto_creditos_mes, 0) >= 0 AND coalesce(teto_itens_mes, 0) >= 0)
);
CREATE INDEX projetos_empresa_id_created_at_id_idx ON projetos(empresa_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX projetos_exemplo_key ON projetos (empresa_id) WHERE exemplo_item_id IS NOT NULL;
CREATE INDEX projetos_nome_busca ON projetos USING GIN (escuta_normaliza(nome) public.gin_trgm_ops);

CREATE TABLE projeto_consumo_mes (
  projeto_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  mes date NOT NULL,
  creditos integer NOT NULL,
  itens integer NOT NULL,
  CONSTRAINT projeto_consumo_mes_pkey PRIMARY KEY (projeto_id, mes)
) WITH (fillfactor=50);

CREATE TABLE projeto_consumo_dia (
  projeto_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  dia date NOT NULL,
  creditos integer NOT NULL,
  itens integer NOT NULL,
  CONSTRAINT projeto_consumo_dia_pkey PRIMARY KEY (projeto_id, dia)
) WITH (fillfactor=50);
CREATE INDEX projeto_consumo_dia_empresa_id_dia_idx ON projeto_consumo_dia(empresa_id, dia);

CREATE TABLE auditorias (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  nome text NOT NULL,
  status status_processamento DEFAULT 'pendente' NOT NULL,
  padrao boolean DEFAULT false NOT NULL,
  observacoes text,
  criado_por uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT auditorias_pkey PRIMARY KEY (id)
);
CREATE INDEX auditorias_created_at_id_idx ON auditorias(created_at DESC, id DESC);
CREATE INDEX auditorias_empresa_id_created_at_id_idx ON auditorias(empresa_id, created_at DESC, id DESC);
CREATE INDEX auditorias_nome_busca ON auditorias USING GIN (escuta_normaliza(nome) public.gin_trgm_ops);
CREATE UNIQUE INDEX auditorias_padrao_key ON auditorias (projeto_id) WHERE padrao;
CREATE INDEX auditorias_projeto_id_created_at_id_idx ON auditorias(projeto_id, created_at DESC, id DESC);

CREATE TABLE auditoria_arquivos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  auditoria_id uuid NOT NULL,
  papel text NOT NULL,
  nome text NOT NULL,
  tipo text NOT NULL,
  tamanho bigint NOT NULL,
  sha256 text NOT NULL,
  chave_objeto text NOT NULL,
  status status_processamento DEFAULT 'pendente' NOT NULL,
  motivo text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT auditoria_arquivos_pkey PRIMARY KEY (id)
);
CREATE INDEX auditoria_arquivos_auditoria_id_idx ON auditoria_arquivos(auditoria_id);

CREATE TABLE auditoria_preparos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  autor_id uuid,
  observacoes text,
  enviado_em timestamptz(3),
  automatico boolean DEFAULT false NOT NULL,
  estado text DEFAULT 'enviando' NOT NULL,
  motivo text,
  motivo_papel text,
  versao integer DEFAULT 0 NOT NULL,
  questionario jsonb,
  aba text,
  avisos jsonb,
  colunas jsonb,
  linhas_sem_gravacao boolean DEFAULT true NOT NULL,
  creditos_confirmados integer,
  confirmado_por uuid,
  confirmado_em timestamptz(3),
  tarefa_id uuid,
  auditoria_id uuid,
  pesquisa_id uuid,
  expira_em timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  avisos_planilha jsonb,
  titulo text,
  CONSTRAINT auditoria_preparos_pkey PRIMARY KEY (id),
  CONSTRAINT auditoria_preparos_confirmado_check CHECK (estado NOT IN ('criando', 'auditando', 'concluido')
      OR (confirmado_em IS NOT NULL AND creditos_confirmados IS NOT NULL)),
  CONSTRAINT auditoria_preparos_estado_check CHECK (estado IN
      ('enviando', 'analisando', 'pronto', 'criando', 'auditando', 'concluido', 'falhou', 'cancelado'))
);
CREATE INDEX auditoria_preparos_auditando_idx ON auditoria_preparos(confirmado_em) WHERE estado = 'auditando';
CREATE INDEX auditoria_preparos_empresa_id_created_at_id_idx ON auditoria_preparos(empresa_id, created_at DESC, id DESC);
CREATE INDEX auditoria_preparos_expira_em_idx ON auditoria_preparos(expira_em);
CREATE INDEX auditoria_preparos_projeto_id_created_at_id_idx ON auditoria_preparos(projeto_id, created_at DESC, id DESC);

CREATE TABLE importacoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  auditoria_id uuid,
  autor_id uuid,
  estado text DEFAULT 'enviando' NOT NULL,
  motivo text,
  automatica boolean DEFAULT false NOT NULL,
  versao integer DEFAULT 0 NOT NULL,
  nome text NOT NULL,
  tamanho bigint NOT NULL,
  envio_id uuid,
  chave_objeto text,
  sha256 text,
  formato text,
  origem text,
  aba text,
  de_1904 boolean DEFAULT false NOT NULL,
  cabecalho_n integer,
  cabecalho_sha256 text,
  linhas integer,
  linha integer DEFAULT 0 NOT NULL,
  colunas jsonb,
  mapeamento jsonb,
  avisos jsonb,
  simulacao jsonb,
  resultado jsonb,
  desfeita jsonb,
  tarefa_id uuid,
  concluida_em timestamptz(3),
  desfeita_em timestamptz(3),
  desfeita_por uuid,
  expira_em timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  leitura jsonb,
  aba_pedida text,
  CONSTRAINT importacoes_pkey PRIMARY KEY (id),
  CONSTRAINT importacoes_estado_check CHECK (estado IN ('enviando', 'lendo', 'mapear', 'simulando', 'simulada', 'importando',
      'interrompida', 'concluida', 'desfazendo', 'desfeita', 'falhou', 'cancelada'))
);
CREATE INDEX importacoes_expira_em_idx ON importacoes(expira_em);
CREATE INDEX importacoes_projeto_id_created_at_id_idx ON importacoes(projeto_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX importacoes_uma_por_projeto ON importacoes (projeto_id) WHERE estado IN ('importando', 'desfazendo');

CREATE TABLE importacao_linhas (
  importacao_id uuid NOT NULL,
  simulada boolean NOT NULL,
  n integer NOT NULL,
  empresa_id uuid NOT NULL,
  recusada boolean NOT NULL,
  motivo text,
  celulas text[],
  item_id uuid,
  linha_igual integer,
  perna boolean DEFAULT false NOT NULL,
  CONSTRAINT importacao_linhas_pkey PRIMARY KEY (importacao_id, simulada, n)
);
CREATE INDEX importacao_linhas_recusada_idx ON importacao_linhas(importacao_id, simulada, recusada, n);

CREATE TABLE importacao_chaves (
  importacao_id uuid NOT NULL,
  chave bytea NOT NULL,
  n integer NOT NULL,
  CONSTRAINT importacao_chaves_pkey PRIMARY KEY (importacao_id, chave)
);

CREATE TABLE importacao_mapeamentos (
  empresa_id uuid NOT NULL,
  cabecalho_sha256 text NOT NULL,
  mapeamento jsonb NOT NULL,
  autor_id uuid,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT importacao_mapeamentos_pkey PRIMARY KEY (empresa_id, cabecalho_sha256)
);

CREATE TABLE preparo_arquivos (
  preparo_id uuid NOT NULL,
  papel text NOT NULL,
  empresa_id uuid NOT NULL,
  nome text NOT NULL,
  tamanho bigint NOT NULL,
  envio_id uuid,
  chave_objeto text,
  sha256 text,
  lido_em timestamptz(3),
  CONSTRAINT preparo_arquivos_pkey PRIMARY KEY (preparo_id, papel),
  CONSTRAINT preparo_arquivos_papel_check CHECK (papel IN ('audio', 'perguntas', 'planilha_respostas', 'zip_audios'))
);
CREATE INDEX preparo_arquivos_envio_id_idx ON preparo_arquivos(envio_id);

CREATE TABLE preparo_linhas (
  preparo_id uuid NOT NULL,
  n integer NOT NULL,
  empresa_id uuid NOT NULL,
  celulas text[],
  nao_auditar boolean DEFAULT false NOT NULL,
  CONSTRAINT preparo_linhas_pkey PRIMARY KEY (preparo_id, n)
);
CREATE INDEX preparo_linhas_fora_idx ON preparo_linhas(preparo_id, n) WHERE nao_auditar;

CREATE TABLE preparo_gravacoes (
  id uuid NOT NULL,
  preparo_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  origem text NOT NULL,
  indice integer NOT NULL,
  nome text NOT NULL,
  tipo text,
  tamanho bigint,
  sha256 text,
  chave_objeto text,
  duracao_ms integer,
  som bytea,
  motivo text,
  linha_n integer,
  regra text,
  candidatas integer[] DEFAULT ARRAY[]::integer[] NOT NULL,
  nao_auditar boolean DEFAULT false NOT NULL,
  item_id uuid,
  solta boolean DEFAULT false NOT NULL,
  CONSTRAINT preparo_gravacoes_pkey PRIMARY KEY (id),
  CONSTRAINT preparo_gravacoes_origem_check CHECK (origem IN ('audio', 'zip_audios')),
  CONSTRAINT preparo_gravacoes_par_check CHECK ((linha_n IS NULL) = (regra IS NULL))
);
CREATE INDEX preparo_gravacoes_item_id_idx ON preparo_gravacoes(item_id);
CREATE UNIQUE INDEX preparo_gravacoes_preparo_id_linha_n_key ON preparo_gravacoes(preparo_id, linha_n);
CREATE UNIQUE INDEX preparo_gravacoes_preparo_id_origem_indice_key ON preparo_gravacoes(preparo_id, origem, indice);
CREATE INDEX preparo_gravacoes_preparo_id_sha256_idx ON preparo_gravacoes(preparo_id, sha256);

CREATE TABLE auditoria_itens (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  auditoria_id uuid NOT NULL,
  tipo_item tipo_item DEFAULT 'ligacao' NOT NULL,
  status status_processamento DEFAULT 'pendente' NOT NULL,
  motivo text,
  call_start_time timestamptz(3),
  call_end_time timestamptz(3),
  ramal text,
  numero_destino text,
  nome_entrevistado text,
  asterisk_filename text,
  call_duration integer,
  arquivo_path text,
  arquivo_nome text,
  arquivo_tipo text,
  arquivo_tamanho bigint,
  arquivo_sha256 text,
  pesquisa_id uuid,
  questionario_id uuid,
  entrevista_id uuid,
  metadata jsonb DEFAULT '{}' NOT NULL,
  criado_por uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  busca text GENERATED ALWAYS AS (escuta_normaliza(((((((COALESCE(nome_entrevistado, '') || ' ') || COALESCE(numero_destino, '')) || ' ') || COALESCE((metadata ->> 'telefone_entrevistado'), '')) || ' ') || COALESCE(ramal, '')))) STORED,
  numero_digitos text GENERATED ALWAYS AS (escuta_digitos(COALESCE(numero_destino, (metadata ->> 'telefone_entrevistado'), ''))) STORED,
  dados_apagados_em timestamptz(3),
  arquivo_recebido_em timestamptz(3),
  chave_idempotente text,
  gravacao_ms integer,
  agente_id uuid,
  agente_origem text,
  unique_id text,
  chave_dup bytea,
  importacao_id uuid,
  momento_chamada timestamptz(3) GENERATED ALWAYS AS (COALESCE(call_start_time, created_at)) STORED,
  dia_chamada date GENERATED ALWAYS AS (escuta_dia(COALESCE(call_start_time, created_at))) STORED,
  inicio_precisao text DEFAULT 'instante' NOT NULL,
  direcao text,
  espera_ms integer,
  CONSTRAINT auditoria_itens_pkey PRIMARY KEY (id),
  CONSTRAINT auditoria_itens_agente CHECK (
  (agente_id IS NULL) = (agente_origem IS NULL) AND coalesce(agente_origem, 'ramal') IN ('ramal', 'nome', 'pessoa')),
  CONSTRAINT auditoria_itens_direcao_check CHECK (direcao IN ('recebida', 'efetuada', 'interna')),
  CONSTRAINT auditoria_itens_gravacao_ms_check CHECK (gravacao_ms >= 0),
  CONSTRAINT auditoria_itens_inicio_precisao_check CHECK (inicio_precisao IN ('instante', 'dia')),
  CONSTRAINT auditoria_itens_vinculo_check CHECK (CASE tipo_item
    WHEN 'entrevista' THEN entrevista_id IS NOT NULL AND questionario_id IS NOT NULL AND pesquisa_id IS NOT NULL
    WHEN 'pesquisa' THEN entrevista_id IS NULL AND pesquisa_id IS NOT NULL
    ELSE entrevista_id IS NULL AND questionario_id IS NULL AND pesquisa_id IS NULL END)
);
ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_dados_apagados_check CHECK (
  dados_apagados_em IS NULL OR (
    status IN ('concluido', 'erro') AND metadata = '{}'
    AND num_nonnulls(call_start_time, call_end_time, ramal, numero_destino, nome_entrevistado, asterisk_filename,
      arquivo_path, arquivo_nome, arquivo_tipo, arquivo_tamanho, arquivo_sha256) = 0
  )
) NOT VALID;
CREATE INDEX auditoria_itens_agente_entrada_idx ON auditoria_itens (projeto_id, agente_id, created_at DESC, id DESC)
  WHERE agente_id IS NOT NULL;
CREATE INDEX auditoria_itens_agente_idx ON auditoria_itens (projeto_id, agente_id, momento_chamada DESC, id DESC)
  WHERE agente_id IS NOT NULL;
CREATE INDEX auditoria_itens_apagadas_idx ON auditoria_itens (pesquisa_id) WHERE dados_apagados_em IS NOT NULL;
CREATE INDEX auditoria_itens_auditoria_id_created_at_id_idx ON auditoria_itens(auditoria_id, created_at DESC, id DESC);
CREATE INDEX auditoria_itens_busca_prefixo_idx ON auditoria_itens
  (projeto_id, left(busca, 16) text_pattern_ops);
CREATE UNIQUE INDEX auditoria_itens_chave_dup_key ON auditoria_itens (projeto_id, chave_dup) WHERE chave_dup IS NOT NULL;
CREATE UNIQUE INDEX auditoria_itens_chave_idempotente_key ON auditoria_itens (empresa_id, chave_idempotente)
  WHERE chave_idempotente IS NOT NULL;
CREATE INDEX auditoria_itens_com_gravacao_idx ON auditoria_itens (entrevista_id)
  WHERE entrevista_id IS NOT NULL AND arquivo_nome IS NOT NULL;
CREATE INDEX auditoria_itens_dia_entrada_idx ON auditoria_itens (projeto_id, escuta_dia(created_at), momento_chamada DESC, id DESC);
CREATE INDEX auditoria_itens_direcao_idx ON auditoria_itens (projeto_id, dia_chamada, direcao)
  WHERE direcao IS NOT NULL;
CREATE INDEX auditoria_itens_duracao_idx ON auditoria_itens (projeto_id, call_duration DESC, id DESC)
  WHERE call_duration IS NOT NULL;
CREATE INDEX auditoria_itens_empresa_id_created_at_id_idx ON auditoria_itens(empresa_id, created_at DESC, id DESC);
CREATE INDEX auditoria_itens_entrevista_id_idx ON auditoria_itens(entrevista_id);
CREATE INDEX auditoria_itens_entrevistas_idx ON auditoria_itens (auditoria_id, entrevista_id) WHERE entrevista_id IS NOT NULL;
CREATE INDEX auditoria_itens_gravacoes_idx ON auditoria_itens (auditoria_id, created_at DESC, id DESC) WHERE arquivo_path IS NOT NULL;
CREATE INDEX auditoria_itens_importacao_idx ON auditoria_itens (importacao_id, id) WHERE importacao_id IS NOT NULL;
CREATE INDEX auditoria_itens_medir_idx ON auditoria_itens(updated_at)
  WHERE gravacao_ms IS NULL AND arquivo_path IS NOT NULL AND tipo_item IN ('entrevista', 'pesquisa');
CREATE INDEX auditoria_itens_nome_gravacao_idx ON auditoria_itens (projeto_id, escuta_nome_gravacao(asterisk_filename))
  WHERE asterisk_filename IS NOT NULL;
CREATE INDEX auditoria_itens_numero_digitos_idx ON auditoria_itens
  (projeto_id, left(numero_digitos, 32) text_pattern_ops) WHERE numero_digitos IS NOT NULL;
CREATE INDEX auditoria_itens_numero_reverso_idx ON auditoria_itens
  (projeto_id, left(reverse(numero_digitos), 32) text_pattern_ops) WHERE numero_digitos IS NOT NULL;
CREATE INDEX auditoria_itens_pesquisa_id_idx ON auditoria_itens(pesquisa_id) WHERE pesquisa_id IS NOT NULL;
CREATE INDEX auditoria_itens_projeto_id_busca_idx ON auditoria_itens
  USING gin (projeto_id public.uuid_ops, busca public.gin_trgm_ops) WITH (fastupdate = on);
CREATE INDEX auditoria_itens_projeto_id_created_at_id_idx ON auditoria_itens(projeto_id, created_at DESC, id DESC);
CREATE INDEX auditoria_itens_projeto_id_momento_chamada_id_idx ON auditoria_itens (projeto_id, momento_chamada DESC, id DESC);
CREATE INDEX auditoria_itens_projeto_id_status_created_at_id_idx ON auditoria_itens(projeto_id, status, created_at DESC, id DESC);
CREATE INDEX auditoria_itens_protocolo_idx ON auditoria_itens
  (left(upper(metadata ->> 'codigo_chamada'), 64) text_pattern_ops, empresa_id)
  WHERE metadata ->> 'codigo_chamada' IS NOT NULL;
CREATE INDEX auditoria_itens_questionario_id_idx ON auditoria_itens(questionario_id) WHERE questionario_id IS NOT NULL;
CREATE INDEX auditoria_itens_ramal_idx ON auditoria_itens (empresa_id, escuta_ramal(ramal), momento_chamada, id)
  WHERE ramal IS NOT NULL AND tipo_item IN ('ligacao', 'arquivo', 'call_data');
CREATE INDEX auditoria_itens_sem_duracao_idx ON auditoria_itens(updated_at)
  WHERE gravacao_ms = 0 AND arquivo_path IS NOT NULL AND tipo_item IN ('entrevista', 'pesquisa');
CREATE INDEX auditoria_itens_sha_idx ON auditoria_itens (projeto_id, arquivo_sha256) WHERE arquivo_sha256 IS NOT NULL;
CREATE INDEX auditoria_itens_tipo_idx ON auditoria_itens (projeto_id, tipo_item, created_at DESC, id DESC)
  WHERE tipo_item <> 'ligacao';
CREATE INDEX auditoria_itens_unique_id_idx ON auditoria_itens
  (left(upper(metadata ->> 'unique_id'), 64) text_pattern_ops, empresa_id) WHERE metadata ->> 'unique_id' IS NOT NULL;
CREATE UNIQUE INDEX auditoria_itens_unique_id_key ON auditoria_itens (projeto_id, unique_id) WHERE unique_id IS NOT NULL;

CREATE TABLE gravacoes_anteriores (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  item_id uuid NOT NULL,
  chave_objeto text,
  nome text,
  tipo text,
  tamanho bigint,
  sha256 text,
  gravacao_ms integer,
  duracao_s integer,
  recebida_em timestamptz(3),
  saiu_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  saida text NOT NULL,
  usuario_id uuid,
  via text NOT NULL,
  via_id uuid,
  motivo text,
  resultados uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  mapa jsonb,
  ate timestamptz(3) NOT NULL,
  CONSTRAINT gravacoes_anteriores_pkey PRIMARY KEY (id)
);
CREATE INDEX gravacoes_anteriores_ate_idx ON gravacoes_anteriores(ate) WHERE chave_objeto IS NOT NULL;
CREATE UNIQUE INDEX gravacoes_anteriores_chave_objeto_key ON gravacoes_anteriores(chave_objeto);
CREATE INDEX gravacoes_anteriores_empresa_id_idx ON gravacoes_anteriores(empresa_id);
CREATE INDEX gravacoes_anteriores_item_id_saiu_em_idx ON gravacoes_anteriores(item_id, saiu_em DESC);

CREATE TABLE auditoria_totais (
  auditoria_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  pendentes bigint DEFAULT 0 NOT NULL,
  processando bigint DEFAULT 0 NOT NULL,
  concluidos bigint DEFAULT 0 NOT NULL,
  erros bigint DEFAULT 0 NOT NULL,
  CONSTRAINT auditoria_totais_pkey PRIMARY KEY (auditoria_id)
) WITH (fillfactor=50);

CREATE TABLE projeto_rollup_dia (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  status status_processamento NOT NULL,
  n bigint NOT NULL,
  duracao_s bigint NOT NULL,
  com_duracao bigint DEFAULT 0 NOT NULL,
  CONSTRAINT projeto_rollup_dia_pkey PRIMARY KEY (projeto_id, dia, status)
) WITH (fillfactor=50);
CREATE INDEX projeto_rollup_dia_dia_idx ON projeto_rollup_dia USING BRIN (dia) WITH (pages_per_range = 32);
CREATE INDEX projeto_rollup_dia_empresa_id_dia_idx ON projeto_rollup_dia(empresa_id, dia);

CREATE TABLE projeto_totais (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  status status_processamento NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT projeto_totais_pkey PRIMARY KEY (projeto_id, status)
) WITH (fillfactor=50);

CREATE TABLE projeto_rollup_mes (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  mes date NOT NULL,
  status status_processamento NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT projeto_rollup_mes_pkey PRIMARY KEY (projeto_id, mes, status)
) WITH (fillfactor=50);
CREATE INDEX projeto_rollup_mes_empresa_id_mes_idx ON projeto_rollup_mes(empresa_id, mes);

CREATE TABLE projeto_numeros (
  projeto_id uuid NOT NULL,
  numero text NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT projeto_numeros_pkey PRIMARY KEY (projeto_id, numero)
) WITH (fillfactor=90);

CREATE TABLE projeto_contadores (
  projeto_id uuid NOT NULL,
  numeros_distintos bigint DEFAULT 0 NOT NULL,
  auditorias bigint DEFAULT 0 NOT NULL,
  CONSTRAINT projeto_contadores_pkey PRIMARY KEY (projeto_id)
) WITH (fillfactor=50);

CREATE TABLE item_qualidade (
  item_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  execucao_id uuid NOT NULL,
  dia date NOT NULL,
  pontuacao numeric(5,4),
  sentimento text,
  palavras text[] DEFAULT ARRAY[]::text[],
  agente_id uuid,
  dia_chamada date,
  alertas integer DEFAULT 0 NOT NULL,
  revisado_por uuid,
  revisado_em timestamptz(3),
  entrada timestamptz(3),
  momento timestamptz(3),
  pontuacao_ia numeric(5,4),
  nota_corrigida boolean DEFAULT false NOT NULL,
  CONSTRAINT item_qualidade_pkey PRIMARY KEY (item_id)
);
CREATE INDEX item_qualidade_agente_idx ON item_qualidade (projeto_id, agente_id, entrada DESC, item_id DESC)
  INCLUDE (momento, pontuacao, sentimento, alertas, revisado_por) WHERE agente_id IS NOT NULL;
CREATE INDEX item_qualidade_alertas_idx ON item_qualidade (projeto_id, alertas DESC, entrada DESC, item_id DESC)
  INCLUDE (momento, pontuacao, sentimento, revisado_por, agente_id) WHERE alertas > 0;
CREATE INDEX item_qualidade_corrigida_idx ON item_qualidade (empresa_id, dia_chamada)
  INCLUDE (projeto_id, agente_id, pontuacao, pontuacao_ia) WHERE nota_corrigida;
CREATE INDEX item_qualidade_entrada_idx ON item_qualidade (projeto_id, entrada DESC, item_id DESC)
  INCLUDE (momento, pontuacao, sentimento, alertas, revisado_por, agente_id) WHERE projeto_id IS NOT NULL;
CREATE INDEX item_qualidade_momento_idx ON item_qualidade (projeto_id, momento DESC, item_id DESC)
  INCLUDE (entrada, pontuacao, sentimento, alertas, revisado_por, agente_id) WHERE projeto_id IS NOT NULL;
CREATE INDEX item_qualidade_pontuacao_idx ON item_qualidade (projeto_id, pontuacao DESC, item_id DESC)
  INCLUDE (entrada, momento, sentimento, alertas, revisado_por, agente_id) WHERE pontuacao IS NOT NULL;
CREATE INDEX item_qualidade_projeto_id_dia_idx ON item_qualidade(projeto_id, dia);
CREATE INDEX item_qualidade_revisada_execucao_idx ON item_qualidade (empresa_id, dia_chamada) INCLUDE (execucao_id, projeto_id, agente_id) WHERE revisado_por IS NOT NULL;
CREATE INDEX item_qualidade_revisada_idx ON item_qualidade (empresa_id, dia_chamada) WHERE revisado_por IS NOT NULL;
CREATE INDEX item_qualidade_revisado_idx ON item_qualidade (projeto_id, revisado_por, entrada DESC, item_id DESC)
  INCLUDE (momento, pontuacao, sentimento, alertas, agente_id) WHERE revisado_por IS NOT NULL;

CREATE TABLE item_atribuicoes (
  item_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  usuario_id uuid,
  atribuido_por uuid NOT NULL,
  atribuido_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  lote_id uuid,
  anterior_id uuid,
  CONSTRAINT item_atribuicoes_pkey PRIMARY KEY (item_id)
);
CREATE INDEX item_atribuicoes_lote_id_idx ON item_atribuicoes(lote_id);
CREATE INDEX item_atribuicoes_usuario_id_item_id_idx ON item_atribuicoes(usuario_id, item_id);

CREATE TABLE projeto_qualidade_dia (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  n bigint NOT NULL,
  n_pontuacao bigint NOT NULL,
  soma_pontuacao numeric(20,4) NOT NULL,
  positivos bigint NOT NULL,
  neutros bigint NOT NULL,
  negativos bigint NOT NULL,
  CONSTRAINT projeto_qualidade_dia_pkey PRIMARY KEY (projeto_id, dia)
) WITH (fillfactor=50);
CREATE INDEX projeto_qualidade_dia_empresa_id_dia_idx ON projeto_qualidade_dia(empresa_id, dia);

CREATE TABLE projeto_palavra_dia (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  termo text NOT NULL,
  n bigint NOT NULL,
  itens bigint NOT NULL,
  CONSTRAINT projeto_palavra_dia_pkey PRIMARY KEY (projeto_id, dia, termo)
) WITH (fillfactor=70);
CREATE INDEX projeto_palavra_dia_empresa_id_dia_idx ON projeto_palavra_dia(empresa_id, dia);

CREATE TABLE projeto_chamada_dia (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  status status_processamento NOT NULL,
  n bigint NOT NULL,
  duracao_s bigint NOT NULL,
  com_duracao bigint NOT NULL,
  com_gravacao bigint NOT NULL,
  CONSTRAINT projeto_chamada_dia_pkey PRIMARY KEY (projeto_id, dia, status)
) WITH (fillfactor=50);
CREATE INDEX projeto_chamada_dia_dia_idx ON projeto_chamada_dia(dia);
CREATE INDEX projeto_chamada_dia_empresa_id_dia_idx ON projeto_chamada_dia(empresa_id, dia);

CREATE TABLE chamada_palavra_dia (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  termo text NOT NULL,
  n bigint NOT NULL,
  itens bigint NOT NULL,
  CONSTRAINT chamada_palavra_dia_pkey PRIMARY KEY (projeto_id, dia, termo)
) WITH (fillfactor=70);
CREATE INDEX chamada_palavra_dia_empresa_id_dia_idx ON chamada_palavra_dia(empresa_id, dia);

CREATE TABLE chamada_dia (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  agente_id uuid NOT NULL,
  status status_processamento NOT NULL,
  n bigint NOT NULL,
  duracao_s bigint NOT NULL,
  com_duracao bigint NOT NULL,
  com_gravacao bigint DEFAULT 0 NOT NULL,
  CONSTRAINT chamada_dia_pkey PRIMARY KEY (projeto_id, dia, agente_id, status)
) WITH (fillfactor=50);
CREATE INDEX chamada_dia_empresa_id_agente_id_dia_idx ON chamada_dia(empresa_id, agente_id, dia);
CREATE INDEX chamada_dia_empresa_id_dia_idx ON chamada_dia(empresa_id, dia);

CREATE TABLE chamada_qualidade_dia (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  agente_id uuid NOT NULL,
  n bigint NOT NULL,
  n_pontuacao bigint NOT NULL,
  soma_pontuacao numeric(20,4) NOT NULL,
  soma_quadrados numeric(20,8) NOT NULL,
  positivos bigint NOT NULL,
  neutros bigint NOT NULL,
  negativos bigint NOT NULL,
  alertas bigint NOT NULL,
  com_alerta bigint NOT NULL,
  revisadas bigint NOT NULL,
  notas bigint[],
  CONSTRAINT chamada_qualidade_dia_pkey PRIMARY KEY (projeto_id, dia, agente_id)
) WITH (fillfactor=50);
CREATE INDEX chamada_qualidade_dia_empresa_id_agente_id_dia_idx ON chamada_qualidade_dia(empresa_id, agente_id, dia);
CREATE INDEX chamada_qualidade_dia_empresa_id_dia_idx ON chamada_qualidade_dia(empresa_id, dia);

CREATE TABLE chamada_mes (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  mes date NOT NULL,
  agente_id uuid NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT chamada_mes_pkey PRIMARY KEY (projeto_id, mes, agente_id)
) WITH (fillfactor=50);
CREATE INDEX chamada_mes_agente_id_idx ON chamada_mes(agente_id);

CREATE TABLE chamada_hora (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  hora smallint NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT chamada_hora_pkey PRIMARY KEY (projeto_id, dia, hora)
) WITH (fillfactor=50);

CREATE TABLE chamada_qualidade_soma (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  n bigint NOT NULL,
  n_pontuacao bigint NOT NULL,
  soma_pontuacao numeric(20,4) NOT NULL,
  soma_quadrados numeric(20,8) NOT NULL,
  positivos bigint NOT NULL,
  neutros bigint NOT NULL,
  negativos bigint NOT NULL,
  alertas bigint NOT NULL,
  com_alerta bigint NOT NULL,
  revisadas bigint NOT NULL,
  notas bigint[],
  CONSTRAINT chamada_qualidade_soma_pkey PRIMARY KEY (projeto_id, dia)
) WITH (fillfactor=50);
CREATE INDEX chamada_qualidade_soma_empresa_id_dia_idx ON chamada_qualidade_soma(empresa_id, dia);

CREATE TABLE chamada_qualidade_mes (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  mes date NOT NULL,
  agente_id uuid NOT NULL,
  n bigint NOT NULL,
  n_pontuacao bigint NOT NULL,
  soma_pontuacao numeric(20,4) NOT NULL,
  soma_quadrados numeric(20,8) NOT NULL,
  CONSTRAINT chamada_qualidade_mes_pkey PRIMARY KEY (projeto_id, mes, agente_id)
) WITH (fillfactor=50);

CREATE TABLE custo_dia (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  dia date NOT NULL,
  etapa etapa NOT NULL,
  modelo text NOT NULL,
  n bigint NOT NULL,
  usd numeric(20,8) NOT NULL,
  minutos numeric(20,6) NOT NULL,
  tokens_entrada bigint NOT NULL,
  tokens_saida bigint NOT NULL,
  CONSTRAINT custo_dia_pkey PRIMARY KEY (projeto_id, dia, etapa, modelo)
) WITH (fillfactor=50);
CREATE INDEX custo_dia_empresa_id_dia_idx ON custo_dia(empresa_id, dia);

CREATE TABLE insight_dia (
  id BIGSERIAL NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  auditoria_id uuid NOT NULL,
  categoria text NOT NULL,
  dia date NOT NULL,
  somada boolean DEFAULT false NOT NULL,
  n bigint NOT NULL,
  pendente bigint NOT NULL,
  processando bigint NOT NULL,
  concluido bigint NOT NULL,
  erro bigint NOT NULL,
  alta bigint NOT NULL,
  media bigint NOT NULL,
  baixa bigint NOT NULL,
  atencao bigint NOT NULL,
  na_fila bigint NOT NULL,
  validados bigint NOT NULL,
  aprovados bigint NOT NULL,
  rejeitados bigint NOT NULL,
  n_pontuacao bigint NOT NULL,
  n_confianca bigint NOT NULL,
  soma_revisao bigint NOT NULL,
  n_revisao bigint NOT NULL,
  alertas bigint NOT NULL,
  com_alertas bigint NOT NULL,
  soma_pontuacao numeric(20,10) NOT NULL,
  soma_confianca numeric(20,10) NOT NULL,
  CONSTRAINT insight_dia_pkey PRIMARY KEY (id)
);
CREATE INDEX insight_dia_a_somar_idx ON insight_dia(projeto_id, dia) WHERE NOT somada;
CREATE INDEX insight_dia_auditoria_id_dia_idx ON insight_dia(auditoria_id, dia);
CREATE INDEX insight_dia_empresa_id_dia_idx ON insight_dia(empresa_id, dia);
CREATE INDEX insight_dia_projeto_id_dia_idx ON insight_dia(projeto_id, dia);

CREATE TABLE concordancia_dia (
  id BIGSERIAL NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  template_id uuid NOT NULL,
  criterio text NOT NULL,
  dia date NOT NULL,
  somada boolean DEFAULT false NOT NULL,
  n bigint NOT NULL,
  aprovados bigint NOT NULL,
  rejeitados bigint NOT NULL,
  sim_sim bigint NOT NULL,
  sim_nao bigint NOT NULL,
  nao_sim bigint NOT NULL,
  nao_nao bigint NOT NULL,
  CONSTRAINT concordancia_dia_pkey PRIMARY KEY (id)
);
CREATE INDEX concordancia_dia_a_somar_idx ON concordancia_dia(projeto_id, dia) WHERE NOT somada;
CREATE INDEX concordancia_dia_empresa_id_dia_idx ON concordancia_dia(empresa_id, dia);
CREATE INDEX concordancia_dia_projeto_id_dia_idx ON concordancia_dia(projeto_id, dia);

CREATE TABLE insight_chamada_dia (
  id BIGSERIAL NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  auditoria_id uuid NOT NULL,
  categoria text NOT NULL,
  dia date NOT NULL,
  dia_entrada date NOT NULL,
  somada boolean DEFAULT false NOT NULL,
  n bigint NOT NULL,
  pendente bigint NOT NULL,
  processando bigint NOT NULL,
  concluido bigint NOT NULL,
  erro bigint NOT NULL,
  alta bigint NOT NULL,
  media bigint NOT NULL,
  baixa bigint NOT NULL,
  atencao bigint NOT NULL,
  na_fila bigint NOT NULL,
  validados bigint NOT NULL,
  aprovados bigint NOT NULL,
  rejeitados bigint NOT NULL,
  n_pontuacao bigint NOT NULL,
  n_confianca bigint NOT NULL,
  soma_revisao bigint NOT NULL,
  n_revisao bigint NOT NULL,
  alertas bigint NOT NULL,
  com_alertas bigint NOT NULL,
  soma_pontuacao numeric(20,10) NOT NULL,
  soma_confianca numeric(20,10) NOT NULL,
  CONSTRAINT insight_chamada_dia_pkey PRIMARY KEY (id)
);
CREATE INDEX insight_chamada_dia_a_somar_idx ON insight_chamada_dia(projeto_id, dia) WHERE NOT somada;
CREATE INDEX insight_chamada_dia_auditoria_id_dia_idx ON insight_chamada_dia(auditoria_id, dia);
CREATE INDEX insight_chamada_dia_empresa_id_dia_entrada_idx ON insight_chamada_dia(empresa_id, dia_entrada);
CREATE INDEX insight_chamada_dia_empresa_id_dia_idx ON insight_chamada_dia(empresa_id, dia);
CREATE INDEX insight_chamada_dia_projeto_id_dia_entrada_idx ON insight_chamada_dia(projeto_id, dia_entrada);
CREATE INDEX insight_chamada_dia_projeto_id_dia_idx ON insight_chamada_dia(projeto_id, dia);

CREATE TABLE concordancia_chamada_dia (
  id BIGSERIAL NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  template_id uuid NOT NULL,
  criterio text NOT NULL,
  dia date NOT NULL,
  dia_entrada date NOT NULL,
  somada boolean DEFAULT false NOT NULL,
  n bigint NOT NULL,
  aprovados bigint NOT NULL,
  rejeitados bigint NOT NULL,
  sim_sim bigint NOT NULL,
  sim_nao bigint NOT NULL,
  nao_sim bigint NOT NULL,
  nao_nao bigint NOT NULL,
  CONSTRAINT concordancia_chamada_dia_pkey PRIMARY KEY (id)
);
CREATE INDEX concordancia_chamada_dia_a_somar_idx ON concordancia_chamada_dia(projeto_id, dia) WHERE NOT somada;
CREATE INDEX concordancia_chamada_dia_empresa_id_dia_entrada_idx ON concordancia_chamada_dia(empresa_id, dia_entrada);
CREATE INDEX concordancia_chamada_dia_empresa_id_dia_idx ON concordancia_chamada_dia(empresa_id, dia);
CREATE INDEX concordancia_chamada_dia_projeto_id_dia_entrada_idx ON concordancia_chamada_dia(projeto_id, dia_entrada);
CREATE INDEX concordancia_chamada_dia_projeto_id_dia_idx ON concordancia_chamada_dia(projeto_id, dia);

-- ───────────────────────────── events, filters, rights ─────────────────────────────

CREATE TABLE eventos_dominio (
  id uuid NOT NULL,
  empresa_id uuid,
  tipo text NOT NULL,
  alvo_id uuid NOT NULL,
  dados jsonb DEFAULT '{}' NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT eventos_dominio_pkey PRIMARY KEY (id)
);
CREATE INDEX eventos_dominio_empresa_id_created_at_idx ON eventos_dominio(empresa_id, created_at);

CREATE TABLE evento_entregas (
  evento_id uuid NOT NULL,
  consumidor text NOT NULL,
  tentativas integer DEFAULT 0 NOT NULL,
  proxima_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  erro text,
  CONSTRAINT evento_entregas_pkey PRIMARY KEY (evento_id, consumidor)
);
CREATE INDEX evento_entregas_consumidor_proxima_em_idx ON evento_entregas(consumidor, proxima_em);

CREATE TABLE notificacoes (
  id uuid NOT NULL,
  empresa_id uuid,
  usuario_id uuid NOT NULL,
  evento_id uuid,
  tipo text NOT NULL,
  dados jsonb DEFAULT '{}' NOT NULL,
  lida_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT notificacoes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX notificacoes_evento_id_usuario_id_key ON notificacoes(evento_id, usuario_id);
CREATE INDEX notificacoes_usuario_id_created_at_id_idx ON notificacoes(usuario_id, created_at DESC, id DESC);

CREATE TABLE filtros_salvos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  autor_id uuid,
  nome text NOT NULL,
  filtro jsonb NOT NULL,
  da_empresa boolean DEFAULT false NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  dito text,
  dito_por text,
  CONSTRAINT filtros_salvos_pkey PRIMARY KEY (id),
  CONSTRAINT filtros_salvos_dito_por_check CHECK (dito_por IS NULL OR (dito IS NOT NULL AND dito_por IN ('agente', 'cliente'))),
  CONSTRAINT filtros_salvos_dono_check CHECK (da_empresa OR autor_id IS NOT NULL)
);
CREATE INDEX filtros_salvos_autor_id_idx ON filtros_salvos(autor_id);
CREATE UNIQUE INDEX filtros_salvos_empresa_id_autor_id_nome_key ON filtros_salvos(empresa_id, autor_id, nome);
CREATE INDEX filtros_salvos_empresa_id_nome_idx ON filtros_salvos(empresa_id, nome);

CREATE TABLE exportacao_modelos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  autor_id uuid,
  tipo text NOT NULL,
  nome text NOT NULL,
  formato text NOT NULL,
  colunas text[] NOT NULL,
  planilhas text[] DEFAULT ARRAY[]::text[] NOT NULL,
  da_empresa boolean DEFAULT false NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT exportacao_modelos_pkey PRIMARY KEY (id),
  CONSTRAINT exportacao_modelos_dono_check CHECK (da_empresa OR autor_id IS NOT NULL)
);
CREATE INDEX exportacao_modelos_autor_id_idx ON exportacao_modelos(autor_id);
CREATE UNIQUE INDEX exportacao_modelos_empresa_id_autor_id_tipo_nome_key ON exportacao_modelos (empresa_id, autor_id, tipo, nome);

CREATE TABLE chaves_assinatura (
  id uuid NOT NULL,
  publica text NOT NULL,
  cifra text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT chaves_assinatura_pkey PRIMARY KEY (id)
);

CREATE TABLE membro_direitos (
  membro_id uuid NOT NULL,
  direito text NOT NULL,
  empresa_id uuid NOT NULL,
  concedido_por uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT membro_direitos_pkey PRIMARY KEY (membro_id, direito)
);

-- ───────────────────────────── pipeline ─────────────────────────────

CREATE TABLE execucoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  item_id uuid NOT NULL,
  status status_execucao DEFAULT 'na_fila' NOT NULL,
  etapa_atual etapa DEFAULT 'audio' NOT NULL,
  origem text NOT NULL,
  solicitado_por uuid,
  configuracao jsonb NOT NULL,
  motivo text,
  codigo_motivo text,
  admitida_em timestamptz(3),
  iniciada_em timestamptz(3),
  terminada_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  prioridade smallint DEFAULT 0 NOT NULL,
  tarefa_id uuid,
  CONSTRAINT execucoes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX execucoes_aberta_key ON execucoes (item_id) WHERE status IN ('na_fila', 'executando');
CREATE INDEX execucoes_abertas_idx ON execucoes (empresa_id, id)
  WHERE status IN ('na_fila', 'executando') AND admitida_em IS NOT NULL;
CREATE INDEX execucoes_empresa_id_status_created_at_idx ON execucoes(empresa_id, status, created_at);
CREATE INDEX execucoes_encerradas_idx ON execucoes (empresa_id, terminada_em DESC)
  WHERE status IN ('concluida', 'erro');
CREATE INDEX execucoes_espera_idx ON execucoes (empresa_id, prioridade, created_at, id)
  WHERE status = 'na_fila' AND admitida_em IS NULL;
CREATE INDEX execucoes_inaudivel_idx ON execucoes (empresa_id, item_id) WHERE codigo_motivo = 'audio_inaudivel';
CREATE INDEX execucoes_item_id_created_at_idx ON execucoes(item_id, created_at DESC);
CREATE INDEX execucoes_projeto_concluida_idx ON execucoes (projeto_id, terminada_em DESC) WHERE status = 'concluida';
CREATE INDEX execucoes_tarefa_idx ON execucoes (tarefa_id, status, terminada_em) WHERE tarefa_id IS NOT NULL;

CREATE TABLE execucao_etapas (
  execucao_id uuid NOT NULL,
  etapa etapa NOT NULL,
  empresa_id uuid NOT NULL,
  status status_etapa DEFAULT 'pendente' NOT NULL,
  tentativa integer DEFAULT 0 NOT NULL,
  versao integer DEFAULT 0 NOT NULL,
  lease_ate timestamptz(3),
  entrada_hash text,
  saida jsonb,
  erro text,
  proxima_em timestamptz(3),
  iniciada_em timestamptz(3),
  terminada_em timestamptz(3),
  ordem smallint NOT NULL,
  CONSTRAINT execucao_etapas_pkey PRIMARY KEY (execucao_id, etapa)
);
CREATE UNIQUE INDEX execucao_etapas_execucao_id_ordem_key ON execucao_etapas(execucao_id, ordem);

CREATE TABLE chamadas_provedor (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  execucao_id uuid NOT NULL,
  etapa etapa NOT NULL,
  chave text NOT NULL,
  pedido_hash text NOT NULL,
  provedor text NOT NULL,
  modelo text NOT NULL,
  resposta jsonb NOT NULL,
  uso jsonb NOT NULL,
  latencia_ms integer NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT chamadas_provedor_pkey PRIMARY KEY (execucao_id, id)
) PARTITION BY RANGE (execucao_id);
CREATE UNIQUE INDEX chamadas_provedor_pedido_key ON chamadas_provedor (execucao_id, etapa, chave, pedido_hash, provedor, modelo);

CREATE TABLE linhas_custo (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  item_id uuid NOT NULL,
  execucao_id uuid NOT NULL,
  chamada_id uuid NOT NULL,
  etapa etapa NOT NULL,
  provedor text NOT NULL,
  modelo text NOT NULL,
  unidade unidade_preco NOT NULL,
  quantidade numeric(18,6) NOT NULL,
  preco_usd numeric(18,12) NOT NULL,
  total_usd numeric(18,8) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT linhas_custo_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX linhas_custo_chamada_id_unidade_key ON linhas_custo(chamada_id, unidade);
CREATE INDEX linhas_custo_empresa_id_created_at_id_idx ON linhas_custo(empresa_id, created_at DESC, id DESC);
CREATE INDEX linhas_custo_execucao_id_idx ON linhas_custo(execucao_id);
CREATE INDEX linhas_custo_item_id_idx ON linhas_custo(item_id);

CREATE TABLE eventos_timeline (
  id BIGSERIAL NOT NULL,
  empresa_id uuid NOT NULL,
  item_id uuid NOT NULL,
  execucao_id uuid NOT NULL,
  evento text NOT NULL,
  detalhes text DEFAULT '' NOT NULL,
  dados jsonb DEFAULT '{}' NOT NULL,
  "timestamp" timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT eventos_timeline_pkey PRIMARY KEY (execucao_id, id)
) PARTITION BY RANGE (execucao_id);
CREATE INDEX eventos_timeline_item_id_id_idx ON eventos_timeline(item_id, id);

CREATE TABLE outbox_mensagens (
  id BIGSERIAL NOT NULL,
  empresa_id uuid NOT NULL,
  fila text NOT NULL,
  payload jsonb NOT NULL,
  disponivel_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  enviada_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT outbox_mensagens_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_mensagens_enviada_idx ON outbox_mensagens (enviada_em) WHERE enviada_em IS NOT NULL;
CREATE INDEX outbox_mensagens_ordem_idx ON outbox_mensagens (id) WHERE enviada_em IS NULL;
CREATE INDEX outbox_mensagens_pendente_idx ON outbox_mensagens (disponivel_em, id) WHERE enviada_em IS NULL;

CREATE TABLE letras_mortas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  item_id uuid NOT NULL,
  execucao_id uuid NOT NULL,
  etapa etapa NOT NULL,
  motivo text NOT NULL,
  status status_letra_morta DEFAULT 'aberta' NOT NULL,
  tratada_por uuid,
  tratada_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  motivo_descarte text,
  CONSTRAINT letras_mortas_pkey PRIMARY KEY (id)
);
CREATE INDEX letras_mortas_created_at_idx ON letras_mortas(created_at DESC);
CREATE INDEX letras_mortas_empresa_id_created_at_idx ON letras_mortas(empresa_id, created_at DESC);
CREATE INDEX letras_mortas_empresa_id_status_created_at_idx ON letras_mortas(empresa_id, status, created_at DESC);
CREATE UNIQUE INDEX letras_mortas_execucao_id_etapa_key ON letras_mortas(execucao_id, etapa);
CREATE INDEX letras_mortas_item_id_idx ON letras_mortas(item_id);
CREATE INDEX letras_mortas_status_created_at_idx ON letras_mortas(status, created_at DESC);

CREATE TABLE tarefas (
  id uuid NOT NULL,
  empresa_id uuid,
  tipo text NOT NULL,
  autor_id uuid,
  request_id text,
  parametros jsonb NOT NULL,
  status text DEFAULT 'pendente' NOT NULL,
  feito integer DEFAULT 0 NOT NULL,
  total integer,
  falhas integer DEFAULT 0 NOT NULL,
  cursor jsonb,
  resultado jsonb,
  erro text,
  codigo_erro text,
  versao integer DEFAULT 0 NOT NULL,
  tentativas integer DEFAULT 0 NOT NULL,
  lease_ate timestamptz(3),
  proxima_em timestamptz(3) DEFAULT now() NOT NULL,
  vez_em timestamptz(3) DEFAULT now() NOT NULL,
  cancelar_em timestamptz(3),
  cancelada_por uuid,
  expira_em timestamptz(3),
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  iniciada_em timestamptz(3),
  terminada_em timestamptz(3),
  pausar_em timestamptz(3),
  retirar boolean DEFAULT false NOT NULL,
  via text,
  via_id uuid,
  CONSTRAINT tarefas_pkey PRIMARY KEY (id),
  CONSTRAINT tarefas_status_check CHECK (status IN ('pendente', 'executando', 'pausada', 'concluida', 'erro', 'cancelada'))
);
CREATE INDEX tarefas_abertas_idx ON tarefas (empresa_id, vez_em) WHERE status IN ('pendente', 'executando');
CREATE INDEX tarefas_created_at_id_idx ON tarefas (created_at DESC, id DESC);
CREATE INDEX tarefas_empresa_id_created_at_id_idx ON tarefas (empresa_id, created_at DESC, id DESC);
CREATE INDEX tarefas_expiram_idx ON tarefas (expira_em) WHERE expira_em IS NOT NULL;

CREATE TABLE objetos_pendentes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  chave text NOT NULL,
  apagar_em timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  tentativas integer DEFAULT 0 NOT NULL,
  tamanho bigint,
  CONSTRAINT objetos_pendentes_pkey PRIMARY KEY (id)
);
CREATE INDEX objetos_pendentes_apagar_em_idx ON objetos_pendentes(apagar_em);
CREATE UNIQUE INDEX objetos_pendentes_chave_key ON objetos_pendentes(chave);

CREATE TABLE copias_escuta (
  chave_original text NOT NULL,
  empresa_id uuid NOT NULL,
  tipo text,
  situacao text DEFAULT 'pendente' NOT NULL,
  tentativas integer DEFAULT 0 NOT NULL,
  proxima_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  chave_objeto text,
  tamanho bigint,
  sha256 text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT copias_escuta_pkey PRIMARY KEY (chave_original),
  CONSTRAINT copias_escuta_objeto_check CHECK ((situacao = 'pronta') = (chave_objeto IS NOT NULL)),
  CONSTRAINT copias_escuta_situacao_check CHECK (situacao IN ('pendente', 'pronta', 'dispensada', 'falhou'))
);
CREATE UNIQUE INDEX copias_escuta_chave_objeto_key ON copias_escuta(chave_objeto);
CREATE INDEX copias_escuta_pendentes_idx ON copias_escuta(proxima_em) WHERE situacao = 'pendente';

CREATE TABLE empresa_bytes (
  id BIGSERIAL NOT NULL,
  empresa_id uuid NOT NULL,
  tipo text NOT NULL,
  somada boolean DEFAULT false NOT NULL,
  n bigint NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT empresa_bytes_pkey PRIMARY KEY (id)
);
CREATE INDEX empresa_bytes_a_somar_idx ON empresa_bytes(empresa_id) WHERE NOT somada;
CREATE INDEX empresa_bytes_empresa_id_idx ON empresa_bytes(empresa_id);

CREATE TABLE configuracoes_processamento (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid,
  is_active boolean DEFAULT true NOT NULL,
  transcription_config jsonb DEFAULT '{}' NOT NULL,
  audio_processing_config jsonb DEFAULT '{}' NOT NULL,
  text_analysis_config jsonb DEFAULT '{}' NOT NULL,
  business_processing_config jsonb DEFAULT '{}' NOT NULL,
  retry_config jsonb DEFAULT '{}' NOT NULL,
  logging_config jsonb DEFAULT '{}' NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT configuracoes_processamento_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX configuracoes_processamento_escopo_key ON configuracoes_processamento (empresa_id, projeto_id) NULLS NOT DISTINCT;

-- ───────────────────────────── results ─────────────────────────────

CREATE TABLE auditoria_resultados (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  auditoria_id uuid NOT NULL,
  item_id uuid NOT NULL,
  execucao_id uuid NOT NULL,
  status_processamento status_processamento DEFAULT 'processando' NOT NULL,
  nome_arquivo text,
  fatos_audio jsonb,
  picos_path text,
  analise_texto jsonb,
  respostas_coletadas jsonb,
  processado_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  falas_deixadas jsonb,
  CONSTRAINT auditoria_resultados_pkey PRIMARY KEY (id)
);
CREATE INDEX auditoria_resultados_auditoria_id_created_at_id_idx ON auditoria_resultados(auditoria_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX auditoria_resultados_execucao_id_key ON auditoria_resultados(execucao_id);
CREATE INDEX auditoria_resultados_item_id_created_at_idx ON auditoria_resultados(item_id, created_at DESC);

CREATE TABLE busca_falas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  item_id uuid NOT NULL,
  execucao_id uuid NOT NULL,
  agente_id uuid,
  papel text NOT NULL,
  bloco smallint NOT NULL,
  quando timestamptz(3) NOT NULL,
  vetor tsvector NOT NULL,
  marcos integer[] NOT NULL,
  ordens integer[] NOT NULL,
  formas text[] NOT NULL,
  vezes integer[] NOT NULL,
  CONSTRAINT busca_falas_pkey PRIMARY KEY (id, quando)
) PARTITION BY RANGE (quando);
CREATE INDEX busca_falas_empresa_id_quando_item_id_id_idx ON busca_falas(empresa_id, quando DESC, item_id DESC, id DESC);
CREATE INDEX busca_falas_item_id_idx ON busca_falas(item_id);
CREATE INDEX busca_falas_projeto_id_quando_item_id_id_idx ON busca_falas(projeto_id, quando DESC, item_id DESC, id DESC);
CREATE INDEX busca_falas_projeto_id_vetor_idx ON busca_falas
  USING gin (projeto_id public.uuid_ops, vetor) WITH (fastupdate = off);

CREATE TABLE lexico_mes (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  mes date NOT NULL,
  forma text NOT NULL,
  lexema text NOT NULL,
  raiz text NOT NULL,
  docs integer NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT lexico_mes_pkey PRIMARY KEY (projeto_id, mes, forma)
) WITH (fillfactor=80);
CREATE INDEX lexico_mes_projeto_id_forma_idx ON lexico_mes
  USING gin (projeto_id public.uuid_ops, forma public.gin_trgm_ops);
CREATE INDEX lexico_mes_projeto_id_lexema_idx ON lexico_mes(projeto_id, lexema);
CREATE INDEX lexico_mes_projeto_id_raiz_idx ON lexico_mes(projeto_id, raiz);

CREATE TABLE transcricoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  item_id uuid NOT NULL,
  resultado_id uuid NOT NULL,
  canal canal NOT NULL,
  modelo text NOT NULL,
  confianca double precision,
  full_text text NOT NULL,
  CONSTRAINT transcricoes_pkey PRIMARY KEY (id)
);
CREATE INDEX transcricoes_item_id_idx ON transcricoes(item_id);
CREATE UNIQUE INDEX transcricoes_resultado_id_canal_key ON transcricoes(resultado_id, canal);

CREATE TABLE sentencas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  transcricao_id uuid NOT NULL,
  ordem integer NOT NULL,
  texto text NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  confianca double precision,
  falante text NOT NULL,
  voz real,
  CONSTRAINT sentencas_pkey PRIMARY KEY (id),
  CONSTRAINT sentencas_falante_check CHECK (falante IN ('agente', 'cliente', 'entrevistador',
  'entrevistado', 'desconhecido', 'voz_1', 'voz_2', 'voz_3', 'voz_4', 'voz_5', 'voz_6', 'voz_7', 'voz_8'))
);
ALTER TABLE sentencas ADD CONSTRAINT sentencas_voz_check CHECK (voz BETWEEN -1 AND 1) NOT VALID;
CREATE UNIQUE INDEX sentencas_transcricao_id_ordem_key ON sentencas(transcricao_id, ordem);

CREATE TABLE sentenca_papeis (
  sentenca_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  falante text NOT NULL,
  origem text NOT NULL,
  confianca double precision NOT NULL,
  CONSTRAINT sentenca_papeis_pkey PRIMARY KEY (sentenca_id),
  CONSTRAINT sentenca_papeis_falante_check CHECK (falante IN ('agente', 'cliente', 'entrevistador', 'entrevistado', 'desconhecido')),
  CONSTRAINT sentenca_papeis_origem_check CHECK (origem IN ('texto', 'voz', 'provedor', 'ordem'))
);

CREATE TABLE sentenca_correcoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  item_id uuid NOT NULL,
  sentenca_id uuid NOT NULL,
  texto text,
  falante text,
  usuario_id uuid NOT NULL,
  em_vigor boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  levada_para uuid,
  CONSTRAINT sentenca_correcoes_pkey PRIMARY KEY (id),
  CONSTRAINT sentenca_correcoes_check CHECK (num_nonnulls(texto, falante) > 0),
  CONSTRAINT sentenca_correcoes_falante_check CHECK (falante IN ('agente', 'cliente', 'entrevistador', 'entrevistado', 'desconhecido'))
);
CREATE INDEX sentenca_correcoes_item_id_created_at_idx ON sentenca_correcoes(item_id, created_at);
CREATE INDEX sentenca_correcoes_sentenca_id_idx ON sentenca_correcoes(sentenca_id);
CREATE UNIQUE INDEX sentenca_correcoes_vigor_key ON sentenca_correcoes(sentenca_id) WHERE em_vigor;

CREATE TABLE insights (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  auditoria_id uuid NOT NULL,
  item_id uuid NOT NULL,
  execucao_id uuid NOT NULL,
  template_versao_id uuid NOT NULL,
  status_processamento status_processamento DEFAULT 'pendente' NOT NULL,
  categoria text NOT NULL,
  tags text[] DEFAULT ARRAY[]::text[],
  score_confianca double precision,
  pontuacao double precision,
  resultado jsonb,
  resumo text,
  alertas_identificados jsonb DEFAULT '[]' NOT NULL,
  sem_evidencia boolean DEFAULT false NOT NULL,
  modelo text,
  parametros_omitidos text[] DEFAULT ARRAY[]::text[],
  motivo text,
  validado_humano boolean DEFAULT false NOT NULL,
  veredito text,
  observacoes text,
  validado_por uuid,
  validado_em timestamptz(3),
  revisao_ms integer,
  processed_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  motivo_rejeicao text,
  vigente boolean DEFAULT false NOT NULL,
  n_alertas integer GENERATED ALWAYS AS (jsonb_array_length(alertas_identificados)) STORED,
  levado_para uuid,
  pontuacao_revisada double precision,
  pontuacao_revisada_em timestamptz(3),
  CONSTRAINT insights_pkey PRIMARY KEY (id)
);
CREATE INDEX insights_a_recontar_idx ON insights (empresa_id, id)
  WHERE veredito IS NOT NULL AND validado_em IS DISTINCT FROM pontuacao_revisada_em;
CREATE INDEX insights_auditoria_idx ON insights (auditoria_id, created_at DESC, id DESC);
CREATE INDEX insights_decididos_idx ON insights (execucao_id) INCLUDE (template_versao_id, veredito) WHERE validado_humano;
CREATE INDEX insights_decididos_sem_conclusao_idx ON insights (empresa_id, created_at) WHERE vigente AND validado_humano AND status_processamento <> 'concluido';
CREATE INDEX insights_empresa_id_created_at_id_idx ON insights(empresa_id, created_at DESC, id DESC);
CREATE INDEX insights_empresa_vigentes_idx ON insights (empresa_id, created_at DESC, id DESC)
  INCLUDE (projeto_id, status_processamento, categoria, score_confianca, pontuacao, n_alertas, sem_evidencia, validado_humano, veredito, revisao_ms)
  WHERE vigente;
CREATE UNIQUE INDEX insights_execucao_id_template_versao_id_key ON insights(execucao_id, template_versao_id);
CREATE INDEX insights_item_id_idx ON insights(item_id);
CREATE INDEX insights_levados_idx ON insights (id) WHERE levado_para IS NOT NULL;
CREATE INDEX insights_ligacao_notas_idx ON insights (item_id)
  INCLUDE (empresa_id, projeto_id, auditoria_id, status_processamento, categoria, score_confianca, pontuacao,
    pontuacao_revisada, pontuacao_revisada_em, n_alertas, sem_evidencia, validado_humano, veredito,
    validado_em, revisao_ms) WHERE vigente;
CREATE INDEX insights_ligacao_vigentes_idx ON insights (item_id) INCLUDE (empresa_id, projeto_id, auditoria_id, status_processamento, categoria, score_confianca, pontuacao, n_alertas, sem_evidencia, validado_humano, veredito, revisao_ms) WHERE vigente;
CREATE INDEX insights_projeto_categoria_idx ON insights (projeto_id, categoria, created_at DESC, id DESC) WHERE vigente;
CREATE INDEX insights_projeto_confianca_idx ON insights (projeto_id, score_confianca, id) WHERE vigente;
CREATE INDEX insights_projeto_id_created_at_id_idx ON insights(projeto_id, created_at DESC, id DESC);
CREATE INDEX insights_projeto_nota_idx ON insights (projeto_id,
  (CASE WHEN veredito IS NOT NULL AND validado_em = pontuacao_revisada_em
    THEN pontuacao_revisada ELSE pontuacao END), id) WHERE vigente;
CREATE INDEX insights_projeto_pontuacao_idx ON insights (projeto_id, pontuacao, id) WHERE vigente;
CREATE INDEX insights_projeto_vigentes_idx ON insights (projeto_id, created_at DESC, id DESC)
  INCLUDE (empresa_id, status_processamento, categoria, score_confianca, pontuacao, n_alertas, sem_evidencia, validado_humano, veredito, revisao_ms)
  WHERE vigente;
CREATE INDEX insights_revisao_categoria_idx ON insights (empresa_id, categoria, (CASE WHEN status_processamento = 'erro' THEN 0 ELSE 1 END), created_at, id)
  WHERE vigente AND NOT validado_humano AND (status_processamento = 'erro' OR score_confianca < 0.5 OR n_alertas > 0 OR sem_evidencia
    OR (status_processamento = 'concluido' AND score_confianca < 0.7));
CREATE INDEX insights_revisao_idx ON insights (empresa_id, (CASE WHEN status_processamento = 'erro' THEN 0 ELSE 1 END), created_at, id)
  WHERE vigente AND NOT validado_humano AND (status_processamento = 'erro' OR score_confianca < 0.5 OR n_alertas > 0
    OR sem_evidencia OR (status_processamento = 'concluido' AND score_confianca < 0.7));
CREATE INDEX insights_revisao_projeto_idx ON insights (projeto_id, (CASE WHEN status_processamento = 'erro' THEN 0 ELSE 1 END), created_at, id)
  WHERE vigente AND NOT validado_humano AND (status_processamento = 'erro' OR score_confianca < 0.5 OR n_alertas > 0
    OR sem_evidencia OR (status_processamento = 'concluido' AND score_confianca < 0.7));
CREATE INDEX insights_tags_idx ON insights USING GIN (projeto_id, tags) WHERE vigente AND tags <> '{}';

CREATE TABLE evidencias (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  insight_id uuid NOT NULL,
  ordem integer NOT NULL,
  criterio text NOT NULL,
  citacao text NOT NULL,
  verificada boolean NOT NULL,
  sentenca_ordem integer,
  canal canal,
  start_ms integer,
  end_ms integer,
  CONSTRAINT evidencias_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX evidencias_insight_id_ordem_key ON evidencias(insight_id, ordem);

CREATE TABLE insight_revisoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  insight_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  veredito text NOT NULL,
  motivo text,
  observacoes text,
  revisao_ms integer,
  em_vigor boolean DEFAULT true NOT NULL,
  desfeita_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  inteiro boolean,
  CONSTRAINT insight_revisoes_pkey PRIMARY KEY (id),
  CONSTRAINT insight_revisoes_desfeita CHECK (NOT (em_vigor AND desfeita_em IS NOT NULL)),
  CONSTRAINT insight_revisoes_tempo CHECK (revisao_ms >= 0),
  CONSTRAINT insight_revisoes_veredito CHECK (veredito IN ('aprovado', 'rejeitado'))
);
CREATE INDEX insight_revisoes_da_pessoa_idx ON insight_revisoes (usuario_id, created_at) INCLUDE (insight_id, revisao_ms, empresa_id) WHERE desfeita_em IS NULL;
CREATE UNIQUE INDEX insight_revisoes_em_vigor ON insight_revisoes(insight_id) WHERE em_vigor;
CREATE INDEX insight_revisoes_insight_id_idx ON insight_revisoes(insight_id);
CREATE INDEX insight_revisoes_periodo ON insight_revisoes(empresa_id, created_at) INCLUDE (insight_id, veredito) WHERE em_vigor;
CREATE INDEX insight_revisoes_usuario_id_created_at_idx ON insight_revisoes(usuario_id, created_at DESC);

CREATE TABLE insight_revisao_criterios (
  revisao_id uuid NOT NULL,
  criterio text NOT NULL,
  empresa_id uuid NOT NULL,
  atendido_ia text NOT NULL,
  atendido_pessoa text NOT NULL,
  comprovado boolean NOT NULL,
  CONSTRAINT insight_revisao_criterios_pkey PRIMARY KEY (revisao_id, criterio),
  CONSTRAINT insight_revisao_criterios_respostas CHECK (
      atendido_ia IN ('sim', 'nao', 'nao_se_aplica') AND atendido_pessoa IN ('sim', 'nao', 'nao_se_aplica'))
);

CREATE TABLE insight_comentarios (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  insight_id uuid NOT NULL,
  usuario_id uuid,
  texto text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT insight_comentarios_pkey PRIMARY KEY (id)
);
CREATE INDEX insight_comentarios_insight_id_created_at_id_idx ON insight_comentarios (insight_id, created_at, id);

-- ───────────────────────────── insight templates ─────────────────────────────

CREATE TABLE insight_templates (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  nome text NOT NULL,
  descricao text,
  categoria text NOT NULL,
  ativo boolean DEFAULT true NOT NULL,
  versao integer DEFAULT 1 NOT NULL,
  excluido_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  exemplo_de uuid,
  CONSTRAINT insight_templates_pkey PRIMARY KEY (id)
);
CREATE INDEX insight_templates_empresa_id_nome_idx ON insight_templates(empresa_id, nome);

CREATE TABLE insight_template_versoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  template_id uuid NOT NULL,
  versao integer NOT NULL,
  nome text NOT NULL,
  descricao text,
  categoria text NOT NULL,
  prompt_template text NOT NULL,
  parametros_obrigatorios text[] DEFAULT ARRAY[]::text[],
  parametros_opcionais text[] DEFAULT ARRAY[]::text[],
  modelo_llm text DEFAULT 'gpt-3.5-turbo' NOT NULL,
  max_tokens integer DEFAULT 1000 NOT NULL,
  temperature double precision DEFAULT 0.7 NOT NULL,
  threshold_confianca double precision DEFAULT 0.7 NOT NULL,
  formato_saida text DEFAULT 'estruturado' NOT NULL,
  criterios jsonb DEFAULT '[]' NOT NULL,
  metadata jsonb DEFAULT '{}' NOT NULL,
  criado_por uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT insight_template_versoes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX insight_template_versoes_template_id_versao_key ON insight_template_versoes(template_id, versao);

CREATE TABLE projeto_insight_templates (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  insight_template_id uuid NOT NULL,
  ativo boolean DEFAULT true NOT NULL,
  parametros jsonb DEFAULT '{}' NOT NULL,
  atribuido_por uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT projeto_insight_templates_pkey PRIMARY KEY (id)
);
CREATE INDEX projeto_insight_templates_insight_template_id_idx ON projeto_insight_templates(insight_template_id);
CREATE UNIQUE INDEX projeto_insight_templates_projeto_id_insight_template_id_key ON projeto_insight_templates(projeto_id, insight_template_id);

CREATE TABLE erros_configuracao (
  vinculo_id uuid NOT NULL,
  codigo text NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  versao integer NOT NULL,
  processamentos integer DEFAULT 1 NOT NULL,
  primeira_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  ultima_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT erros_configuracao_pkey PRIMARY KEY (vinculo_id, codigo),
  CONSTRAINT erros_configuracao_codigo CHECK (codigo IN ('parametros', 'criterios')),
  CONSTRAINT erros_configuracao_processamentos CHECK (processamentos > 0)
);
CREATE INDEX erros_configuracao_empresa_id_ultima_em_idx ON erros_configuracao(empresa_id, ultima_em);

-- ───────────────────────────── surveys ─────────────────────────────

CREATE TABLE testes_template (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  item_id uuid NOT NULL,
  resultado_id uuid NOT NULL,
  template_id uuid,
  versao_salva integer,
  rascunho jsonb NOT NULL,
  parametros jsonb DEFAULT '{}' NOT NULL,
  status text DEFAULT 'pendente' NOT NULL,
  motivo text,
  resultado jsonb,
  uso jsonb DEFAULT '{"chamadas": 0, "tokensSaida": 0, "tokensEntrada": 0}' NOT NULL,
  custo_usd numeric(18,8) DEFAULT 0 NOT NULL,
  lease_ate timestamptz(3),
  criado_por uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  terminado_em timestamptz(3),
  CONSTRAINT testes_template_pkey PRIMARY KEY (id),
  CONSTRAINT testes_template_custo CHECK (custo_usd >= 0),
  CONSTRAINT testes_template_status CHECK (status IN ('pendente', 'executando', 'concluido', 'erro'))
);
CREATE INDEX testes_template_abertos_idx ON testes_template (created_at, id) WHERE status IN ('pendente', 'executando');
CREATE INDEX testes_template_created_at_idx ON testes_template(created_at);
CREATE INDEX testes_template_empresa_id_created_at_idx ON testes_template(empresa_id, created_at);
CREATE INDEX testes_template_item_id_idx ON testes_template(item_id);

CREATE TABLE pesquisas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  titulo text NOT NULL,
  descricao text,
  ativo boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  verificacao_percentual integer DEFAULT 10 NOT NULL,
  verificacao_minimo integer DEFAULT 3 NOT NULL,
  verificacao_semente integer,
  CONSTRAINT pesquisas_pkey PRIMARY KEY (id),
  CONSTRAINT pesquisas_verificacao_check CHECK (verificacao_percentual BETWEEN 0 AND 100 AND verificacao_minimo BETWEEN 0 AND 100)
);
CREATE INDEX pesquisas_empresa_id_created_at_idx ON pesquisas(empresa_id, created_at DESC);
CREATE INDEX pesquisas_projeto_id_idx ON pesquisas(projeto_id);

CREATE TABLE questionarios (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  pesquisa_id uuid NOT NULL,
  nome text NOT NULL,
  descricao text,
  ativo boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  consentimento text,
  sem_gravacao boolean DEFAULT true NOT NULL,
  CONSTRAINT questionarios_pkey PRIMARY KEY (id)
);
CREATE INDEX questionarios_pesquisa_id_idx ON questionarios(pesquisa_id);

CREATE TABLE questionario_documentos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  questionario_id uuid NOT NULL,
  tarefa_id uuid,
  arquivo_id uuid,
  nome text NOT NULL,
  tamanho bigint NOT NULL,
  chave_objeto text,
  linhas jsonb,
  perguntas jsonb DEFAULT '[]' NOT NULL,
  incluido_em timestamptz(3),
  expira_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT questionario_documentos_pkey PRIMARY KEY (id)
);
CREATE INDEX questionario_documentos_arquivo_id_idx ON questionario_documentos(arquivo_id);
CREATE INDEX questionario_documentos_expira_em_idx ON questionario_documentos(expira_em);
CREATE INDEX questionario_documentos_questionario_id_idx ON questionario_documentos(questionario_id);
CREATE INDEX questionario_documentos_tarefa_id_idx ON questionario_documentos(tarefa_id);

CREATE TABLE leituras_ia (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  preparo_id uuid,
  documento_id uuid,
  documento_hash text NOT NULL,
  pagina integer NOT NULL,
  provedor text NOT NULL,
  modelo text NOT NULL,
  resposta jsonb,
  custos jsonb NOT NULL,
  latencia_ms integer NOT NULL,
  recusadas integer DEFAULT 0 NOT NULL,
  descartadas jsonb DEFAULT '[]' NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT leituras_ia_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX leituras_ia_documento_pagina_key ON leituras_ia(documento_id, documento_hash, pagina);
CREATE INDEX leituras_ia_empresa_id_created_at_idx ON leituras_ia(empresa_id, created_at DESC);
CREATE UNIQUE INDEX leituras_ia_preparo_pagina_key ON leituras_ia(preparo_id, documento_hash, pagina);
CREATE INDEX leituras_ia_projeto_id_idx ON leituras_ia(projeto_id);

CREATE TABLE questionario_versoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  questionario_id uuid NOT NULL,
  numero integer NOT NULL,
  conteudo jsonb NOT NULL,
  criada_por uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  levada_em timestamptz(3),
  CONSTRAINT questionario_versoes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX questionario_versoes_questionario_id_numero_key ON questionario_versoes(questionario_id, numero);

CREATE TABLE perguntas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  questionario_id uuid NOT NULL,
  texto_pergunta text NOT NULL,
  obrigatoria boolean DEFAULT true NOT NULL,
  ordem integer DEFAULT 1 NOT NULL,
  ativo boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  codigo text NOT NULL,
  excluida_em timestamptz(3),
  instrucao text,
  ler_opcoes boolean DEFAULT true NOT NULL,
  maximo double precision,
  minimo double precision,
  mostrar_se jsonb,
  tipo tipo_pergunta DEFAULT 'texto' NOT NULL,
  unidade text,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  observada boolean DEFAULT false NOT NULL,
  CONSTRAINT perguntas_pkey PRIMARY KEY (id),
  CONSTRAINT perguntas_limites_check CHECK (minimo <= maximo)
);
CREATE UNIQUE INDEX perguntas_codigo_key ON perguntas(questionario_id, codigo) WHERE excluida_em IS NULL;
CREATE INDEX perguntas_questionario_id_ordem_idx ON perguntas(questionario_id, ordem);

CREATE TABLE respostas_definidas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  pergunta_id uuid NOT NULL,
  texto_resposta text NOT NULL,
  valor integer DEFAULT 0 NOT NULL,
  ordem integer DEFAULT 1 NOT NULL,
  especial text,
  sinonimos text[] DEFAULT ARRAY[]::text[],
  CONSTRAINT respostas_definidas_pkey PRIMARY KEY (id),
  CONSTRAINT respostas_definidas_especial_check CHECK (especial IN ('nao_sabe', 'recusa', 'outro'))
);
CREATE INDEX respostas_definidas_pergunta_id_ordem_idx ON respostas_definidas(pergunta_id, ordem);

CREATE TABLE agentes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  nome text NOT NULL,
  usuario_id uuid,
  fundido_em_id uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  matricula text,
  ativo boolean DEFAULT true NOT NULL,
  CONSTRAINT agentes_pkey PRIMARY KEY (id),
  CONSTRAINT agentes_check CHECK (fundido_em_id <> id)
);
CREATE INDEX agentes_empresa_id_nome_idx ON agentes(empresa_id, nome);
CREATE INDEX agentes_fundido_em_id_idx ON agentes(fundido_em_id);
CREATE UNIQUE INDEX agentes_matricula_key ON agentes (empresa_id, matricula)
  WHERE matricula IS NOT NULL AND fundido_em_id IS NULL;
CREATE UNIQUE INDEX agentes_usuario_key ON agentes(empresa_id, usuario_id) WHERE usuario_id IS NOT NULL;

CREATE TABLE agente_ramais (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  agente_id uuid NOT NULL,
  ramal text NOT NULL,
  de timestamptz(3),
  ate timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT agente_ramais_pkey PRIMARY KEY (id),
  CONSTRAINT agente_ramais_periodo CHECK (de < ate),
  CONSTRAINT agente_ramais_sem_sobreposicao EXCLUDE USING gist (empresa_id WITH =, ramal WITH =, tstzrange(de, ate) WITH &&)
);
CREATE INDEX agente_ramais_agente_id_idx ON agente_ramais(agente_id);
CREATE INDEX agente_ramais_empresa_id_ramal_idx ON agente_ramais(empresa_id, ramal);

CREATE TABLE agente_contas_anteriores (
  empresa_id uuid NOT NULL,
  agente_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  ate timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT agente_contas_anteriores_pkey PRIMARY KEY (usuario_id, agente_id)
);
CREATE INDEX agente_contas_anteriores_agente_id_idx ON agente_contas_anteriores(agente_id);

CREATE TABLE agente_fusoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  agente_id uuid NOT NULL,
  outro_id uuid NOT NULL,
  usuario_id uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  ate timestamptz(3) NOT NULL,
  conta_antes uuid,
  matricula_antes text,
  ativo_antes boolean NOT NULL,
  conta_do_outro uuid,
  entrevistas uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  ramais uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  fundidos uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  apelidos text[] DEFAULT ARRAY[]::text[] NOT NULL,
  apelido_novo text,
  CONSTRAINT agente_fusoes_pkey PRIMARY KEY (id)
);
CREATE INDEX agente_fusoes_agente_id_idx ON agente_fusoes(agente_id);
CREATE INDEX agente_fusoes_ate_idx ON agente_fusoes(ate);
CREATE INDEX agente_fusoes_empresa_id_idx ON agente_fusoes(empresa_id);
CREATE UNIQUE INDEX agente_fusoes_outro_id_key ON agente_fusoes(outro_id);

CREATE TABLE agente_apelidos (
  empresa_id uuid NOT NULL,
  apelido text NOT NULL,
  agente_id uuid NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT agente_apelidos_pkey PRIMARY KEY (empresa_id, apelido)
);
CREATE INDEX agente_apelidos_agente_id_idx ON agente_apelidos(agente_id);

CREATE TABLE entrevistas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  pesquisa_id uuid NOT NULL,
  questionario_id uuid NOT NULL,
  usuario_id uuid,
  nome_entrevistado text NOT NULL,
  telefone_entrevistado text,
  concluida_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  agente_id uuid,
  codigo_externo text,
  gravacao text DEFAULT 'esperada' NOT NULL,
  linha_planilha integer,
  motivo text,
  origem text DEFAULT 'coleta' NOT NULL,
  projeto_id uuid NOT NULL,
  questionario_versao_id uuid NOT NULL,
  situacao situacao_entrevista DEFAULT 'em_andamento' NOT NULL,
  ultimo_contato_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  busca text GENERATED ALWAYS AS (escuta_normaliza(((((nome_entrevistado || ' ') || COALESCE(telefone_entrevistado, '')) || ' ') || COALESCE(escuta_digitos(telefone_entrevistado), '')))) STORED,
  rejulgar_em timestamptz(3),
  aparelho_id uuid,
  consentimento text,
  iniciada_em timestamptz(3),
  relogio_desvio_ms bigint,
  sincronia text,
  recebida_em timestamptz(3),
  registro_sha256 text,
  quarentena text,
  montagem text,
  montagem_motivo text,
  montagem_ate timestamptz(3),
  montagem_tentativas integer DEFAULT 0 NOT NULL,
  auditar_em timestamptz(3),
  revisao text DEFAULT 'pendente' NOT NULL,
  revisoes integer DEFAULT 0 NOT NULL,
  dia date GENERATED ALWAYS AS ((COALESCE(((iniciada_em AT TIME ZONE 'America/Sao_Paulo') - ((COALESCE(relogio_desvio_ms, (0)::bigint))::double precision * '00:00:00.001'::interval)), (created_at AT TIME ZONE 'America/Sao_Paulo')))::date) STORED,
  quarentena_tambem text[] DEFAULT '{}'::text[] NOT NULL,
  sem_som_motivo text,
  auditar_creditos integer,
  celulas_planilha text,
  inicio_precisao text DEFAULT 'instante' NOT NULL,
  registro_bytes integer DEFAULT 0 NOT NULL,
  CONSTRAINT entrevistas_pkey PRIMARY KEY (id),
  CONSTRAINT entrevistas_celulas_check CHECK (celulas_planilha IN ('a_julgar', 'guardadas')),
  CONSTRAINT entrevistas_consentimento_check CHECK (consentimento IN ('aceito', 'recusou_gravacao', 'recusou')),
  CONSTRAINT entrevistas_gravacao_check CHECK (gravacao IN ('esperada', 'recusada', 'sem_gravacao')),
  CONSTRAINT entrevistas_inicio_precisao_check CHECK (inicio_precisao IN ('instante', 'dia')),
  CONSTRAINT entrevistas_montagem_check CHECK (montagem IN ('pendente', 'pronta', 'falhou')),
  CONSTRAINT entrevistas_origem_check CHECK (origem IN ('coleta', 'planilha')),
  CONSTRAINT entrevistas_revisao_check CHECK (revisao IN ('pendente', 'aprovada', 'em_espera', 'rejeitada')),
  CONSTRAINT entrevistas_sincronia_check CHECK (sincronia IN ('parcial', 'completa'))
);
CREATE INDEX entrevistas_agente_id_idx ON entrevistas(agente_id);
CREATE INDEX entrevistas_aparelho_id_idx ON entrevistas(aparelho_id);
CREATE INDEX entrevistas_auditar_em_idx ON entrevistas(auditar_em) WHERE auditar_em IS NOT NULL;
CREATE INDEX entrevistas_busca_prefixo_idx ON entrevistas (projeto_id, left(busca, 16) text_pattern_ops);
CREATE INDEX entrevistas_celulas_idx ON entrevistas (empresa_id, pesquisa_id, id)
  WHERE origem = 'planilha' AND celulas_planilha IS DISTINCT FROM 'guardadas';
CREATE INDEX entrevistas_montagem_idx ON entrevistas(recebida_em) WHERE montagem = 'pendente';
CREATE INDEX entrevistas_nao_montada_idx ON entrevistas (pesquisa_id) WHERE montagem = 'falhou';
CREATE INDEX entrevistas_parcial_idx ON entrevistas (pesquisa_id) WHERE sincronia = 'parcial';
CREATE UNIQUE INDEX entrevistas_pesquisa_id_codigo_externo_key ON entrevistas(pesquisa_id, codigo_externo);
CREATE INDEX entrevistas_pesquisa_id_created_at_id_idx ON entrevistas(pesquisa_id, created_at DESC, id DESC);
CREATE INDEX entrevistas_pesquisa_id_situacao_idx ON entrevistas(pesquisa_id, situacao);
CREATE INDEX entrevistas_projeto_id_busca_idx ON entrevistas
  USING gin (projeto_id public.uuid_ops, busca public.gin_trgm_ops) WITH (fastupdate = on);
CREATE INDEX entrevistas_projeto_id_created_at_id_idx ON entrevistas(projeto_id, created_at DESC, id DESC);
CREATE INDEX entrevistas_quadro_idx ON entrevistas (pesquisa_id, dia, agente_id, situacao, revisao);
CREATE INDEX entrevistas_quarentena_idx ON entrevistas (pesquisa_id) WHERE quarentena IS NOT NULL;
CREATE INDEX entrevistas_questionario_id_idx ON entrevistas(questionario_id);
CREATE INDEX entrevistas_questionario_versao_id_idx ON entrevistas(questionario_versao_id);
CREATE INDEX entrevistas_rejulgar_idx ON entrevistas(rejulgar_em) WHERE rejulgar_em IS NOT NULL;
CREATE INDEX entrevistas_revisao_idx ON entrevistas (pesquisa_id, revisao, situacao, id);
CREATE INDEX entrevistas_sem_creditos_idx ON entrevistas(empresa_id, recebida_em) WHERE auditar_creditos IS NOT NULL;
CREATE INDEX entrevistas_sem_som_idx ON entrevistas (pesquisa_id, agente_id)
  WHERE gravacao <> 'esperada' AND situacao = 'concluida';

CREATE TABLE entrevista_eventos (
  entrevista_id uuid NOT NULL,
  seq integer NOT NULL,
  empresa_id uuid NOT NULL,
  tipo text NOT NULL,
  pergunta_id uuid,
  valor jsonb,
  valor_anterior jsonb,
  mono_ms bigint,
  audio_ms bigint,
  usuario_id uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  fonte text DEFAULT 'servidor' NOT NULL,
  relogio bigint,
  gravacao integer,
  motivo text,
  CONSTRAINT entrevista_eventos_pkey PRIMARY KEY (entrevista_id, fonte, seq),
  CONSTRAINT entrevista_eventos_fonte_check CHECK (fonte IN ('servidor', 'aparelho'))
);
CREATE INDEX entrevista_eventos_marcas_idx ON entrevista_eventos (entrevista_id, fonte, seq) WHERE tipo IN ('pausa', 'retomada', 'interrompida');

CREATE TABLE aparelhos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  membro_id uuid,
  usuario_id uuid NOT NULL,
  nome text NOT NULL,
  hmac text NOT NULL,
  autorizado_ate timestamptz(3) NOT NULL,
  revogado_em timestamptz(3),
  apagar_em timestamptz(3),
  apagado_em timestamptz(3),
  ultimo_contato_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  pendentes integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT aparelhos_pkey PRIMARY KEY (id)
);
CREATE INDEX aparelhos_empresa_id_ultimo_contato_em_idx ON aparelhos(empresa_id, ultimo_contato_em DESC);
CREATE UNIQUE INDEX aparelhos_hmac_key ON aparelhos(hmac);
CREATE INDEX aparelhos_membro_id_idx ON aparelhos(membro_id);

CREATE TABLE envios (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  papel text NOT NULL,
  entrevista_id uuid,
  gravacao integer,
  tipo text NOT NULL,
  estado text DEFAULT 'aberto' NOT NULL,
  partes integer,
  criado_por uuid,
  expira_em timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  tamanho bigint DEFAULT 0 NOT NULL,
  preparo_id uuid,
  lote_id uuid,
  importacao_id uuid,
  CONSTRAINT envios_pkey PRIMARY KEY (id),
  CONSTRAINT envios_estado_check CHECK (estado IN ('aberto', 'concluido')),
  CONSTRAINT envios_papel_check CHECK (CASE papel
  WHEN 'gravacao' THEN entrevista_id IS NOT NULL AND gravacao IS NOT NULL AND preparo_id IS NULL AND lote_id IS NULL
    AND importacao_id IS NULL
  WHEN 'gravacoes' THEN lote_id IS NOT NULL AND preparo_id IS NULL AND entrevista_id IS NULL AND gravacao IS NULL
    AND importacao_id IS NULL
  WHEN 'importacao' THEN importacao_id IS NOT NULL AND entrevista_id IS NULL AND gravacao IS NULL AND preparo_id IS NULL
    AND lote_id IS NULL
  ELSE preparo_id IS NOT NULL AND entrevista_id IS NULL AND gravacao IS NULL AND lote_id IS NULL
    AND importacao_id IS NULL END)
);
CREATE UNIQUE INDEX envios_entrevista_id_gravacao_key ON envios(entrevista_id, gravacao);
CREATE INDEX envios_expira_em_idx ON envios(expira_em);
CREATE UNIQUE INDEX envios_importacao_id_key ON envios(importacao_id);
CREATE UNIQUE INDEX envios_lote_id_key ON envios(lote_id);
CREATE UNIQUE INDEX envios_preparo_id_papel_key ON envios(preparo_id, papel);

CREATE TABLE lotes_gravacao (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  autor_id uuid,
  origem text NOT NULL,
  nome text NOT NULL,
  tamanho bigint NOT NULL,
  arquivos integer NOT NULL,
  estado text DEFAULT 'enviando' NOT NULL,
  motivo text,
  versao integer DEFAULT 0 NOT NULL,
  tarefa_id uuid,
  confirmado_por uuid,
  confirmado_em timestamptz(3),
  expira_em timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT lotes_gravacao_pkey PRIMARY KEY (id),
  CONSTRAINT lotes_gravacao_confirmado_check CHECK (estado NOT IN ('anexando', 'concluido', 'desfazendo', 'desfeito')
      OR confirmado_em IS NOT NULL),
  CONSTRAINT lotes_gravacao_estado_check CHECK (estado IN
      ('enviando', 'lendo', 'pronto', 'anexando', 'concluido', 'desfazendo', 'desfeito', 'falhou', 'cancelado')),
  CONSTRAINT lotes_gravacao_origem_check CHECK (origem IN ('pasta', 'arquivo'))
);
CREATE INDEX lotes_gravacao_empresa_id_created_at_id_idx ON lotes_gravacao(empresa_id, created_at DESC, id DESC);
CREATE INDEX lotes_gravacao_expira_em_idx ON lotes_gravacao(expira_em);
CREATE INDEX lotes_gravacao_projeto_id_created_at_id_idx ON lotes_gravacao(projeto_id, created_at DESC, id DESC);

CREATE TABLE lote_gravacoes (
  id uuid NOT NULL,
  lote_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  indice integer NOT NULL,
  nome text NOT NULL,
  tamanho bigint,
  inicio bigint,
  situacao text DEFAULT 'a_ler' NOT NULL,
  motivo text,
  tipo text,
  sha256 text,
  chave_objeto text,
  duracao_ms integer,
  lido jsonb,
  item_id uuid,
  regra text,
  candidatas uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  repetida_de uuid,
  repetida_item uuid,
  substitui text,
  por_pessoa boolean DEFAULT false NOT NULL,
  criou boolean DEFAULT false NOT NULL,
  duracao_antes integer,
  CONSTRAINT lote_gravacoes_pkey PRIMARY KEY (id),
  CONSTRAINT lote_gravacoes_situacao_check CHECK (situacao IN ('a_ler', 'recusada', 'pareada', 'ja_tem', 'substituir', 'ambigua',
      'orfa', 'repetida', 'criar', 'descartada', 'anexada', 'falhou', 'desfeita')),
  CONSTRAINT lote_gravacoes_substitui_check CHECK (situacao <> 'substituir' OR substitui IS NOT NULL)
);
CREATE INDEX lote_gravacoes_item_id_idx ON lote_gravacoes(item_id);
CREATE UNIQUE INDEX lote_gravacoes_lote_id_indice_key ON lote_gravacoes(lote_id, indice);
CREATE INDEX lote_gravacoes_lote_id_sha256_idx ON lote_gravacoes(lote_id, sha256);
CREATE INDEX lote_gravacoes_lote_id_situacao_indice_idx ON lote_gravacoes(lote_id, situacao, indice);
CREATE UNIQUE INDEX lote_gravacoes_uma_por_ligacao ON lote_gravacoes (lote_id, item_id)
  WHERE situacao IN ('pareada', 'ja_tem', 'substituir', 'anexada');

CREATE TABLE padroes_gravacao (
  empresa_id uuid NOT NULL,
  padrao text NOT NULL,
  autor_id uuid,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT padroes_gravacao_pkey PRIMARY KEY (empresa_id),
  CONSTRAINT padroes_gravacao_padrao_check CHECK (char_length(padrao) <= 200)
);

CREATE TABLE envio_partes (
  envio_id uuid NOT NULL,
  n integer NOT NULL,
  empresa_id uuid NOT NULL,
  tamanho integer NOT NULL,
  sha256 text NOT NULL,
  chave_objeto text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT envio_partes_pkey PRIMARY KEY (envio_id, n)
);

CREATE TABLE entrevista_segundas (
  entrevista_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  recebida_em timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  montagem text DEFAULT 'pendente' NOT NULL,
  montagem_motivo text,
  montagem_ate timestamptz(3),
  montagem_tentativas integer DEFAULT 0 NOT NULL,
  chave_objeto text,
  nome text,
  tipo text,
  tamanho bigint,
  sha256 text,
  mapa jsonb,
  decisao text,
  CONSTRAINT entrevista_segundas_pkey PRIMARY KEY (entrevista_id),
  CONSTRAINT entrevista_segundas_decisao_check CHECK (decisao IN ('usada', 'descartada')),
  CONSTRAINT entrevista_segundas_montagem_check CHECK (montagem IN ('pendente', 'pronta', 'falhou'))
);
CREATE INDEX entrevista_segundas_chave_objeto_idx ON entrevista_segundas(chave_objeto);
CREATE INDEX entrevista_segundas_montagem_idx ON entrevista_segundas(recebida_em) WHERE montagem = 'pendente';

CREATE TABLE entrevista_gravacoes (
  entrevista_id uuid NOT NULL,
  n integer NOT NULL,
  empresa_id uuid NOT NULL,
  inicio_ms integer NOT NULL,
  duracao_ms integer NOT NULL,
  mono_ms bigint NOT NULL,
  lacuna_ms bigint NOT NULL,
  gravacao integer,
  som_ms integer DEFAULT 0 NOT NULL,
  CONSTRAINT entrevista_gravacoes_pkey PRIMARY KEY (entrevista_id, n)
);

CREATE TABLE respostas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  entrevista_id uuid NOT NULL,
  pergunta_id uuid NOT NULL,
  texto_resposta text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  opcoes uuid[] DEFAULT ARRAY[]::uuid[],
  ultima_seq integer DEFAULT 0 NOT NULL,
  celula_estado text,
  celula text,
  CONSTRAINT respostas_pkey PRIMARY KEY (id),
  CONSTRAINT respostas_celula_check CHECK (
  CASE WHEN celula_estado IS NULL THEN celula IS NULL
    ELSE opcoes = '{}' AND texto_resposta IS NULL AND CASE celula_estado
      WHEN 'nao_reconhecida' THEN celula IS NOT NULL AND char_length(celula) <= 1000
      WHEN 'planilha_indisponivel' THEN celula IS NULL ELSE false END
  END)
);
CREATE INDEX respostas_cotas_idx ON respostas (pergunta_id, entrevista_id, opcoes);
CREATE UNIQUE INDEX respostas_entrevista_id_pergunta_id_key ON respostas(entrevista_id, pergunta_id);

CREATE TABLE confrontos (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  pesquisa_id uuid NOT NULL,
  item_id uuid NOT NULL,
  execucao_id uuid NOT NULL,
  entrevista_id uuid NOT NULL,
  pergunta_id uuid NOT NULL,
  ordem integer NOT NULL,
  vigente boolean DEFAULT false NOT NULL,
  veredito text NOT NULL,
  veredito_pessoa text,
  revisado_por uuid,
  revisado_em timestamptz(3),
  leitura text NOT NULL,
  leitura_provada boolean NOT NULL,
  conducao text NOT NULL,
  conducao_tipo text,
  conducao_provada boolean NOT NULL,
  resposta text NOT NULL,
  resposta_provada boolean NOT NULL,
  comparacao text NOT NULL,
  comparacao_provada boolean NOT NULL,
  metodo text NOT NULL,
  motivo text,
  marcas text[] DEFAULT ARRAY[]::text[],
  cobertura double precision NOT NULL,
  confianca double precision,
  sentimento double precision,
  faltou text[] DEFAULT ARRAY[]::text[],
  acrescentou text[] DEFAULT ARRAY[]::text[],
  falado text,
  digitado text,
  ouvir_inicio_ms integer,
  ouvir_fim_ms integer,
  resposta_inicio_ms integer,
  resposta_fim_ms integer,
  extracao jsonb,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  veredito_inicial text,
  planilha text,
  opcoes_nao_marcadas text[] DEFAULT '{}'::text[] NOT NULL,
  opcoes_nao_ditas text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT confrontos_pkey PRIMARY KEY (id),
  CONSTRAINT confrontos_check CHECK (num_nonnulls(veredito_pessoa, revisado_por, revisado_em) = ANY (ARRAY[0, 3])),
  CONSTRAINT confrontos_planilha_check CHECK (planilha IN ('nao_reconhecida', 'planilha_indisponivel', 'filtro_desconhecido')),
  CONSTRAINT confrontos_veredito_check CHECK (veredito IN ('nao_se_aplica', 'inaudivel', 'a_revisar', 'nao_perguntada', 'induzida', 'diverge', 'confere')),
  CONSTRAINT confrontos_veredito_pessoa_check CHECK (veredito_pessoa IN ('nao_se_aplica', 'inaudivel', 'a_revisar', 'nao_perguntada', 'induzida', 'diverge', 'confere'))
);
CREATE INDEX confrontos_entrevista_id_idx ON confrontos(entrevista_id);
CREATE UNIQUE INDEX confrontos_execucao_id_pergunta_id_key ON confrontos(execucao_id, pergunta_id);
CREATE INDEX confrontos_item_id_idx ON confrontos(item_id);
CREATE INDEX confrontos_pesquisa_vigentes_idx ON confrontos(pesquisa_id, pergunta_id) WHERE vigente;
CREATE UNIQUE INDEX confrontos_vigente_key ON confrontos(entrevista_id, pergunta_id) WHERE vigente;

CREATE TABLE confronto_evidencias (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  confronto_id uuid NOT NULL,
  ordem integer NOT NULL,
  sobre text NOT NULL,
  citacao text NOT NULL,
  verificada boolean NOT NULL,
  sentenca_ordem integer,
  start_ms integer,
  end_ms integer,
  CONSTRAINT confronto_evidencias_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX confronto_evidencias_confronto_id_ordem_key ON confronto_evidencias(confronto_id, ordem);

CREATE TABLE confronto_revisoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  confronto_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  veredito_ia text NOT NULL,
  veredito text NOT NULL,
  motivo text,
  observacao text,
  em_vigor boolean DEFAULT true NOT NULL,
  desfeita_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  levada_para uuid,
  CONSTRAINT confronto_revisoes_pkey PRIMARY KEY (id)
);
CREATE INDEX confronto_revisoes_confronto_id_created_at_idx ON confronto_revisoes(confronto_id, created_at);
CREATE UNIQUE INDEX confronto_revisoes_vigor_key ON confronto_revisoes(confronto_id) WHERE em_vigor;

CREATE TABLE entrevista_matriz (
  entrevista_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL,
  pesquisa_id uuid NOT NULL,
  auditoria_id uuid NOT NULL,
  item_id uuid NOT NULL,
  questionario_versao_id uuid NOT NULL,
  codigos text NOT NULL,
  codigos_ia text NOT NULL,
  marcas text NOT NULL,
  tem_fala boolean NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT entrevista_matriz_pkey PRIMARY KEY (entrevista_id),
  CONSTRAINT entrevista_matriz_check CHECK ((codigos ~ '^[CDNIURX]*$') AND (codigos_ia ~ '^[CDNIURX]*$')),
  CONSTRAINT entrevista_matriz_check1 CHECK ((length(codigos) = length(codigos_ia)) AND (length(codigos) = length(marcas)))
);
CREATE INDEX entrevista_matriz_auditoria_id_entrevista_id_idx ON entrevista_matriz(auditoria_id, entrevista_id);
CREATE INDEX entrevista_matriz_pesquisa_id_entrevista_id_idx ON entrevista_matriz(pesquisa_id, entrevista_id);

CREATE TABLE entrevista_revisoes (
  entrevista_id uuid NOT NULL,
  n integer NOT NULL,
  empresa_id uuid NOT NULL,
  de text NOT NULL,
  para text NOT NULL,
  usuario_id uuid NOT NULL,
  motivo text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT entrevista_revisoes_pkey PRIMARY KEY (entrevista_id, n)
);

CREATE TABLE verificacoes (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  pesquisa_id uuid NOT NULL,
  entrevista_id uuid NOT NULL,
  semente integer NOT NULL,
  responsavel_id uuid,
  modo text,
  resultado text,
  nota text,
  codigos_ia text,
  feita_por uuid,
  feita_em timestamptz(3),
  versao integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  chance double precision,
  CONSTRAINT verificacoes_pkey PRIMARY KEY (id),
  CONSTRAINT verificacoes_feita_check CHECK ((feita_em IS NULL) = (resultado IS NULL) AND (modo IS NULL) = (resultado IS NULL)),
  CONSTRAINT verificacoes_modo_check CHECK (modo IN ('ouvida', 'recontato')),
  CONSTRAINT verificacoes_resultado_check CHECK (resultado IN ('ouvida', 'confirmada', 'nao_entrevistado', 'dados_divergentes', 'sem_contato'))
);
CREATE UNIQUE INDEX verificacoes_entrevista_id_key ON verificacoes(entrevista_id);
CREATE INDEX verificacoes_pesquisa_id_created_at_id_idx ON verificacoes(pesquisa_id, created_at DESC, id DESC);
CREATE INDEX verificacoes_responsavel_id_idx ON verificacoes(responsavel_id);

CREATE TABLE cotas (
  opcao_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  questionario_id uuid NOT NULL,
  pergunta_id uuid NOT NULL,
  texto text NOT NULL,
  meta integer NOT NULL,
  ordem integer NOT NULL,
  CONSTRAINT cotas_pkey PRIMARY KEY (opcao_id),
  CONSTRAINT cotas_meta_check CHECK (meta BETWEEN 1 AND 1000000)
);
CREATE INDEX cotas_questionario_id_idx ON cotas(questionario_id);

CREATE TABLE cota_contagens (
  id BIGSERIAL NOT NULL,
  empresa_id uuid NOT NULL,
  pergunta_id uuid NOT NULL,
  opcao_id uuid NOT NULL,
  n integer NOT NULL,
  aprovadas integer NOT NULL,
  CONSTRAINT cota_contagens_pkey PRIMARY KEY (id)
);
CREATE INDEX cota_contagens_idx ON cota_contagens (pergunta_id, opcao_id, n, aprovadas);

CREATE TABLE questionario_coletores (
  questionario_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT questionario_coletores_pkey PRIMARY KEY (questionario_id, usuario_id)
);
CREATE INDEX questionario_coletores_usuario_id_idx ON questionario_coletores(usuario_id);

CREATE TABLE sinais (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  pesquisa_id uuid NOT NULL,
  chave text NOT NULL,
  tipo text NOT NULL,
  alvo text NOT NULL,
  agente_id uuid,
  entrevista_id uuid,
  versao_regra integer NOT NULL,
  medida double precision NOT NULL,
  limite double precision NOT NULL,
  base_n integer NOT NULL,
  base_d integer NOT NULL,
  nota boolean DEFAULT false NOT NULL,
  lista boolean DEFAULT false NOT NULL,
  prova jsonb NOT NULL,
  evidencia text NOT NULL,
  vigente boolean DEFAULT true NOT NULL,
  estado text DEFAULT 'aberto' NOT NULL,
  versao integer DEFAULT 1 NOT NULL,
  indicado_id uuid,
  indicado_por uuid,
  indicado_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT sinais_pkey PRIMARY KEY (id),
  CONSTRAINT sinais_alvo_check CHECK (alvo IN ('entrevista', 'entrevistador', 'par')),
  CONSTRAINT sinais_estado_check CHECK (estado IN ('aberto', 'em_verificacao', 'confirmado', 'descartado')),
  CONSTRAINT sinais_tipo_check CHECK (tipo IN ('digitada_antes', 'mais_rapida', 'mesma_gravacao', 'respostas_quase_iguais', 'sobreposta_ou_telefone'))
);
CREATE INDEX sinais_agente_id_idx ON sinais(agente_id);
CREATE INDEX sinais_entrevista_id_idx ON sinais(entrevista_id);
CREATE INDEX sinais_indicado_id_idx ON sinais(indicado_id);
CREATE UNIQUE INDEX sinais_pesquisa_id_chave_key ON sinais(pesquisa_id, chave);

CREATE TABLE sinal_entrevistas (
  sinal_id uuid NOT NULL,
  entrevista_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  CONSTRAINT sinal_entrevistas_pkey PRIMARY KEY (sinal_id, entrevista_id)
);
CREATE INDEX sinal_entrevistas_entrevista_id_idx ON sinal_entrevistas(entrevista_id);

CREATE TABLE sinal_pareceres (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  sinal_id uuid NOT NULL,
  usuario_id uuid NOT NULL,
  papel text NOT NULL,
  parecer text NOT NULL,
  observacao text,
  evidencia text NOT NULL,
  em_vigor boolean DEFAULT true NOT NULL,
  desfeito_em timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT sinal_pareceres_pkey PRIMARY KEY (id),
  CONSTRAINT sinal_pareceres_papel_check CHECK (papel IN ('admin', 'gerente', 'usuario')),
  CONSTRAINT sinal_pareceres_parecer_check CHECK (parecer IN ('procede', 'explica'))
);
CREATE UNIQUE INDEX sinal_pareceres_em_vigor_key ON sinal_pareceres(sinal_id, usuario_id, evidencia) WHERE em_vigor;
CREATE INDEX sinal_pareceres_sinal_id_created_at_idx ON sinal_pareceres(sinal_id, created_at);

CREATE TABLE sinal_calculos (
  pesquisa_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  calculos jsonb DEFAULT '[]' NOT NULL,
  entrevistas integer DEFAULT 0 NOT NULL,
  calculado_em timestamptz(3),
  dono uuid,
  ate timestamptz(3),
  duracao_ms integer DEFAULT 0 NOT NULL,
  CONSTRAINT sinal_calculos_pkey PRIMARY KEY (pesquisa_id)
);

CREATE TABLE entrevista_partes (
  item_id uuid NOT NULL,
  gravacao integer NOT NULL,
  n integer NOT NULL,
  empresa_id uuid NOT NULL,
  pesquisa_id uuid NOT NULL,
  entrevista_id uuid NOT NULL,
  sha256 text NOT NULL,
  tamanho integer NOT NULL,
  CONSTRAINT entrevista_partes_pkey PRIMARY KEY (item_id, gravacao, n)
);
CREATE INDEX entrevista_partes_entrevista_id_idx ON entrevista_partes(entrevista_id);
CREATE INDEX entrevista_partes_pesquisa_id_sha256_idx ON entrevista_partes(pesquisa_id, sha256);

CREATE TABLE sinal_pedidos (
  id BIGSERIAL NOT NULL,
  pesquisa_id uuid NOT NULL,
  created_at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT sinal_pedidos_pkey PRIMARY KEY (id)
);
CREATE INDEX sinal_pedidos_pesquisa_id_id_idx ON sinal_pedidos(pesquisa_id, id);

CREATE TABLE entrevista_sons (
  item_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  pesquisa_id uuid NOT NULL,
  entrevista_id uuid NOT NULL,
  gravacao text NOT NULL,
  palavras bytea NOT NULL,
  amostra bytea NOT NULL,
  comparada boolean DEFAULT false NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT entrevista_sons_pkey PRIMARY KEY (item_id)
);
CREATE INDEX entrevista_sons_entrevista_id_idx ON entrevista_sons(entrevista_id);
CREATE INDEX entrevista_sons_pesquisa_id_item_id_idx ON entrevista_sons(pesquisa_id, item_id);

CREATE TABLE entrevista_sons_iguais (
  item_a uuid NOT NULL,
  item_b uuid NOT NULL,
  empresa_id uuid NOT NULL,
  pesquisa_id uuid NOT NULL,
  nota double precision NOT NULL,
  ms integer NOT NULL,
  inicio_a integer NOT NULL,
  inicio_b integer NOT NULL,
  CONSTRAINT entrevista_sons_iguais_pkey PRIMARY KEY (item_a, item_b)
);
CREATE INDEX entrevista_sons_iguais_item_b_idx ON entrevista_sons_iguais(item_b);
CREATE INDEX entrevista_sons_iguais_pesquisa_id_idx ON entrevista_sons_iguais(pesquisa_id);

-- ───────────────────────────── support ─────────────────────────────

CREATE TABLE tickets (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  titulo text NOT NULL,
  descricao text NOT NULL,
  tipo text DEFAULT 'duvida' NOT NULL,
  severidade severidade DEFAULT 'media' NOT NULL,
  status status_ticket DEFAULT 'aberto' NOT NULL,
  origem text DEFAULT 'web' NOT NULL,
  projeto_id uuid,
  auditoria_id uuid,
  auditoria_item_id uuid,
  criado_por uuid,
  atribuido_para uuid,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT tickets_pkey PRIMARY KEY (id)
);
CREATE INDEX tickets_created_at_id_idx ON tickets(created_at DESC, id DESC);
CREATE INDEX tickets_criticos_idx ON tickets (empresa_id) WHERE status IN ('aberto', 'em_andamento') AND severidade = 'critica';
CREATE INDEX tickets_descricao_busca ON tickets USING GIN (empresa_id, escuta_normaliza(descricao) public.gin_trgm_ops);
CREATE INDEX tickets_empresa_id_created_at_id_idx ON tickets(empresa_id, created_at DESC, id DESC);
CREATE INDEX tickets_empresa_id_status_created_at_id_idx ON tickets(empresa_id, status, created_at DESC, id DESC);
CREATE INDEX tickets_titulo_busca ON tickets USING GIN (empresa_id, escuta_normaliza(titulo) public.gin_trgm_ops);

CREATE TABLE ticket_mensagens (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  usuario_id uuid,
  do_operador boolean NOT NULL,
  texto text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT ticket_mensagens_pkey PRIMARY KEY (id)
);
CREATE INDEX ticket_mensagens_ticket_id_created_at_id_idx ON ticket_mensagens (ticket_id, created_at, id);

CREATE TABLE ticket_mudancas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  usuario_id uuid,
  campo text NOT NULL,
  de text,
  para text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT ticket_mudancas_pkey PRIMARY KEY (id)
);
CREATE INDEX ticket_mudancas_ticket_id_created_at_id_idx ON ticket_mudancas (ticket_id, created_at, id);

-- ───────────────────────────── references ─────────────────────────────

ALTER TABLE membros ADD CONSTRAINT membros_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE membros ADD CONSTRAINT membros_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuarios(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE tokens_redefinicao_senha ADD CONSTRAINT tokens_redefinicao_senha_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membros(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE confirmacoes_email ADD CONSTRAINT confirmacoes_email_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membros(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chaves_api ADD CONSTRAINT chaves_api_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE credito_lancamentos ADD CONSTRAINT credito_lancamentos_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE credito_pedidos ADD CONSTRAINT credito_pedidos_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE asterisk_configs ADD CONSTRAINT asterisk_configs_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE projetos ADD CONSTRAINT projetos_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE projeto_consumo_mes ADD CONSTRAINT projeto_consumo_mes_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE projeto_consumo_dia ADD CONSTRAINT projeto_consumo_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE auditorias ADD CONSTRAINT auditorias_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditorias ADD CONSTRAINT auditorias_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditoria_arquivos ADD CONSTRAINT auditoria_arquivos_auditoria_id_fkey FOREIGN KEY (auditoria_id) REFERENCES auditorias(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditoria_preparos ADD CONSTRAINT auditoria_preparos_auditoria_id_fkey FOREIGN KEY (auditoria_id) REFERENCES auditorias(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE auditoria_preparos ADD CONSTRAINT auditoria_preparos_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditoria_preparos ADD CONSTRAINT auditoria_preparos_pesquisa_id_fkey FOREIGN KEY (pesquisa_id) REFERENCES pesquisas(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE auditoria_preparos ADD CONSTRAINT auditoria_preparos_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE importacoes ADD CONSTRAINT importacoes_auditoria_id_fkey FOREIGN KEY (auditoria_id) REFERENCES auditorias(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE importacoes ADD CONSTRAINT importacoes_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE importacoes ADD CONSTRAINT importacoes_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE importacao_linhas ADD CONSTRAINT importacao_linhas_importacao_id_fkey FOREIGN KEY (importacao_id) REFERENCES importacoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE importacao_chaves ADD CONSTRAINT importacao_chaves_importacao_id_fkey FOREIGN KEY (importacao_id) REFERENCES importacoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE importacao_mapeamentos ADD CONSTRAINT importacao_mapeamentos_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE preparo_arquivos ADD CONSTRAINT preparo_arquivos_envio_id_fkey FOREIGN KEY (envio_id) REFERENCES envios(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE preparo_arquivos ADD CONSTRAINT preparo_arquivos_preparo_id_fkey FOREIGN KEY (preparo_id) REFERENCES auditoria_preparos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE preparo_linhas ADD CONSTRAINT preparo_linhas_preparo_id_fkey FOREIGN KEY (preparo_id) REFERENCES auditoria_preparos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE preparo_gravacoes ADD CONSTRAINT preparo_gravacoes_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE preparo_gravacoes ADD CONSTRAINT preparo_gravacoes_preparo_id_fkey FOREIGN KEY (preparo_id) REFERENCES auditoria_preparos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE preparo_gravacoes ADD CONSTRAINT preparo_gravacoes_preparo_id_linha_n_fkey FOREIGN KEY (preparo_id, linha_n) REFERENCES preparo_linhas(preparo_id, n) ON UPDATE CASCADE;
ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_agente_id_fkey FOREIGN KEY (agente_id) REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_auditoria_id_fkey FOREIGN KEY (auditoria_id) REFERENCES auditorias(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_pesquisa_id_fkey FOREIGN KEY (pesquisa_id) REFERENCES pesquisas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_questionario_id_fkey FOREIGN KEY (questionario_id) REFERENCES questionarios(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE gravacoes_anteriores ADD CONSTRAINT gravacoes_anteriores_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE auditoria_totais ADD CONSTRAINT auditoria_totais_auditoria_id_fkey FOREIGN KEY (auditoria_id) REFERENCES auditorias(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE projeto_rollup_dia ADD CONSTRAINT projeto_rollup_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE projeto_totais ADD CONSTRAINT projeto_totais_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE projeto_rollup_mes ADD CONSTRAINT projeto_rollup_mes_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE projeto_numeros ADD CONSTRAINT projeto_numeros_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE projeto_contadores ADD CONSTRAINT projeto_contadores_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE item_qualidade ADD CONSTRAINT item_qualidade_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE item_atribuicoes ADD CONSTRAINT item_atribuicoes_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE item_atribuicoes ADD CONSTRAINT item_atribuicoes_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuarios(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE projeto_qualidade_dia ADD CONSTRAINT projeto_qualidade_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE projeto_palavra_dia ADD CONSTRAINT projeto_palavra_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE projeto_chamada_dia ADD CONSTRAINT projeto_chamada_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chamada_palavra_dia ADD CONSTRAINT chamada_palavra_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chamada_dia ADD CONSTRAINT chamada_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chamada_qualidade_dia ADD CONSTRAINT chamada_qualidade_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chamada_mes ADD CONSTRAINT chamada_mes_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chamada_hora ADD CONSTRAINT chamada_hora_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chamada_qualidade_soma ADD CONSTRAINT chamada_qualidade_soma_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chamada_qualidade_mes ADD CONSTRAINT chamada_qualidade_mes_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE custo_dia ADD CONSTRAINT custo_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE insight_dia ADD CONSTRAINT insight_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE concordancia_dia ADD CONSTRAINT concordancia_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE insight_chamada_dia ADD CONSTRAINT insight_chamada_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE concordancia_chamada_dia ADD CONSTRAINT concordancia_chamada_dia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE eventos_dominio ADD CONSTRAINT eventos_dominio_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE evento_entregas ADD CONSTRAINT evento_entregas_evento_id_fkey FOREIGN KEY (evento_id) REFERENCES eventos_dominio(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE notificacoes ADD CONSTRAINT notificacoes_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE notificacoes ADD CONSTRAINT notificacoes_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES usuarios(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE filtros_salvos ADD CONSTRAINT filtros_salvos_autor_id_fkey FOREIGN KEY (autor_id) REFERENCES usuarios(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE filtros_salvos ADD CONSTRAINT filtros_salvos_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE exportacao_modelos ADD CONSTRAINT exportacao_modelos_autor_id_fkey FOREIGN KEY (autor_id) REFERENCES usuarios(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE exportacao_modelos ADD CONSTRAINT exportacao_modelos_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE membro_direitos ADD CONSTRAINT membro_direitos_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membros(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE execucoes ADD CONSTRAINT execucoes_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE execucao_etapas ADD CONSTRAINT execucao_etapas_execucao_id_fkey FOREIGN KEY (execucao_id) REFERENCES execucoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE chamadas_provedor ADD CONSTRAINT chamadas_provedor_execucao_id_fkey FOREIGN KEY (execucao_id) REFERENCES execucoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE linhas_custo ADD CONSTRAINT linhas_custo_execucao_id_fkey FOREIGN KEY (execucao_id) REFERENCES execucoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE eventos_timeline ADD CONSTRAINT eventos_timeline_execucao_id_fkey FOREIGN KEY (execucao_id) REFERENCES execucoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE letras_mortas ADD CONSTRAINT letras_mortas_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE tarefas ADD CONSTRAINT tarefas_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE empresa_bytes ADD CONSTRAINT empresa_bytes_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE configuracoes_processamento ADD CONSTRAINT configuracoes_processamento_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE configuracoes_processamento ADD CONSTRAINT configuracoes_processamento_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE auditoria_resultados ADD CONSTRAINT auditoria_resultados_execucao_id_fkey FOREIGN KEY (execucao_id) REFERENCES execucoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE auditoria_resultados ADD CONSTRAINT auditoria_resultados_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE busca_falas ADD CONSTRAINT busca_falas_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE lexico_mes ADD CONSTRAINT lexico_mes_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE transcricoes ADD CONSTRAINT transcricoes_resultado_id_fkey FOREIGN KEY (resultado_id) REFERENCES auditoria_resultados(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sentencas ADD CONSTRAINT sentencas_transcricao_id_fkey FOREIGN KEY (transcricao_id) REFERENCES transcricoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sentenca_papeis ADD CONSTRAINT sentenca_papeis_sentenca_id_fkey FOREIGN KEY (sentenca_id) REFERENCES sentencas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sentenca_correcoes ADD CONSTRAINT sentenca_correcoes_sentenca_id_fkey FOREIGN KEY (sentenca_id) REFERENCES sentencas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE insights ADD CONSTRAINT insights_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE insights ADD CONSTRAINT insights_template_versao_id_fkey FOREIGN KEY (template_versao_id) REFERENCES insight_template_versoes(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE evidencias ADD CONSTRAINT evidencias_insight_id_fkey FOREIGN KEY (insight_id) REFERENCES insights(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE insight_revisoes ADD CONSTRAINT insight_revisoes_insight_id_fkey FOREIGN KEY (insight_id) REFERENCES insights(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE insight_revisao_criterios ADD CONSTRAINT insight_revisao_criterios_revisao_id_fkey FOREIGN KEY (revisao_id) REFERENCES insight_revisoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE insight_comentarios ADD CONSTRAINT insight_comentarios_insight_id_fkey FOREIGN KEY (insight_id) REFERENCES insights(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE insight_templates ADD CONSTRAINT insight_templates_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE insight_template_versoes ADD CONSTRAINT insight_template_versoes_template_id_fkey FOREIGN KEY (template_id) REFERENCES insight_templates(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE projeto_insight_templates ADD CONSTRAINT projeto_insight_templates_insight_template_id_fkey FOREIGN KEY (insight_template_id) REFERENCES insight_templates(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE projeto_insight_templates ADD CONSTRAINT projeto_insight_templates_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE erros_configuracao ADD CONSTRAINT erros_configuracao_vinculo_id_fkey FOREIGN KEY (vinculo_id) REFERENCES projeto_insight_templates(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE testes_template ADD CONSTRAINT testes_template_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE pesquisas ADD CONSTRAINT pesquisas_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE pesquisas ADD CONSTRAINT pesquisas_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE questionarios ADD CONSTRAINT questionarios_pesquisa_id_fkey FOREIGN KEY (pesquisa_id) REFERENCES pesquisas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE questionario_documentos ADD CONSTRAINT questionario_documentos_arquivo_id_fkey FOREIGN KEY (arquivo_id) REFERENCES auditoria_arquivos(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE questionario_documentos ADD CONSTRAINT questionario_documentos_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE questionario_documentos ADD CONSTRAINT questionario_documentos_questionario_id_fkey FOREIGN KEY (questionario_id) REFERENCES questionarios(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE leituras_ia ADD CONSTRAINT leituras_ia_documento_id_fkey FOREIGN KEY (documento_id) REFERENCES questionario_documentos(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE leituras_ia ADD CONSTRAINT leituras_ia_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE leituras_ia ADD CONSTRAINT leituras_ia_preparo_id_fkey FOREIGN KEY (preparo_id) REFERENCES auditoria_preparos(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE leituras_ia ADD CONSTRAINT leituras_ia_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE questionario_versoes ADD CONSTRAINT questionario_versoes_questionario_id_fkey FOREIGN KEY (questionario_id) REFERENCES questionarios(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE perguntas ADD CONSTRAINT perguntas_questionario_id_fkey FOREIGN KEY (questionario_id) REFERENCES questionarios(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE respostas_definidas ADD CONSTRAINT respostas_definidas_pergunta_id_fkey FOREIGN KEY (pergunta_id) REFERENCES perguntas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE agentes ADD CONSTRAINT agentes_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE agentes ADD CONSTRAINT agentes_fundido_em_id_fkey FOREIGN KEY (fundido_em_id) REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE agente_ramais ADD CONSTRAINT agente_ramais_agente_id_fkey FOREIGN KEY (agente_id) REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE agente_contas_anteriores ADD CONSTRAINT agente_contas_anteriores_agente_id_fkey FOREIGN KEY (agente_id) REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE agente_fusoes ADD CONSTRAINT agente_fusoes_agente_id_fkey FOREIGN KEY (agente_id) REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE agente_fusoes ADD CONSTRAINT agente_fusoes_outro_id_fkey FOREIGN KEY (outro_id) REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE agente_apelidos ADD CONSTRAINT agente_apelidos_agente_id_fkey FOREIGN KEY (agente_id) REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevistas ADD CONSTRAINT entrevistas_agente_id_fkey FOREIGN KEY (agente_id) REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE entrevistas ADD CONSTRAINT entrevistas_aparelho_id_fkey FOREIGN KEY (aparelho_id) REFERENCES aparelhos(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE entrevistas ADD CONSTRAINT entrevistas_pesquisa_id_fkey FOREIGN KEY (pesquisa_id) REFERENCES pesquisas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE entrevistas ADD CONSTRAINT entrevistas_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE entrevistas ADD CONSTRAINT entrevistas_questionario_id_fkey FOREIGN KEY (questionario_id) REFERENCES questionarios(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE entrevistas ADD CONSTRAINT entrevistas_questionario_versao_id_fkey FOREIGN KEY (questionario_versao_id) REFERENCES questionario_versoes(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE entrevista_eventos ADD CONSTRAINT entrevista_eventos_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE aparelhos ADD CONSTRAINT aparelhos_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE aparelhos ADD CONSTRAINT aparelhos_membro_id_fkey FOREIGN KEY (membro_id) REFERENCES membros(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE envios ADD CONSTRAINT envios_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE envios ADD CONSTRAINT envios_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE envios ADD CONSTRAINT envios_importacao_id_fkey FOREIGN KEY (importacao_id) REFERENCES importacoes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE envios ADD CONSTRAINT envios_lote_id_fkey FOREIGN KEY (lote_id) REFERENCES lotes_gravacao(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE envios ADD CONSTRAINT envios_preparo_id_fkey FOREIGN KEY (preparo_id) REFERENCES auditoria_preparos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE lotes_gravacao ADD CONSTRAINT lotes_gravacao_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE lotes_gravacao ADD CONSTRAINT lotes_gravacao_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE lote_gravacoes ADD CONSTRAINT lote_gravacoes_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE lote_gravacoes ADD CONSTRAINT lote_gravacoes_lote_id_fkey FOREIGN KEY (lote_id) REFERENCES lotes_gravacao(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE padroes_gravacao ADD CONSTRAINT padroes_gravacao_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE envio_partes ADD CONSTRAINT envio_partes_envio_id_fkey FOREIGN KEY (envio_id) REFERENCES envios(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_segundas ADD CONSTRAINT entrevista_segundas_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_gravacoes ADD CONSTRAINT entrevista_gravacoes_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE respostas ADD CONSTRAINT respostas_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE respostas ADD CONSTRAINT respostas_pergunta_id_fkey FOREIGN KEY (pergunta_id) REFERENCES perguntas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE confrontos ADD CONSTRAINT confrontos_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE confrontos ADD CONSTRAINT confrontos_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE confrontos ADD CONSTRAINT confrontos_pergunta_id_fkey FOREIGN KEY (pergunta_id) REFERENCES perguntas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE confronto_evidencias ADD CONSTRAINT confronto_evidencias_confronto_id_fkey FOREIGN KEY (confronto_id) REFERENCES confrontos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE confronto_revisoes ADD CONSTRAINT confronto_revisoes_confronto_id_fkey FOREIGN KEY (confronto_id) REFERENCES confrontos(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_matriz ADD CONSTRAINT entrevista_matriz_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_revisoes ADD CONSTRAINT entrevista_revisoes_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE verificacoes ADD CONSTRAINT verificacoes_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE verificacoes ADD CONSTRAINT verificacoes_pesquisa_id_fkey FOREIGN KEY (pesquisa_id) REFERENCES pesquisas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE cotas ADD CONSTRAINT cotas_pergunta_id_fkey FOREIGN KEY (pergunta_id) REFERENCES perguntas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE cotas ADD CONSTRAINT cotas_questionario_id_fkey FOREIGN KEY (questionario_id) REFERENCES questionarios(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE cota_contagens ADD CONSTRAINT cota_contagens_pergunta_id_fkey FOREIGN KEY (pergunta_id) REFERENCES perguntas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE questionario_coletores ADD CONSTRAINT questionario_coletores_questionario_id_fkey FOREIGN KEY (questionario_id) REFERENCES questionarios(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sinais ADD CONSTRAINT sinais_agente_id_fkey FOREIGN KEY (agente_id) REFERENCES agentes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sinais ADD CONSTRAINT sinais_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE sinais ADD CONSTRAINT sinais_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sinais ADD CONSTRAINT sinais_pesquisa_id_fkey FOREIGN KEY (pesquisa_id) REFERENCES pesquisas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sinal_entrevistas ADD CONSTRAINT sinal_entrevistas_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sinal_entrevistas ADD CONSTRAINT sinal_entrevistas_sinal_id_fkey FOREIGN KEY (sinal_id) REFERENCES sinais(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sinal_pareceres ADD CONSTRAINT sinal_pareceres_sinal_id_fkey FOREIGN KEY (sinal_id) REFERENCES sinais(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sinal_calculos ADD CONSTRAINT sinal_calculos_pesquisa_id_fkey FOREIGN KEY (pesquisa_id) REFERENCES pesquisas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_partes ADD CONSTRAINT entrevista_partes_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_partes ADD CONSTRAINT entrevista_partes_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sinal_pedidos ADD CONSTRAINT sinal_pedidos_pesquisa_id_fkey FOREIGN KEY (pesquisa_id) REFERENCES pesquisas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_sons ADD CONSTRAINT entrevista_sons_entrevista_id_fkey FOREIGN KEY (entrevista_id) REFERENCES entrevistas(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_sons ADD CONSTRAINT entrevista_sons_item_id_fkey FOREIGN KEY (item_id) REFERENCES auditoria_itens(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_sons_iguais ADD CONSTRAINT entrevista_sons_iguais_item_a_fkey FOREIGN KEY (item_a) REFERENCES entrevista_sons(item_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE entrevista_sons_iguais ADD CONSTRAINT entrevista_sons_iguais_item_b_fkey FOREIGN KEY (item_b) REFERENCES entrevista_sons(item_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE tickets ADD CONSTRAINT tickets_empresa_id_fkey FOREIGN KEY (empresa_id) REFERENCES empresas(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ticket_mensagens ADD CONSTRAINT ticket_mensagens_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE ticket_mudancas ADD CONSTRAINT ticket_mudancas_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- What is in force of a sentence: its words and its speaker as a person corrected them, else as the transcript has them.
CREATE VIEW sentencas_vigentes AS
SELECT s.id, s.empresa_id, s.transcricao_id, s.ordem, coalesce(c.texto, s.texto) AS texto, s.texto AS texto_original,
  s.start_ms, s.end_ms, s.confianca,
  coalesce(c.falante, p.falante, s.falante) AS falante, coalesce(p.falante, s.falante) AS falante_original,
  CASE WHEN c.falante IS NOT NULL THEN 'pessoa' ELSE coalesce(p.origem, 'transcricao') END AS papel_origem,
  CASE WHEN c.falante IS NOT NULL THEN 1 ELSE p.confianca END AS papel_confianca
FROM sentencas s
LEFT JOIN sentenca_papeis p ON p.sentenca_id = s.id
LEFT JOIN sentenca_correcoes c ON c.sentenca_id = s.id AND c.em_vigor;

-- ───────────────────────────── ledger ─────────────────────────────

CREATE FUNCTION escuta_recusa_alteracao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION 'A tabela % aceita apenas inclusões', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER credito_lancamentos_apenas_inclusao BEFORE UPDATE OR DELETE ON credito_lancamentos
  FOR EACH ROW EXECUTE FUNCTION escuta_recusa_alteracao();

-- What a run gives back is what it took, whoever writes the entry. A worker of a version in which everything took one credit may end
-- an interview's run during an upgrade: it adds 1 to the balance and writes 1. The rest is added here, under the company's lock that it
-- holds, before the entry is counted anywhere.
CREATE FUNCTION escuta_estorno_do_que_foi_reservado() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  reservado integer;
BEGIN
  SELECT -quantidade INTO reservado FROM credito_lancamentos WHERE execucao_id = NEW.execucao_id AND tipo = 'reserva';
  IF reservado IS NOT NULL AND reservado <> NEW.quantidade THEN
    UPDATE empresas SET saldo_creditos = saldo_creditos + reservado - NEW.quantidade WHERE id = NEW.empresa_id;
    NEW.saldo_apos := NEW.saldo_apos + reservado - NEW.quantidade;
    NEW.quantidade := reservado;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credito_lancamentos_estorno BEFORE INSERT ON credito_lancamentos
  FOR EACH ROW WHEN (NEW.tipo = 'estorno' AND NEW.execucao_id IS NOT NULL)
  EXECUTE FUNCTION escuta_estorno_do_que_foi_reservado();

-- ───────────────────────────── people and rights ─────────────────────────────

-- A foreign key does one or the other for all rows: those that nobody else sees go before it.
CREATE FUNCTION escuta_escolhas_proprias() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM filtros_salvos WHERE autor_id = OLD.id AND NOT da_empresa;
  DELETE FROM exportacao_modelos WHERE autor_id = OLD.id AND NOT da_empresa;
  RETURN OLD;
END $$;
CREATE TRIGGER usuarios_escolhas_proprias BEFORE DELETE ON usuarios FOR EACH ROW EXECUTE FUNCTION escuta_escolhas_proprias();

-- Media types that every browser plays for certain, as they are recognised when a recording comes in (recognise-recording.ts). Of the others a
-- worker looks at what they hold.
CREATE FUNCTION escuta_toca(tipo TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(tipo IN ('audio/wav', 'audio/mpeg', 'audio/aac', 'audio/ogg', 'audio/flac', 'audio/webm'), false)
$$;

-- ───────────────────────────── agents ─────────────────────────────

-- Whose an extension was at a time; null: nobody's. What the trigger of a call asks, for whoever resolves calls anew.
CREATE FUNCTION escuta_agente_do_ramal(empresa uuid, ramal_dito text, quando timestamptz) RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
  SELECT r.agente_id FROM agente_ramais r
    WHERE r.empresa_id = empresa AND r.ramal = escuta_ramal(ramal_dito) AND tstzrange(r.de, r.ate) @> quando
$$;

-- Whose extension it was at that time. Agents that were merged stay what they are here: who reads follows `fundido_em_id`.
CREATE FUNCTION escuta_item_agente() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.agente_origem IN ('nome', 'pessoa') THEN RETURN NEW; END IF;
  NEW.agente_id := escuta_agente_do_ramal(NEW.empresa_id, NEW.ramal, coalesce(NEW.call_start_time, NEW.created_at));
  NEW.agente_origem := CASE WHEN NEW.agente_id IS NOT NULL THEN 'ramal' END;
  RETURN NEW;
END $$;
CREATE TRIGGER auditoria_itens_agente_mudado BEFORE UPDATE ON auditoria_itens FOR EACH ROW
  WHEN (NEW.tipo_item IN ('ligacao', 'arquivo', 'call_data') AND (OLD.ramal IS DISTINCT FROM NEW.ramal
    OR OLD.call_start_time IS DISTINCT FROM NEW.call_start_time)) EXECUTE FUNCTION escuta_item_agente();
CREATE TRIGGER auditoria_itens_agente_novo BEFORE INSERT ON auditoria_itens FOR EACH ROW
  WHEN (NEW.tipo_item IN ('ligacao', 'arquivo', 'call_data') AND NEW.ramal IS NOT NULL) EXECUTE FUNCTION escuta_item_agente();

-- ───────────────────────────── recordings and their copies ─────────────────────────────

-- Another recording is another length, whoever attaches it.
CREATE FUNCTION escuta_gravacao_a_medir() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.arquivo_path IS DISTINCT FROM OLD.arquivo_path
      AND NEW.gravacao_ms IS NOT DISTINCT FROM OLD.gravacao_ms THEN
    NEW.gravacao_ms := NULL;
  END IF;
  IF NEW.gravacao_ms IS NULL AND NEW.arquivo_path IS NOT NULL AND NEW.tipo_item IN ('entrevista', 'pesquisa') THEN
    PERFORM pg_notify('escuta_medicao', '');
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER auditoria_itens_a_medir BEFORE INSERT OR UPDATE OF arquivo_path, tipo_item, gravacao_ms ON auditoria_itens
  FOR EACH ROW EXECUTE FUNCTION escuta_gravacao_a_medir();

-- They go with their recording, as its fingerprint does: erased, detached or in favour of another.
CREATE FUNCTION escuta_som_sem_gravacao() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM entrevista_sons WHERE item_id = NEW.id AND gravacao IS DISTINCT FROM NEW.arquivo_path;
  DELETE FROM entrevista_partes WHERE item_id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER auditoria_itens_som_sem_gravacao AFTER UPDATE OF arquivo_path ON auditoria_itens FOR EACH ROW
  WHEN (OLD.arquivo_path IS NOT NULL AND OLD.arquivo_path IS DISTINCT FROM NEW.arquivo_path)
  EXECUTE FUNCTION escuta_som_sem_gravacao();

-- Asks for the copy of a recording that a row names, whoever wrote it. Arguments: the columns of key and media type.
CREATE FUNCTION escuta_pede_copia() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  linha JSONB := to_jsonb(NEW);
BEGIN
  IF escuta_toca(linha ->> TG_ARGV[1]) THEN RETURN NULL; END IF;
  INSERT INTO "copias_escuta" ("chave_original", "empresa_id", "tipo")
  VALUES (linha ->> TG_ARGV[0], NEW."empresa_id", linha ->> TG_ARGV[1]) ON CONFLICT ("chave_original") DO NOTHING;
  IF FOUND THEN PERFORM pg_notify('escuta_copia', ''); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER auditoria_itens_copia_mudada AFTER UPDATE OF arquivo_path ON auditoria_itens FOR EACH ROW
  WHEN (NEW.arquivo_path IS NOT NULL AND NEW.arquivo_path IS DISTINCT FROM OLD.arquivo_path)
  EXECUTE FUNCTION escuta_pede_copia('arquivo_path', 'arquivo_tipo');
CREATE TRIGGER auditoria_itens_copia_nova AFTER INSERT ON auditoria_itens FOR EACH ROW WHEN (NEW.arquivo_path IS NOT NULL)
  EXECUTE FUNCTION escuta_pede_copia('arquivo_path', 'arquivo_tipo');
CREATE TRIGGER entrevista_segundas_copia AFTER INSERT OR UPDATE OF chave_objeto ON entrevista_segundas FOR EACH ROW
  WHEN (NEW.chave_objeto IS NOT NULL) EXECUTE FUNCTION escuta_pede_copia('chave_objeto', 'tipo');
CREATE TRIGGER lote_gravacoes_copia AFTER INSERT OR UPDATE OF chave_objeto ON lote_gravacoes FOR EACH ROW
  WHEN (NEW.chave_objeto IS NOT NULL) EXECUTE FUNCTION escuta_pede_copia('chave_objeto', 'tipo');
CREATE TRIGGER preparo_gravacoes_copia AFTER INSERT OR UPDATE OF chave_objeto ON preparo_gravacoes FOR EACH ROW
  WHEN (NEW.chave_objeto IS NOT NULL) EXECUTE FUNCTION escuta_pede_copia('chave_objeto', 'tipo');

-- A copy goes at the moment at which its recording's object is handed to deletion, whoever does that. The second is for times kept to the millisecond.
CREATE FUNCTION escuta_copia_vai() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  WITH foram AS (DELETE FROM "copias_escuta" WHERE "chave_original" = NEW."chave" RETURNING "empresa_id", "chave_objeto")
  INSERT INTO "objetos_pendentes" ("id", "empresa_id", "chave", "apagar_em")
  SELECT gen_random_uuid(), "empresa_id", "chave_objeto", NEW."apagar_em" FROM foram WHERE "chave_objeto" IS NOT NULL
  ON CONFLICT ("chave") DO UPDATE SET "apagar_em" = excluded."apagar_em";
  RETURN NULL;
END $$;
CREATE TRIGGER objetos_pendentes_copia AFTER INSERT OR UPDATE OF apagar_em ON objetos_pendentes FOR EACH ROW
  WHEN (NEW.apagar_em <= now() + interval '1 second') EXECUTE FUNCTION escuta_copia_vai();

-- However its row goes (with its questionnaire, its survey, by its date), its object is deleted.
CREATE FUNCTION escuta_documento_apagado() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "objetos_pendentes" ("id", "empresa_id", "chave", "apagar_em")
  VALUES (gen_random_uuid(), OLD."empresa_id", OLD."chave_objeto", now())
  ON CONFLICT ("chave") DO UPDATE SET "apagar_em" = now();
  RETURN NULL;
END $$;
CREATE TRIGGER questionario_documentos_apagados AFTER DELETE ON questionario_documentos FOR EACH ROW WHEN (OLD.chave_objeto IS NOT NULL)
  EXECUTE FUNCTION escuta_documento_apagado();

-- ───────────────────────────── insights in force ─────────────────────────────

CREATE FUNCTION escuta_insight_nasce() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.vigente := EXISTS (SELECT 1 FROM item_qualidade q WHERE q.item_id = NEW.item_id AND q.execucao_id = NEW.execucao_id)
    OR (NEW.status_processamento = 'erro' AND EXISTS (
      SELECT 1 FROM execucoes x WHERE x.id = NEW.execucao_id AND x.status = 'erro' AND NOT EXISTS (
        SELECT 1 FROM execucoes y WHERE y.item_id = x.item_id AND (y.created_at, y.id) > (x.created_at, x.id))));
  RETURN NEW;
END $$;
CREATE TRIGGER insights_nascem BEFORE INSERT ON insights FOR EACH ROW EXECUTE FUNCTION escuta_insight_nasce();

CREATE FUNCTION escuta_insights_da_execucao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE insights s SET vigente = (s.execucao_id = n.execucao_id)
    FROM novos n WHERE s.item_id = n.item_id AND s.vigente <> (s.execucao_id = n.execucao_id);
  RETURN NULL;
END $$;
CREATE TRIGGER item_qualidade_alterada_vigora AFTER UPDATE ON item_qualidade
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_da_execucao();
CREATE TRIGGER item_qualidade_incluida_vigora AFTER INSERT ON item_qualidade
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_da_execucao();

CREATE FUNCTION escuta_insights_da_falha() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE insights s SET vigente = (s.execucao_id = NEW.id)
    WHERE s.item_id = NEW.item_id AND s.status_processamento = 'erro' AND s.vigente <> (s.execucao_id = NEW.id)
      AND NOT EXISTS (SELECT 1 FROM item_qualidade q WHERE q.item_id = s.item_id AND q.execucao_id = s.execucao_id);
  RETURN NULL;
END $$;
CREATE TRIGGER execucoes_falham AFTER UPDATE OF status ON execucoes FOR EACH ROW
  WHEN (NEW.status = 'erro' AND OLD.status <> 'erro')
  EXECUTE FUNCTION escuta_insights_da_falha();

CREATE FUNCTION escuta_insights_revisam() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  execucoes uuid[];
  itens uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(execucao_id), array_agg(item_id) INTO execucoes, itens FROM novos
      WHERE n_alertas > 0 OR validado_humano;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(execucao_id), array_agg(item_id) INTO execucoes, itens FROM antigos
      WHERE n_alertas > 0 OR validado_humano;
  ELSE
    SELECT array_agg(x.execucao_id), array_agg(x.item_id) INTO execucoes, itens
      FROM novos n JOIN antigos o USING (id),
        LATERAL (VALUES (n.execucao_id, n.item_id), (o.execucao_id, o.item_id)) AS x (execucao_id, item_id)
      WHERE (n.n_alertas, n.validado_humano, n.validado_por, n.validado_em, n.veredito, n.pontuacao_revisada,
          n.pontuacao_revisada_em, n.execucao_id, n.item_id)
        IS DISTINCT FROM (o.n_alertas, o.validado_humano, o.validado_por, o.validado_em, o.veredito,
          o.pontuacao_revisada, o.pontuacao_revisada_em, o.execucao_id, o.item_id);
  END IF;
  IF itens IS NOT NULL THEN PERFORM escuta_revisa_qualidade(execucoes, itens); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER insights_alterados_revisam AFTER UPDATE ON insights
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_revisam();
CREATE TRIGGER insights_excluidos_revisam AFTER DELETE ON insights
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_revisam();
CREATE TRIGGER insights_incluidos_revisam AFTER INSERT ON insights
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_revisam();

-- ───────────────────────────── search ─────────────────────────────

-- Puts what these items say into the index, in place of what is there of them; what was erased or has no concluded run leaves it.
-- The only writer of both tables. One at a time in a project, so that two who index the same call do not both leave their rows; the
-- lock is the last that its transaction takes (the triggers below are deferred), and the lexicon's rows come in one order.
CREATE FUNCTION escuta_indexa(lista uuid[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  projeto uuid;
BEGIN
  FOR projeto IN
    SELECT projeto_id FROM item_qualidade WHERE item_id = ANY (lista)
    UNION SELECT projeto_id FROM busca_falas WHERE item_id = ANY (lista) ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('escuta-busca-' || projeto, 0));
  END LOOP;

  WITH saem AS (
    DELETE FROM busca_falas WHERE item_id = ANY (lista)
    RETURNING empresa_id, projeto_id, quando, bloco, formas, vezes
  ), frases AS (
    SELECT i.empresa_id, i.projeto_id, i.id AS item_id, q.execucao_id, i.agente_id, i.momento_chamada AS quando,
      s.falante AS papel, s.ordem, escuta_palavras(s.texto) AS palavras
    FROM item_qualidade q
      JOIN auditoria_itens i ON i.id = q.item_id AND i.dados_apagados_em IS NULL
      JOIN auditoria_resultados r ON r.execucao_id = q.execucao_id AND r.item_id = q.item_id
        -- Of the recording that the item has: what was said in one that was replaced is nobody's to find under the new one.
        AND NOT EXISTS (SELECT FROM execucao_etapas a WHERE a.execucao_id = q.execucao_id AND a.etapa = 'audio'
          AND a.saida ->> 'arquivoPath' IS DISTINCT FROM i.arquivo_path AND a.saida ->> 'arquivoPath' IS NOT NULL)
      JOIN transcricoes t ON t.resultado_id = r.id
      JOIN sentencas_vigentes s ON s.transcricao_id = t.id
    WHERE q.item_id = ANY (lista)
  ), contadas AS (
    SELECT f.*, sum(f.n) OVER (PARTITION BY f.item_id, f.papel ORDER BY f.ordem) - f.n AS antes
    FROM (SELECT f.*, array_length(string_to_array(btrim(f.palavras), '  '), 1) AS n FROM frases f
      WHERE btrim(f.palavras) <> '') AS f
  ), partes AS (
    SELECT c.*, c.antes - min(c.antes) OVER (PARTITION BY c.item_id, c.papel, c.antes / 6000) + 1 AS marco FROM contadas c
  ), blocos AS MATERIALIZED (
    SELECT c.empresa_id, c.projeto_id, c.item_id, c.execucao_id, c.agente_id, c.quando, c.papel, (c.antes / 6000)::smallint AS bloco,
      string_agg(c.palavras, '' ORDER BY c.ordem) AS palavras,
      escuta_lexemas(string_agg(c.palavras, '' ORDER BY c.ordem)) AS vetor,
      array_agg(c.marco::int ORDER BY c.ordem) AS marcos, array_agg(c.ordem ORDER BY c.ordem) AS ordens
    FROM partes c GROUP BY 1, 2, 3, 4, 5, 6, 7, c.antes / 6000
  ), ditas AS MATERIALIZED (
    SELECT b.item_id, b.papel, f.forma, count(*)::int AS n
    FROM blocos b, string_to_table(b.palavras, ' ') AS f (forma) WHERE f.forma ~ '^([^0-9]+|[0-9]{1,3})$' GROUP BY 1, 2, 3
  ), entram AS (
    INSERT INTO busca_falas (id, empresa_id, projeto_id, item_id, execucao_id, agente_id, papel, bloco, quando, vetor, marcos, ordens,
      formas, vezes)
    SELECT gen_random_uuid(), b.empresa_id, b.projeto_id, b.item_id, b.execucao_id, b.agente_id, b.papel, b.bloco, b.quando,
      -- Words of the side's other blocks stand in each of its blocks, without a place: 'all of these' and 'not that' are asked of a side.
      b.vetor || coalesce((SELECT array_to_tsvector(array_agg(o.lexema)) FROM (
          SELECT DISTINCT l.lexema FROM blocos o, unnest(tsvector_to_array(o.vetor)) AS l (lexema)
          WHERE o.item_id = b.item_id AND o.papel = b.papel AND o.bloco <> b.bloco LIMIT 10000) AS o), ''::tsvector),
      b.marcos, b.ordens,
      CASE WHEN b.bloco = 0 THEN coalesce((SELECT array_agg(d.forma ORDER BY d.forma) FROM ditas d
        WHERE d.item_id = b.item_id AND d.papel = b.papel), '{}') ELSE '{}' END,
      CASE WHEN b.bloco = 0 THEN coalesce((SELECT array_agg(d.n ORDER BY d.forma) FROM ditas d
        WHERE d.item_id = b.item_id AND d.papel = b.papel), '{}') ELSE '{}' END
    FROM blocos b
    RETURNING empresa_id, projeto_id, quando, bloco, formas, vezes
  ), lados AS (
    SELECT *, -1 AS sinal FROM saem WHERE bloco = 0 UNION ALL SELECT *, 1 FROM entram WHERE bloco = 0
  ), mudam AS (
    SELECT l.empresa_id, l.projeto_id, escuta_mes(l.quando) AS mes, f.forma, sum(l.sinal)::int AS docs, sum(l.sinal * f.n) AS n
    FROM lados l, LATERAL (SELECT '' AS forma, 0 AS n UNION ALL
        SELECT u.forma, coalesce(u.n, 0) FROM unnest(l.formas, l.vezes) AS u (forma, n) WHERE u.forma IS NOT NULL) AS f
    GROUP BY 1, 2, 3, 4 HAVING sum(l.sinal) <> 0 OR sum(l.sinal * f.n) <> 0
  )
  -- A project that is being deleted takes its words with it.
  INSERT INTO lexico_mes (empresa_id, projeto_id, mes, forma, lexema, raiz, docs, n)
    SELECT m.empresa_id, m.projeto_id, m.mes, m.forma, coalesce((ts_lexize('escuta_radical', btrim(escuta_plural(' ' || m.forma || ' '))))[1], ''),
      coalesce(escuta_sem_acentos((ts_lexize('escuta_radical', regexp_replace(m.forma, '^(.)ã(?=[oe]s?$)', '\1a')))[1]), ''), m.docs, m.n
    FROM mudam m WHERE EXISTS (SELECT FROM projetos p WHERE p.id = m.projeto_id)
    ORDER BY m.projeto_id, m.mes, m.forma
  ON CONFLICT (projeto_id, mes, forma) DO UPDATE SET docs = lexico_mes.docs + excluded.docs, n = lexico_mes.n + excluded.n;
END $$;

-- A call that moves in time or to another project, and one whose words were erased.
CREATE FUNCTION escuta_indexa_item() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM busca_falas WHERE item_id = NEW.id) THEN PERFORM escuta_indexa(ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER auditoria_itens_indexa AFTER UPDATE ON auditoria_itens
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.momento_chamada IS DISTINCT FROM NEW.momento_chamada OR OLD.projeto_id IS DISTINCT FROM NEW.projeto_id
    OR OLD.empresa_id IS DISTINCT FROM NEW.empresa_id OR OLD.dados_apagados_em IS DISTINCT FROM NEW.dados_apagados_em)
  EXECUTE FUNCTION escuta_indexa_item();

-- A transaction that corrects hundreds of sentences of a conversation (voices changed about, a run that carries corrections on) had it
-- indexed anew for each of them, at its commit: minutes in which no run of the project could end. Once is enough: these triggers are
-- deferred, so the first of them finds all that its transaction wrote. Which conversations were done, the transaction's own setting says.
CREATE FUNCTION escuta_indexa_correcao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  feitas text := coalesce(current_setting('escuta.correcoes_indexadas', true), '');
BEGIN
  IF strpos(feitas, NEW.item_id::text) > 0 THEN RETURN NULL; END IF;
  PERFORM set_config('escuta.correcoes_indexadas', feitas || NEW.item_id || ' ', true);
  PERFORM escuta_indexa(ARRAY[NEW.item_id]) FROM item_qualidade WHERE item_id = NEW.item_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER sentenca_correcoes_indexa AFTER INSERT OR UPDATE ON sentenca_correcoes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION escuta_indexa_correcao();

CREATE FUNCTION escuta_indexa_gravacao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM item_qualidade WHERE item_id = NEW.id) THEN PERFORM escuta_indexa(ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER auditoria_itens_indexa_gravacao AFTER UPDATE ON auditoria_itens
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.arquivo_path IS DISTINCT FROM NEW.arquivo_path)
  EXECUTE FUNCTION escuta_indexa_gravacao();

CREATE FUNCTION escuta_indexa_qualidade() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  item uuid := coalesce(NEW.item_id, OLD.item_id);
BEGIN
  -- Written again for the same run (a recount, or the second event of one transaction): what is there holds.
  IF (SELECT execucao_id FROM item_qualidade WHERE item_id = item)
    IS NOT DISTINCT FROM (SELECT execucao_id FROM busca_falas WHERE item_id = item LIMIT 1) THEN
    RETURN NULL;
  END IF;
  PERFORM escuta_indexa(ARRAY[item]);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER item_qualidade_indexa_nova AFTER INSERT OR DELETE ON item_qualidade
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION escuta_indexa_qualidade();
CREATE CONSTRAINT TRIGGER item_qualidade_indexa_outra AFTER UPDATE ON item_qualidade
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.execucao_id IS DISTINCT FROM NEW.execucao_id)
  EXECUTE FUNCTION escuta_indexa_qualidade();

-- Another agent changes no word.
CREATE FUNCTION escuta_busca_agente() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE busca_falas f SET agente_id = n.agente_id FROM novos n JOIN antigos a ON a.id = n.id
    WHERE a.agente_id IS DISTINCT FROM n.agente_id AND f.item_id = n.id;
  RETURN NULL;
END $$;
CREATE TRIGGER auditoria_itens_busca_agente AFTER UPDATE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_busca_agente();

-- A word that nobody says any more is gone at once, not merely counted as none.
CREATE FUNCTION escuta_lexico_vazio() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM lexico_mes WHERE projeto_id = NEW.projeto_id AND mes = NEW.mes AND forma = NEW.forma AND docs <= 0;
  RETURN NULL;
END $$;
CREATE TRIGGER lexico_mes_vazio AFTER INSERT OR UPDATE ON lexico_mes FOR EACH ROW
  WHEN (NEW.docs <= 0) EXECUTE FUNCTION escuta_lexico_vazio();

-- ───────────────────────────── signals ─────────────────────────────

CREATE FUNCTION escuta_pede_sinais() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Not while the survey itself goes.
    INSERT INTO sinal_pedidos (pesquisa_id) SELECT id FROM pesquisas WHERE id = OLD.pesquisa_id;
    RETURN OLD;
  END IF;
  IF NEW.pesquisa_id IS NOT NULL THEN
    INSERT INTO sinal_pedidos (pesquisa_id) VALUES (NEW.pesquisa_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER auditoria_itens_pede_sinais AFTER UPDATE OF arquivo_sha256, dados_apagados_em ON auditoria_itens FOR EACH ROW
  WHEN (NEW.entrevista_id IS NOT NULL AND
    (OLD.arquivo_sha256, OLD.dados_apagados_em) IS DISTINCT FROM (NEW.arquivo_sha256, NEW.dados_apagados_em))
  EXECUTE FUNCTION escuta_pede_sinais();
CREATE TRIGGER entrevista_matriz_pede_sinais AFTER INSERT OR UPDATE OR DELETE ON entrevista_matriz FOR EACH ROW
  EXECUTE FUNCTION escuta_pede_sinais();
CREATE TRIGGER entrevista_sons_pede_sinais AFTER INSERT OR DELETE OR UPDATE OF gravacao ON entrevista_sons FOR EACH ROW EXECUTE FUNCTION escuta_pede_sinais();
CREATE TRIGGER entrevistas_pede_sinais AFTER UPDATE OF situacao, agente_id, nome_entrevistado, telefone_entrevistado, quarentena,
    concluida_em, relogio_desvio_ms ON entrevistas FOR EACH ROW
  WHEN ((NEW.situacao = 'concluida' OR OLD.situacao = 'concluida') AND
    (OLD.situacao, OLD.agente_id, OLD.nome_entrevistado, OLD.telefone_entrevistado, OLD.quarentena, OLD.concluida_em, OLD.relogio_desvio_ms)
    IS DISTINCT FROM
    (NEW.situacao, NEW.agente_id, NEW.nome_entrevistado, NEW.telefone_entrevistado, NEW.quarentena, NEW.concluida_em, NEW.relogio_desvio_ms))
  EXECUTE FUNCTION escuta_pede_sinais();

CREATE FUNCTION escuta_pede_sinais_do_agente() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sinal_pedidos (pesquisa_id)
    SELECT DISTINCT pesquisa_id FROM entrevistas WHERE agente_id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER agentes_pede_sinais AFTER UPDATE OF fundido_em_id ON agentes FOR EACH ROW
  WHEN (OLD.fundido_em_id IS DISTINCT FROM NEW.fundido_em_id)
  EXECUTE FUNCTION escuta_pede_sinais_do_agente();

-- ───────────────────────────── quotas of surveys ─────────────────────────────

-- An interview counts once it is concluded, unless it is held for a manager.
CREATE FUNCTION escuta_conta_na_cota(e "entrevistas") RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
  SELECT e."situacao" = 'concluida' AND e."quarentena" IS NULL
$$;

-- An interview that begins or ceases to count, or to be approved, with all its answers. One that goes, goes before its answers.
CREATE FUNCTION escuta_entrevista_na_cota() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  antes INTEGER := escuta_conta_na_cota(OLD)::int;
  antes_aprovada INTEGER := antes * (OLD."revisao" = 'aprovada')::int;
  depois INTEGER := CASE WHEN TG_OP = 'UPDATE' THEN escuta_conta_na_cota(NEW)::int ELSE 0 END;
  depois_aprovada INTEGER := CASE WHEN TG_OP = 'UPDATE' THEN depois * (NEW."revisao" = 'aprovada')::int ELSE 0 END;
BEGIN
  IF (depois, depois_aprovada) <> (antes, antes_aprovada) THEN
    INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
    SELECT OLD."empresa_id", r."pergunta_id", o.id, depois - antes, depois_aprovada - antes_aprovada
    FROM "respostas" r CROSS JOIN LATERAL unnest(r."opcoes") AS o (id) WHERE r."entrevista_id" = OLD."id";
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER entrevistas_cota_excluida BEFORE DELETE ON entrevistas FOR EACH ROW
  EXECUTE FUNCTION escuta_entrevista_na_cota();
CREATE TRIGGER entrevistas_cota_mudada AFTER UPDATE OF situacao, quarentena, revisao ON entrevistas FOR EACH ROW
  WHEN (OLD.situacao <> NEW.situacao OR OLD.quarentena IS DISTINCT FROM NEW.quarentena OR OLD.revisao <> NEW.revisao)
  EXECUTE FUNCTION escuta_entrevista_na_cota();

-- An answer that comes, changes or goes. The interview is read under a lock: whoever concludes it meanwhile is waited for, or sees the answer.
CREATE FUNCTION escuta_resposta_na_cota() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE e "entrevistas";
BEGIN
  SELECT * INTO e FROM "entrevistas" WHERE "id" = coalesce(NEW."entrevista_id", OLD."entrevista_id") FOR SHARE;
  IF NOT FOUND OR NOT escuta_conta_na_cota(e) THEN RETURN NULL; END IF;
  INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
  SELECT e."empresa_id", d.p, d.o, sum(d.n), CASE WHEN e."revisao" = 'aprovada' THEN sum(d.n) ELSE 0 END
  FROM (
    SELECT NEW."pergunta_id" AS p, unnest(NEW."opcoes") AS o, 1 AS n WHERE TG_OP <> 'DELETE'
    UNION ALL SELECT OLD."pergunta_id", unnest(OLD."opcoes"), -1 WHERE TG_OP <> 'INSERT'
  ) d GROUP BY d.p, d.o HAVING sum(d.n) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER respostas_cota_excluida AFTER DELETE ON respostas FOR EACH ROW
  WHEN (cardinality(OLD.opcoes) > 0) EXECUTE FUNCTION escuta_resposta_na_cota();
CREATE TRIGGER respostas_cota_mudada AFTER UPDATE OF opcoes ON respostas FOR EACH ROW
  WHEN (OLD.opcoes IS DISTINCT FROM NEW.opcoes) EXECUTE FUNCTION escuta_resposta_na_cota();

-- The interviews are read under a lock: a session that concludes one of them meanwhile is waited for, or sees its answers. In the order of their
-- ids, so that two statements never wait for each other.
CREATE FUNCTION escuta_respostas_novas_na_cota() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM novas WHERE cardinality(novas."opcoes") > 0) THEN RETURN NULL; END IF;
  WITH e AS MATERIALIZED (
    SELECT * FROM "entrevistas" WHERE "id" IN (SELECT n."entrevista_id" FROM novas n WHERE cardinality(n."opcoes") > 0)
    ORDER BY "id" FOR SHARE
  )
  INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
  SELECT e."empresa_id", n."pergunta_id", o.id, count(*), count(*) FILTER (WHERE e."revisao" = 'aprovada')
  FROM novas n JOIN e ON e."id" = n."entrevista_id" CROSS JOIN LATERAL unnest(n."opcoes") AS o (id)
  WHERE e."situacao" = 'concluida' AND e."quarentena" IS NULL
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;
CREATE TRIGGER respostas_cota_nova AFTER INSERT ON respostas REFERENCING NEW TABLE AS novas FOR EACH STATEMENT
  EXECUTE FUNCTION escuta_respostas_novas_na_cota();

-- Counts a survey's answers anew, or all surveys'.
CREATE FUNCTION escuta_recontar_cotas(pesquisa UUID DEFAULT NULL) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE "cota_contagens" IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM "cota_contagens" WHERE pesquisa IS NULL OR "pergunta_id" IN (
    SELECT p."id" FROM "perguntas" p JOIN "questionarios" q ON q."id" = p."questionario_id" WHERE q."pesquisa_id" = pesquisa);
  INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
  SELECT g.empresa_id, g.pergunta_id, o.id, sum(g.n), sum(g.aprovadas) FROM (
    SELECT e."empresa_id" AS empresa_id, r."pergunta_id" AS pergunta_id, r."opcoes" AS opcoes, count(*) AS n,
      count(*) FILTER (WHERE e."revisao" = 'aprovada') AS aprovadas
    FROM "entrevistas" e JOIN "respostas" r ON r."entrevista_id" = e."id"
    WHERE e."situacao" = 'concluida' AND e."quarentena" IS NULL AND cardinality(r."opcoes") > 0 AND (pesquisa IS NULL OR e."pesquisa_id" = pesquisa)
    GROUP BY 1, 2, 3) g CROSS JOIN LATERAL unnest(g.opcoes) AS o (id) GROUP BY 1, 2, 3;
END $$;

-- ───────────────────────────── accesses ─────────────────────────────

-- The log of accesses to a call is another thing than the call: who read it first left no row for the page that they opened then.
CREATE FUNCTION escuta_acesso(novo uuid, empresa uuid, quem_via text, quem_via_id uuid, quem uuid, como_administrador boolean, que text,
    de_tipo text, de_id uuid, de_onde text, bytes bigint, mandou int8multirange, ouviu int4multirange, continua uuid)
  RETURNS uuid LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  agora timestamptz;
  hoje timestamptz;
  achado record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws('|', 'acesso', quem_via, quem_via_id, quem, que, de_tipo, de_id), 0));
  agora := clock_timestamp();
  hoje := date_trunc('day', agora AT TIME ZONE 'America/Sao_Paulo') AT TIME ZONE 'America/Sao_Paulo';
  SELECT a.id, a.primeiro_em, a.enviado, a.ouvido INTO achado FROM acessos a
  WHERE a.alvo_id = de_id AND a.alvo_tipo = de_tipo AND a.primeiro_em >= hoje AND a.tipo = que AND a.via = quem_via
    AND a.via_id IS NOT DISTINCT FROM quem_via_id AND a.usuario_id IS NOT DISTINCT FROM quem AND (a.ultimo_em > agora - interval '10 minutes' OR a.id = continua)
  ORDER BY a.id = continua DESC NULLS LAST, a.primeiro_em DESC LIMIT 1;
  IF FOUND THEN
    UPDATE acessos a SET ultimo_em = greatest(a.ultimo_em, agora), tamanho = coalesce(bytes, a.tamanho),
      -- So many pieces that nobody played or asked for them by hand: of what was sent the whole stretch, of what was heard no more.
      enviado = CASE WHEN (SELECT count(*) FROM unnest(achado.enviado)) < 500 THEN achado.enviado + coalesce(mandou, '{}')
        ELSE range_merge(achado.enviado + coalesce(mandou, '{}'))::int8multirange END,
      ouvido = CASE WHEN (SELECT count(*) FROM unnest(achado.ouvido)) < 500 THEN achado.ouvido + coalesce(ouviu, '{}') ELSE achado.ouvido END
    WHERE a.id = achado.id AND a.primeiro_em = achado.primeiro_em;
    RETURN achado.id;
  END IF;
  INSERT INTO acessos (id, empresa_id, via, via_id, usuario_id, administrador, tipo, alvo_tipo, alvo_id, primeiro_em, ultimo_em, endereco_ip,
    tamanho, enviado, ouvido)
  VALUES (novo, coalesce(empresa, CASE de_tipo WHEN 'item' THEN (SELECT i.empresa_id FROM auditoria_itens i WHERE i.id = de_id)
      WHEN 'entrevista' THEN (SELECT e.empresa_id FROM entrevistas e WHERE e.id = de_id) END),
    quem_via, quem_via_id, quem, como_administrador, que, de_tipo, de_id, agora, agora, de_onde, bytes, coalesce(mandou, '{}'),
    coalesce(ouviu, '{}'));
  RETURN novo;
END $$;

-- What the rows of each company and day say, as one hash: ids, times and ranges, no name, no address.
CREATE FUNCTION escuta_acessos_resumo(de date, ate date) RETURNS TABLE (empresa_id uuid, dia date, linhas integer, resumo bytea)
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT l.empresa_id, l.dia, count(*)::integer, sha256(string_agg(sha256(convert_to(l.texto, 'UTF8')), ''::bytea ORDER BY l.id))
  FROM (SELECT a.empresa_id, (a.primeiro_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, a.id,
      format('%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s', a.id, a.empresa_id, a.via, a.via_id, a.usuario_id, a.administrador::int, a.tipo, a.alvo_tipo,
        a.alvo_id, (extract(epoch FROM a.primeiro_em) * 1000)::bigint, (extract(epoch FROM a.ultimo_em) * 1000)::bigint, a.enviado, a.ouvido) AS texto
    FROM acessos a WHERE a.primeiro_em >= de::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND a.primeiro_em < (ate + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo') l
  GROUP BY l.empresa_id, l.dia
$$;

-- The seal of a day.
CREATE FUNCTION escuta_acessos_selo(anterior bytea, empresa uuid, dia date, linhas integer, resumo bytea) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(coalesce(anterior, ''::bytea) || convert_to(format('|%s|%s|%s|', empresa, dia - date '2000-01-01', linhas), 'UTF8') || resumo)
$$;

-- Seals the days that are over and are not sealed yet, the oldest first. @returns each with one hash over its seals
CREATE FUNCTION escuta_selar_acessos() RETURNS TABLE (dia date, selos integer, resumo text)
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  um date;
  -- An hour for what was under way at midnight.
  ontem date := ((now() - interval '1 hour') AT TIME ZONE 'America/Sao_Paulo')::date - 1;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('selar-acessos', 0));
  um := coalesce((SELECT max(s.dia) + 1 FROM acessos_selos s), date '2000-01-01');
  LOOP
    -- From one day that has accesses to the next: of a quiet year none is looked at.
    um := (SELECT (min(a.primeiro_em) AT TIME ZONE 'America/Sao_Paulo')::date FROM acessos a
      WHERE a.primeiro_em >= um::timestamp AT TIME ZONE 'America/Sao_Paulo');
    EXIT WHEN um IS NULL OR um > ontem;
    INSERT INTO acessos_selos (empresa_id, dia, linhas, resumo, anterior, selo)
    SELECT r.empresa_id, r.dia, r.linhas, r.resumo, u.selo, escuta_acessos_selo(u.selo, r.empresa_id, r.dia, r.linhas, r.resumo)
    FROM escuta_acessos_resumo(um, um) r
    LEFT JOIN LATERAL (SELECT s.selo FROM acessos_selos s WHERE s.empresa_id = r.empresa_id ORDER BY s.dia DESC LIMIT 1) u ON true
    WHERE NOT EXISTS (SELECT FROM acessos_selos s WHERE s.empresa_id = r.empresa_id AND s.dia >= r.dia);
    IF FOUND THEN
      RETURN QUERY SELECT um, count(*)::integer, encode(sha256(string_agg(s.selo, ''::bytea ORDER BY s.empresa_id)), 'hex')
        FROM acessos_selos s WHERE s.dia = um;
    END IF;
    um := um + 1;
  END LOOP;
END $$;

-- Drops the months of accesses that are over by `antes_de`, and their seals. @returns how many
CREATE FUNCTION escuta_acessos_vencidos(antes_de date) RETURNS integer
  LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout TO '3s' AS $$
DECLARE
  limite date := date_trunc('month', antes_de);
  folha record;
  tiradas integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('escuta-meses'));
  FOR folha IN
    SELECT c.relname AS nome FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'acessos'::regclass AND c.relname ~ '^acessos_\d{6}$' AND right(c.relname, 6) < to_char(limite, 'YYYYMM')
  LOOP
    EXECUTE format('ALTER TABLE acessos DETACH PARTITION %I', folha.nome);
    EXECUTE format('DROP TABLE %I', folha.nome);
    tiradas := tiradas + 1;
  END LOOP;
  DELETE FROM acessos_resto WHERE primeiro_em < limite::timestamp AT TIME ZONE 'America/Sao_Paulo';
  -- The last one stays, of which the next seal speaks.
  DELETE FROM acessos_selos s WHERE s.dia < limite
    AND EXISTS (SELECT FROM acessos_selos d WHERE d.empresa_id = s.empresa_id AND d.dia > s.dia AND d.dia < limite);
  RETURN tiradas;
END $$;

-- ───────────────────────────── months ─────────────────────────────

-- As before, and the accesses.
CREATE FUNCTION escuta_meses(de date, ate date) RETURNS integer
  LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout TO '3s' AS $$
DECLARE
  folha record;
  mes date;
  nome text;
  inicio text;
  fim text;
  depois boolean;
  no_resto boolean;
  feitas integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('escuta-meses'));
  FOR folha IN
    SELECT f.*, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''') AS desde
    FROM (VALUES ('eventos_timeline', 'execucao_id', 'uuid', 'eventos_timeline_antigos'),
      ('chamadas_provedor', 'execucao_id', 'uuid', 'chamadas_provedor_antigas'),
      ('registros_acesso', 'created_at', 'timestamptz', 'registros_acesso_antigos'),
      ('acessos', 'primeiro_em', 'timestamptz', '')) AS f (tabela, coluna, tipo, antigos)
    -- Taken away once nobody asks for it any more: then every month is made.
    LEFT JOIN (pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid) ON i.inhparent = f.tabela::regclass AND c.relname = f.antigos
  LOOP
    FOR mes IN SELECT generate_series(date_trunc('month', de), date_trunc('month', ate), interval '1 month')::date LOOP
      nome := folha.tabela || '_' || to_char(mes, 'YYYYMM');
      -- Of this table: another schema of the path may hold one of the name.
      CONTINUE WHEN EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = folha.tabela::regclass AND c.relname = nome);
      inicio := mes::timestamp AT TIME ZONE 'America/Sao_Paulo';
      fim := (mes + interval '1 month') AT TIME ZONE 'America/Sao_Paulo';
      IF folha.tipo = 'uuid' THEN
        inicio := escuta_uuid_de(inicio::timestamptz);
        fim := escuta_uuid_de(fim::timestamptz);
      END IF;
      EXECUTE format('SELECT coalesce(%1$L::%3$s >= %2$L::%3$s, true)', inicio, folha.desde, folha.tipo) INTO depois;
      CONTINUE WHEN NOT depois;
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= %L AND %2$I < %4$L)', folha.tabela || '_resto', folha.coluna, inicio, fim)
        INTO no_resto;
      CONTINUE WHEN no_resto;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)', nome, folha.tabela);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', folha.tabela, nome, inicio, fim);
      feitas := feitas + 1;
    END LOOP;
  END LOOP;
  RETURN feitas;
END $$;

-- As before, but of this schema's own table.
CREATE FUNCTION escuta_busca_meses(de date, ate date) RETURNS integer
  LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout TO '3s' AS $$
DECLARE
  mes date;
  inicio timestamptz;
  fim timestamptz;
  nome text;
  feitas integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('escuta-busca-meses'));
  FOR mes IN SELECT generate_series(date_trunc('month', de), date_trunc('month', ate), interval '1 month')::date LOOP
    nome := 'busca_falas_' || to_char(mes, 'YYYYMM');
    CONTINUE WHEN EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'busca_falas'::regclass AND c.relname = nome);
    inicio := mes::timestamp AT TIME ZONE 'America/Sao_Paulo';
    fim := (mes + interval '1 month') AT TIME ZONE 'America/Sao_Paulo';
    CONTINUE WHEN EXISTS (SELECT FROM busca_falas_resto WHERE quando >= inicio AND quando < fim);
    EXECUTE format('CREATE TABLE %I PARTITION OF busca_falas FOR VALUES FROM (%L) TO (%L)', nome, inicio, fim);
    feitas := feitas + 1;
  END LOOP;
  RETURN feitas;
END $$;

-- ───────────────────────────── quality ─────────────────────────────

-- Instead of a cascading foreign key, which would delete row by row in no order. The name makes it fire before
-- auditoria_itens_excluidos.
CREATE FUNCTION escuta_qualidade_sem_item() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  ids uuid[];
BEGIN
  SELECT array_agg(id) INTO ids FROM antigos;
  IF ids IS NOT NULL THEN
    DELETE FROM item_qualidade WHERE item_id = ANY (ids);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER auditoria_itens_apagam_qualidade AFTER DELETE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_sem_item();

-- What runs found, put down without a lock: for a recount, which holds the table.
CREATE FUNCTION escuta_escreve_qualidade(lista uuid[]) RETURNS void
  LANGUAGE sql SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, entrada, momento, dia_chamada,
      agente_id, pontuacao, pontuacao_ia, nota_corrigida, sentimento, palavras, alertas, revisado_por, revisado_em)
    SELECT i.id, i.empresa_id, i.projeto_id, x.id, escuta_dia(i.created_at), i.created_at, i.momento_chamada,
      i.dia_chamada, i.agente_id,
      n.pontuacao, CASE WHEN n.pontuacao IS DISTINCT FROM n.pontuacao_ia THEN n.pontuacao_ia END,
      n.pontuacao IS DISTINCT FROM n.pontuacao_ia,
      r.analise_texto ->> 'sentimentoGeral',
      coalesce((SELECT array_agg(t.termo ORDER BY t.termo)
        FROM (SELECT escuta_termo(o.ofensa ->> 'termo') AS termo
          FROM jsonb_array_elements(CASE WHEN jsonb_typeof(r.analise_texto -> 'ofensas') = 'array'
            THEN r.analise_texto -> 'ofensas' ELSE '[]' END) AS o (ofensa)) AS t
        WHERE t.termo <> ''), '{}'),
      coalesce((SELECT sum(s.n_alertas) FROM insights s WHERE s.execucao_id = x.id), 0),
      v.validado_por, v.validado_em
    FROM execucoes x JOIN auditoria_itens i ON i.id = x.item_id
      LEFT JOIN auditoria_resultados r ON r.execucao_id = x.id
      LEFT JOIN LATERAL (SELECT round(avg(CASE WHEN s.veredito IS NOT NULL AND s.validado_em = s.pontuacao_revisada_em
            THEN s.pontuacao_revisada ELSE s.pontuacao END)::numeric, 4) AS pontuacao,
          round(avg(s.pontuacao)::numeric, 4) AS pontuacao_ia
        FROM insights s WHERE s.execucao_id = x.id AND s.status_processamento = 'concluido') AS n ON true
      LEFT JOIN LATERAL (SELECT s.validado_por, s.validado_em FROM insights s
        WHERE s.execucao_id = x.id AND s.validado_humano AND s.validado_por IS NOT NULL
        ORDER BY s.validado_em DESC, s.id DESC LIMIT 1) AS v ON true
    WHERE x.id = ANY (lista)
    ORDER BY i.id
  ON CONFLICT (item_id) DO UPDATE SET
    empresa_id = excluded.empresa_id, projeto_id = excluded.projeto_id, execucao_id = excluded.execucao_id,
    dia = excluded.dia, entrada = excluded.entrada, momento = excluded.momento, dia_chamada = excluded.dia_chamada,
    agente_id = excluded.agente_id, pontuacao = excluded.pontuacao,
    pontuacao_ia = excluded.pontuacao_ia, nota_corrigida = excluded.nota_corrigida, sentimento = excluded.sentimento,
    palavras = excluded.palavras, alertas = excluded.alertas, revisado_por = excluded.revisado_por,
    revisado_em = excluded.revisado_em;
END;

-- The only writer, as before. Item and insights are held first, in the order of everybody (item, insights, quality, sums): what
-- somebody changes of them meanwhile would be read as it was, and the change would find no row of this run to follow.
CREATE FUNCTION escuta_grava_qualidade(lista uuid[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM auditoria_itens i WHERE i.id IN (SELECT x.item_id FROM execucoes x WHERE x.id = ANY (lista))
    ORDER BY i.id FOR NO KEY UPDATE;
  PERFORM FROM insights s WHERE s.item_id IN (SELECT x.item_id FROM execucoes x WHERE x.id = ANY (lista))
    ORDER BY s.id FOR NO KEY UPDATE;
  PERFORM escuta_escreve_qualidade(lista);
END $$;

-- Which items moved is told by what is equal on both sides: a join of the two, planned once for one row, costs 1,000 rows of a bulk
-- change 150 ms. The rest is as it was (20261130300001_fatos_da_ligacao).
CREATE FUNCTION escuta_qualidade_acompanha() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  itens uuid[];
BEGIN
  SELECT array_agg(DISTINCT id) INTO itens FROM (
    SELECT id FROM (
      SELECT id, empresa_id, projeto_id, created_at, momento_chamada, agente_id FROM novos
      UNION ALL SELECT id, empresa_id, projeto_id, created_at, momento_chamada, agente_id FROM antigos
    ) AS linhas
    GROUP BY id, empresa_id, projeto_id, created_at, momento_chamada, agente_id HAVING count(*) = 1
  ) AS mudadas;
  IF itens IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM item_qualidade q WHERE q.item_id = ANY (itens) ORDER BY q.item_id FOR NO KEY UPDATE;
  UPDATE item_qualidade q SET empresa_id = i.empresa_id, projeto_id = i.projeto_id, dia = escuta_dia(i.created_at),
      entrada = i.created_at, momento = i.momento_chamada, dia_chamada = i.dia_chamada, agente_id = i.agente_id
    FROM auditoria_itens i WHERE i.id = ANY (itens) AND q.item_id = i.id;
  RETURN NULL;
END $$;
CREATE TRIGGER auditoria_itens_acompanham AFTER UPDATE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_acompanha();

-- Score, alerts and reviewer of these runs, counted anew. Two statements: a transaction that waited for
-- another verdict's then sees its rows.
CREATE FUNCTION escuta_revisa_qualidade(execucoes uuid[], itens uuid[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM item_qualidade q WHERE q.item_id = ANY (itens) AND q.execucao_id = ANY (execucoes)
    ORDER BY q.item_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE item_qualidade q SET pontuacao = n.pontuacao,
      pontuacao_ia = CASE WHEN n.pontuacao IS DISTINCT FROM n.pontuacao_ia THEN n.pontuacao_ia END,
      nota_corrigida = n.pontuacao IS DISTINCT FROM n.pontuacao_ia, alertas = n.alertas,
      revisado_por = n.revisado_por, revisado_em = n.revisado_em
    FROM (
      SELECT o.item_id, coalesce(sum(s.n_alertas), 0) AS alertas,
        round((avg(CASE WHEN s.veredito IS NOT NULL AND s.validado_em = s.pontuacao_revisada_em
            THEN s.pontuacao_revisada ELSE s.pontuacao END)
          FILTER (WHERE s.status_processamento = 'concluido'))::numeric, 4) AS pontuacao,
        round((avg(s.pontuacao) FILTER (WHERE s.status_processamento = 'concluido'))::numeric, 4) AS pontuacao_ia,
        (array_agg(s.validado_por ORDER BY s.validado_em DESC, s.id DESC)
          FILTER (WHERE s.validado_humano AND s.validado_por IS NOT NULL))[1] AS revisado_por,
        (array_agg(s.validado_em ORDER BY s.validado_em DESC, s.id DESC)
          FILTER (WHERE s.validado_humano AND s.validado_por IS NOT NULL))[1] AS revisado_em
      FROM item_qualidade o
        -- A deleted item's insights go before its row here, which goes as a whole.
        JOIN auditoria_itens i ON i.id = o.item_id
        LEFT JOIN insights s ON s.execucao_id = o.execucao_id
      WHERE o.item_id = ANY (itens) AND o.execucao_id = ANY (execucoes)
      GROUP BY o.item_id
    ) AS n
    WHERE q.item_id = n.item_id
      AND (q.pontuacao, q.nota_corrigida, q.alertas, q.revisado_por, q.revisado_em)
        IS DISTINCT FROM (n.pontuacao, n.pontuacao IS DISTINCT FROM n.pontuacao_ia, n.alertas, n.revisado_por,
          n.revisado_em);
END $$;

CREATE FUNCTION escuta_recontar_qualidade(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE item_qualidade IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM item_qualidade WHERE projeto_id = projeto;
  DELETE FROM projeto_qualidade_dia WHERE projeto_id = projeto;
  DELETE FROM projeto_palavra_dia WHERE projeto_id = projeto;
  PERFORM escuta_escreve_qualidade(ARRAY(
    SELECT DISTINCT ON (x.item_id) x.id FROM execucoes x JOIN auditoria_itens i ON i.id = x.item_id
    WHERE i.projeto_id = projeto AND x.status = 'concluida'
    ORDER BY x.item_id, x.terminada_em DESC, x.id DESC));
END $$;

-- ───────────────────────────── what runs took ─────────────────────────────

-- What a project's runs took, counted from the ledger. What deleted calls took is in no run any more: only the kept sum knows it.
CREATE FUNCTION escuta_consumo_contado(projeto uuid) RETURNS TABLE (mes date, creditos bigint, itens bigint)
  LANGUAGE sql STABLE SET search_path FROM CURRENT
BEGIN ATOMIC
  SELECT date_trunc('month', escuta_dia(x.created_at)::timestamp)::date, -sum(l.quantidade),
    sum(CASE l.tipo WHEN 'reserva' THEN 1 ELSE -1 END)
  FROM execucoes x JOIN credito_lancamentos l ON l.execucao_id = x.id
  WHERE x.projeto_id = projeto AND l.tipo IN ('reserva', 'estorno')
  GROUP BY 1;
END;

CREATE FUNCTION escuta_consumo_contado_por_dia(projeto uuid) RETURNS TABLE (dia date, creditos bigint, itens bigint)
  LANGUAGE sql STABLE SET search_path FROM CURRENT
BEGIN ATOMIC
  SELECT escuta_dia(x.created_at), -sum(l.quantidade), sum(CASE l.tipo WHEN 'reserva' THEN 1 ELSE -1 END)
  FROM execucoes x JOIN credito_lancamentos l ON l.execucao_id = x.id
  WHERE x.projeto_id = projeto AND l.tipo IN ('reserva', 'estorno')
  GROUP BY 1;
END;

-- Puts back what is missing of the months that a limit can ask about, and takes nothing away.
CREATE FUNCTION escuta_recontar_consumo(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE credito_lancamentos IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO projeto_consumo_mes AS c (projeto_id, empresa_id, mes, creditos, itens)
    SELECT p.id, p.empresa_id, n.mes, n.creditos, n.itens FROM projetos p, escuta_consumo_contado(p.id) n WHERE p.id = projeto ORDER BY n.mes
  ON CONFLICT (projeto_id, mes) DO UPDATE SET
    creditos = greatest(c.creditos, excluded.creditos), itens = greatest(c.itens, excluded.itens)
    WHERE c.creditos < excluded.creditos OR c.itens < excluded.itens;
  INSERT INTO projeto_consumo_dia AS c (projeto_id, empresa_id, dia, creditos, itens)
    SELECT p.id, p.empresa_id, n.dia, n.creditos, n.itens FROM projetos p, escuta_consumo_contado_por_dia(p.id) n
    WHERE p.id = projeto ORDER BY n.dia
  ON CONFLICT (projeto_id, dia) DO UPDATE SET
    creditos = greatest(c.creditos, excluded.creditos), itens = greatest(c.itens, excluded.itens)
    WHERE c.creditos < excluded.creditos OR c.itens < excluded.itens;
END $$;

-- ───────────────────────────── pages of a list ─────────────────────────────

-- As 20261205200001 made it, but for the months: those before the page are passed over as wholes, from the nearer end, and days are walked in the
-- one in which it lies. The sums of half a year of days cost as much as all the rest of a page.
CREATE FUNCTION escuta_dias_da_pagina(projeto UUID, estado status_processamento, inicio BIGINT, fim BIGINT,
  OUT total BIGINT, OUT dia_ini DATE, OUT salto_ini BIGINT, OUT dia_fim DATE, OUT salto_fim BIGINT)
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path FROM CURRENT SET enable_hashagg = off SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  um RECORD;
  ate BIGINT := 0;
  borda DATE;
BEGIN
  SELECT coalesce(sum(t.n), 0) INTO total FROM "projeto_totais" t
    WHERE t.projeto_id = projeto AND (estado IS NULL OR t.status = estado);
  IF inicio >= total THEN RETURN; END IF;
  IF inicio + fim <= total THEN
    FOR um IN SELECT m.mes, sum(m.n::int) AS n FROM "projeto_rollup_mes" m
      WHERE m.projeto_id = projeto AND (estado IS NULL OR m.status = estado) GROUP BY m.mes ORDER BY m.mes DESC LOOP
      borda := (um.mes + interval '1 month')::date;
      EXIT WHEN ate + um.n > inicio;
      ate := ate + um.n;
    END LOOP;
    FOR um IN SELECT r.dia, sum(r.n::int) AS n FROM "projeto_rollup_dia" r
      WHERE r.projeto_id = projeto AND r.dia < borda AND (estado IS NULL OR r.status = estado) GROUP BY r.dia ORDER BY r.dia DESC LOOP
      ate := ate + um.n;
      IF dia_ini IS NULL AND ate > inicio THEN
        dia_ini := um.dia;
        salto_ini := inicio - (ate - um.n);
      END IF;
      IF ate >= fim THEN
        dia_fim := um.dia;
        salto_fim := ate - fim;
        RETURN;
      END IF;
    END LOOP;
  ELSE
    ate := total;
    FOR um IN SELECT m.mes, sum(m.n::int) AS n FROM "projeto_rollup_mes" m
      WHERE m.projeto_id = projeto AND (estado IS NULL OR m.status = estado) GROUP BY m.mes ORDER BY m.mes LOOP
      borda := um.mes;
      EXIT WHEN ate - um.n < fim;
      ate := ate - um.n;
    END LOOP;
    FOR um IN SELECT r.dia, sum(r.n::int) AS n FROM "projeto_rollup_dia" r
      WHERE r.projeto_id = projeto AND r.dia >= borda AND (estado IS NULL OR r.status = estado) GROUP BY r.dia ORDER BY r.dia LOOP
      ate := ate - um.n;
      IF dia_fim IS NULL AND ate < fim THEN
        dia_fim := um.dia;
        salto_fim := greatest(ate + um.n - fim, 0);
      END IF;
      IF ate <= inicio THEN
        dia_ini := um.dia;
        salto_ini := inicio - ate;
        RETURN;
      END IF;
    END LOOP;
  END IF;
END $$;

-- ───────────────────────────── sums of verdicts ─────────────────────────────

-- What a verdict says, and what it says of each criterion that the AI proved.
CREATE FUNCTION escuta_veredito_conta(revisao UUID, veredito TEXT) RETURNS TABLE (
  "criterio" TEXT,
  "aprovados" INTEGER,
  "rejeitados" INTEGER,
  "sim_sim" INTEGER,
  "sim_nao" INTEGER,
  "nao_sim" INTEGER,
  "nao_nao" INTEGER
) LANGUAGE sql STABLE AS $$
  SELECT '', (veredito = 'aprovado')::int, (veredito = 'rejeitado')::int, 0, 0, 0, 0
  UNION ALL
  SELECT c.criterio, 0, 0, (c.atendido_ia = 'sim' AND c.atendido_pessoa = 'sim')::int, (c.atendido_ia = 'sim' AND c.atendido_pessoa = 'nao')::int,
    (c.atendido_ia = 'nao' AND c.atendido_pessoa = 'sim')::int, (c.atendido_ia = 'nao' AND c.atendido_pessoa = 'nao')::int
  FROM "insight_revisao_criterios" c WHERE c.revisao_id = revisao AND c.comprovado
$$;

-- The verdict of an insight in force and its criteria, as of this project and this version of a template: `sinal` +1 or -1.
CREATE FUNCTION escuta_soma_concordancia(insight UUID, projeto UUID, da_versao UUID, sinal INTEGER) RETURNS VOID
LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH c AS MATERIALIZED (
    SELECT r.empresa_id, v.template_id, escuta_dia(r.created_at) AS dia, x.*
    FROM "insight_revisoes" r JOIN "insight_template_versoes" v ON v.id = da_versao, LATERAL escuta_veredito_conta(r.id, r.veredito) x
    WHERE r.insight_id = insight AND r.em_vigor
  ), por_veredito AS (
    INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
      SELECT c.empresa_id, projeto, c.template_id, c.criterio, c.dia, sinal, c.aprovados * sinal, c.rejeitados * sinal, c.sim_sim * sinal,
        c.sim_nao * sinal, c.nao_sim * sinal, c.nao_nao * sinal
      FROM c
  )
  INSERT INTO "concordancia_chamada_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "dia_entrada", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
    SELECT c.empresa_id, projeto, c.template_id, c.criterio, i.dia_chamada, escuta_dia(i.created_at), sinal, c.aprovados * sinal,
      c.rejeitados * sinal, c.sim_sim * sinal, c.sim_nao * sinal, c.nao_sim * sinal, c.nao_nao * sinal
    FROM c, "insights" g JOIN "auditoria_itens" i ON i.id = g.item_id WHERE g.id = insight
$$;

-- An insight that goes takes its verdict along; one whose verdict was carried to a newer run counts there; one that changes its project, too.
CREATE FUNCTION escuta_insight_concorda() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.levado_para IS NULL THEN
    PERFORM escuta_soma_concordancia(OLD.id, OLD.projeto_id, OLD.template_versao_id, -1);
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.levado_para IS NULL THEN
    PERFORM escuta_soma_concordancia(NEW.id, NEW.projeto_id, NEW.template_versao_id, 1);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER insights_alterados_concordam BEFORE UPDATE ON insights FOR EACH ROW
  WHEN (OLD.levado_para IS DISTINCT FROM NEW.levado_para OR OLD.projeto_id <> NEW.projeto_id OR OLD.template_versao_id <> NEW.template_versao_id)
  EXECUTE FUNCTION escuta_insight_concorda();
CREATE TRIGGER insights_excluidos_concordam BEFORE DELETE ON insights FOR EACH ROW
  EXECUTE FUNCTION escuta_insight_concorda();

CREATE FUNCTION escuta_criterio_soma() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  k "insight_revisao_criterios" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  sinal INTEGER := CASE WHEN TG_OP = 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  WITH c AS MATERIALIZED (
    SELECT r.empresa_id, g.projeto_id, v.template_id, g.item_id, escuta_dia(r.created_at) AS dia,
      sinal * (k.atendido_ia = 'sim' AND k.atendido_pessoa = 'sim')::int AS sim_sim, sinal * (k.atendido_ia = 'sim' AND k.atendido_pessoa = 'nao')::int AS sim_nao,
      sinal * (k.atendido_ia = 'nao' AND k.atendido_pessoa = 'sim')::int AS nao_sim, sinal * (k.atendido_ia = 'nao' AND k.atendido_pessoa = 'nao')::int AS nao_nao
    FROM "insight_revisoes" r JOIN "insights" g ON g.id = r.insight_id JOIN "insight_template_versoes" v ON v.id = g.template_versao_id
    WHERE r.id = k.revisao_id AND r.em_vigor AND g.levado_para IS NULL
  ), por_veredito AS (
    INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
      SELECT c.empresa_id, c.projeto_id, c.template_id, k.criterio, c.dia, sinal, 0, 0, c.sim_sim, c.sim_nao, c.nao_sim, c.nao_nao FROM c
  )
  INSERT INTO "concordancia_chamada_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "dia_entrada", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
    SELECT c.empresa_id, c.projeto_id, c.template_id, k.criterio, i.dia_chamada, escuta_dia(i.created_at), sinal, 0, 0, c.sim_sim, c.sim_nao,
      c.nao_sim, c.nao_nao
    FROM c JOIN "auditoria_itens" i ON i.id = c.item_id;
  RETURN NULL;
END $$;
CREATE TRIGGER insight_revisao_criterios_excluido_soma AFTER DELETE ON insight_revisao_criterios FOR EACH ROW
  WHEN (OLD.comprovado) EXECUTE FUNCTION escuta_criterio_soma();
CREATE TRIGGER insight_revisao_criterios_novo_soma AFTER INSERT ON insight_revisao_criterios FOR EACH ROW
  WHEN (NEW.comprovado) EXECUTE FUNCTION escuta_criterio_soma();

CREATE FUNCTION escuta_insights_truncados() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "insight_dia";
  DELETE FROM "concordancia_dia";
  DELETE FROM "insight_chamada_dia";
  DELETE FROM "concordancia_chamada_dia";
  RETURN NULL;
END $$;
CREATE TRIGGER insights_truncados AFTER TRUNCATE ON insights FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_truncados();

-- A verdict that comes counts; its criteria come after it, each by itself. One that is replaced or undone goes with them, one that holds again comes with them.
CREATE FUNCTION escuta_veredito_soma() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH c AS MATERIALIZED (
      SELECT g.item_id, g.projeto_id, v.template_id, (NEW.veredito = 'aprovado')::int AS aprovados, (NEW.veredito = 'rejeitado')::int AS rejeitados
      FROM "insights" g JOIN "insight_template_versoes" v ON v.id = g.template_versao_id WHERE g.id = NEW.insight_id AND g.levado_para IS NULL
    ), por_veredito AS (
      INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
        SELECT NEW.empresa_id, c.projeto_id, c.template_id, '', escuta_dia(NEW.created_at), 1, c.aprovados, c.rejeitados, 0, 0, 0, 0 FROM c
    )
    INSERT INTO "concordancia_chamada_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "dia_entrada", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
      SELECT NEW.empresa_id, c.projeto_id, c.template_id, '', i.dia_chamada, escuta_dia(i.created_at), 1, c.aprovados, c.rejeitados, 0, 0, 0, 0
      FROM c JOIN "auditoria_itens" i ON i.id = c.item_id;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.em_vigor THEN
    PERFORM escuta_soma_concordancia(g.id, g.projeto_id, g.template_versao_id, 1) FROM "insights" g
      WHERE g.id = NEW.insight_id AND g.levado_para IS NULL;
    RETURN NEW;
  END IF;
  PERFORM escuta_soma_concordancia(g.id, g.projeto_id, g.template_versao_id, -1) FROM "insights" g
    WHERE g.id = OLD.insight_id AND g.levado_para IS NULL;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER insight_revisoes_excluida_soma BEFORE DELETE ON insight_revisoes FOR EACH ROW
  WHEN (OLD.em_vigor) EXECUTE FUNCTION escuta_veredito_soma();
CREATE TRIGGER insight_revisoes_ida_soma BEFORE UPDATE OF em_vigor ON insight_revisoes FOR EACH ROW
  WHEN (OLD.em_vigor AND NOT NEW.em_vigor) EXECUTE FUNCTION escuta_veredito_soma();
CREATE TRIGGER insight_revisoes_nova_soma AFTER INSERT ON insight_revisoes FOR EACH ROW
  WHEN (NEW.em_vigor) EXECUTE FUNCTION escuta_veredito_soma();
CREATE TRIGGER insight_revisoes_valida_soma AFTER UPDATE OF em_vigor ON insight_revisoes FOR EACH ROW
  WHEN (NEW.em_vigor AND NOT OLD.em_vigor) EXECUTE FUNCTION escuta_veredito_soma();

-- ───────────────────────────── bytes of a company's objects ─────────────────────────────

-- Adds what a row counts for now, less what it counted for before. Arguments: the kind, the columns of key and size ('' = every row has an object).
CREATE FUNCTION escuta_conta_bytes() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  antes JSONB := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  agora JSONB := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  saiu BIGINT := CASE WHEN antes ->> TG_ARGV[1] IS NOT NULL THEN (antes ->> TG_ARGV[2])::bigint END;
  veio BIGINT := CASE WHEN agora ->> TG_ARGV[1] IS NOT NULL THEN (agora ->> TG_ARGV[2])::bigint END;
BEGIN
  IF saiu IS DISTINCT FROM veio THEN
    INSERT INTO "empresa_bytes" ("empresa_id", "tipo", "n", "bytes")
    VALUES (coalesce(agora ->> 'empresa_id', antes ->> 'empresa_id')::uuid, TG_ARGV[0],
      (veio IS NOT NULL)::int - (saiu IS NOT NULL)::int, coalesce(veio, 0) - coalesce(saiu, 0));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER auditoria_arquivos_bytes AFTER INSERT OR UPDATE OR DELETE ON auditoria_arquivos FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('documento', 'chave_objeto', 'tamanho');
CREATE TRIGGER auditoria_itens_bytes_excluidos AFTER DELETE ON auditoria_itens FOR EACH ROW WHEN (OLD.arquivo_path IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('gravacao', 'arquivo_path', 'arquivo_tamanho');
CREATE TRIGGER auditoria_itens_bytes_mudados AFTER UPDATE OF arquivo_path, arquivo_tamanho ON auditoria_itens FOR EACH ROW
  WHEN (OLD.arquivo_path IS DISTINCT FROM NEW.arquivo_path OR OLD.arquivo_tamanho IS DISTINCT FROM NEW.arquivo_tamanho)
  EXECUTE FUNCTION escuta_conta_bytes('gravacao', 'arquivo_path', 'arquivo_tamanho');
CREATE TRIGGER auditoria_itens_bytes_novos AFTER INSERT ON auditoria_itens FOR EACH ROW WHEN (NEW.arquivo_path IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('gravacao', 'arquivo_path', 'arquivo_tamanho');
CREATE TRIGGER copias_escuta_bytes AFTER INSERT OR UPDATE OR DELETE ON copias_escuta FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('escuta', 'chave_objeto', 'tamanho');
CREATE TRIGGER entrevista_segundas_bytes AFTER INSERT OR UPDATE OR DELETE ON entrevista_segundas FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('anterior', 'chave_objeto', 'tamanho');
CREATE TRIGGER envio_partes_bytes AFTER INSERT OR UPDATE OR DELETE ON envio_partes FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('envio', 'chave_objeto', 'tamanho');
CREATE TRIGGER gravacoes_anteriores_bytes AFTER INSERT OR UPDATE OR DELETE ON gravacoes_anteriores FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('anterior', 'chave_objeto', 'tamanho');
CREATE TRIGGER importacoes_bytes_excluidos AFTER DELETE ON importacoes FOR EACH ROW WHEN (OLD.chave_objeto IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('importacao', 'chave_objeto', 'tamanho');
CREATE TRIGGER importacoes_bytes_mudados AFTER UPDATE OF chave_objeto, tamanho ON importacoes FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('importacao', 'chave_objeto', 'tamanho');
CREATE TRIGGER importacoes_bytes_novos AFTER INSERT ON importacoes FOR EACH ROW WHEN (NEW.chave_objeto IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('importacao', 'chave_objeto', 'tamanho');
CREATE TRIGGER lote_gravacoes_bytes_excluidos AFTER DELETE ON lote_gravacoes FOR EACH ROW WHEN (OLD.chave_objeto IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('lote', 'chave_objeto', 'tamanho');
CREATE TRIGGER lote_gravacoes_bytes_mudados AFTER UPDATE OF chave_objeto, tamanho ON lote_gravacoes FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('lote', 'chave_objeto', 'tamanho');
CREATE TRIGGER lote_gravacoes_bytes_novos AFTER INSERT ON lote_gravacoes FOR EACH ROW WHEN (NEW.chave_objeto IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('lote', 'chave_objeto', 'tamanho');
CREATE TRIGGER objetos_pendentes_bytes_excluidos AFTER DELETE ON objetos_pendentes FOR EACH ROW WHEN (OLD.tamanho IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('guardado', 'chave', 'tamanho');
CREATE TRIGGER objetos_pendentes_bytes_mudados AFTER UPDATE OF tamanho ON objetos_pendentes FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('guardado', 'chave', 'tamanho');
CREATE TRIGGER objetos_pendentes_bytes_novos AFTER INSERT ON objetos_pendentes FOR EACH ROW WHEN (NEW.tamanho IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('guardado', 'chave', 'tamanho');
CREATE TRIGGER preparo_gravacoes_bytes_excluidos AFTER DELETE ON preparo_gravacoes FOR EACH ROW WHEN (OLD.chave_objeto IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('preparo', 'chave_objeto', 'tamanho');
CREATE TRIGGER preparo_gravacoes_bytes_mudados AFTER UPDATE OF chave_objeto, tamanho ON preparo_gravacoes FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('preparo', 'chave_objeto', 'tamanho');
CREATE TRIGGER preparo_gravacoes_bytes_novos AFTER INSERT ON preparo_gravacoes FOR EACH ROW WHEN (NEW.chave_objeto IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('preparo', 'chave_objeto', 'tamanho');
CREATE TRIGGER questionario_documentos_bytes AFTER INSERT OR UPDATE OR DELETE ON questionario_documentos FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('documento', 'chave_objeto', 'tamanho');

-- What the rows that name objects count for, of one company or all.
CREATE FUNCTION escuta_bytes_contados(empresa UUID DEFAULT NULL)
RETURNS TABLE ("empresa_id" UUID, "tipo" TEXT, "n" BIGINT, "bytes" BIGINT) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT o.empresa_id, o.tipo, count(*), sum(o.tamanho)::bigint FROM (
    SELECT i.empresa_id, 'gravacao' AS tipo, i.arquivo_tamanho AS tamanho FROM "auditoria_itens" i WHERE i.arquivo_path IS NOT NULL
    UNION ALL SELECT p.empresa_id, 'envio', p.tamanho FROM "envio_partes" p
    UNION ALL SELECT g.empresa_id, 'preparo', g.tamanho FROM "preparo_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'lote', g.tamanho FROM "lote_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT a.empresa_id, 'documento', a.tamanho FROM "auditoria_arquivos" a
    UNION ALL SELECT d.empresa_id, 'documento', d.tamanho FROM "questionario_documentos" d WHERE d.chave_objeto IS NOT NULL
    UNION ALL SELECT m.empresa_id, 'importacao', m.tamanho FROM "importacoes" m WHERE m.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'anterior', g.tamanho FROM "gravacoes_anteriores" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT s.empresa_id, 'anterior', s.tamanho FROM "entrevista_segundas" s WHERE s.chave_objeto IS NOT NULL
    UNION ALL SELECT c.empresa_id, 'escuta', c.tamanho FROM "copias_escuta" c WHERE c.chave_objeto IS NOT NULL
    UNION ALL SELECT o.empresa_id, 'guardado', o.tamanho FROM "objetos_pendentes" o
  ) o WHERE o.tamanho IS NOT NULL AND (empresa IS NULL OR o.empresa_id = empresa) GROUP BY 1, 2
$$;

-- Adds what the kept rows lack to be what a count of the same moment gives, of one company or all. Only another recount waits.
CREATE FUNCTION escuta_recontar_bytes(empresa UUID DEFAULT NULL) RETURNS VOID LANGUAGE sql SET search_path FROM CURRENT AS $$
  LOCK TABLE "empresa_bytes" IN SHARE UPDATE EXCLUSIVE MODE;
  INSERT INTO "empresa_bytes" ("empresa_id", "tipo", "n", "bytes")
  SELECT d.empresa_id, d.tipo, sum(d.n), sum(d.bytes) FROM (
    SELECT c.empresa_id, c.tipo, c.n, c.bytes FROM escuta_bytes_contados(empresa) c
    UNION ALL SELECT b.empresa_id, b.tipo, -b.n, -b.bytes FROM "empresa_bytes" b WHERE empresa IS NULL OR b.empresa_id = empresa
  ) d GROUP BY 1, 2 HAVING sum(d.n) <> 0 OR sum(d.bytes) <> 0
$$;

-- ───────────────────────────── recount ─────────────────────────────

-- Insights first, as everybody takes them before what is summed up of them.
CREATE FUNCTION escuta_recontar(projeto UUID) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE "insights", "insight_revisoes" IN SHARE ROW EXCLUSIVE MODE;
  PERFORM escuta_recontar_qualidade(projeto);
  PERFORM escuta_recontar_insights(projeto);
  PERFORM escuta_recontar_insights_por_ligacao(projeto);
  PERFORM escuta_recontar_itens(projeto);
  PERFORM escuta_recontar_meses(projeto);
  PERFORM escuta_recontar_lotes(projeto);
  PERFORM escuta_recontar_chamadas(projeto);
  PERFORM escuta_recontar_dias_da_ligacao(projeto);
  PERFORM escuta_recontar_consumo(projeto);
END $$;

-- ───────────────────────────── the first months ─────────────────────────────

-- What has an id or a moment of before stands in the first range; the sweeper makes the months to come.
CREATE TABLE eventos_timeline_resto PARTITION OF eventos_timeline DEFAULT;
CREATE TABLE chamadas_provedor_resto PARTITION OF chamadas_provedor DEFAULT;
CREATE TABLE registros_acesso_resto PARTITION OF registros_acesso DEFAULT;
CREATE TABLE acessos_resto PARTITION OF acessos DEFAULT;
CREATE TABLE busca_falas_resto PARTITION OF busca_falas DEFAULT;
-- With the names that their indices have where these tables were there before the months.
CREATE TABLE chamadas_provedor_antigas (LIKE chamadas_provedor INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION);
CREATE UNIQUE INDEX chamadas_provedor_antigas_pedido_key
  ON chamadas_provedor_antigas (execucao_id, etapa, chave, pedido_hash, provedor, modelo);
CREATE TABLE registros_acesso_antigos (LIKE registros_acesso INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION);
CREATE INDEX registros_acesso_antigos_created_at_idx ON registros_acesso_antigos (created_at DESC);
CREATE INDEX registros_acesso_antigos_acoes_idx ON registros_acesso_antigos (created_at DESC) WHERE acao <> 'login';
DO $$
DECLARE
  limite timestamptz := (date_trunc('month', now() AT TIME ZONE 'America/Sao_Paulo') + interval '2 months') AT TIME ZONE 'America/Sao_Paulo';
BEGIN
  EXECUTE format('CREATE TABLE eventos_timeline_antigos PARTITION OF eventos_timeline FOR VALUES FROM (MINVALUE) TO (%L)', escuta_uuid_de(limite));
  EXECUTE format('ALTER TABLE chamadas_provedor ATTACH PARTITION chamadas_provedor_antigas FOR VALUES FROM (MINVALUE) TO (%L)', escuta_uuid_de(limite));
  EXECUTE format('ALTER TABLE registros_acesso ATTACH PARTITION registros_acesso_antigos FOR VALUES FROM (MINVALUE) TO (%L)', limite);
END $$;
SELECT escuta_meses(now()::date, (now() + interval '3 months')::date);
SELECT escuta_busca_meses((now() - interval '24 months')::date, (now() + interval '3 months')::date);
