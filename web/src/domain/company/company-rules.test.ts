import type { EmpresaWire } from '@escuta/shared/contracts/accounts/empresas';
import { enumerate } from '@escuta/shared/domain/text/in-words';
import { expect, it } from 'vitest';
import {
  cepToLookUp,
  changesOf,
  companySchema,
  editRefusal,
  maskKey,
  missingParts,
  newCompany,
  toForm,
} from './company-rules.ts';

const empresa: EmpresaWire = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  nome: 'Lumavia Telecom',
  cnpj: '11222333000181',
  rua: 'Avenida Paulista',
  numero: '1000',
  bairro: 'Bela Vista',
  cep: '01310100',
  cidade: 'São Paulo',
  estado: 'SP',
  segmento: null,
  volume_auditorias_mensal: 1200,
  saldo_creditos: 10,
  api_key: null,
  email_confirmado_em: null,
  arquivada_em: null,
  created_at: '2026-01-01T00:00:00.000Z',
};

const EVERY = new Set(Object.keys(toForm(empresa)));
const sent = (values: Parameters<typeof changesOf>[0], now: EmpresaWire, changed = EVERY, before = now) =>
  changesOf(values, now, changed, before);

const parse = (change: Partial<ReturnType<typeof toForm>> = {}) =>
  companySchema.safeParse({ ...toForm(empresa), ...change });

function message(change: Partial<ReturnType<typeof toForm>>): string | undefined {
  return parse(change).error?.issues[0]?.message;
}

it('sends nothing of an untouched form, and only what changed of another', () => {
  expect(sent(parse().data!, empresa)).toEqual({});
  const changed = parse({
    nome: '  Lumavia  ',
    cep: '01310-200',
    bairro: '',
    estado: '',
    volume_auditorias_mensal: '1.500',
  }).data!;
  expect(sent(changed, empresa)).toEqual({
    nome: 'Lumavia',
    cep: '01310200',
    bairro: null,
    estado: null,
    volume_auditorias_mensal: 1500,
    antes: {
      nome: 'Lumavia Telecom',
      cep: '01310100',
      bairro: 'Bela Vista',
      estado: 'SP',
      volume_auditorias_mensal: 1200,
    },
  });
});

it('says of changed fields only what they held when they were seen, whatever somebody else has saved since', () => {
  const now = { ...empresa, nome: 'De outra pessoa', rua: 'Rua de outra pessoa', segmento: 'Saúde' };
  const values = parse({ nome: 'Meu nome', segmento: 'Saúde' }).data!;
  expect(sent(values, now, new Set(['nome', 'segmento']), empresa)).toEqual({
    nome: 'Meu nome',
    antes: { nome: 'Lumavia Telecom' },
  });
});

it('does not take punctuation or capitals of a CNPJ for a change', () => {
  expect(sent(parse({ cnpj: '11222333000181' }).data!, empresa)).toEqual({});
  const alphanumeric = { ...empresa, cnpj: '12ABC34501DE35' };
  expect(sent(parse({ cnpj: '12.abc.345/01de-35' }).data!, alphanumeric)).toEqual({});
});

it('refuses what the API would refuse, in its words', () => {
  expect(message({ nome: '  ' })).toBe('Informe o nome da empresa.');
  expect(message({ cnpj: '11.222.333/0001-82' })).toBe('CNPJ inválido. Confira os dígitos.');
  expect(message({ cep: '01310-10' })).toBe('CEP inválido. Deve conter 8 dígitos.');
  expect(message({ volume_auditorias_mensal: '12,5' })).toBe('Informe um número inteiro.');
  expect(message({ volume_auditorias_mensal: 'muitas' })).toBe('Informe um número inteiro.');
  expect(message({ volume_auditorias_mensal: '-1' })).toBe('Informe um número a partir de 0.');
});

it('writes a new company with every field, empty ones as null', () => {
  const values = companySchema.parse({ ...toForm(null), nome: 'Nova', cnpj: '12.ABC.345/01DE-35' });
  expect(newCompany(values)).toEqual({
    nome: 'Nova',
    cnpj: '12ABC34501DE35',
    rua: null,
    numero: null,
    bairro: null,
    cep: null,
    cidade: null,
    estado: null,
    segmento: null,
    volume_auditorias_mensal: null,
  });
});

it('names what the registration lacks', () => {
  expect(missingParts(empresa)).toEqual({ identity: [], address: [] });
  const bare = missingParts({ ...empresa, nome: '', cep: null, numero: '', estado: null });
  expect(bare).toEqual({ identity: ['nome'], address: ['CEP', 'número', 'estado'] });
  expect(enumerate(bare.address)).toBe('CEP, número e estado');
});

it('looks up eight digits only, and says so', () => {
  expect(cepToLookUp('01310-100')).toEqual({ cep: '01310100' });
  expect(cepToLookUp('0131')).toEqual({ error: 'CEP inválido. Deve conter 8 dígitos.' });
  expect(cepToLookUp('  ')).toBeNull();
});

it('hides the middle of a key', () => {
  const shown = maskKey('esc_0123456789abcdefWXYZ');
  expect(shown.startsWith('esc_•')).toBe(true);
  expect(shown.endsWith('•WXYZ')).toBe(true);
  expect(shown).not.toContain('0123');
});

it('opens the edit screen to administrators, and to a manager for the own company only', () => {
  const own = 'a';
  const may = (papel: string, mayUpdate: boolean, id: string) =>
    editRefusal({ papel, empresaId: own, mayUpdate }, id);
  expect(may('admin', true, 'b')).toBeNull();
  expect(may('gerente', true, own)).toBeNull();
  expect(may('gerente', true, 'b')).toEqual({
    description: 'Você só pode editar sua própria empresa.',
    to: 'empresas',
  });
  expect(may('usuario', false, own)).toEqual({
    description: 'Você não tem permissão para atualizar empresas.',
    to: 'dashboard',
  });
  // Any role with the right 'update' on company counts like a gerente.
  expect(may('supervisor', true, own)).toBeNull();
});
