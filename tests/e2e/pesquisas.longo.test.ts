// A survey in the browser: project, survey, questionnaire, ordering by keys, an interview on a phone, the next version.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { useBrowser, waitForRest } from '../support/browser.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser({ whole: true });
/** Opens pages that need no microphone. */
const { newPage: newLightPage } = useBrowser();
let company: OwnCompany;
let session: Session;
beforeAll(async () => {
  company = await registerCompany(baseUrl, `Instituto Rua ${Date.now()}`);
  session = company.gerente;
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function openAs(path: string, options = {}): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, session);
  await page.goto(path);
  return page;
}

type Made = { id: string };
type Question = { id: string; texto_pergunta: string; respostas_definidas: { id: string }[] };

/** Creates a project with a survey and its questionnaire. @returns the ids of the survey and the questionnaire */
async function createQuestionnaire(nome: string): Promise<{ pesquisa: string; questionario: string }> {
  const projeto = await session.api<Made>('POST', '/projetos', { nome, tipo_projeto: 'pesquisa' });
  const pesquisa = await session.api<Made>('POST', '/pesquisas', { titulo: nome, projeto_id: projeto.id });
  const questionario = await session.api<Made>('POST', '/questionarios', {
    nome: `Questionário de ${nome}`,
    pesquisa_id: pesquisa.id,
  });
  return { pesquisa: pesquisa.id, questionario: questionario.id };
}

const ask = (questionario: string, texto: string, fields: object = {}) =>
  session.api<Question>('POST', '/perguntas', {
    questionario_id: questionario,
    texto_pergunta: texto,
    ...fields,
  });

const choice = (...options: string[]) => ({
  tipo: 'escolha',
  respostas_definidas: options.map((texto_resposta, index) => ({ texto_resposta, valor: index + 1 })),
});

