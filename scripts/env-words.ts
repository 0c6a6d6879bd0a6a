// The variables of the environment in Portuguese, for docs/operacao/configurar.md (scripts/env-docs.ts). The English
// text is beside each variable in shared/src/platform/process/env.ts; a variable without a line here does not compile.
import type { envSchema } from '@escuta/shared/platform/process/env';

export const ENV_WORDS: Readonly<Record<keyof typeof envSchema.shape, string>> = {
  NODE_ENV: 'Modo: `production`, salvo em um teste ou no desenvolvimento.',
  LOG_LEVEL: 'Menor gravidade das mensagens do registro.',

  DATABASE_URL: 'PostgreSQL 15 ou mais novo. `?schema=` nomeia o esquema.',
  DATABASE_POOL:
    'Máximo de conexões de um processo com o PostgreSQL; um worker ouve avisos em mais uma, e uma API confere em mais uma se um banco lento responde.',
  DATABASE_STATEMENT_MS:
    'O PostgreSQL encerra um comando depois deste tempo, ms; 0: 20.000 na API, 300.000 em um worker. Migrações, cópias e o doctor não têm limite.',
  DATABASE_LOCK_MS:
    'O PostgreSQL encerra a espera por uma trava depois deste tempo, ms; 0: 4.000 na API, 60.000 em um worker.',
  DATABASE_IDLE_TRANSACTION_MS:
    'O PostgreSQL encerra uma transação parada depois deste tempo, ms; 0: 120.000.',

  REDIS_URL: 'Redis 7 ou Valkey 8, com `maxmemory-policy noeviction`.',
  REDIS_SENTINELS:
    'Redis Sentinels, host:porta separados por vírgula: eles indicam o primário. Nesse caso, `REDIS_URL` só informa usuário, senha, banco e TLS (rediss:).',
  REDIS_SENTINEL_NAME: 'Nome do primário nos Sentinels.',
  REDIS_SENTINEL_PASSWORD: 'Senha dos próprios Sentinels; vazia: sem senha.',
  REDIS_COMMAND_MS:
    'Maior espera pela resposta do Redis a um comando, ms; 500 ms antes disso, uma conexão sem resposta é aberta de novo.',
  REDIS_PREFIX:
    'Prefixo das chaves, dos canais e das filas no Redis, para várias instalações em um servidor.',

  HOST: 'Endereço em que a API atende.',
  PORT: 'Porta da API; 0: qualquer uma livre.',
  MACHINE_ID:
    'Nome da máquina, se o do kernel não serve (pods que não dividem disco). Os workers dela dividem `AUDIO_SLOTS`.',
  METRICS_PORT: 'Porta privada de /metrics, /ready e /live; 0: desligada. Nunca a publique.',
  METRICS_HOST: 'Endereço da porta privada.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Coletor OpenTelemetry que recebe OTLP por HTTP (http://coletor:4318); vazio: sem rastros, e nada disso é carregado.',
  OTEL_EXPORTER_OTLP_HEADERS:
    'Cabeçalhos que o coletor exige, nome=valor separados por vírgula: em geral a chave dele.',
  OTEL_TRACES_SAMPLER_ARG: 'Fração dos rastros enviada, de 0 a 1.',
  PUBLIC_URL: 'Endereço pelo qual os navegadores alcançam a Escuta: links dos e-mails, CORS.',
  CORS_ORIGINS:
    'Outras origens que podem chamar a API de um navegador, separadas por vírgula (a extensão: chrome-extension://<id>).',
  TRUST_PROXY:
    'Endereços dos proxies na frente, separados por vírgula, ou `true`: o X-Forwarded-For deles conta.',
  WEB_DIST: 'Pasta da interface construída que a API também serve; vazia: não serve.',

  JWT_SECRET: 'Pelo menos 32 caracteres.',
  JWT_TTL_S: 'Duração de uma sessão, s.',
  ENCRYPTION_KEYS: 'Chaves AES-256, a mais nova primeiro: `id:base64,id:base64`.',
  CHAVES_PERDIDAS:
    'As chaves que cifraram os dados do banco se perderam para sempre: a Escuta inicia mesmo assim, com uma chave nova de outro nome.',
  API_KEY_HMAC_SECRET: 'Segredo com que as chaves de API são procuradas; pelo menos 32 caracteres.',
  URL_SIGNING_SECRET: 'Segredo dos endereços assinados de áudio; pelo menos 32 caracteres.',
  PASSWORD_MIN_LENGTH: 'Menor tamanho de uma senha nova.',
  LOGIN_MAX_FAILURES:
    'Tentativas erradas de entrar por conta em 15 minutos, até a pausa; de um endereço, em todas as contas, dez vezes mais.',
  RATE_LIMIT_MAX: 'Pedidos por minuto de uma sessão, chave ou endereço.',

  STORAGE_DRIVER: 'Armazenamento das gravações: `filesystem` ou `s3`.',
  STORAGE_DIR:
    'Pasta do armazenamento `filesystem`: a mesma para todos os processos; em várias máquinas, um volume de rede.',
  S3_ENDPOINT: 'Endereço do servidor S3; vazio: o da Amazon.',
  S3_PUBLIC_ENDPOINT:
    'Endereço pelo qual os navegadores alcançam o S3: as gravações são ouvidas direto dele, por links de 60 s; vazio: pela API.',
  S3_REGION: 'Região do bucket.',
  S3_BUCKET: 'Bucket; obrigatório com o armazenamento `s3`.',
  S3_ACCESS_KEY_ID: 'Chave de acesso; obrigatória com o armazenamento `s3`.',
  S3_SECRET_ACCESS_KEY: 'Chave secreta; obrigatória com o armazenamento `s3`.',
  S3_FORCE_PATH_STYLE: 'Bucket no caminho, e não no nome do servidor: a forma da maioria, menos a Amazon.',
  S3_CHECKSUM: 'Servidores de terceiros recusam somas de verificação novas: `WHEN_REQUIRED` serve a eles.',

  UPLOAD_MAX_MB: 'Maior gravação, MB.',
  COMPANY_MAX_GB:
    'Espaço dos arquivos de uma empresa, GB; um administrador pode definir outra cota para uma empresa. 0: sem limite.',

  OPENAI_API_KEY: 'Chave do provedor compatível com a OpenAI.',
  OPENAI_BASE_URL: 'Endereço de qualquer servidor compatível com a OpenAI.',
  ANTHROPIC_API_KEY: 'Chave dos modelos Claude.',
  ANTHROPIC_BASE_URL: 'Endereço compatível com a OpenAI dos modelos Claude.',
  IA_MODO_DEMONSTRACAO:
    '`npm start` a define quando usa a IA de demonstração no lugar de um provedor: as telas só a mostram.',
  PROVIDER_TIMEOUT_MS: 'Maior espera por uma resposta de um provedor, ms.',
  PROVIDER_RETRY_MS:
    'Primeira espera depois de um provedor sem resposta (5xx, conexão recusada), ms; depois 6 e 30 vezes isso. Enquanto ele responde a outros: 1/40, 1/10 e 30 vezes isso.',

  WORKER_ETAPAS:
    'Partes deste worker, separadas por vírgula: audio, ia (transcrição, análises, contabilização), tarefas (tarefas, importações, campo, e-mail); vazio: todas. Cada parte precisa de um worker.',
  WORKER_GRACE_S:
    'Tempo para as etapas em andamento terminarem depois do SIGTERM, s; depois elas são devolvidas. Espere 15 s mais antes de um kill.',
  PROVIDER_SLOTS: 'Etapas de provedor ao mesmo tempo em um worker.',
  AUDIO_SLOTS:
    'Etapas de áudio ao mesmo tempo em uma máquina, em todos os workers dela; 0: uma por núcleo, ou o limite de CPU do contêiner.',
  COMPANY_MAX_RUNNING: 'Execuções de uma empresa nas filas ao mesmo tempo; as outras esperam a vez.',
  STAGE_LEASE_MS: 'Tempo pelo qual um worker sem sinal mantém uma etapa; depois outro a assume, ms.',
  AUDIO_MAX_MINUTES: 'Maior gravação que a Escuta decodifica, minutos.',
  FFMPEG_PATH: 'O programa ffmpeg.',
  READY_STALL_S:
    'O /ready de um worker fica vermelho depois deste tempo sem avanço com trabalho a fazer, s. Uma fila longa não conta.',
  QUEUE_MAX_WAIT_S:
    'As telas e o doctor avisam que uma fila está parada quando a execução mais antiga espera há mais que isto, s.',
  QUEUE_BOARD_WRITE: 'Administradores podem mudar filas no painel das filas; senão ele só as mostra.',

  SMTP_URL:
    'Envio de e-mails: smtp://usuario:senha@servidor:587 ou smtps://servidor:465. Vazio: fora de produção as mensagens aparecem na caixa de e-mail local.',
  MAIL_FROM: 'Remetente dos e-mails: `Escuta <nao-responda@exemplo.com.br>`.',

  REGISTRATION_OPEN: 'Visitantes podem cadastrar uma empresa.',
  OPERADOR_NOME: 'Operador da instalação: nome nas páginas legais, no rodapé e nos e-mails.',
  OPERADOR_CNPJ: 'Operador: CNPJ.',
  OPERADOR_ENDERECO: 'Operador: endereço postal.',
  LEADS_MESES: 'Meses depois dos quais um pedido de demonstração é excluído, com nome, e-mail e telefone.',
  OPERADOR_EMAIL: 'Operador: e-mail de contato; recebe pedidos de demonstração e compras.',
  OPERADOR_TELEFONE: 'Operador: telefone.',
  OPERADOR_LINKEDIN: 'Operador: página no LinkedIn.',
  OPERADOR_INSTAGRAM: 'Operador: página no Instagram.',
  ENCARREGADO_NOME: 'Encarregado da proteção de dados (LGPD, art. 41): nome.',
  ENCARREGADO_EMAIL: 'Encarregado: e-mail; vazio: o do operador.',

  CEP_API_URL: 'Endereço do serviço de CEP (a interface do ViaCEP: /ws/{cep}/json/).',
  ASTERISK_ALLOWED_CIDRS:
    'Redes privadas com servidores de telefonia, CIDRs separados por vírgula (10.20.0.0/16). A própria máquina, o enlace local e os metadados são sempre recusados.',

  LOW_BALANCE_CREDITS: 'Saldo abaixo do qual a empresa recebe um aviso, em créditos.',
  CREDITO_ENTREVISTA_MINUTOS:
    'Minutos de gravação por crédito de uma entrevista; minutos iniciados contam. Uma ligação usa um crédito.',
  ACESSOS_ANOS: 'Tempo que o registro de acessos é guardado, anos.',
  CREDITOS_BOAS_VINDAS:
    'Créditos iniciais de uma empresa nova, lançados no extrato assim que ela confirma o e-mail.',
  COMPRAS_MES_CREDITOS:
    'Créditos que uma empresa compra por mês na hora; acima disso a compra é um pedido a um administrador. Vazio: o tamanho do maior pacote à venda. 0: toda compra é um pedido.',

  INIT_ADMIN_EMAIL:
    'Primeiro administrador: e-mail. A conta é criada uma vez, e estas variáveis nunca a mudam.',
  INIT_ADMIN_PASSWORD: 'Primeiro administrador: senha.',
  INIT_ADMIN_CNPJ: 'Primeiro administrador: CNPJ da empresa que opera.',
  INIT_ADMIN_EMPRESA: 'Primeiro administrador: nome dessa empresa.',
};
