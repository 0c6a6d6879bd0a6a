/** Rules of the company form: checks, request bodies, missing parts of a registration (specification 1, §2.8). */

import { createEmpresa, type EmpresaWire, updateEmpresa } from '@escuta/shared/contracts/accounts/empresas';
import type { BodyIn } from '@escuta/shared/contracts/contract';
import { formatCnpj, normalizeCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { formatCep, normalizeCep } from '@escuta/shared/domain/text/address';
import { z } from 'zod';

/** Greatest lengths that the API takes, in characters. */
export const MAX_LENGTH = {
  nome: 200,
  rua: 200,
  numero: 20,
  bairro: 100,
  cidade: 100,
  segmento: 100,
} as const;

const { nome, cnpj } = createEmpresa.body.shape;
const dados = updateEmpresa.body.shape;

/** Typed 'Volume': digits, with or without thousands dots; empty if unknown. */
const volume = z
  .string()
  .transform((typed) => {
    const text = typed.trim();
    if (text === '') return null;
    return /^\d{1,3}(\.\d{3})+$/.test(text) ? Number(text.replaceAll('.', '')) : Number(text);
  })
  .pipe(dados.volume_auditorias_mensal.unwrap());

/** Checks the form's texts by the contract's rules, before they are sent. */
export const companySchema = z.object({
  nome,
  cnpj,
  rua: dados.rua,
  numero: dados.numero,
  bairro: dados.bairro,
  cep: dados.cep,
  cidade: dados.cidade,
  estado: dados.estado,
  segmento: dados.segmento,
  volume_auditorias_mensal: volume,
});

export type CompanyInput = z.input<typeof companySchema>;
export type CompanyValues = z.output<typeof companySchema>;
/** Body of PUT /empresa and PUT /empresas/{id}. */
export type CompanyPatch = BodyIn<typeof updateEmpresa>;

/** A company's data as the texts of the form's inputs; null (a new company) gives empty texts. */
export function toForm(empresa: EmpresaWire | null): CompanyInput {
  return {
    nome: empresa?.nome ?? '',
    cnpj: formatCnpj(empresa?.cnpj ?? ''),
    rua: empresa?.rua ?? '',
    numero: empresa?.numero ?? '',
    bairro: empresa?.bairro ?? '',
    cep: formatCep(empresa?.cep ?? ''),
    cidade: empresa?.cidade ?? '',
    // The stored state is assumed to be in the form's list, although the database column could contain other texts.
    estado: (empresa?.estado ?? '') as CompanyInput['estado'],
    segmento: empresa?.segmento ?? '',
    volume_auditorias_mensal: String(empresa?.volume_auditorias_mensal ?? ''),
  };
}

/** The checked values as they are stored: CNPJ and CEP without punctuation, null for empty texts. */
function stored(values: CompanyValues) {
  return {
    nome: values.nome,
    cnpj: normalizeCnpj(values.cnpj),
    rua: values.rua ?? null,
    numero: values.numero ?? null,
    bairro: values.bairro ?? null,
    cep: values.cep ? normalizeCep(values.cep) : null,
    cidade: values.cidade ?? null,
    estado: values.estado ?? null,
    segmento: values.segmento ?? null,
    volume_auditorias_mensal: values.volume_auditorias_mensal ?? null,
  };
}

/** Body of POST /empresas. */
export function newCompany(values: CompanyValues): BodyIn<typeof createEmpresa> {
  return stored(values);
}

/**
 * The fields that this form changed (`changed`) and that differ from the stored company, so that other people's changes
 * stay; and the values of these fields in `before`, so that the server can refuse to overwrite an unseen change. An
 * empty object if nothing differs.
 */
export function changesOf(
  values: CompanyValues,
  empresa: EmpresaWire,
  changed: ReadonlySet<string>,
  before: EmpresaWire,
): CompanyPatch {
  const next = stored(values);
  const fields = (Object.keys(next) as (keyof typeof next)[]).filter(
    (field) => changed.has(field) && next[field] !== empresa[field],
  );
  if (fields.length === 0) return {};
  const of = (from: Pick<EmpresaWire, keyof typeof next>) =>
    Object.fromEntries(fields.map((field) => [field, from[field]]));
  return { ...of(next), antes: of(before) } as CompanyPatch;
}

const IDENTITY = { nome: 'nome', cnpj: 'CNPJ' } as const;
const ADDRESS = {
  cep: 'CEP',
  rua: 'rua',
  numero: 'número',
  bairro: 'bairro',
  cidade: 'cidade',
  estado: 'estado',
} as const;

/** Names of the fields that a company's registration lacks. */
export function missingParts(empresa: EmpresaWire): { identity: string[]; address: string[] } {
  const lacking = <F extends keyof EmpresaWire>(labels: Readonly<Record<F, string>>): string[] =>
    (Object.keys(labels) as F[]).filter((field) => !empresa[field]).map((field) => labels[field]);
  return { identity: lacking(IDENTITY), address: lacking(ADDRESS) };
}

/** The CEP's 8 digits if an address can be looked up, or the error of the typed text; null if the text is empty. */
export function cepToLookUp(text: string): { cep: string } | { error: string } | null {
  const digits = normalizeCep(text);
  if (text.trim() === '') return null;
  return digits.length === 8 ? { cep: digits } : { error: 'CEP inválido. Deve conter 8 dígitos.' };
}

/** An API key with its middle hidden. */
export function maskKey(key: string): string {
  return `${key.slice(0, 4)}${'•'.repeat(20)}${key.slice(-4)}`;
}

/**
 * Refusal of the edit screen of the company `id` (specification 1, §6): its text and the page to go to; null if the
 * person may open it. `mayUpdate`: the permission 'update' on company.
 */
export function editRefusal(
  person: { papel: string | null; empresaId: string | null; mayUpdate: boolean },
  id: string,
): { description: string; to: 'dashboard' | 'empresas' } | null {
  if (!person.mayUpdate) {
    return { description: 'Você não tem permissão para atualizar empresas.', to: 'dashboard' };
  }
  if (person.papel !== 'admin' && person.empresaId !== id) {
    return { description: 'Você só pode editar sua própria empresa.', to: 'empresas' };
  }
  return null;
}
