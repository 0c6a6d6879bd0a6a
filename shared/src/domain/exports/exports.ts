/** Each kind of export with its columns, further sheets, and 'export' resource (docs/decisions/0019-exports.md). */

import type { Resource } from '../accounts/permissions.ts';
import { DIRECAO_LABEL } from '../calls/call-direction.ts';
import { SENTIMENTO_LABEL } from '../filters/filtro-campos.ts';
import { CATEGORIA_TEMPLATE_LABEL } from '../insights/insight-template.ts';
import { REVISAO_LABEL } from '../interview/verdicts/review-state.ts';
import { ACESSO_LABEL, ALVO_ACESSO_LABEL } from '../log/accesses.ts';
import { ACAO_LABEL } from '../log/audit-actions.ts';
import { FALANTE_LABEL } from '../profiles/roles.ts';
import { CORRIGIDO_LABEL, ESTADO_DISPARO_LABEL, GRAVIDADE_LABEL, MEDIDA_LABEL } from '../rules/rules.ts';
import { SITUACAO_CONSUMO_LABEL, TIPO_EXTRATO_LABEL } from '../runs/credits.ts';
import { ETAPA_LABEL, STATUS_LABEL, TIPO_ITEM_LABEL } from '../runs/status.ts';
import { RECURSO_DA_EXPORTACAO } from './export-resources.ts';

export const FORMATOS_EXPORTACAO = ['xlsx', 'csv', 'json'] as const;
export type FormatoExportacao = (typeof FORMATOS_EXPORTACAO)[number];

/** Maximum rows of an immediate export; a larger export becomes a task. */
export const EXPORTACAO_NA_HORA = 5000;
/** Excel's limit of rows. */
export const EXPORTACAO_MAX = 1_000_000;
/** Days for which a task's file is kept. */
export const EXPORTACAO_GUARDADA_DIAS = 7;

/**
 * `rotulo`: label in a sheet, code in JSON. `lista`: texts, joined by '; '. `fracao`: a share of 0 to 1, shown as 0 to
 * 100.
 */
export type TipoColuna =
  | 'texto'
  | 'numero'
  | 'fracao'
  | 'reais'
  | 'momento'
  | 'dia'
  | 'sim_nao'
  | 'lista'
  | 'rotulo';

export type ColunaExportavel = {
  rotulo: string;
  tipo: TipoColuna;
  grupo: string;
  padrao?: boolean;
  rotulos?: Readonly<Record<string, string>>;
  /** Width in a sheet, characters. */
  largura?: number;
};
type Colunas = Readonly<Record<string, ColunaExportavel>>;

const coluna = (
  grupo: string,
  rotulo: string,
  tipo: TipoColuna = 'texto',
  rest: Partial<Pick<ColunaExportavel, 'padrao' | 'rotulos' | 'largura'>> = {},
): ColunaExportavel => ({ rotulo, tipo, grupo, ...rest });
const padrao = true;

export const VEREDITO_LABEL = { aprovado: 'Aprovado', rejeitado: 'Rejeitado' } as const;
export const ATENDIDO_LABEL = { sim: 'Sim', nao: 'Não', nao_se_aplica: 'Não se aplica' } as const;
const PAPEL_DE_CONTA_LABEL = { admin: 'Administrador', gerente: 'Gerente', usuario: 'Usuário' } as const;
const SITUACAO_ENTREVISTA_LABEL = {
  em_andamento: 'Em andamento',
  concluida: 'Concluída',
  interrompida: 'Interrompida',
} as const;
const GRAVACAO_LABEL = {
  esperada: 'Com gravação',
  recusada: 'Recusada pelo entrevistado',
  sem_gravacao: 'Sem gravação',
} as const;

