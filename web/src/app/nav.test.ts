import { PAPEIS, type Papel } from '@escuta/shared/domain/accounts/permissions';
import { expect, it } from 'vitest';
import { href, paths } from '../lib/paths.ts';
import { NAV_SECTIONS, navFor } from './nav.ts';
import { NAV_GROUPS, privateScreens } from './screens.ts';

it('keeps the labels and the order of the specification', () => {
  const labels = (section: string, papel: Papel = 'admin') =>
    navFor(papel, false)
      .filter((item) => item.section === section)
      .map((item) => item.label);
  expect(labels('principal')).toEqual([
    'Início',
    'Call Center',
    'Pesquisas',
    'Relatórios',
    'Agentes',
    'Enviar auditoria',
    'Créditos',
    'Templates Insights',
    'Fila de Revisão',
    'Alertas',
    'Busca',
    'Suporte',
  ]);
  expect(labels('administracao')).toEqual([
    'Painel Admin',
    'Empresas',
    'Usuários',
    'Todos os Projetos',
    'Todas as Auditorias',
    'Leads',
    'Pacotes de Créditos',
    'Controle de Processamento',
    'Fila de Falhas',
    'Tarefas',
    'Modelos',
    'Registro de Ações',
  ]);
  const footer = ['Usuários', 'Registros', 'Fila de Falhas', 'Tarefas', 'Configurações'];
  expect(labels('rodape', 'gerente')).toEqual(footer);
  expect(labels('rodape', 'usuario')).toEqual(['Tarefas', 'Configurações']);
  expect(labels('rodape')).toEqual(['Configurações']);
  for (const papel of PAPEIS) {
    expect(labels('principal', papel)).toEqual(labels('principal'));
    expect(navFor(papel, false).map(({ section }) => NAV_SECTIONS.indexOf(section))).toEqual(
      navFor(papel, false)
        .map(({ section }) => NAV_SECTIONS.indexOf(section))
        .toSorted(),
    );
  }
});

it('leads to the field whoever has a questionnaire open to their interviews', () => {
  for (const papel of PAPEIS) {
    const labels = (collects: boolean) => navFor(papel, collects).map((item) => item.label);
    expect([labels(true).includes('Campo'), labels(false).includes('Campo')]).toEqual([true, false]);
  }
});

it('divides the administration into customers and operation, the panel above both', () => {
  const administration = navFor('admin', false).filter((item) => item.section === 'administracao');
  expect(administration.filter((item) => !item.group).map((item) => item.label)).toEqual(['Painel Admin']);
  // The links of a group follow each other, so that the menu draws each group once.
  expect([...new Set(administration.flatMap((item) => item.group ?? []))]).toEqual(NAV_GROUPS);
  expect(navFor('admin', false).filter((item) => item.group && item.section !== 'administracao')).toEqual([]);
});

it('shows only links whose screen exists, and the admin section only to admins', () => {
  for (const papel of ['admin', 'gerente', 'usuario'] as const) {
    for (const item of navFor(papel, false)) {
      expect(privateScreens.find((screen) => screen.path === item.path)?.papeis).toContain(papel);
    }
    expect(navFor(papel, false).map((item) => item.label)).toContain('Call Center');
  }
  expect(navFor('admin', false).filter((item) => item.section === 'administracao')).toHaveLength(12);
  for (const papel of ['gerente', 'usuario'] as const) {
    expect(navFor(papel, false).some((item) => item.section === 'administracao')).toBe(false);
  }
});

it('shows the users once to whoever manages them, and to nobody else', () => {
  const links = (papel: 'admin' | 'gerente' | 'usuario') =>
    navFor(papel, false).filter((item) => item.label === 'Usuários');
  expect(links('admin').map((item) => item.section)).toEqual(['administracao']);
  expect(links('gerente').map((item) => item.section)).toEqual(['rodape']);
  expect(links('usuario')).toEqual([]);
});

it('fills the parameters of a path', () => {
  expect(href(paths.projeto, { id: 'a b' })).toBe('/dashboard/projects/a%20b');
  expect(href(paths.resultadosAuditoria, { id: '1', auditoriaId: '2' })).toBe(
    '/dashboard/projects/1/auditorias/2',
  );
  expect(href(paths.projetos)).toBe('/dashboard/projects');
});
