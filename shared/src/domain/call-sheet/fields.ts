/** Imports of calls: states, columns and counts (docs/decisions/0026-import.md). */
import { z } from 'zod';
import { DIRECOES } from '../calls/call-direction.ts';
import { storableText } from '../text/storable-text.ts';
import { LIMITES_IMPORTACAO } from './limits.ts';

export const ESTADOS_IMPORTACAO = [
  'enviando',
  'lendo',
  'mapear',
  'simulando',
  'simulada',
  'importando',
  'interrompida',
  'concluida',
  'desfazendo',
  'desfeita',
  'falhou',
  'cancelada',
] as const;
export type EstadoImportacao = (typeof ESTADOS_IMPORTACAO)[number];
export const ESTADO_IMPORTACAO_LABEL: Record<EstadoImportacao, string> = {
  enviando: 'Recebendo o arquivo',
  lendo: 'Lendo o arquivo',
  mapear: 'Conferir colunas',
  simulando: 'Simulando',
  simulada: 'Simulada',
  importando: 'Importando',
  interrompida: 'Interrompida',
  concluida: 'Concluída',
  desfazendo: 'Desfazendo',
  desfeita: 'Desfeita',
  falhou: 'Não pôde ser lida',
  cancelada: 'Cancelada',
};
/** States in which a task or a person still works on the import. */
export const IMPORTACAO_ABERTA = [
  'enviando',
  'lendo',
  'mapear',
  'simulando',
  'simulada',
] as const satisfies readonly EstadoImportacao[];

export const CAMPOS_PLANILHA = [
  'inicio',
  'dia',
  'hora',
  'fim',
  'duracao',
  'numero',
  'origem',
  'destino',
  'direcao',
  'ramal',
  'agente',
  'nome',
  'arquivo',
  'unique_id',
  'ligacao',
  'observacoes',
  'situacao',
  'canal',
  'canal_destino',
  'contexto',
  'did',
] as const;
export type CampoPlanilha = (typeof CAMPOS_PLANILHA)[number];
export const DESTINOS_COLUNA = [...CAMPOS_PLANILHA, 'metadado', 'ignorar'] as const;
export type DestinoColuna = (typeof DESTINOS_COLUNA)[number];
export const DESTINO_LABEL: Record<DestinoColuna, string> = {
  inicio: 'Início (data e hora)',
  dia: 'Data (sem hora)',
  hora: 'Hora do início',
  fim: 'Fim',
  duracao: 'Duração',
  numero: 'Número do cliente',
  origem: 'Origem (número ou ramal)',
  destino: 'Destino (número ou ramal)',
  direcao: 'Direção (recebida, efetuada, interna)',
  ramal: 'Ramal',
  agente: 'Agente',
  nome: 'Nome do cliente',
  arquivo: 'Arquivo da gravação',
  unique_id: 'Identificador (unique_id)',
  ligacao: 'Identificador comum da ligação (linkedid)',
  observacoes: 'Observações',
  situacao: 'Situação (atendida ou não)',
  canal: 'Canal de origem (Asterisk)',
  canal_destino: 'Canal de destino (Asterisk)',
  contexto: 'Contexto (Asterisk)',
  did: 'Número da empresa chamado (DID)',
  metadado: 'Manter como dado adicional',
  ignorar: 'Não importar',
};

/** Dates as dd/mm or mm/dd. */
export const ORDENS_DATA = ['dma', 'mda'] as const;
export type OrdemData = (typeof ORDENS_DATA)[number];

export const FUSO_PADRAO = 'America/Sao_Paulo';
export const FUSOS = [
  FUSO_PADRAO,
  'America/Manaus',
  'America/Cuiaba',
  'America/Rio_Branco',
  'America/Noronha',
  'America/Fortaleza',
  'UTC',
] as const;
export type Fuso = (typeof FUSOS)[number];
export const FUSO_LABEL: Record<Fuso, string> = {
  'America/Sao_Paulo': 'Brasília',
  'America/Manaus': 'Manaus',
  'America/Cuiaba': 'Cuiabá',
  'America/Rio_Branco': 'Rio Branco',
  'America/Noronha': 'Fernando de Noronha',
  'America/Fortaleza': 'Fortaleza',
  UTC: 'UTC',
};

export const UNIDADES_DURACAO = ['segundos', 'minutos'] as const;
export type UnidadeDuracao = (typeof UNIDADES_DURACAO)[number];

export const ORIGENS_PLANILHA = [
  'asterisk',
  'freepbx',
  'issabel',
  '3cx',
  'vonix',
  'genesys',
  'vicidial',
] as const;
export type OrigemPlanilha = (typeof ORIGENS_PLANILHA)[number];
export const ORIGEM_LABEL: Record<OrigemPlanilha, string> = {
  asterisk: 'Asterisk (Master.csv)',
  freepbx: 'FreePBX',
  issabel: 'Issabel',
  '3cx': '3CX',
  vonix: 'Vonix',
  genesys: 'Genesys',
  vicidial: 'VICIdial',
};

/** Sources of directions: the values, with or without a person's choice for doubtful rows; one choice for all rows. */
export const DIRECOES_PLANILHA = [
  'valores',
  'duvida_recebida',
  'duvida_efetuada',
  'recebidas',
  'efetuadas',
] as const;
export type DirecaoPlanilha = (typeof DIRECOES_PLANILHA)[number];
export const DIRECAO_PLANILHA_LABEL: Record<DirecaoPlanilha, string> = {
  valores: 'Pelos valores de cada linha',
  duvida_recebida: 'Pelos valores; na dúvida, recebida',
  duvida_efetuada: 'Pelos valores; na dúvida, efetuada',
  recebidas: 'Todas são recebidas',
  efetuadas: 'Todas são efetuadas',
};