/** A call with its results; `deResultado`: selects result columns by default. */
const ligacao = (deResultado: boolean) =>
  ({
    id: coluna('Ligação', 'Identificador', 'texto', { largura: 38 }),
    unique_id: coluna('Ligação', 'Identificador na telefonia'),
    projeto: coluna('Ligação', 'Projeto', 'texto', { largura: 24 }),
    auditoria: coluna('Ligação', 'Auditoria', 'texto', { largura: 24, padrao: deResultado }),
    tipo: coluna('Ligação', 'Tipo', 'rotulo', { rotulos: TIPO_ITEM_LABEL }),
    status: coluna('Ligação', 'Status', 'rotulo', { rotulos: STATUS_LABEL, padrao }),
    motivo: coluna('Ligação', 'Motivo', 'texto', { largura: 32 }),
    numero: coluna('Ligação', 'Número', 'texto', { padrao, largura: 18 }),
    nome: coluna('Ligação', 'Nome', 'texto', { padrao, largura: 28 }),
    ramal: coluna('Ligação', 'Ramal', 'texto', { padrao: !deResultado }),
    direcao: coluna('Ligação', 'Direção', 'rotulo', { rotulos: DIRECAO_LABEL, padrao }),
    agente: coluna('Ligação', 'Agente', 'texto', { padrao, largura: 24 }),
    matricula: coluna('Ligação', 'Matrícula do agente'),
    inicio: coluna('Ligação', 'Início da chamada', 'momento', { padrao, largura: 18 }),
    fim: coluna('Ligação', 'Fim da chamada', 'momento', { largura: 18 }),
    duracao_s: coluna('Ligação', 'Duração (s)', 'numero', { padrao }),
    espera_s: coluna('Ligação', 'Espera (s)', 'numero'),
    criada_em: coluna('Ligação', 'Criada em', 'momento', { padrao: !deResultado, largura: 18 }),
    arquivo: coluna('Gravação', 'Arquivo', 'texto', { largura: 28 }),
    arquivo_telefonia: coluna('Gravação', 'Arquivo na telefonia', 'texto', { largura: 28 }),
    sha256: coluna('Gravação', 'SHA-256', 'texto', { largura: 66 }),
    recebida_em: coluna('Gravação', 'Gravação recebida em', 'momento', { largura: 18 }),
    nota: coluna('Análise', 'Pontuação', 'fracao', { padrao }),
    nota_ia: coluna('Análise', 'Pontuação da IA', 'fracao', { padrao }),
    sentimento: coluna('Análise', 'Sentimento', 'rotulo', { rotulos: SENTIMENTO_LABEL, padrao }),
    disparos: coluna('Análise', 'Alertas a resolver', 'numero', { padrao }),
    alertas: coluna('Análise', 'Alertas da IA', 'numero', { padrao }),
    palavras: coluna('Análise', 'Palavras ofensivas', 'lista', { largura: 24 }),
    resumo: coluna('Análise', 'Resumo', 'texto', { padrao: deResultado, largura: 60 }),
    analisada_em: coluna('Análise', 'Analisada em', 'momento', { padrao: deResultado, largura: 18 }),
    revisada_por: coluna('Análise', 'Revisada por', 'texto', { padrao, largura: 24 }),
    revisada_em: coluna('Análise', 'Revisada em', 'momento', { largura: 18 }),
    responsavel: coluna('Ligação', 'Responsável', 'texto', { largura: 24 }),
    transcricao: coluna('Transcrição', 'Transcrição com tempos e canais', 'texto', { largura: 80 }),
    custo_usd: coluna('Custos', 'Custo (US$)', 'numero'),
    minutos: coluna('Custos', 'Minutos de áudio', 'numero'),
    tokens: coluna('Custos', 'Tokens', 'numero'),
    creditos: coluna('Custos', 'Créditos', 'numero'),
  }) as const;