async function choose(page: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Goes past the notice about the missing microphone, and past the consent. */
async function withoutSound(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Começar sem gravação' }).click();
  await page.getByRole('button', { name: 'Aceita participar sem gravação' }).click();
}

const questionsIn = (dialog: Locator): Promise<string[]> =>
  dialog.getByRole('list', { name: 'Perguntas', exact: true }).getByRole('paragraph').allTextContents();

it('leads from a project to its questionnaire, with both kinds of question in the order that the keys give', async () => {
  const page = await newLightPage();
  await signIn(page, session);
  await page.goto('/dashboard/pesquisas');
  await page.getByText('Nenhuma pesquisa encontrada').waitFor();
  await page.getByRole('link', { name: 'Nova Pesquisa' }).first().click();
  await page.getByLabel('Nome').fill('Bairros');
  await page.getByRole('combobox', { name: 'Tipo de projeto' }).getByText('Pesquisa').waitFor();
  await page.getByRole('button', { name: 'Criar Projeto' }).click();

  await page.getByRole('heading', { level: 1, name: 'Nova Pesquisa' }).waitFor();
  await page.getByRole('button', { name: 'Projeto: Bairros' }).waitFor();
  await page.getByRole('button', { name: 'Criar Pesquisa' }).click();
  await page.getByText('O título é obrigatório.').waitFor();
  // The configuration is left for later: the survey's card shows 'Pendente', and the form still names the project.
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await page.getByText('Pendente', { exact: true }).waitFor();
  await page.getByRole('link', { name: /^Configurar Pesquisa/ }).click();
  await page.getByRole('button', { name: 'Projeto: Bairros' }).waitFor();
  await page.getByLabel('Título').fill('Limpeza das ruas');
  await page.getByRole('button', { name: 'Criar Pesquisa' }).click();
  await page.waitForURL('**/dashboard/pesquisas');
  await page.getByText('Configurada', { exact: true }).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('link', { name: /^Gerenciar Pesquisa/ }).click();

  await page.getByRole('heading', { level: 1, name: 'Limpeza das ruas' }).waitFor();
  await page.getByText('Nenhuma entrevista realizada ainda.').waitFor();
  await page.getByText('Sem descrição disponível').waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('tab', { name: 'Questionário' }).click();
  await page.getByText('Nenhum questionário criado para esta pesquisa.').waitFor();
  await page.getByRole('button', { name: 'Novo Questionário' }).click();
  const naming = page.getByRole('dialog', { name: 'Novo Questionário' });
  await expect.poll(() => naming.getByRole('button', { name: 'Criar Questionário' }).isDisabled()).toBe(true);
  await naming.getByLabel('Nome').fill('Moradores');
  await naming.getByRole('button', { name: 'Criar Questionário' }).click();

  const dialog = page.getByRole('dialog', { name: 'Configurar Questionário' });
  const text = dialog.getByLabel('Texto da Pergunta');
  await dialog.getByRole('button', { name: 'Adicionar Pergunta' }).click();
  await dialog.getByText('Texto da pergunta é obrigatório.').waitFor();
  await text.fill('O que falta no seu bairro?');
  await dialog.getByRole('button', { name: 'Adicionar Pergunta' }).click();
  await expect.poll(() => questionsIn(dialog)).toEqual(['1. O que falta no seu bairro?']);
  await expect.poll(() => text.inputValue()).toBe('');

  await text.fill('A rua é varrida?');
  await choose(page, dialog, 'Tipo de Resposta', 'Múltipla Escolha');
  await expect.poll(() => dialog.getByLabel('Valor da opção 2').inputValue()).toBe('2');
  await dialog.getByRole('textbox', { name: 'Opção 1', exact: true }).fill('Sim');
  await dialog.getByRole('button', { name: 'Adicionar Pergunta' }).click();
  await dialog.getByText('Escreva o texto da opção.').waitFor();
  await dialog.getByRole('button', { name: 'Remover opção 2' }).click();
  await expect.poll(() => dialog.getByRole('button', { name: 'Remover opção 1' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Adicionar Opção' }).click();
  await dialog.getByRole('textbox', { name: 'Opção 2', exact: true }).fill('Não');
  await dialog.getByRole('switch', { name: 'Pergunta Obrigatória' }).click();
  await dialog.getByRole('button', { name: 'Adicionar Pergunta' }).click();
  await expect
    .poll(() => questionsIn(dialog))
    .toEqual(['1. O que falta no seu bairro?', '2. A rua é varrida?']);
  await dialog.getByRole('listitem').getByText('Múltipla Escolha').waitFor();
  await dialog.getByRole('listitem').getByText('Opcional', { exact: true }).waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);

  await dialog.getByRole('button', { name: /^Mover pergunta 2:/ }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await dialog.getByText('Pergunta movida para a posição 1 de 2.').waitFor();
  await expect
    .poll(() => questionsIn(dialog))
    .toEqual(['1. A rua é varrida?', '2. O que falta no seu bairro?']);
  // The moved question's handle keeps the focus.
  const inForce = () => page.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? ''`);
  await expect.poll(inForce).toMatch(/^Mover pergunta 1:/);
  await waitForRest(page);
  // The address names the questionnaire, so that a reload opens its editor again.
  await page.reload();
  await expect
    .poll(() => questionsIn(dialog))
    .toEqual(['1. A rua é varrida?', '2. O que falta no seu bairro?']);
  await dialog.getByRole('button', { name: 'Fechar' }).first().click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('2 perguntas · 0 entrevistas · Rascunho').waitFor();
});

/** Pastes a text into a field, as Ctrl+V does. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(pasted);
  })()`);
}

it('makes options of a pasted list, a condition joined by “ou”, and a battery in one dialog', async () => {
  const { pesquisa, questionario } = await createQuestionnaire('Feiras');
  const page = await newLightPage();
  await signIn(page, session);
  await page.goto(`/dashboard/pesquisas/${pesquisa}?aba=questionario`);
  await page.getByRole('button', { name: /^Configurar/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Configurar Questionário' });
  const text = dialog.getByLabel('Texto da Pergunta');
  await text.fill('Onde compra frutas?');
  await choose(page, dialog, 'Tipo de Resposta', 'Várias Respostas');
  const first = dialog.getByRole('textbox', { name: 'Opção 1', exact: true });
  await paste(page, first, 'a) Feira\nb) Mercado\nOutro … 97\nNenhum 98');
  await first.press('Alt+ArrowDown');
  await expect.poll(() => first.inputValue()).toBe('Mercado');
  await text.press('Control+Enter');
  await expect.poll(() => questionsIn(dialog)).toEqual(['1. Onde compra frutas?']);
  // The form is ready for the next question.
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('texto_pergunta');

  await text.fill('Quantas vezes por mês?');
  await choose(page, dialog, 'Tipo de Resposta', 'Número');
  await dialog.getByRole('switch', { name: 'Só números inteiros' }).click();
  await dialog.getByRole('button', { name: 'Adicionar Pergunta' }).click();
  await expect.poll(() => questionsIn(dialog)).toHaveLength(2);
  await text.fill('Por que não vai à feira?');
  await dialog.getByRole('button', { name: 'Perguntar só se…' }).click();
  await dialog.getByRole('checkbox', { name: 'Mercado' }).click();
  await dialog.getByRole('button', { name: 'Adicionar condição' }).click();
  await dialog.getByRole('combobox', { name: 'Se a resposta da pergunta' }).nth(1).click();
  await page.getByRole('option', { name: /Quantas vezes/ }).click();
  await dialog.getByLabel('Até').fill('1');
  await choose(page, dialog, 'Como combinar as condições', 'ou (uma das condições basta)');
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Adicionar Pergunta' }).click();
  await dialog.getByText('Só se pergunta 1: Mercado; ou pergunta 2 até 1').waitFor();

  await dialog.getByRole('button', { name: 'Adicionar bateria' }).click();
  const battery = page.getByRole('dialog', { name: 'Nova bateria' });
  await battery.getByLabel('Texto comum').fill('Que nota dá para');
  await paste(
    page,
    battery.getByRole('textbox', { name: 'Item 1', exact: true }),
    'a) a limpeza\nb) o preço',
  );
  await choose(page, battery, 'Tipo de Resposta', 'Escala');
  await expectNoSeriousViolation(page);
  await battery.getByRole('button', { name: 'Adicionar bateria' }).click();
  await battery.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Editar bateria' }).click();
  const editing = page.getByRole('dialog', { name: 'Editar bateria' });
  await editing.getByRole('textbox', { name: 'Item 2', exact: true }).press('Alt+ArrowUp');
  await editing.getByRole('button', { name: 'Salvar bateria' }).click();
  await editing.waitFor({ state: 'detached' });

  type Saved = { perguntas: (Question & { codigo: string; regras: object | null })[] };
  const { perguntas } = await session.api<Saved>('GET', `/questionarios/${questionario}`);
  expect(perguntas.map(({ codigo, texto_pergunta }) => [codigo, texto_pergunta])).toEqual([
    ['P1', 'Onde compra frutas?'],
    ['P2', 'Quantas vezes por mês?'],
    ['P3', 'Por que não vai à feira?'],
    ['P4b', 'o preço'],
    ['P4a', 'a limpeza'],
  ]);
  expect(perguntas[0]!.respostas_definidas).toMatchObject([
    { texto_resposta: 'Mercado', valor: 2 },
    { texto_resposta: 'Feira', valor: 1 },
    { texto_resposta: 'Outro', valor: 97, especial: 'outro' },
    { texto_resposta: 'Nenhum', valor: 98, regras: { exclusiva: true } },
  ]);
  expect(perguntas[1]!.regras).toEqual({ inteiro: true });
  expect(perguntas[3]!.regras).toMatchObject({ bateria: { texto: 'Que nota dá para' } });
});

it('moves a question by the pointer, and asks before what is typed is lost', async () => {
  const { pesquisa, questionario } = await createQuestionnaire('Parques');
  await ask(questionario, 'A rua é varrida?', choice('Sim', 'Não'));
  await ask(questionario, 'O que falta no seu bairro?', { tipo: 'texto' });
  const page = await openAs(`/dashboard/pesquisas/${pesquisa}`);
  await page.getByRole('tab', { name: 'Questionário' }).click();
  await page.getByRole('button', { name: 'Configurar Questionário de Parques' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configurar Questionário' });
  const text = dialog.getByLabel('Texto da Pergunta');
  await expect
    .poll(() => questionsIn(dialog))
    .toEqual(['1. A rua é varrida?', '2. O que falta no seu bairro?']);

  await waitForRest(page);
  const from = await dialog.getByRole('button', { name: /^Mover pergunta 1:/ }).boundingBox();
  const to = await dialog.getByRole('listitem').last().boundingBox();
  await page.mouse.move(from!.x + 5, from!.y + 5);
  await page.mouse.down();
  await page.mouse.move(from!.x + 5, to!.y + to!.height - 2, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(() => questionsIn(dialog))
    .toEqual(['1. O que falta no seu bairro?', '2. A rua é varrida?']);

  // The page asks before it discards typed text.
  await text.fill('Ainda não acabei');
  await dialog.getByRole('button', { name: 'Editar pergunta 1' }).click();
  const asking = page.getByRole('alertdialog', { name: 'Descartar alterações?' });
  await asking.getByRole('button', { name: 'Continuar editando' }).click();
  await asking.waitFor({ state: 'detached' });
  await expect.poll(() => text.inputValue()).toBe('Ainda não acabei');
  await dialog.getByRole('button', { name: 'Fechar' }).first().click();
  await asking.getByRole('button', { name: 'Descartar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('2 perguntas · 0 entrevistas · Rascunho').waitFor();
});

it('interviews on a phone: required, conditional, a lost network, a reload, and the end', async () => {
  const { pesquisa, questionario } = await createQuestionnaire('Ônibus');
  const uses = await ask(questionario, 'Usa ônibus?', choice('Sim', 'Não'));
  await ask(questionario, 'Quantas vezes por semana?', {
    tipo: 'numero',
    minimo: 1,
    maximo: 30,
    mostrar_se: { pergunta_id: uses.id, opcoes: [uses.respostas_definidas[0]!.id] },
  });
  await ask(questionario, 'O que acha da linha?', { tipo: 'texto' });
  const page = await openAs(`/entrevista/${questionario}`, PHONE);
  await page.getByRole('heading', { name: 'Questionário de Ônibus' }).waitFor();
  const start = page.getByRole('button', { name: 'Iniciar Entrevista' });
  await expect.poll(() => start.isDisabled()).toBe(true);
  await page.getByLabel('Nome completo').fill('Dona Lurdes');
  await page.getByLabel('Telefone (opcional)').fill('81987654321');
  await expectNoSeriousViolation(page);
  await start.click();
  // The dialog appears before the first question.
  const silent = page.getByRole('dialog', { name: 'A entrevista não pode ser gravada' });
  await silent.waitFor();
  await expectNoSeriousViolation(page);
  await silent.getByRole('button', { name: 'Começar sem gravação' }).click();
  await page.getByText('Entrevista iniciada').waitFor();
  await page.getByText('Dona Lurdes').waitFor();
  await page.getByText('Em andamento', { exact: true }).waitFor();
  // The consent does not count as a question.
  await page.getByText(/^Esta entrevista faz parte de uma pesquisa/).waitFor();
  await expect.poll(() => page.getByText(/^Pergunta 1/).count()).toBe(0);
  await page.getByRole('button', { name: 'Aceita participar sem gravação' }).click();
  await page.getByText('Pergunta 1/2').waitFor();
  const next = page.getByRole('button', { name: 'Próxima' });
  await next.click();
  await page.getByText('Esta pergunta é obrigatória. Por favor, forneça uma resposta.').waitFor();
  await page.getByText('Resposta obrigatória', { exact: true }).waitFor();
  // The first answer shows the dependent question.
  await page.getByRole('radio', { name: 'Sim' }).check();
  await page.getByText('Pergunta 1/3').waitFor();
  await expectNoSeriousViolation(page);
  await next.click();
  await page.getByText('Quantas vezes por semana?').waitFor();
  await page.getByRole('textbox').fill('40');
  await next.click();
  await page.getByText('Corrija a resposta. O máximo é 30.').waitFor();

  // Without a network the interview continues: answers are stored on the device.
  await page.route('**/api/v1/entrevistas/**', (route) => route.abort());
  await page.getByRole('textbox').fill('5');
  await next.click();
  await page.getByText('O que acha da linha?').waitFor();
  // A reload continues the same interview at the same question.
  await page.reload();
  await page.getByText('O que acha da linha?').waitFor();
  await page.getByRole('button', { name: 'Anterior' }).click();
  await page.getByText('Quantas vezes por semana?').waitFor();
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('5');
  await page.unroute('**/api/v1/entrevistas/**');
  await next.click();
  await page.getByText('O que acha da linha?').waitFor();
  await page.getByRole('textbox').fill('Demora demais.');
  await page.getByRole('button', { name: 'Finalizar Entrevista' }).click();
  await page.getByText('Entrevista finalizada!').first().waitFor();
  await page.waitForURL('**/dashboard');

  type Row = { id: string; nome_entrevistado: string; situacao: string; respondidas: number };
  const rows = await session.api<Row[]>('GET', `/pesquisas/${pesquisa}/entrevistas`);
  expect(rows).toMatchObject([{ nome_entrevistado: 'Dona Lurdes', situacao: 'concluida', respondidas: 3 }]);
  const { respostas } = await session.api<{ respostas: { texto_resposta: string | null }[] }>(
    'GET',
    `/entrevistas/${rows[0]!.id}`,
  );
  expect(respostas.map(({ texto_resposta }) => texto_resposta)).toEqual(
    expect.arrayContaining(['5', 'Demora demais.']),
  );
});

it('asks by the rules of the questions, and says farewell to whoever is not to be asked', async () => {
  const { pesquisa, questionario } = await createQuestionnaire('Frutas');
  const option = (texto_resposta: string, valor: number, more: object = {}) => ({
    ...{ texto_resposta, valor, ...more },
  });
  await ask(questionario, 'Onde compra frutas?', {
    tipo: 'multipla',
    respostas_definidas: [
      option('Feira', 1),
      option('Outro', 97, { especial: 'outro' }),
      option('Nenhum', 98, { regras: { exclusiva: true } }),
    ],
  });
  await ask(questionario, 'o preço', {
    ...{ tipo: 'escala', minimo: 0, maximo: 10 },
    regras: { bateria: { id: '019a0000-0000-7000-8000-0000000000b1', texto: 'Que nota dá para' } },
  });
  await ask(questionario, 'Onde foi feita a entrevista?', { tipo: 'lugar' });
  await ask(questionario, 'Quantas pessoas moram na casa?', {
    tipo: 'numero',
    regras: {
      inteiro: true,
      encerra: { faixa: { de: 10, ate: null }, mensagem: 'Obrigado pelo seu tempo.' },
    },
  });
  const page = await openAs(`/entrevista/${questionario}`, {
    ...PHONE,
    ...{
      geolocation: { latitude: -8.05428, longitude: -34.8813, accuracy: 12 },
      permissions: ['geolocation'],
    },
  });
  await page.getByLabel('Nome completo').fill('Seu Beto');
  await page.getByRole('button', { name: 'Iniciar Entrevista' }).click();
  await withoutSound(page);
  const next = page.getByRole('button', { name: 'Próxima' });
  await page.getByRole('checkbox', { name: 'Feira' }).check();
  await page.getByRole('checkbox', { name: 'Nenhum' }).check();
  await page.getByText('A resposta “Nenhum” desmarcou “Feira”.').waitFor();
  await page.getByRole('checkbox', { name: 'Outro' }).check();
  await next.click();
  await page.getByText('Corrija a resposta. Escreva qual é a outra resposta.').waitFor();
  await page.getByRole('textbox', { name: 'Qual?' }).fill('Do sítio');
  await next.click();

  await page.getByText('Que nota dá para').waitFor();
  await page.getByText('Item 1 de 1').waitFor();
  await page.getByText('8', { exact: true }).click();
  await expect.poll(() => page.getByRole('radio', { name: '8' }).isChecked()).toBe(true);
  await next.click();
  await page.getByRole('button', { name: 'Registrar o local' }).click();
  await page.getByText('Local registrado, com precisão de 12 m.').waitFor();
  await expectNoSeriousViolation(page);
  await next.click();

  const people = page.getByRole('textbox', { name: 'Resposta' });
  await people.fill('3,5');
  await page.getByRole('button', { name: 'Finalizar Entrevista' }).click();
  await page.getByText('Corrija a resposta. Informe um número inteiro, sem vírgula.').waitFor();
  await people.fill('12');
  await next.click();
  await page.getByText('Obrigado pelo seu tempo.').waitFor();
  await expectNoSeriousViolation(page);
  // The interview ends only after the confirmation.
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect.poll(() => people.inputValue()).toBe('12');
  await next.click();
  await page.getByRole('button', { name: 'Encerrar entrevista' }).click();
  await page.getByText('Entrevista encerrada').waitFor();

  type Row = { nome_entrevistado: string; situacao: string; desfecho: string | null };
  const rows = () => session.api<Row[]>('GET', `/pesquisas/${pesquisa}/entrevistas`);
  await expect
    .poll(rows)
    .toMatchObject([{ nome_entrevistado: 'Seu Beto', situacao: 'interrompida', desfecho: 'filtro' }]);
});

it('answers by keys, and leaves an interview its version when the questionnaire changes', async () => {
  const { pesquisa, questionario } = await createQuestionnaire('Praças');
  await ask(questionario, 'Vai à praça?', choice('Sim', 'Não'));
  await ask(questionario, 'De zero a cinco, que nota dá?', { tipo: 'escala', minimo: 0, maximo: 5 });
  const page = await openAs(`/entrevista/${questionario}`);
  await page.getByLabel('Nome completo').fill('Seu Ari');
  await page.keyboard.press('Enter');
  await withoutSound(page);
  await page.getByText('Pergunta 1/2').waitFor();
  await page.keyboard.press('2');
  await expect.poll(() => page.getByRole('radio', { name: 'Não' }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('De zero a cinco, que nota dá?').waitFor();

  // Another person changes the questionnaire meanwhile.
  await expect
    .poll(async () => (await session.api<Made[]>('GET', `/pesquisas/${pesquisa}/entrevistas`)).length)
    .toBe(1);
  const other = await openAs(`/dashboard/pesquisas/${pesquisa}?aba=questionario`);
  await other.getByText('2 perguntas · 1 entrevista · Versão 1 desde').waitFor();
  await other.getByRole('button', { name: /^Configurar/ }).click();
  const dialog = other.getByRole('dialog', { name: 'Configurar Questionário' });
  await dialog.getByText(/Versão 1 publicada, em uso desde \S+, sem alterações\./).waitFor();
  await dialog.getByRole('button', { name: 'Editar pergunta 1' }).click();
  await dialog.getByLabel('Texto da Pergunta').fill('Costuma ir à praça?');
  await dialog.getByRole('button', { name: 'Atualizar Pergunta' }).click();
  await dialog.getByText(/Versão 1 publicada, .* · 1 alteração não publicada/).waitFor();
  await dialog.getByText('Alterada', { exact: true }).waitFor();
  await dialog.getByRole('tab', { name: 'Mudanças (1)' }).click();
  const changes = dialog.getByRole('list', { name: 'Alterações desde a versão publicada' });
  await expect.poll(() => changes.locator('del').allTextContents()).toEqual(['Vai ']);
  await expect.poll(() => changes.locator('ins').allTextContents()).toEqual(['Costuma ir ']);
  await expectNoSeriousViolation(other);
  await dialog.getByRole('tab', { name: 'Como o entrevistador lê' }).click();
  await dialog.getByText(/“Costuma ir à praça\?”/).waitFor();
  // The first interview is a rehearsal, which stores nothing.
  const trial = await openAs(`/entrevista/${questionario}?ensaio=1`);
  await trial.getByText('Ensaio: nada é salvo').waitFor();
  await trial.getByLabel('Nome completo').fill('Ninguém');
  await trial.keyboard.press('Enter');
  await withoutSound(trial);
  await trial.getByText('Costuma ir à praça?').waitFor();
  await expectNoSeriousViolation(trial);
  await trial.getByRole('link', { name: 'Sair do ensaio' }).click();
  await trial.getByRole('dialog', { name: 'Configurar Questionário' }).waitFor();
  await trial.close();

  await page.reload();
  await page.getByText('De zero a cinco, que nota dá?').waitFor();
  await page.getByRole('button', { name: 'Anterior' }).click();
  await page.getByText('Vai à praça?').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('De zero a cinco, que nota dá?').waitFor();
  await page.keyboard.press('4');
  await expect.poll(() => page.getByRole('radio', { name: '4' }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Entrevista finalizada!').first().waitFor();
  // Everything was sent, and the page returns to the start.
  await page.waitForURL('**/dashboard');

  await dialog.getByRole('button', { name: 'Publicar versão 2' }).click();
  const publishing = other.getByRole('dialog', { name: 'Publicar versão 2' });
  await publishing.getByText('Costuma ir ').waitFor();
  await expectNoSeriousViolation(other);
  await publishing.getByRole('button', { name: 'Publicar versão 2' }).click();
  await other.getByText('Versão 2 publicada. Novas entrevistas passam a usá-la.').waitFor();
  await session.api('POST', '/entrevistas/iniciar', {
    questionario_id: questionario,
    nome_entrevistado: 'Dona Zefa',
  });
  await other.goto(`/dashboard/pesquisas/${pesquisa}?aba=questionario`);
  await other.getByText('2 perguntas · 2 entrevistas · Versão 2 desde').waitFor();
  await other.getByRole('tab', { name: 'Entrevistas' }).click();
  await other
    .getByRole('row', { name: /Seu Ari/ })
    .getByText('Concluída')
    .waitFor();
  await other
    .getByRole('row', { name: /Dona Zefa/ })
    .getByText('Em Andamento')
    .waitFor();
  await expectNoSeriousViolation(other);

  // An inactive questionnaire accepts no new interview, and its page states that.
  await other.getByRole('tab', { name: 'Questionário' }).click();
  await other.getByRole('switch', { name: /: ativo$/ }).click();
  await other.getByText('Este questionário está inativo e não recebe novas entrevistas.').waitFor();
  const late = await openAs(`/entrevista/${questionario}`);
  await late.getByText('Este questionário está inativo e não recebe novas entrevistas.').waitFor();
  await late.getByRole('link', { name: 'Voltar ao Dashboard' }).waitFor();
});

it('keeps that a recording was refused and why an interview stopped, and deletes only what nobody was asked', async () => {
  const { pesquisa, questionario } = await createQuestionnaire('Feira livre');
  await ask(questionario, 'Compra na feira?', choice('Sim', 'Não'));
  const page = await openAs(`/dashboard/pesquisas/${pesquisa}?aba=questionario`);
  // The deletion dialog opens before the first interview and is confirmed after it, so the server refuses.
  await page.getByRole('button', { name: /^Ações de Questionário de/ }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  const removing = page.getByRole('alertdialog', { name: 'Excluir questionário' });
  await removing.waitFor();
  const stopped = await session.api<Made>('POST', '/entrevistas/iniciar', {
    questionario_id: questionario,
    nome_entrevistado: 'Dona Iva',
  });
  await removing.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText(/Este questionário tem entrevistas e não pode ser excluído/).waitFor();
  await removing.getByRole('button', { name: 'Cancelar' }).click();
  await removing.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: /^Ações de Questionário de/ }).click();
  const refused = page.getByRole('menuitem', { name: 'Excluir: já tem entrevistas' });
  await expect.poll(() => refused.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');

  await session.api('PATCH', `/entrevistas/${stopped.id}/interromper`, { motivo: 'Começou a chover' });
  const runner = await openAs(`/entrevista/${questionario}`, { ...PHONE, permissions: ['microphone'] });
  await runner.getByLabel('Nome completo').fill('Seu Nilo');
  await runner.getByRole('button', { name: 'Iniciar Entrevista' }).click();
  await runner.getByText('Gravando', { exact: true }).waitFor();
  await runner.getByRole('button', { name: 'Aceita participar sem gravação' }).click();
  await runner.getByText('Sem gravação. O entrevistado recusou a gravação.').waitFor();
  await runner.getByRole('radio', { name: 'Sim' }).check();
  await runner.getByRole('button', { name: 'Finalizar Entrevista' }).click();
  await runner.getByText('Entrevista finalizada!').first().waitFor();
  await runner.waitForURL('**/dashboard');

  await page.goto(`/dashboard/pesquisas/${pesquisa}?aba=entrevistas`);
  const row = (nome: RegExp) => page.getByRole('row', { name: nome });
  await row(/^Seu Nilo/)
    .getByText('Recusou gravação')
    .waitFor();
  await row(/^Dona Iva/)
    .getByText('Interrompida')
    .waitFor();
  await row(/^Dona Iva/)
    .getByText('Começou a chover')
    .waitFor();
  await page.getByRole('button', { name: /^Entrevistador:/ }).click();
  await page.getByRole('option', { name: /^Gerente de Teste/ }).click();
  await page.waitForURL(/agente_id=/);
  await row(/^Seu Nilo/).waitFor();
  await expectNoSeriousViolation(page);
  await expect.poll(() => page.getByRole('button', { name: 'Excluir', exact: true }).count()).toBe(0);

  // A survey's deletion is refused in the same way: an interview arrives while the dialog is open.
  const other = await createQuestionnaire('Feira nova');
  await ask(other.questionario, 'Compra na feira?', choice('Sim', 'Não'));
  await page.goto(`/dashboard/pesquisas/${other.pesquisa}`);
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  const asking = page.getByRole('alertdialog', { name: 'Excluir pesquisa' });
  await asking.waitFor();
  await session.api('POST', '/entrevistas/iniciar', {
    questionario_id: other.questionario,
    nome_entrevistado: 'Dona Cida',
  });
  await asking.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText(/Esta pesquisa tem entrevistas e não pode ser excluída/).waitFor();
  const unused = await createQuestionnaire('Feira vazia');
  await page.goto(`/dashboard/pesquisas/${unused.pesquisa}`);
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await asking.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Pesquisa excluída.').waitFor();
  await page.waitForURL('**/dashboard/pesquisas');
});

it('says of an interview that cannot be opened why, and what to do', async () => {
  const page = await openAs(`/entrevista/${crypto.randomUUID()}`);
  await page.getByText('Questionário não encontrado').waitFor();
  const { questionario } = await createQuestionnaire('Vazia');
  await page.goto(`/entrevista/${questionario}`);
  await page.getByText('Este questionário ainda não possui perguntas configuradas.').waitFor();
  await page.route('**/api/v1/campo/questionarios/**', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`/entrevista/${questionario}`);
  await page.getByText('Erro ao Carregar Entrevista').waitFor();
  await page.getByRole('link', { name: 'Voltar ao Dashboard' }).click();
  await page.waitForURL('**/dashboard');
});
