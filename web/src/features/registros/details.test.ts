import { expect, it } from 'vitest';
import { detailLines } from './details.ts';
import { acaoLabel, recursoLabel } from './registro-row.ts';

it('writes a change as before and after, field by field', () => {
  expect(
    detailLines({
      nome: 'Lumavia Telecom',
      campos: {
        cidade: { de: null, para: 'Santos' },
        cnpj: { de: '11222333000181', para: '12ABC34501DE35' },
      },
    }),
  ).toEqual([
    { label: 'Nome', value: 'Lumavia Telecom' },
    { label: 'Cidade', before: '-', value: 'Santos' },
    { label: 'CNPJ', before: '11.222.333/0001-81', value: '12.ABC.345/01DE-35' },
  ]);
  expect(
    detailLines({ papel: { de: 'usuario', para: 'gerente' }, ativo: { de: true, para: false } }),
  ).toEqual([
    { label: 'Papel', before: 'Usuário', value: 'Gerente' },
    { label: 'Ativo', before: 'Sim', value: 'Não' },
  ]);
});

it('writes what was and what is as one change of each field', () => {
  expect(
    detailLines({
      projeto: 'Suporte',
      antes: { nome: 'A', ativo: true },
      depois: { nome: 'B', ativo: false },
    }),
  ).toEqual([
    { label: 'Projeto', value: 'Suporte' },
    { label: 'Nome', before: 'A', value: 'B' },
    { label: 'Ativo', before: 'Sim', value: 'Não' },
  ]);
  expect(detailLines({ antes: 3, depois: 4 })).toEqual([
    { label: 'Antes', value: '3' },
    { label: 'Depois', value: '4' },
  ]);
});

it('writes whatever else an entry may hold in readable words', () => {
  expect(
    detailLines({
      quantidade: 1500,
      finalidade: 'convite',
      quando: '2026-05-04T13:00:00.000Z',
      algum_campo: ['a', 'b'],
      outroCampo: { nome: 'x', linhas: 2 },
      vazio: null,
    }),
  ).toEqual([
    { label: 'Quantidade', value: '1.500' },
    { label: 'Finalidade', value: 'Convite' },
    { label: 'Quando', value: '04/05/2026 10:00' },
    { label: 'Algum campo', value: 'a, b' },
    { label: 'Outro campo', value: 'Nome: x; Linhas: 2' },
    { label: 'Vazio', value: '-' },
  ]);
});

it('names actions, also those it does not know', () => {
  expect(acaoLabel('chave_api_trocada')).toBe('Troca da chave de API');
  expect(acaoLabel('algo_novo')).toBe('algo_novo');
});

it('names resources, refused sign-ins, quotas and limits in words', () => {
  expect(['sessao', 'credito_pedido', 'coisa_nova'].map(recursoLabel)).toEqual([
    'Acesso',
    'Pedido de créditos',
    'coisa_nova',
  ]);
  expect(detailLines({ motivo: 'conta_desconhecida', senha: 'senha' })).toEqual([
    { label: 'Motivo', value: 'Conta desconhecida' },
    { label: 'Senha', value: 'senha' },
  ]);
  expect(detailLines({ campos: { cota_gb: { de: 2.5, para: null } } })).toEqual([
    { label: 'Cota (GB)', before: '2,50', value: '-' },
  ]);
});