const INSIGHT = {
  id: coluna('Insight', 'Identificador', 'texto', { largura: 38 }),
  ligacao_id: coluna('Ligação', 'Identificador da ligação', 'texto', { largura: 38 }),
  numero: coluna('Ligação', 'Número', 'texto', { padrao, largura: 18 }),
  nome: coluna('Ligação', 'Nome', 'texto', { padrao, largura: 28 }),
  agente: coluna('Ligação', 'Agente', 'texto', { padrao, largura: 24 }),
  inicio: coluna('Ligação', 'Início da chamada', 'momento', { padrao, largura: 18 }),
  template: coluna('Insight', 'Template', 'texto', { padrao, largura: 28 }),
  versao: coluna('Insight', 'Versão do template', 'numero', { padrao }),
  categoria: coluna('Insight', 'Categoria', 'rotulo', { rotulos: CATEGORIA_TEMPLATE_LABEL, padrao }),
  status: coluna('Insight', 'Status', 'rotulo', { rotulos: STATUS_LABEL }),
  motivo: coluna('Insight', 'Motivo', 'texto', { largura: 32 }),
  tags: coluna('Insight', 'Tags', 'lista', { largura: 24 }),
  nota: coluna('Insight', 'Pontuação', 'fracao', { padrao }),
  nota_ia: coluna('IA', 'Pontuação da IA', 'fracao', { padrao }),
  nota_modelo: coluna('IA', 'Pontuação do modelo', 'fracao'),
  confianca: coluna('IA', 'Confiança', 'fracao'),
  resumo: coluna('IA', 'Resumo', 'texto', { padrao, largura: 60 }),
  alertas: coluna('IA', 'Alertas da IA', 'numero', { padrao }),
  alertas_titulos: coluna('IA', 'Títulos dos alertas da IA', 'lista', { largura: 40 }),
  sem_evidencia: coluna('IA', 'Sem evidência', 'sim_nao'),
  modelo: coluna('IA', 'Modelo', 'texto', { largura: 20 }),
  processado_em: coluna('IA', 'Processado em', 'momento', { largura: 18 }),
  veredito: coluna('Pessoa', 'Veredito', 'rotulo', { rotulos: VEREDITO_LABEL, padrao }),
  motivo_rejeicao: coluna('Pessoa', 'Motivo da rejeição', 'texto', { largura: 32 }),
  observacoes: coluna('Pessoa', 'Observações', 'texto', { largura: 40 }),
  discordancias: coluna('Pessoa', 'Critérios em discordância', 'numero'),
  revisado_por: coluna('Pessoa', 'Revisado por', 'texto', { padrao, largura: 24 }),
  revisado_em: coluna('Pessoa', 'Revisado em', 'momento', { largura: 18 }),
  comentarios: coluna('Pessoa', 'Comentários', 'numero'),
} as const;

const ALERTA = {
  gravidade: coluna('Alerta', 'Gravidade', 'rotulo', { rotulos: GRAVIDADE_LABEL, padrao }),
  regra: coluna('Alerta', 'Regra', 'texto', { padrao, largura: 32 }),
  estado: coluna('Alerta', 'Situação', 'rotulo', {
    rotulos: { ...ESTADO_DISPARO_LABEL, corrigido: CORRIGIDO_LABEL },
    padrao,
  }),
  procede: coluna('Alerta', 'Procede', 'sim_nao', { padrao }),
  momento: coluna('Alerta', 'Data do alerta', 'momento', { padrao, largura: 18 }),
  motivos: coluna('Alerta', 'Motivos', 'lista', { padrao, largura: 60 }),
  numero: coluna('Ligação', 'Número', 'texto', { padrao, largura: 18 }),
  inicio: coluna('Ligação', 'Início da chamada', 'momento', { padrao, largura: 18 }),
  duracao_s: coluna('Ligação', 'Duração (s)', 'numero', { padrao }),
  nota: coluna('Ligação', 'Pontuação', 'fracao', { padrao }),
  agente: coluna('Ligação', 'Agente', 'texto', { padrao, largura: 24 }),
  projeto: coluna('Ligação', 'Projeto', 'texto', { padrao, largura: 24 }),
  medida: coluna('Medida', 'Medida', 'rotulo', { rotulos: MEDIDA_LABEL, largura: 28 }),
  valor: coluna('Medida', 'Valor medido', 'numero'),
  limite: coluna('Medida', 'Limite da regra', 'numero'),
  visto_por: coluna('Pessoa', 'Visto por', 'texto', { largura: 24 }),
  visto_em: coluna('Pessoa', 'Visto em', 'momento', { largura: 18 }),
  resolvido_por: coluna('Pessoa', 'Resolvido por', 'texto', { padrao, largura: 24 }),
  resolvido_em: coluna('Pessoa', 'Resolvido em', 'momento', { padrao, largura: 18 }),
  observacao: coluna('Pessoa', 'Observação', 'texto', { padrao, largura: 40 }),
  ligacao_id: coluna('Identificadores', 'Identificador da ligação', 'texto', { largura: 38 }),
  id: coluna('Identificadores', 'Identificador do alerta', 'texto', { largura: 38 }),
} as const;