const OBRIGATORIOS =
  'Selecione a coluna do número (ou as colunas de origem e destino) e a coluna do início da ligação.';
const campos: ReadonlySet<string> = new Set(CAMPOS_PLANILHA);

export const mapeamentoSchema = z
  .object({
    colunas: z
      .array(z.enum(DESTINOS_COLUNA, { error: 'Campo desconhecido.' }))
      .min(1)
      .max(LIMITES_IMPORTACAO.colunas),
    /** Null to derive the order from the column's dates. */
    ordem: z.enum(ORDENS_DATA).nullable().default(null),
    fuso: z.enum(FUSOS, { error: 'Fuso desconhecido.' }).default(FUSO_PADRAO),
    duracao: z.enum(UNIDADES_DURACAO).default('segundos'),
    criar_agentes: z.boolean().default(false),
    /** Default: 'valores'. */
    direcao: z.enum(DIRECOES_PLANILHA, { error: 'Direção desconhecida.' }).optional(),
  })
  .superRefine(({ colunas }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['colunas'], message, input: colunas });
    for (const campo of CAMPOS_PLANILHA)
      if (colunas.filter((one) => one === campo).length > 1)
        refuse(`Só uma coluna pode ser “${DESTINO_LABEL[campo]}”.`);
    const numero = colunas.includes('numero') || (colunas.includes('origem') && colunas.includes('destino'));
    if (!numero || !(colunas.includes('inicio') || colunas.includes('dia'))) refuse(OBRIGATORIOS);
    if (colunas.includes('inicio') && (colunas.includes('dia') || colunas.includes('hora')))
      refuse('Use uma coluna de início, ou uma de data e outra de hora, não as duas formas.');
    if (colunas.includes('hora') && !colunas.includes('dia')) refuse('Falta a coluna da data.');
    if (colunas.filter((one) => one === 'metadado').length > LIMITES_IMPORTACAO.metadados)
      refuse(`Até ${LIMITES_IMPORTACAO.metadados} colunas podem ser dados adicionais.`);
  });
export type Mapeamento = z.output<typeof mapeamentoSchema>;

export const isCampo = (destino: DestinoColuna): destino is CampoPlanilha => campos.has(destino);

export const ORDENS_LIDAS = ['dma', 'mda', 'ambigua', 'mista'] as const;
export type OrdemLida = (typeof ORDENS_LIDAS)[number];

export const colunaLidaSchema = z.object({
  titulo: z.string(),
  exemplos: z.array(z.string()),
  preenchidas: z.number().int(),
  /** Suggested meaning; `certa`: true if a title or a remembered mapping confirms the suggestion. */
  sugestao: z.enum(DESTINOS_COLUNA),
  certa: z.boolean(),
  ordem: z.enum(ORDENS_LIDAS).nullable(),
  formulas: z.object({ celula: z.string(), n: z.number().int() }).optional(),
});
export type ColunaLida = z.output<typeof colunaLidaSchema>;

const contagem = z.number().int().min(0);

const exemploSchema = z.object({
  linha: z.number().int(),
  de: z.string(),
  para: z.string(),
  numero: z.string().nullable(),
  ramal: z.string().nullable(),
});
export type ExemploDeDirecao = z.output<typeof exemploSchema>;
const direcaoContadaSchema = z.object({
  direcao: z.enum(DIRECOES).nullable(),
  n: contagem,
  exemplos: z.array(exemploSchema),
});
export type DirecaoContada = z.output<typeof direcaoContadaSchema>;
export const EXEMPLOS_DE_DIRECAO = 3;

export const leituraSchema = z.object({
  /** The workbook's sheets in order; empty for single-sheet formats. */
  abas: z.array(
    z.object({
      nome: z.string(),
      oculta: z.boolean(),
      ligacoes: z.boolean(),
    }),
  ),
  duvidas: direcaoContadaSchema.nullable(),
  proprios: z.array(z.string()),
});
export type LeituraDaPlanilha = z.output<typeof leituraSchema>;
export const NADA_LIDO: LeituraDaPlanilha = { abas: [], duvidas: null, proprios: [] };

/** Rows by outcome: `lidas` = `criadas` + `duplicadas` + `recusadas`. */
export const contagensSchema = z.object({
  lidas: contagem,
  criadas: contagem,
  /** Rows without their own call: duplicates, or legs of another row's call (`pernas`). */
  duplicadas: contagem,
  pernas: contagem,
  recusadas: contagem,
  /** Totals and repeated headings, not part of `lidas`; absent from older imports. */
  resumos: contagem.optional(),
  /** Calls of `criadas` whose agent or extension is unknown and was not created. */
  sem_agente: contagem,
  /** Unknown agent names, at most LIMITES_IMPORTACAO.agentesNovos + 1. */
  agentes_novos: z.array(storableText()),
  /** Extensions without an agent, with the first two names of their rows; limited like `agentes_novos`. */
  ramais_sem_agente: z.array(z.object({ ramal: storableText(), nomes: z.array(storableText()) })).optional(),
  /** Calls by direction, created or not, with sample rows; absent once the sheet is deleted. */
  direcoes: z.array(direcaoContadaSchema).optional(),
});
export type Contagens = z.output<typeof contagensSchema>;
export const NADA_CONTADO: Contagens = {
  lidas: 0,
  criadas: 0,
  duplicadas: 0,
  pernas: 0,
  recusadas: 0,
  sem_agente: 0,
  agentes_novos: [],
};
