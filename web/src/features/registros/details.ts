/** Turns an audit log entry's details into readable lines. */
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { DESFECHO_TENTATIVA_LABEL } from '@escuta/shared/domain/interview/verdicts/verification';
import { papelLabel } from '../../lib/network/papeis.ts';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface DetailLine {
  label: string;
  /** The value; for a changed field, its new value. */
  value: string;
  /** The value before the change, if the entry has it. */
  before?: string;
}

const LABEL: Readonly<Record<string, string>> = {
  nome: 'Nome',
  cnpj: 'CNPJ',
  rua: 'Rua',
  numero: 'Número',
  bairro: 'Bairro',
  cep: 'CEP',
  cidade: 'Cidade',
  estado: 'Estado',
  segmento: 'Segmento',
  volume_auditorias_mensal: 'Volume mensal de auditorias',
  email: 'E-mail',
  papel: 'Papel',
  role: 'Papel',
  ativo: 'Ativo',
  finalidade: 'Finalidade',
  motivo: 'Motivo',
  quantidade: 'Quantidade',
  saldo: 'Saldo',
  pacote: 'Pacote',
  descricao: 'Descrição',
  titulo: 'Título',
  is_active: 'Ativa',
  name: 'Nome',
  asterisk_url: 'URL do Asterisk',
  username: 'Usuário',
  password: 'Senha',
  timeout: 'Tempo limite (ms)',
  arquivo: 'Arquivo',
  linhas: 'Linhas',
  resultado: 'Resultado',
  mudou: 'Também mudou',
  ligacao: 'Ligação',
  nota_mudou: 'Observação alterada',
  tentativas: 'Tentativas',
  ultima: 'Última tentativa',
  canalAgente: 'Canal do agente',
  isActive: 'Ativo',
  sem_gravacao: 'Sem gravação',
  numero_destino: 'Número',
  nome_entrevistado: 'Nome do contato',
  call_start_time: 'Início',
  call_end_time: 'Fim',
  sha256: 'SHA-256',
  cota_gb: 'Cota (GB)',
  meta_total: 'Meta total',
  passar_da_meta: 'Permitir passar da meta',
  tabelas_de_metas: 'Tabelas de metas',
  convites_max: 'Máximo de convites em aberto',
  compras_mes_max: 'Créditos por mês sem aprovação',
  valorCentavos: 'Valor (centavos)',
  saldoApos: 'Saldo depois',
};

const VALUE: Readonly<Record<string, string>> = { convite: 'Convite', redefinicao: 'Redefinição de senha' };

const CALL_LABEL: Readonly<Record<string, string>> = DESFECHO_TENTATIVA_LABEL;

/** Words for why a sign-in was refused. */
const MOTIVO: Readonly<Record<string, string>> = {
  senha: 'Senha errada',
  conta_desconhecida: 'Conta desconhecida',
  inativa: 'Conta inativa',
};

/** Label of a key. If the key has no label, it is made of the key's words: 'tempo_limite' → 'Tempo limite'. */
function labelOf(key: string): string {
  const known = LABEL[key];
  if (known) return known;
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1);
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function textOf(key: string, value: Json): string {
  if (value === null || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não';
  if (typeof value === 'number') return formatNumber(value, Number.isInteger(value) ? 0 : 2);
  if (typeof value === 'string') {
    if (key === 'papel' || key === 'role') return papelLabel(value);
    if (key === 'cnpj') return formatCnpj(value);
    if (ISO.test(value)) return formatDateTime(value);
    if (key === 'motivo') return MOTIVO[value] ?? value;
    if (key === 'ligacao') return CALL_LABEL[value] ?? value;
    return VALUE[value] ?? value;
  }
  if (Array.isArray(value)) return value.map((entry) => textOf(key, entry)).join(', ') || '-';
  return Object.entries(value)
    .map(([inner, entry]) => `${labelOf(inner)}: ${textOf(inner, entry)}`)
    .join('; ');
}

function isChange(value: Json): value is { de: Json; para: Json } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 2 &&
    'de' in value &&
    'para' in value
  );
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Turns `{antes: {cidade}, depois: {cidade}}` into `{cidade: {de, para}}`; keeps other details. */
function byField({ antes, depois, ...others }: { [key: string]: Json }): { [key: string]: Json } {
  if (!isObject(antes) || !isObject(depois)) {
    return {
      ...others,
      ...(antes === undefined ? {} : { antes }),
      ...(depois === undefined ? {} : { depois }),
    };
  }
  const fields = Object.keys({ ...antes, ...depois });
  const changes = fields.map((field) => [field, { de: antes[field] ?? null, para: depois[field] ?? null }]);
  return { ...others, ...Object.fromEntries(changes) };
}

/**
 * The lines of an entry: `{campos: {cidade: {de, para}}}` and `{antes: {cidade}, depois: {cidade}}` give a line for
 * each field.
 */
export function detailLines(details: { [key: string]: Json }): DetailLine[] {
  return Object.entries(byField(details)).flatMap(([key, value]): DetailLine[] => {
    if (isChange(value)) {
      return [{ label: labelOf(key), before: textOf(key, value.de), value: textOf(key, value.para) }];
    }
    if (key === 'campos' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return detailLines(value);
    }
    return [{ label: labelOf(key), value: textOf(key, value) }];
  });
}