const ENTREVISTA = {
  id: coluna('Entrevista', 'Identificador', 'texto', { largura: 38 }),
  questionario: coluna('Entrevista', 'Questionário', 'texto', { padrao, largura: 28 }),
  versao: coluna('Entrevista', 'Versão', 'numero', { padrao }),
  nome: coluna('Identificação', 'Nome do entrevistado', 'texto', { largura: 28 }),
  telefone: coluna('Identificação', 'Telefone', 'texto', { largura: 18 }),
  codigo_externo: coluna('Entrevista', 'Código externo'),
  linha_planilha: coluna('Entrevista', 'Linha da planilha', 'numero'),
  entrevistador: coluna('Entrevista', 'Entrevistador', 'texto', { padrao, largura: 24 }),
  situacao: coluna('Entrevista', 'Situação', 'rotulo', { rotulos: SITUACAO_ENTREVISTA_LABEL, padrao }),
  motivo: coluna('Entrevista', 'Motivo', 'texto', { largura: 28 }),
  dia: coluna('Entrevista', 'Dia', 'dia', { padrao }),
  criada_em: coluna('Entrevista', 'Começou em', 'momento', { padrao, largura: 18 }),
  concluida_em: coluna('Entrevista', 'Terminou em', 'momento', { padrao, largura: 18 }),
  respondidas: coluna('Entrevista', 'Perguntas respondidas', 'numero', { padrao }),
  consentimento: coluna('Entrevista', 'Consentimento', 'rotulo', {
    rotulos: { aceito: 'Aceito', recusou_gravacao: 'Recusou a gravação', recusou: 'Recusou' },
  }),
  gravacao: coluna('Gravação', 'Gravação', 'rotulo', { rotulos: GRAVACAO_LABEL, padrao }),
  duracao_s: coluna('Gravação', 'Duração da gravação (s)', 'numero', { padrao }),
  sha256: coluna('Gravação', 'SHA-256', 'texto', { largura: 66 }),
  status: coluna('Auditoria', 'Status da auditoria', 'rotulo', { rotulos: STATUS_LABEL, padrao }),
  conferem: coluna('Auditoria', 'Respostas que conferem', 'numero'),
  divergem: coluna('Auditoria', 'Respostas que divergem', 'numero'),
  a_revisar: coluna('Auditoria', 'Respostas a revisar', 'numero'),
  revisao: coluna('Auditoria', 'Revisão', 'rotulo', { rotulos: REVISAO_LABEL, padrao }),
} as const;

