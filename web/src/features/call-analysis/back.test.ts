import { expect, it } from 'vitest';
import { backOf } from './back.tsx';
import type { Resultado } from './sections/overview.tsx';

type Item = Resultado['auditoriaItem'];
const PESQUISA = '0190a0a0-0000-7000-8000-0000000000aa';
const PROJETO = '0190a0a0-0000-7000-8000-0000000000bb';

const item = (fields: Partial<Item>) =>
  ({
    perfil: 'ligacao',
    pesquisaId: null,
    entrevistaId: null,
    celulaNoMapa: null,
    numeroDestino: null,
    nomeEntrevistado: null,
    arquivoNome: null,
    ...fields,
  }) as Item;
const place = (tipoProjeto: Resultado['projeto']['tipoProjeto'], fields: Partial<Item> = {}) =>
  backOf({
    projeto: { id: PROJETO, nome: 'Vendas', tipoProjeto, canalAgente: 'left' },
    auditoriaItem: item(fields),
  } as Resultado);

it('leads back to where the item is listed, whatever its project is', () => {
  expect(place('call_center')).toEqual({
    to: `/dashboard/projects/${PROJETO}/ligacoes`,
    label: 'Voltar às ligações de Vendas',
  });
  expect(place('pesquisa', { perfil: 'entrevista', pesquisaId: PESQUISA }).to).toBe(
    `/dashboard/pesquisas/${PESQUISA}?aba=entrevistas`,
  );
  expect(place('auditoria')).toEqual({
    to: `/dashboard/projects/${PROJETO}`,
    label: 'Voltar ao projeto Vendas',
  });
});
