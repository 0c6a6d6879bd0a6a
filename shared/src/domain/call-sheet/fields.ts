/** An import of calls from a sheet: its states, what its columns may be, and what is counted (docs/decisions/0026-import.md). */
import { z } from 'zod';
import { storableText } from '../storable-text.ts';
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
/** Somebody still works on it, or is asked. */
export const IMPORTACAO_ABERTA = [
  'enviando',
  'lendo',
  'mapear',
  'simulando',
  'simulada',
] as const satisfies readonly EstadoImportacao[];

/** What a column may say of a call. */
export const CAMPOS_PLANILHA = [
  'inicio',
  'dia',
  'hora',
  'fim',
  'duracao',
  'numero',
  'ramal',
  'agente',
  'nome',
  'arquivo',
  'unique_id',
  'observacoes',
  'canal',
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
  numero: 'Número',
  ramal: 'Ramal',
  agente: 'Agente',
  nome: 'Nome do cliente',
  arquivo: 'Arquivo da gravação',
  unique_id: 'Identificador (unique_id)',
  observacoes: 'Observações',
  canal: 'Canal (pernas do Asterisk)',
  metadado: 'Guardar como dado adicional',
  ignorar: 'Não importar',
};

/** dd/mm or mm/dd. */
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

/** What whole numbers of a duration count. */
export const UNIDADES_DURACAO = ['segundos', 'minutos'] as const;
export type UnidadeDuracao = (typeof UNIDADES_DURACAO)[number];

/** Programs whose sheets are known by their columns. */
export const ORIGENS_PLANILHA = ['asterisk', 'freepbx', 'issabel', '3cx', 'vonix', 'genesys'] as const;
export type OrigemPlanilha = (typeof ORIGENS_PLANILHA)[number];
export const ORIGEM_LABEL: Record<OrigemPlanilha, string> = {
  asterisk: 'Asterisk (Master.csv)',
  freepbx: 'FreePBX',
  issabel: 'Issabel',
  '3cx': '3CX',
  vonix: 'Vonix',
  genesys: 'Genesys',
};

const OBRIGATORIOS = 'Escolha a coluna do número e a do início da ligação.';
const campos: ReadonlySet<string> = new Set(CAMPOS_PLANILHA);

/** What each column is, and how its texts are read. */
export const mapeamentoSchema = z
  .object({
    colunas: z
      .array(z.enum(DESTINOS_COLUNA, { error: 'Campo desconhecido.' }))
      .min(1)
      .max(LIMITES_IMPORTACAO.colunas),
    /** Null: the column itself decides. */
    ordem: z.enum(ORDENS_DATA).nullable().default(null),
    fuso: z.enum(FUSOS, { error: 'Fuso desconhecido.' }).default(FUSO_PADRAO),
    duracao: z.enum(UNIDADES_DURACAO).default('segundos'),
    criar_agentes: z.boolean().default(false),
  })
  .superRefine(({ colunas }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['colunas'], message, input: colunas });
    for (const campo of CAMPOS_PLANILHA)
      if (colunas.filter((one) => one === campo).length > 1)
        refuse(`Só uma coluna pode ser "${DESTINO_LABEL[campo]}".`);
    if (!colunas.includes('numero') || !(colunas.includes('inicio') || colunas.includes('dia')))
      refuse(OBRIGATORIOS);
    if (colunas.includes('inicio') && (colunas.includes('dia') || colunas.includes('hora')))
      refuse('Use o início em uma coluna só, ou data e hora em duas: não os dois.');
    if (colunas.includes('hora') && !colunas.includes('dia')) refuse('Falta a coluna da data.');
    if (colunas.filter((one) => one === 'metadado').length > LIMITES_IMPORTACAO.metadados)
      refuse(`No máximo ${LIMITES_IMPORTACAO.metadados} colunas podem ser dados adicionais.`);
  });
export type Mapeamento = z.output<typeof mapeamentoSchema>;

export const isCampo = (destino: DestinoColuna): destino is CampoPlanilha => campos.has(destino);

/** What the column's own dates say of their order; null: it holds none. */
export const ORDENS_LIDAS = ['dma', 'mda', 'ambigua', 'mista'] as const;
export type OrdemLida = (typeof ORDENS_LIDAS)[number];

/** A column as it was read. */
export const colunaLidaSchema = z.object({
  titulo: z.string(),
  /** The first texts in it, at most three. */
  exemplos: z.array(z.string()),
  preenchidas: z.number().int(),
  /** What it seems to be, and whether its title or a remembered mapping says so. */
  sugestao: z.enum(DESTINOS_COLUNA),
  certa: z.boolean(),
  ordem: z.enum(ORDENS_LIDAS).nullable(),
});
export type ColunaLida = z.output<typeof colunaLidaSchema>;

const contagem = z.number().int().min(0);

/** What became of the rows: `lidas` = `criadas` + `duplicadas` + `recusadas`. */
export const contagensSchema = z.object({
  lidas: contagem,
  criadas: contagem,
  /** `pernas` among them: further rows of one call. */
  duplicadas: contagem,
  pernas: contagem,
  recusadas: contagem,
  /** Of `criadas`: those that name an agent whom nobody knows, who was not made either. */
  sem_agente: contagem,
  /** Names that were not known, each once, at most LIMITES_IMPORTACAO.agentesNovos + 1. */
  agentes_novos: z.array(storableText()),
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