const EXTRATO = {
  data: coluna('Lançamento', 'Data', 'momento', { padrao, largura: 18 }),
  tipo: coluna('Lançamento', 'Tipo', 'rotulo', { rotulos: TIPO_EXTRATO_LABEL, padrao }),
  descricao: coluna('Lançamento', 'Descrição', 'texto', { padrao, largura: 40 }),
  item: coluna('Lançamento', 'Item', 'texto', { padrao, largura: 28 }),
  situacao: coluna('Lançamento', 'Situação', 'rotulo', { rotulos: SITUACAO_CONSUMO_LABEL, padrao }),
  creditos: coluna('Lançamento', 'Créditos', 'numero', { padrao }),
  saldo_apos: coluna('Lançamento', 'Saldo após', 'numero', { padrao }),
  valor: coluna('Lançamento', 'Valor (R$)', 'reais', { padrao }),
  responsavel: coluna('Lançamento', 'Responsável', 'texto', { padrao, largura: 28 }),
  id: coluna('Identificadores', 'Identificador do lançamento', 'texto', { largura: 38 }),
  item_id: coluna('Identificadores', 'Identificador do item', 'texto', { largura: 38 }),
} as const;

const USUARIO = {
  nome: coluna('Conta', 'Nome', 'texto', { padrao, largura: 28 }),
  email: coluna('Conta', 'E-mail', 'texto', { padrao, largura: 32 }),
  empresa: coluna('Conta', 'Empresa', 'texto', { largura: 28 }),
  papel: coluna('Conta', 'Papel', 'rotulo', { rotulos: PAPEL_DE_CONTA_LABEL, padrao }),
  situacao: coluna('Conta', 'Situação', 'rotulo', {
    rotulos: { ativo: 'Ativo', inativo: 'Inativo', convidado: 'Convidado' },
    padrao,
  }),
  ultimo_acesso: coluna('Conta', 'Último acesso', 'momento', { padrao, largura: 18 }),
  criada_em: coluna('Conta', 'Criada em', 'momento', { padrao, largura: 18 }),
  id: coluna('Conta', 'Identificador', 'texto', { largura: 38 }),
} as const;

const REGISTRO = {
  data: coluna('Ação', 'Data', 'momento', { padrao, largura: 18 }),
  acao: coluna('Ação', 'Ação', 'rotulo', { rotulos: ACAO_LABEL, padrao, largura: 34 }),
  quem: coluna('Ação', 'Autor', 'texto', { padrao, largura: 32 }),
  endereco_ip: coluna('Ação', 'Endereço IP', 'texto', { padrao, largura: 18 }),
  recurso: coluna('Ação', 'Recurso', 'texto', { padrao }),
  recurso_id: coluna('Ação', 'Identificador do recurso', 'texto', { padrao, largura: 38 }),
  detalhes: coluna('Ação', 'Detalhes', 'texto', { padrao, largura: 60 }),
  id: coluna('Ação', 'Identificador', 'texto', { largura: 38 }),
} as const;

const ACESSO = {
  de: coluna('Acesso', 'De', 'momento', { padrao, largura: 18 }),
  ate: coluna('Acesso', 'Até', 'momento', { padrao, largura: 18 }),
  tipo: coluna('Acesso', 'Conteúdo', 'rotulo', { rotulos: ACESSO_LABEL, padrao, largura: 24 }),
  quem: coluna('Acesso', 'Autor', 'texto', { padrao, largura: 32 }),
  administrador: coluna('Acesso', 'Administrador da plataforma', 'sim_nao', { padrao }),
  alvo_tipo: coluna('Acesso', 'Origem', 'rotulo', { rotulos: ALVO_ACESSO_LABEL, padrao, largura: 20 }),
  alvo: coluna('Acesso', 'Nome', 'texto', { padrao, largura: 28 }),
  ouvido_s: coluna('Acesso', 'Tempo ouvido (s)', 'numero', { padrao }),
  enviado: coluna('Acesso', 'Bytes enviados', 'numero', { padrao }),
  tamanho: coluna('Acesso', 'Bytes totais', 'numero'),
  endereco_ip: coluna('Acesso', 'Endereço IP', 'texto', { padrao, largura: 18 }),
  alvo_id: coluna('Identificadores', 'Identificador do conteúdo', 'texto', { padrao, largura: 38 }),
  id: coluna('Identificadores', 'Identificador do acesso', 'texto', { largura: 38 }),
} as const;

