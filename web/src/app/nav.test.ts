import { expect, it } from 'vitest';
import { NAV, navFor } from './nav.ts';
import { href, paths } from './paths.ts';
import { shellScreens } from './screens.ts';

it('keeps the labels and the order of the specification', () => {
  const labels = (section: string) =>
    NAV.filter((item) => item.section === section).map((item) => item.label);
  expect(labels('principal')).toEqual([
    'Início',
    'Call Center',
    'Pesquisas',
    'Créditos',
    'Templates Insights',
    'Suporte',
  ]);
  expect(labels('administracao')).toEqual([
    'Painel Admin',
    'Empresas',
    'Usuários',
    'Todos os Projetos',
    'Todas as Auditorias',
    'Controle de Processamento',
  ]);
  expect(labels('rodape')).toEqual(['Configurações']);
});

it('shows only links whose screen exists, and the admin section only to admins', () => {
  for (const papel of ['admin', 'gerente', 'usuario'] as const) {
    for (const item of navFor(papel)) {
      expect(shellScreens.find((screen) => screen.path === item.path)?.papeis).toContain(papel);
    }
    expect(navFor(papel).map((item) => item.label)).toContain('Call Center');
  }
  const template = shellScreens[0]!;
  const everything = NAV.map((item) => ({ ...template, path: item.path }));
  expect(navFor('admin', everything)).toHaveLength(NAV.length);
  expect(navFor('gerente', everything).some((item) => item.section === 'administracao')).toBe(false);
});

it('fills the parameters of a path', () => {
  expect(href(paths.projeto, { id: 'a b' })).toBe('/dashboard/projects/a%20b');
  expect(href(paths.resultadosAuditoria, { id: '1', auditoriaId: '2' })).toBe(
    '/dashboard/projects/1/auditorias/2',
  );
  expect(href(paths.projetos)).toBe('/dashboard/projects');
});
