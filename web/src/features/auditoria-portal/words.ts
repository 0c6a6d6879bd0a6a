/** What the portal's screens say in more than one place. */
import type {
  GravacaoDoPreparo,
  LinhaDoPreparo,
  PreparoDetalhe,
  PreparoWire,
} from '@escuta/shared/contracts/preparos';
import type { EstadoPreparo } from '@escuta/shared/domain/audit-preparation';
import type { PapelColuna } from '@escuta/shared/domain/survey-file/columns';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import type { BadgeVariant } from '../../ui/badge.tsx';

export type Preparo = PreparoWire;
export type Detalhe = PreparoDetalhe;
export type Gravacao = GravacaoDoPreparo;
export type Linha = LinhaDoPreparo;

export const PORTAL = { to: paths.auditoriaPortal, label: 'Voltar para Enviar auditoria' };

export const ESTADO_VARIANT: Record<EstadoPreparo, BadgeVariant> = {
  enviando: 'neutral',
  analisando: 'info',
  pronto: 'warning',
  criando: 'info',
  auditando: 'info',
  concluido: 'success',
  falhou: 'destructive',
  cancelado: 'neutral',
};

export const PAPEL_COLUNA_LABEL: Record<PapelColuna, string> = {
  pergunta: 'Resposta a uma pergunta',
  identificador: 'Identificador da entrevista',
  arquivo: 'Nome do arquivo de áudio',
  telefone: 'Telefone',
  nome: 'Nome do entrevistado',
  data: 'Data da entrevista',
  hora: 'Hora da entrevista',
  entrevistador: 'Entrevistador',
  ignorar: 'Não usar',
};

/** What a row of the sheet is called: its person, else its identifier, else its number. */
export const nameOfRow = ({ n, nome, identificador }: Pick<Linha, 'n' | 'nome' | 'identificador'>): string =>
  nome ?? identificador ?? `Linha ${n}`;

/** As programs of collection write an instant: '2026-11-20T09:11:05.120-03:00'. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u;

/** When an interview was, as its sheet says it; an instant that a program wrote as people write it. */
export const sheetDate = (text: string): string =>
  INSTANT.test(text) && !Number.isNaN(Date.parse(text)) ? formatDateTime(text) : text;

/** 'Linha 7 · Maria' */
export const labelOfRow = (linha: Pick<Linha, 'n' | 'nome' | 'identificador'>): string => {
  const name = nameOfRow(linha);
  return name === `Linha ${linha.n}` ? name : `Linha ${linha.n} · ${name}`;
};

/** A recording's name without its folders. */
export const shortName = (nome: string): string => nome.split('/').at(-1) || nome;