/** Further tables of a file, always with all columns. */
export const PLANILHAS = {
  falas: {
    rotulo: 'Falas',
    descricao: 'A transcrição, uma linha por fala, com tempos, canais e as correções feitas por pessoas',
    colunas: {
      ligacao_id: coluna('', 'Identificador da ligação', 'texto', { largura: 38 }),
      numero: coluna('', 'Número', 'texto', { largura: 18 }),
      ordem: coluna('', 'Ordem', 'numero'),
      inicio_s: coluna('', 'Início (s)', 'numero'),
      fim_s: coluna('', 'Fim (s)', 'numero'),
      falante: coluna('', 'Falante', 'rotulo', { rotulos: FALANTE_LABEL }),
      texto: coluna('', 'Fala', 'texto', { largura: 80 }),
      texto_ia: coluna('', 'Transcrição original', 'texto', { largura: 60 }),
      falante_ia: coluna('', 'Falante (IA)', 'rotulo', { rotulos: FALANTE_LABEL }),
      corrigida: coluna('', 'Corrigida por uma pessoa', 'sim_nao'),
      confianca: coluna('', 'Confiança', 'fracao'),
      modelo: coluna('', 'Modelo', 'texto', { largura: 20 }),
    },
  },
  criterios: {
    rotulo: 'Critérios',
    descricao: 'Cada critério de cada insight: o valor da IA e o da pessoa lado a lado, com as citações',
    colunas: {
      ligacao_id: coluna('', 'Identificador da ligação', 'texto', { largura: 38 }),
      insight_id: coluna('', 'Identificador do insight', 'texto', { largura: 38 }),
      template: coluna('', 'Template', 'texto', { largura: 28 }),
      versao: coluna('', 'Versão do template', 'numero'),
      modelo: coluna('', 'Modelo', 'texto', { largura: 20 }),
      criterio_id: coluna('', 'Critério (código)'),
      criterio: coluna('', 'Critério', 'texto', { largura: 50 }),
      peso: coluna('', 'Peso', 'numero'),
      critico: coluna('', 'Crítico', 'sim_nao'),
      atendido_ia: coluna('', 'Atendido (IA)', 'rotulo', { rotulos: ATENDIDO_LABEL }),
      comprovado: coluna('', 'Comprovado por citação', 'sim_nao'),
      justificativa: coluna('', 'Justificativa da IA', 'texto', { largura: 60 }),
      atendido_pessoa: coluna('', 'Atendido (pessoa)', 'rotulo', { rotulos: ATENDIDO_LABEL }),
      citacoes: coluna('', 'Citações', 'texto', { largura: 60 }),
      veredito: coluna('', 'Veredito do insight', 'rotulo', { rotulos: VEREDITO_LABEL }),
      revisado_por: coluna('', 'Revisado por', 'texto', { largura: 24 }),
      revisado_em: coluna('', 'Revisado em', 'momento', { largura: 18 }),
    },
  },
  custos: {
    rotulo: 'Custos',
    descricao: 'O custo de cada ligação, por etapa e modelo, de todos os processamentos',
    colunas: {
      ligacao_id: coluna('', 'Identificador da ligação', 'texto', { largura: 38 }),
      execucao_id: coluna('', 'Identificador do processamento', 'texto', { largura: 38 }),
      etapa: coluna('', 'Etapa', 'rotulo', { rotulos: ETAPA_LABEL, largura: 24 }),
      provedor: coluna('', 'Provedor'),
      modelo: coluna('', 'Modelo', 'texto', { largura: 20 }),
      unidade: coluna('', 'Unidade', 'rotulo', {
        rotulos: {
          minuto_audio: 'Minuto de áudio',
          token_entrada: 'Token de entrada',
          token_saida: 'Token de saída',
        },
        largura: 18,
      }),
      quantidade: coluna('', 'Quantidade', 'numero'),
      preco_usd: coluna('', 'Preço (US$)', 'numero'),
      total_usd: coluna('', 'Total (US$)', 'numero'),
      em: coluna('', 'Em', 'momento', { largura: 18 }),
    },
  },
} as const satisfies Record<string, { rotulo: string; descricao: string; colunas: Colunas }>;
export type PlanilhaExportavel = keyof typeof PLANILHAS;

