import type { ModeloWire } from '@escuta/shared/contracts/insights/modelos';
import { expect, it } from 'vitest';
import { bodyOf, formOf, modeloForm, patchOf } from './modelo-values.ts';

const modelo: ModeloWire = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  rotulo: 'padrao-transcricao',
  finalidade: 'transcricao',
  provedor: 'openai',
  modelo: 'whisper-1',
  ativo: true,
  sucessor: { provedor: 'openai', modelo: 'gpt-transcribe' },
  alternativa: null,
  desativadoEm: '2027-02-26',
  origemDesativacao: 'fabricante',
  configurado: true,
  capacidades: [],
  protocolo: null,
  origemCapacidades: 'conhecido',
  aviso: null,
  precos: [],
  updatedAt: '2026-11-21T12:00:00.000Z',
};

it('sends only what changed, and does not make the maker’s date the catalogue’s', () => {
  const form = formOf(modelo);
  expect(form.desativadoEm).toBe('');
  expect(patchOf(form, form)).toEqual({});
  expect(patchOf(form, { ...form, modelo: 'gpt-transcribe', sucessorProvedor: 'nenhum' })).toEqual({
    modelo: 'gpt-transcribe',
    sucessor: null,
  });
  expect(patchOf(form, { ...form, desativadoEm: '2027-01-31' })).toEqual({ desativadoEm: '2027-01-31' });
  const own = formOf({ ...modelo, origemDesativacao: 'catalogo' });
  expect(patchOf(own, { ...own, desativadoEm: '' })).toEqual({ desativadoEm: null });
});

it('wants a model with the provider of a second choice', () => {
  const form = { ...formOf(null), rotulo: 'novo', modelo: 'm' };
  expect(modeloForm.safeParse(form).success).toBe(true);
  expect(bodyOf(form)).toMatchObject({ sucessor: null, alternativa: null, desativadoEm: null });
  const half = modeloForm.safeParse({ ...form, alternativaProvedor: 'anthropic' });
  expect(half.error?.issues.map(({ path }) => path)).toEqual([['alternativaModelo']]);
  expect(modeloForm.safeParse({ ...form, rotulo: 'com espaço' }).success).toBe(false);
});

it('declares what was said, and whose word it is', () => {
  const told = { origem: 'servidor' as const, proprio: true, saida: 'json_schema' as const, contexto: 8192 };
  const form = formOf({ ...modelo, finalidade: 'texto', protocolo: told });
  expect(bodyOf(form).protocolo).toEqual(told);
  expect(bodyOf({ ...form, contexto: '16384' }).protocolo).toEqual({
    ...told,
    origem: 'formulario',
    contexto: 16_384,
  });
  // Undeclared fields are not sent. For a text model, the fields of speech models are not sent either.
  expect(bodyOf({ ...formOf(null), rotulo: 'x', modelo: 'm', tempos: 'sim' }).protocolo).toBeNull();
  // A change of the model sends `protocolo` again, because the API would otherwise drop it.
  expect(patchOf(form, { ...form, modelo: 'qwen3' })).toEqual({ modelo: 'qwen3', protocolo: told });
  expect(modeloForm.safeParse({ ...form, contexto: '12' }).success).toBe(false);
});
