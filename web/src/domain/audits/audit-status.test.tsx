import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AuditStatus, describeItens } from './audit-status.tsx';

const itens = { total: 305, pendentes: 30, processando: 0, concluidos: 269, erros: 6 };
const shown = (status: 'pendente' | 'processando' | 'concluido' | 'erro', fields = {}) => {
  const { container, unmount } = render(
    <AuditStatus auditoria={{ status, itens: { ...itens, ...fields } }} />,
  );
  const text = container.textContent;
  unmount();
  return text;
};

it('says how far an audit is, and the word where there is nothing to tell', () => {
  expect(shown('pendente')).toBe('Pendente: 269 de 305 itens concluídos');
  expect(shown('processando')).toBe('Processando: 269 de 305 itens concluídos');
  expect(shown('pendente', { concluidos: 0, erros: 0 })).toBe('Pendente');
  expect(shown('concluido')).toBe('Concluído');
  expect(shown('erro')).toBe('Erro');
});

it('names what the items are', () => {
  expect(describeItens({ itens })).toBe('269 concluídos, 30 pendentes e 6 com erro');
  expect(describeItens({ itens: { ...itens, total: 0 } })).toBe('Nenhum item');
});