export const TIPOS_ALVO = ['projeto', 'auditoria', 'pesquisa', 'empresa'] as const;
type TipoAlvo = (typeof TIPOS_ALVO)[number];

type Exportacao = {
  rotulo: string;
  substantivo: readonly [string, string];
  recurso: Resource;
  de: readonly TipoAlvo[];
  colunas: Colunas;
  planilhas: readonly PlanilhaExportavel[];
};

export const EXPORTACOES = {
  ligacoes: {
    rotulo: 'Ligações',
    substantivo: ['ligação', 'ligações'],
    recurso: RECURSO_DA_EXPORTACAO.ligacoes,
    de: ['projeto', 'auditoria'],
    colunas: ligacao(false),
    planilhas: ['falas', 'criterios', 'custos'],
  },
  resultados: {
    rotulo: 'Resultados',
    substantivo: ['resultado', 'resultados'],
    recurso: RECURSO_DA_EXPORTACAO.resultados,
    de: ['auditoria', 'projeto'],
    colunas: ligacao(true),
    planilhas: ['falas', 'criterios', 'custos'],
  },
  insights: {
    rotulo: 'Insights',
    substantivo: ['insight', 'insights'],
    recurso: RECURSO_DA_EXPORTACAO.insights,
    de: ['projeto', 'auditoria'],
    colunas: INSIGHT,
    planilhas: ['criterios'],
  },
  alertas: {
    rotulo: 'Alertas',
    substantivo: ['alerta', 'alertas'],
    recurso: RECURSO_DA_EXPORTACAO.alertas,
    de: ['empresa'],
    colunas: ALERTA,
    planilhas: [],
  },
  entrevistas: {
    rotulo: 'Entrevistas',
    substantivo: ['entrevista', 'entrevistas'],
    recurso: RECURSO_DA_EXPORTACAO.entrevistas,
    de: ['pesquisa'],
    colunas: ENTREVISTA,
    planilhas: [],
  },
  extrato: {
    rotulo: 'Extrato de créditos',
    substantivo: ['lançamento', 'lançamentos'],
    recurso: RECURSO_DA_EXPORTACAO.extrato,
    de: ['empresa'],
    colunas: EXTRATO,
    planilhas: [],
  },
  usuarios: {
    rotulo: 'Usuários',
    substantivo: ['usuário', 'usuários'],
    recurso: RECURSO_DA_EXPORTACAO.usuarios,
    de: ['empresa'],
    colunas: USUARIO,
    planilhas: [],
  },
  registros: {
    rotulo: 'Registro de ações',
    substantivo: ['ação', 'ações'],
    recurso: RECURSO_DA_EXPORTACAO.registros,
    de: ['empresa'],
    colunas: REGISTRO,
    planilhas: [],
  },
  acessos: {
    rotulo: 'Registro de acessos',
    substantivo: ['acesso', 'acessos'],
    recurso: RECURSO_DA_EXPORTACAO.acessos,
    de: ['empresa'],
    colunas: ACESSO,
    planilhas: [],
  },
} as const satisfies Record<string, Exportacao>;
export type TipoExportacao = keyof typeof EXPORTACOES;
export const TIPOS_EXPORTACAO = Object.keys(EXPORTACOES) as [TipoExportacao, ...TipoExportacao[]];

export const exportOf = (tipo: TipoExportacao): Exportacao => EXPORTACOES[tipo];

export function defaultColumns(tipo: TipoExportacao): string[] {
  return Object.entries(exportOf(tipo).colunas)
    .filter(([, one]) => one.padrao)
    .map(([chave]) => chave);
}
