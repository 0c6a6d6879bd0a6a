// Every screen of the product, from the web's own lists, with the demo's ids in the addresses.
import { tsImport } from 'tsx/esm/api';
import { UserError } from './console.mjs';
import { importSample, prepareSample } from './sample-uploads.mjs';

/** Kind of id of a parameter ':id', by the segment of the path before it. */
const BY_SEGMENT = {
  projects: 'projeto',
  auditorias: 'auditoria',
  audits: 'auditoria',
  empresas: 'empresa',
  pesquisas: 'pesquisa',
  agentes: 'agente',
};
/** Kinds of the ids of other parameters, by the parameters' names. */
const BY_NAME = {
  itemId: 'item',
  projectId: 'projeto',
  projetoId: 'projeto',
  auditoriaId: 'auditoria',
  importacaoId: 'importacao',
  preparoId: 'preparo',
  empresaId: 'empresa',
  pesquisaId: 'pesquisa',

  questionarioId: 'questionario',
  aba: 'aba',
  dia: 'dia',
};

/**
 * Kinds of the ids in an address, in order; undefined for an unknown parameter.
 * @param {string} path '/admin/empresas/:id/edit'
 * @returns {(string | undefined)[]}
 */
export const parameterKinds = (path) =>
  path
    .split('/')
    .flatMap((part, index, parts) =>
      part.startsWith(':') ? [part === ':id' ? BY_SEGMENT[parts[index - 1]] : BY_NAME[part.slice(1)]] : [],
    );

/** Name of a path: '/admin/empresas/:id/edit' → 'admin-empresas-id-edit'. */
const nameOf = (path) => (path === '/' ? 'inicio' : path.slice(1).replaceAll(':', '').replaceAll('/', '-'));

/** Dialogs and states that have a separate picture. */
const MORE = [
  { name: 'nao-encontrada', path: '/nao-existe', publica: true },
  {
    name: 'inicio-demonstracao',
    path: '/',
    publica: true,
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Abrir menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'Solicitar Demo', exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'auth-recuperar', path: '/auth?modo=recuperar', publica: true },
  { name: 'update-password-link', path: '/update-password#token=nao-vale', publica: true },
  { name: 'politica-de-privacidade-com-conta', path: '/politica-de-privacidade' },
  { name: 'update-password-com-conta', path: '/update-password' },
  { name: 'pesquisa-entrevistas', path: '/dashboard/pesquisas/:id?aba=entrevistas' },
  { name: 'pesquisa-questionario', path: '/dashboard/pesquisas/:id?aba=questionario' },
  { name: 'pesquisa-resultados', path: '/dashboard/pesquisas/:id?aba=resultados' },
  { name: 'pesquisa-arquivos', path: '/dashboard/pesquisas/:id?aba=arquivos' },
  {
    name: 'entrevistadores-juntar',
    path: '/dashboard/agentes',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Ações de/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Juntar com outro…' }).click();
      await page.getByRole('button', { name: /^Outro agente/ }).click();
      await page.getByRole('option').first().click();
    },
  },
  {
    name: 'entrevistadores-editar',
    path: '/dashboard/agentes',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Ações de/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Editar' }).click();
      const dialog = page.getByRole('dialog');
      for (const nome of ['Rita C.', 'Ritinha']) {
        await dialog.getByLabel('Também conhecido como').fill(nome);
        await dialog.getByRole('button', { name: 'Adicionar' }).click();
      }
    },
  },
  {
    name: 'configurar-questionario',
    path: '/dashboard/pesquisas/:id?aba=questionario',
    act: async (page) => {
      await page.getByRole('button', { name: 'Configurar' }).first().click();
      await page.getByRole('dialog').getByRole('list', { name: 'Perguntas' }).waitFor();
    },
  },
  { name: 'registros-acessos', path: '/dashboard/registros?aba=acessos' },
  {
    name: 'quem-ouviu',
    path: '/dashboard/call-analysis/:itemId',
    act: async (page) => {
      await page.getByRole('button', { name: 'Ações', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Quem ouviu' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'nova-ligacao',
    path: '/dashboard/projects/:projectId/ligacoes',
    act: async (page) => {
      await page.getByRole('button', { name: 'Nova Ligação' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** Finds the login of a manager whose company has surveys, and these surveys; null if there is no such manager. */
export async function findSurveyor({ demo, visitor }) {
  for (const login of demo.logins.filter(({ papel }) => papel === 'gerente')) {
    const pesquisas = await (await visitor.signIn(login)).api('GET', '/pesquisas');
    if (pesquisas.length > 0) return { login, pesquisas };
  }
  return null;
}

/**
 * Lists the screens to picture, with the demo's ids in their addresses.
 * @param {{ demo: { logins: object[], amostra: object }, visitor: ReturnType<import('./visitor.mjs').createVisitor> }}
 * options
 * @returns {Promise<{ name: string, path: string, url: string, login: object | null, act?: (page: object) =>
 * Promise<void> }[]>}
 * @throws UserError naming a path with an unknown parameter
 */
export async function listScreens({ demo, visitor }) {
  const { siteScreens } = await tsImport('../../web/src/app/site-screens.ts', import.meta.url);
  const { privateScreens } = await tsImport('../../web/src/app/screens.ts', import.meta.url);
  const byRole = (papel) => demo.logins.find((login) => login.papel === papel);
  const person = byRole('gerente');
  const surveyor = (await findSurveyor({ demo, visitor }))?.login ?? person;
  const interviewer = demo.logins.find(
    ({ papel, empresa }) => papel === 'usuario' && empresa === surveyor?.empresa,
  );
  const ofSurveys = (path) => /^\/(?:dashboard\/(?:pesquisas|agentes)|entrevista|auditoria)\b/.test(path);
  const first = async (path) => {
    const { api } = await visitor.signIn(surveyor);
    return (await api('GET', path))?.[0]?.id;
  };
  const ids = {
    projeto: async () => demo.amostra.projetoId,
    auditoria: async () => demo.amostra.auditoriaId,
    item: async () => demo.amostra.itemId,
    aba: async () => 'qualidade',
    // The day of a feedback sheet. This function first sends the sheet to the interviewer whose screen is pictured.
    dia: async () => {
      const { api } = await visitor.signIn(surveyor);
      const own = (await api('GET', '/agentes?limit=100')).find((one) => one.usuario_id !== null);
      const { dia, previas } = await api('GET', `/folhas/previas?agente_id=${own?.id}`);
      const folhas = previas.map((one) => ({ agente_id: one.agente.id }));
      await api('POST', '/folhas', { dia, folhas });
      return dia;
    },
    empresa: async () => (await visitor.signIn(person)).user.empresa_id,
    pesquisa: () => first('/pesquisas'),
    agente: async () => (await (await visitor.signIn(person)).api('GET', '/agentes?limit=1'))[0]?.id,
    preparo: async () => {
      const { api } = await visitor.signIn(surveyor);
      const [pesquisa] = await api('GET', '/pesquisas');
      return pesquisa && prepareSample(api, pesquisa.projeto_id);
    },
    importacao: async () => importSample((await visitor.signIn(person)).api, demo.amostra.projetoId),
    questionario: async () => {
      const pesquisa = await first('/pesquisas');
      return pesquisa && first(`/questionarios/pesquisa/${pesquisa}`);
    },
  };
  const fill = async (path) => {
    const [before, query] = path.split('?');
    const kinds = parameterKinds(before);
    const filled = await Promise.all(
      before.split('/').map(async (part) => {
        if (!part.startsWith(':')) return part;
        const kind = kinds.shift();
        const id = kind && (await ids[kind]());
        if (!id) {
          throw new UserError(
            `A tela ${path} tem o parâmetro ${part}, que o cenário de demonstração não preenche. Ensine-o em scripts/lib/screens.mjs.`,
          );
        }
        return id;
      }),
    );
    return [filled.join('/'), query].filter(Boolean).join('?');
  };

  return Promise.all(
    [
      ...siteScreens.map(({ path }) => ({ name: nameOf(path), path, login: null })),
      ...privateScreens.map(({ path, papeis }) => {
        const papel = ['gerente', 'usuario', 'admin'].find((one) => papeis.includes(one));
        const login = path.endsWith('/:dia') ? interviewer : ofSurveys(path) ? surveyor : byRole(papel);
        return { name: nameOf(path), path, login };
      }),
      ...MORE.map(({ publica, ...screen }) => ({
        ...screen,
        login: publica ? null : ofSurveys(screen.path) ? surveyor : person,
      })),
    ].map(async (screen) => ({ ...screen, url: await fill(screen.path) })),
  );
}
