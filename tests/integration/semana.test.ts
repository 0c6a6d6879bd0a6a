// An institute's week: a questionnaire from Word to the dossier that a client verifies, and an interviewer who invents
// interviews. API, worker, PostgreSQL and Redis are real, phones run the runner's own modules, and the provider knows
// what was said.
import type { Distribuicao } from '@escuta/shared/contracts/operation/distribuicao';
import type { MomentoWire } from '@escuta/shared/contracts/operation/momentos';
import type { TarefaWire } from '@escuta/shared/contracts/operation/tarefas';
import type { Mapa, ResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import type { MetasDaPesquisa } from '@escuta/shared/contracts/surveys/goals/metas';
import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import type { Quadro } from '@escuta/shared/contracts/surveys/quadro';
import type { PerguntaWire, QuestionarioDetalhe } from '@escuta/shared/contracts/surveys/questionarios';
import type { PropostaDeRevisao } from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import type { ResumoDeSinais, SinalWire } from '@escuta/shared/contracts/surveys/sinais';
import type { VerificacaoWire } from '@escuta/shared/contracts/surveys/verificacoes';
import { codeText } from '@escuta/shared/domain/exports/dossier';
import { verdictsOf } from '@escuta/shared/domain/interview/verdicts/matrix';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PerguntaVerdade } from '../../scripts/verdade/questionnaires.ts';
import type { VerdadeDaCelula } from '../../scripts/verdade/script.ts';
import { bearer } from '../support/factories.ts';
import { cases } from '../support/longo.ts';
import { mailsTo } from '../support/mails.ts';
import { loadReadSelection, loadVerifyModule } from '../support/page-modules.ts';
import { computeSignals } from '../support/signals.ts';
import { endOfTask } from '../support/tasks.ts';
import { hold, VELHO_DE } from '../support/week/held.ts';
import { Institute, type Pessoa, timeOf } from '../support/week/institute.ts';
import type { Phone } from '../support/week/phone.ts';
import {
  ENTREVISTADORES,
  type Entrevistador,
  FV,
  goalsFor,
  IDADE_NO_PLANO,
  INVENTA,
  type Planejada,
  planWeek,
  SEXO_NO_PLANO,
  TELEFONE_DE_CASA,
} from '../support/week/plan.ts';
import { questionsOf, SEXOS, withIds, wordFile } from '../support/week/questions.ts';

/** `each`: interviews per interviewer; `perguntas`: questions of the Word file; `sinais`: signals to be found. */
const SIZES = [
  { each: 3, perguntas: 3, sinais: ['sobreposta_ou_telefone'] },
  { each: 20, perguntas: 12, sinais: ['digitada_antes', 'sobreposta_ou_telefone'] },
];
/** The long version makes and audits 60 interviews, even on a slow machine. */
const timeout = 1_200_000;
const ACCUSES: ReadonlySet<string> = new Set(['nao_perguntada', 'induzida', 'diverge']);

describe.each(cases(SIZES))(
  'a week of $each interviews by each of three',
  { timeout },
  ({ each, perguntas, sinais }) => {
    const n = 3 * each;
    const week = planWeek(each);
    const goals = goalsFor(week);
    /** Number of interviews whose respondent wants no recording. */
    const semSom = Object.values(week)
      .flat()
      .filter((one) => one.semSom).length;
    const comSom = n - semSom;
    let office: Institute;
    let pesquisaId: string;
    let questionarioId: string;
    /** The questions of both versions, with the product's ids. */
    let asked: { 1: PerguntaVerdade[]; 2: PerguntaVerdade[] };
    let phones: Record<Entrevistador, Phone>;
    /** Ids of the planned interviews, by their number. */
    const made = new Map<number, { id: string; planned: Planejada; versao: number }>();

    beforeAll(async () => {
      office = await Institute.open();
    });
    afterAll(() => office.close());

    const of = (path = '') => `/pesquisas/${pesquisaId}${path}`;
    const board = () => office.done<Quadro>('GET', of('/quadro'));
    const cells = async () => {
      const { planos } = await office.done<MetasDaPesquisa>('GET', of('/metas'));
      const [plan] = planos;
      return {
        total: plan?.total,
        celulas: Object.fromEntries(
          (plan?.tabelas[0]?.celulas ?? []).map(({ chave, feitas, faltam, excedem }) => [
            chave,
            { feitas, faltam, excedem },
          ]),
        ),
        pessoas: Object.fromEntries(
          (plan?.tabelas[1]?.celulas ?? []).map(({ chave, feitas }) => [
            ENTREVISTADORES[Number(chave)],
            feitas,
          ]),
        ),
      };
    };
    const missingWords = (n: number): string => (n === 1 ? 'Falta 1 entrevista' : `Faltam ${n} entrevistas`);
    const nameOf = (perfil: typeof FV): string =>
      `${SEXO_NO_PLANO[perfil.sexo]}, ${IDADE_NO_PLANO[perfil.idade]}`;
    const idsOf = (nome: Entrevistador): string[] =>
      [...made.values()].filter(({ planned }) => planned.entrevistador === nome).map(({ id }) => id);

    /** Begins a planned interview at the respondent's door. */
    const arrive = async (planned: Planejada) => {
      const phone = phones[planned.entrevistador];
      expect(await phone.ownGoalsFull(questionarioId)).toBeNull();
      const em = timeOf(planned.diasAntes, 9, planned.minuto);
      const visit = await phone.begin(questionarioId, planned, em);
      const inventa = planned.entrevistador === INVENTA;
      const caso = hold(asked[visit.versao as 1 | 2], planned.perfil, planned.index, { inventa });
      office.held.set(visit.id, caso);
      made.set(planned.index, { id: visit.id, planned, versao: visit.versao });
      return { visit, caso, how: { digitaAntes: inventa, semSom: planned.semSom } };
    };
    const interview = async (planned: Planejada): Promise<void> => {
      const { visit, caso, how } = await arrive(planned);
      expect(await visit.ask(caso, how)).toEqual({ fase: 'concluida', perfil: null });
    };

    it('Monday: a questionnaire from Word is read, looked at, and published as version 1', async () => {
      const printed = questionsOf(perguntas);
      ({ id: pesquisaId } = await office.done<{ id: string }>('POST', '/pesquisas', {
        titulo: 'Serviços da cidade',
        projeto_id: office.projetoId,
      }));
      ({ id: questionarioId } = await office.done<{ id: string }>('POST', '/questionarios', {
        nome: 'Domicílio',
        pesquisa_id: pesquisaId,
      }));
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(wordFile(printed))]), 'questionario.docx');
      const request = new Request('http://api/', { method: 'POST', body: form });
      const sent = await office.test.app.inject({
        method: 'POST',
        url: `/api/v1/questionarios/${questionarioId}/ler-arquivo`,
        headers: {
          ...bearer(office.bia.token),
          'content-type': request.headers.get('content-type') as string,
        },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      expect(sent.statusCode, sent.body).toBe(202);
      const tarefa: TarefaWire = await endOfTask(office.test, office.bia.token, sent.json().data.tarefaId);
      expect([tarefa.status, tarefa.erro]).toEqual(['concluida', null]);
      const { lido } = tarefa.resultado as { lido: QuestionarioLido };
      expect(
        lido.perguntas.map(({ texto, tipo, opcoes }) => [texto, tipo, opcoes.map((one) => one.texto)]),
      ).toEqual(printed.map(({ texto, tipo, opcoes }) => [texto, tipo, opcoes.map((one) => one.texto)]));
      const { startOf, inclusionOf } = await loadReadSelection();
      const chosen = inclusionOf(lido, startOf(lido)).map((one, place) => ({
        ...one,
        campo_texto: place < 2,
      }));
      const stored = await office.done<PerguntaWire[]>('POST', `/questionarios/${questionarioId}/perguntas`, {
        perguntas: chosen,
      });
      const first = withIds(printed, stored);
      asked = { 1: first, 2: first };
      const published = await office.publish(questionarioId, timeOf(5, 8));
      expect(published).toMatchObject({ publicada: { numero: 1, por: 'Bia' }, alterado: false });
      const [sexo, idade] = first;
      await office.setGoals(questionarioId, {
        ...{ versao: 0, total: n + 3, passar: false },
        tabelas: [
          {
            dimensoes: [
              {
                tipo: 'opcoes',
                pergunta_id: sexo?.id ?? '',
                grupos: SEXOS.map((texto, at) => ({
                  texto: SEXO_NO_PLANO[texto],
                  opcoes: [sexo?.opcoes[at]?.id ?? ''],
                })),
              },
              {
                tipo: 'faixas',
                pergunta_id: idade?.id ?? '',
                grupos: [
                  { texto: IDADE_NO_PLANO.jovem, de: 16, ate: VELHO_DE - 1 },
                  { texto: IDADE_NO_PLANO.velho, de: VELHO_DE, ate: null },
                ],
              },
            ],
            celulas: goals.map(({ chave, meta }) => ({ chave, meta })),
          },
          {
            dimensoes: [
              {
                tipo: 'entrevistadores',
                nome: 'entrevistador',
                grupos: ENTREVISTADORES.map((nome) => ({
                  texto: nome,
                  usuarios: [office.entrevistadores[nome].usuarioId],
                  agentes: [],
                })),
              },
            ],
            // Ana's goal is one interview more than she will conduct.
            celulas: ENTREVISTADORES.map((nome, at) => ({
              chave: String(at),
              meta: nome === 'Ana' ? each + 1 : each,
            })),
          },
        ],
      });
    });

    it('Monday: each phone has the version and says what is missing', async () => {
      const [ana, bruno, nilo] = [
        await office.phoneOf('Ana'),
        await office.phoneOf('Bruno'),
        await office.phoneOf('Nilo'),
      ];
      phones = { Ana: ana, Bruno: bruno, Nilo: nilo };
      for (const nome of ENTREVISTADORES) {
        const phone = phones[nome];
        expect((await phone.download(questionarioId)).versao.numero).toBe(1);
        expect(await phone.sync()).toBe('parado');
        const lines = await phone.missing(questionarioId);
        for (const { perfil, meta } of goals)
          expect(lines).toContain(`${missingWords(meta)}: ${nameOf(perfil)}`);
        // Of the interviewers' own goals, a phone shows only the goal of its own interviewer.
        expect(lines.filter((line) => ENTREVISTADORES.some((one) => line.endsWith(`: ${one}`)))).toEqual([
          `${missingWords(nome === 'Ana' ? each + 1 : each)}: ${nome}`,
        ]);
      }
    });

    it('Tuesday: interviews with a network are on the board at once, by interviewer and day', async () => {
      for (const planned of week.rede) {
        await interview(planned);
        expect(await phones[planned.entrevistador].sync()).toBe('parado');
      }
      const now = await board();
      expect(now.total).toMatchObject({ concluidas: week.rede.length, em_andamento: 0, quarentena: 0 });
      expect(now.entrevistadores.map(({ nome, total }) => [nome, total.concluidas]).toSorted()).toEqual(
        ENTREVISTADORES.map((nome) => [
          nome,
          week.rede.filter(({ entrevistador }) => entrevistador === nome).length,
        ]),
      );
      expect((await cells()).total).toMatchObject({ feitas: week.rede.length });
    });

    it('Wednesday: interviews without a network come later, one whose answer was lost is sent again and counts once', async () => {
      for (const planned of week.semRede) await interview(planned);
      expect((await board()).total.concluidas).toBe(week.rede.length);
      // The phone knows its own interviews, which the server does not have yet.
      const [own] = week.semRede.filter(({ entrevistador }) => entrevistador === 'Ana').slice(-1);
      expect(await phones.Ana.unsent()).toBe(
        week.semRede.filter(({ entrevistador }) => entrevistador === 'Ana').length,
      );
      expect(
        (await phones.Ana.missing(questionarioId)).some((line) => line.includes(nameOf(own?.perfil ?? FV))),
      ).toBe(false);
      office.lost = /\/fechar$/;
      expect(await phones.Ana.sync()).toBe('sem_rede');
      expect(await phones.Ana.unsent()).toBeGreaterThan(0);
      for (const nome of ENTREVISTADORES) expect(await phones[nome].sync()).toBe('parado');
      expect(await phones.Ana.unsent()).toBe(0);
      const now = await board();
      expect(now.total.concluidas).toBe(week.rede.length + week.semRede.length);
      // Two phones without contact both filled the last place of one cell, and the board shows the excess.
      const full = goals.find(({ feitas, meta }) => feitas > meta);
      expect((await cells()).celulas[full?.chave ?? '']).toEqual({
        feitas: full?.feitas,
        faltam: 0,
        excedem: 1,
      });
    });

    it('Thursday: version 2 is published; the interview under way keeps version 1, the next ones take version 2', async () => {
      const [first, ...others] = [
        ...week.versao2.filter(({ entrevistador }) => entrevistador === 'Bruno'),
        ...week.versao2.filter(({ entrevistador }) => entrevistador !== 'Bruno'),
      ];
      if (!first) throw new Error('nothing is planned');
      const { visit, caso } = await arrive(first);
      expect(await visit.ask(caso, { count: 3 })).toMatchObject({ fase: 'perguntas' });
      expect(await phones.Bruno.sync()).toBe('parado');
      expect((await board()).total.em_andamento).toBe(1);

      const added = questionsOf(perguntas + 1).at(-1);
      await office.done('POST', `/questionarios/${questionarioId}/perguntas`, {
        perguntas: [
          {
            texto_pergunta: added?.texto,
            tipo: added?.tipo,
            campo_texto: false,
            ler_opcoes: added?.lerOpcoes,
            unidade: added?.unidade ?? null,
            respostas_definidas: (added?.opcoes ?? []).map(({ texto, valor, especial }) => ({
              texto_resposta: texto,
              valor,
              especial,
            })),
          },
        ],
      });
      const draft = await office.done<QuestionarioDetalhe>('GET', `/questionarios/${questionarioId}`);
      expect(draft).toMatchObject({ publicada: { numero: 1 }, alterado: true });
      expect(draft.mudancas.novas).toHaveLength(1);
      const published = await office.publish(questionarioId, timeOf(2, 9, 5));
      expect(published.publicada?.numero).toBe(2);
      asked = { 1: asked[1], 2: withIds(questionsOf(perguntas + 1), published.perguntas) };

      for (const nome of ENTREVISTADORES) expect(await phones[nome].sync()).toBe('parado');
      expect(await visit.ask(caso)).toEqual({ fase: 'concluida', perfil: null });
      // These interviews begin at 9:10 or later, after the publication.
      for (const planned of others) {
        await interview({ ...planned, minuto: planned.minuto + 10 });
        expect(await phones[planned.entrevistador].sync()).toBe('parado');
      }
      expect(await phones.Bruno.sync()).toBe('parado');
      expect([...made.values()].filter(({ versao }) => versao === 2)).toHaveLength(others.length);
      const { questionarios } = await office.done<{
        questionarios: { versoes: { numero: number; concluidas: number }[] }[];
      }>('GET', of('/microdados'));
      expect(
        Object.fromEntries(
          (questionarios[0]?.versoes ?? []).map(({ numero, concluidas }) => [numero, concluidas]),
        ),
      ).toEqual({ 1: n - others.length, 2: others.length });
    });

    it('Friday: a full cell closes politely, a refusal is no interview, and board and phone say the same numbers', async () => {
      const ana = phones.Ana;
      // In the morning the phone learns what the others have done.
      expect(await ana.sync()).toBe('parado');
      const extra = await ana.begin(
        questionarioId,
        { nome: 'Jandira Wanderley', telefone: '11981119999' },
        timeOf(1, 9),
      );
      const caso = hold(asked[2], FV, n);
      office.held.set(extra.id, caso);
      expect(await extra.ask(caso, { semSom: true })).toEqual({
        fase: 'interrompida',
        perfil: [SEXO_NO_PLANO[FV.sexo], IDADE_NO_PLANO[FV.idade]],
      });
      const refused = await ana.begin(questionarioId, { nome: 'Zulmira', telefone: null }, timeOf(1, 10));
      await refused.refuse();
      expect(await ana.sync()).toBe('parado');
      for (const nome of ENTREVISTADORES) await phones[nome].sync();
      // Bruno has reached his goal, so that his phone begins no further interview; Ana has not.
      expect(await phones.Bruno.ownGoalsFull(questionarioId)).toEqual(['Bruno']);
      expect(await ana.ownGoalsFull(questionarioId)).toBeNull();
      const missing = goals.filter(({ feitas, meta }) => meta > feitas);
      expect((await ana.missing(questionarioId)).toSorted()).toEqual(
        [
          ...missing.map(({ perfil, feitas, meta }) => `${missingWords(meta - feitas)}: ${nameOf(perfil)}`),
          `${missingWords(1)}: Ana`,
        ].toSorted(),
      );
      const now = await cells();
      expect(now.total).toMatchObject({ meta: n + 3, feitas: n, faltam: 3, excedem: 0 });
      for (const { chave, feitas, meta } of goals)
        expect(now.celulas[chave]).toEqual({
          feitas,
          faltam: Math.max(0, meta - feitas),
          excedem: Math.max(0, feitas - meta),
        });
      expect(now.pessoas).toEqual({ Ana: each, Bruno: each, Nilo: each });
      const { total, dias, entrevistadores } = await board();
      expect(total).toMatchObject({
        ...{ concluidas: n, em_andamento: 0, interrompidas: 0, cota_preenchida: 1, recusas: 1 },
        ...{
          fora_do_perfil: 0,
          quarentena: 0,
          em_espera: 0,
          nao_montadas: 0,
          sem_gravacao: { n: semSom, de: n },
        },
      });
      const done = entrevistadores.flatMap((one) =>
        one.dias.map(({ dia, concluidas }) => [dia, concluidas] as const),
      );
      expect(done.every(([dia]) => dias.includes(dia))).toBe(true);
      expect(done.reduce((sum, [, concluidas]) => sum + concluidas, 0)).toBe(n);
    });

    const truthOf = (id: string): VerdadeDaCelula[] => office.held.get(id)?.roteiro.celulas ?? [];

    it('the audit says of each question what happened at the door, and accuses nobody of more', async () => {
      await office.audited(pesquisaId, comSom);
      const { linhas, total } = await office.done<Mapa>('GET', of('/mapa'));
      expect(total).toBe(comSom);
      const wrong = linhas.flatMap(({ id, c }) => {
        const verdicts = verdictsOf(c);
        return truthOf(id).flatMap((truth, at) => {
          const said = verdicts[at] ?? '';
          const right = said === truth.veredito || !(ACCUSES.has(said) || ACCUSES.has(truth.veredito));
          return right
            ? []
            : [{ pergunta: at + 1, said, truth: truth.veredito, falha: truth.falha ?? truth.armadilha }];
        });
      });
      expect(wrong).toEqual([]);
      const { entrevistadores, entrevistas } = await office.done<ResultadosDaPesquisa>(
        'GET',
        of('/resultados'),
      );
      expect(entrevistas).toMatchObject({
        ...{ total: n, concluidas: n, auditadas: comSom, gravacaoRecusada: semSom },
        ...{ semGravacao: 0, emEspera: 0 },
      });
      const omitted = Object.fromEntries(
        entrevistadores.map(({ nome, omissao }) => [nome, omissao?.valor ?? 0]),
      );
      expect(omitted[INVENTA]).toBeGreaterThan(0.3);
      for (const nome of ENTREVISTADORES) if (nome !== INVENTA) expect(omitted[nome]).toBeLessThan(0.1);
    });

    it('the signals name the one who makes interviews up, and nobody else', async () => {
      await computeSignals(office.test.deps, { pesquisaId });
      const { data } = await office.call<SinalWire[]>('GET', of('/sinais?limit=50'));
      expect(new Set(data.map(({ agente }) => agente?.nome))).toEqual(new Set([INVENTA]));
      expect(data.map(({ tipo }) => tipo)).toEqual(expect.arrayContaining(sinais));
      const { entrevistadores } = await office.done<ResumoDeSinais>('GET', of('/sinais/resumo'));
      expect(entrevistadores.map(({ nome, listado }) => [nome, listado])).toEqual([[INVENTA, true]]);
    });

    const propose = () => office.done<PropostaDeRevisao[]>('GET', of('/propostas'));
    const bell = async (pessoa: Pessoa) =>
      (
        await office.done<{ notificacoes: { tipo: string }[] }>('GET', '/notificacoes', undefined, pessoa)
      ).notificacoes.map(({ tipo }) => tipo);

    it('a signal is confirmed by a second person, who is told, and is neither the accused nor the first', async () => {
      const { bia, rita, entrevistadores } = office;
      const { data } = await office.call<SinalWire[]>('GET', of('/sinais?tipo=sobreposta_ou_telefone'));
      const signal = data[0];
      if (!signal) throw new Error('no signal');
      const sameHouse = [...made.values()].filter(({ planned }) => planned.telefone === TELEFONE_DE_CASA);
      expect(signal.entrevistas.map(({ id }) => id).toSorted()).toEqual(
        sameHouse.map(({ id }) => id).toSorted(),
      );
      const say = (visto: number, de: Pessoa) =>
        office.call<SinalWire>('PUT', `/sinais/${signal.id}/parecer`, { parecer: 'procede', visto }, de);
      const first = await say(signal.visto, bia);
      expect([first.data.estado, await propose()]).toEqual(['em_verificacao', []]);
      const people = await office.done<{ nome: string }[]>('GET', `/sinais/${signal.id}/pessoas`);
      expect(people.map(({ nome }) => nome)).toEqual(['Rita']);
      expect((await say(first.data.visto, entrevistadores[INVENTA])).status).toBe(404);
      const name = ({ usuarioId }: Pessoa) =>
        office.call<SinalWire>('PUT', `/sinais/${signal.id}/indicado`, {
          user_id: usuarioId,
          visto: first.data.visto,
        });
      expect((await name(entrevistadores[INVENTA])).message).toBe(
        'Esta pessoa fez a entrevista do sinal: indique outra.',
      );
      const named = (await name(rita)).data;
      await expect.poll(() => bell(rita), { interval: 50 }).toContain('sinal_indicado');
      expect((await office.done<{ indicado: number }>('GET', '/indicacoes', undefined, rita)).indicado).toBe(
        1,
      );
      expect((await say(named.visto, rita)).data.estado).toBe('confirmado');
      const [proposal] = await propose();
      expect(proposal?.total).toBe(3);
    });

    it('people who were called say who was not interviewed: those alone are proposed to be held', async () => {
      const { rita, entrevistadores } = office;
      await office.done('POST', of('/verificacao/sortear'));
      const list = async (de?: Pessoa) =>
        (await office.call<VerificacaoWire[]>('GET', of('/verificacoes?limit=100'), undefined, de)).data;
      const drawn = await list();
      // The sample has at least three interviews of each interviewer and, if there are many, about a tenth by chance.
      for (const nome of ENTREVISTADORES)
        expect(drawn.filter(({ entrevistador }) => entrevistador?.nome === nome).length).toBeGreaterThan(2);
      const theirs = drawn.filter(({ entrevistador }) => entrevistador?.nome === INVENTA);
      expect(theirs[0]?.entrevista.feita_por).toEqual([entrevistadores[INVENTA].usuarioId]);
      const give = (usuario_id: string, some: readonly VerificacaoWire[]) =>
        office.done<{ atribuidas: number; recusadas: object[] }>('POST', of('/verificacoes/atribuir'), {
          verificacoes: some.map(({ id }) => id),
          usuario_id,
        });
      expect((await give(entrevistadores[INVENTA].usuarioId, theirs)).atribuidas).toBe(0);
      expect((await give(rita.usuarioId, drawn)).atribuidas).toBe(drawn.length);
      await expect.poll(() => bell(rita), { interval: 50 }).toContain('verificacao_atribuida');
      const { deps } = office.test;
      const subjects = async () => {
        // Ends the minute in which a mail waits for further events of the same kind.
        await deps.db.query(
          "update avisos_email set enviar_em = now() - interval '1 second' where enviar_em > now()",
        );
        return (await mailsTo(deps, rita.email)).map(({ assunto }) => assunto);
      };
      await expect
        .poll(subjects, { interval: 200 })
        .toContain(`${drawn.length} entrevistas para verificar em Serviços da cidade`);
      const call = (row: VerificacaoWire, payload: object, de: Pessoa = rita) =>
        office.call<VerificacaoWire>(
          'POST',
          `/verificacoes/${row.id}/concluir`,
          { visto: row.versao, ...payload },
          de,
        );
      const [one] = theirs;
      const refused =
        one && (await call(one, { modo: 'recontato', resultado: 'confirmada' }, entrevistadores[INVENTA]));
      expect([refused?.status, refused?.message]).toEqual([
        403,
        'Você fez esta entrevista: outra pessoa precisa revisar a entrevista.',
      ]);
      for (const row of await list(rita)) {
        const tried = await call(row, {
          modo: 'recontato',
          resultado: 'sem_contato',
          desfecho: 'nao_atendeu',
        });
        expect(tried.data.proxima_em).not.toBeNull();
        const resultado = row.entrevistador?.nome === INVENTA ? 'nao_entrevistado' : 'confirmada';
        const done = await call(tried.data, { modo: 'recontato', resultado });
        expect([done.status, done.data.tentativas.length]).toEqual([200, 2]);
      }
      const proposals = await propose();
      const named = proposals.flatMap(({ entrevistas }) => entrevistas);
      expect(new Set(named.map(({ entrevistador }) => entrevistador))).toEqual(new Set([INVENTA]));
      expect(proposals.map(({ para, origem }) => [para, origem.tipo]).toSorted()).toEqual([
        ['em_espera', 'sinal'],
        ...theirs.map(() => ['em_espera', 'verificacao']),
      ]);
      // Signals alone put no interview on hold.
      expect((await board()).total).toMatchObject({ concluidas: n, em_espera: 0 });
    });

    /** All figures that count interviews, as people see them. */
    const figures = async () => {
      const { total: row } = await board();
      const { celulas, pessoas, total } = await cells();
      const results = await office.done<ResultadosDaPesquisa>('GET', of('/resultados'));
      await phones.Nilo.sync();
      const csv = await office.test.app.inject({
        url: `/api/v1${of('/microdados/exportar?formato=csv')}`,
        headers: bearer(office.bia.token),
      });
      const rows: Record<string, string>[] = parse(csv.rawPayload, {
        ...{ bom: true, delimiter: ';', record_delimiter: '\r\n', columns: true },
      });
      return {
        quadro: [row.concluidas, row.em_espera],
        metas: { celulas, pessoas, total: total?.feitas },
        resultados: [results.entrevistas.total, results.entrevistas.auditadas, results.entrevistas.emEspera],
        entrevistadores: results.entrevistadores
          .map(({ nome, entrevistas }) => [nome, entrevistas])
          .toSorted(),
        mapa: (await office.done<Mapa>('GET', of('/mapa'))).linhas.map(({ nome }) => nome).toSorted(),
        respostas: (await office.done<Distribuicao>('GET', of('/distribuicao'))).total,
        celular: (await phones.Nilo.missing(questionarioId)).toSorted(),
        microdados: rows.map(({ revisao, nas_contas }) => `${revisao} ${nas_contas}`).toSorted(),
      };
    };

    it('held, they are out of figures, map, goals and answers and counted apart; given back, all is as before', async () => {
      const before = await figures();
      const proposals = await propose();
      const held = new Set<string>();
      for (const { origem, motivo, entrevistas } of proposals) {
        const open = entrevistas.filter(({ id }) => !held.has(id));
        for (const { id } of open) held.add(id);
        if (open.length === 0) continue;
        const answer = await office.done<{ alteradas: number }>('POST', of('/entrevistas/revisao'), {
          para: 'em_espera',
          motivo,
          origem: { tipo: origem.tipo, id: origem.id },
          entrevistas: open.map(({ id, visto }) => ({ id, visto })),
        });
        expect(answer.alteradas).toBe(open.length);
      }
      expect([...held].every((id) => idsOf(INVENTA).includes(id))).toBe(true);
      expect(await propose()).toEqual([]);
      const out = held.size;
      const now = await figures();
      expect(now.quadro).toEqual([n - out, out]);
      expect(now.resultados).toEqual([n - out, comSom - out, out]);
      expect(now.respostas).toBe(n - out);
      expect(now.mapa).toHaveLength(comSom - out);
      expect(now.metas).toMatchObject({
        total: n - out,
        pessoas: { Ana: each, Bruno: each, Nilo: each - out },
      });
      expect(now.celular).toContain(`${missingWords(out)}: Nilo`);
      // Interviews on hold stay in the microdata, marked as such. Two pending interviews do not count: the one that a
      // full cell ended, and the refusal.
      const rows = { 'Em espera 0': out, 'Pendente 0': 2, 'Pendente 1': n - out };
      expect(now.microdados).toEqual(
        Object.entries(rows).flatMap(([row, count]) => Array.from({ length: count }, () => row)),
      );
      const list = await office.call<EntrevistaNaLista[]>(
        'GET',
        of('/entrevistas?revisao=em_espera&limit=100'),
      );
      expect(list.data.map(({ id }) => id).toSorted()).toEqual([...held].toSorted());

      const back = await office.done<{ alteradas: number }>('POST', of('/entrevistas/revisao'), {
        para: 'pendente',
        entrevistas: list.data.map(({ id, revisoes }) => ({ id, visto: revisoes })),
      });
      expect(back.alteradas).toBe(out);
      expect(await figures()).toEqual(before);
    });

    it('the client verifies the dossier without an account, sees one changed letter, and hears a moment by its link', async () => {
      const id = idsOf('Ana')[0] ?? '';
      const { data } = await office.call<EntrevistaNaLista[]>('GET', of('/entrevistas?limit=100'));
      const shown = data.find((one) => one.id === id);
      const itemId = shown?.item?.id ?? '';
      const dossier = async (formato: string) =>
        (
          await office.test.app.inject({
            url: `/api/v1/auditoria-resultado/${itemId}/exportar?formato=${formato}`,
            headers: bearer(office.bia.token),
          })
        ).rawPayload;
      const { verifyDossier } = await loadVerifyModule();
      const [json, pdf] = [await dossier('json'), await dossier('pdf')];
      const { dossie } = JSON.parse(json.toString()) as {
        dossie: {
          entrevista: {
            questionario: { versao: number };
            consentimento: object;
            perguntas: { veredito: string }[];
          };
        };
      };
      expect(dossie.entrevista).toMatchObject({
        questionario: { versao: 1 },
        consentimento: { resposta: 'aceito' },
      });
      expect(dossie.entrevista.perguntas.map(({ veredito }) => veredito)).toEqual(
        verdictsOf(shown?.codigos ?? ''),
      );
      expect(json.toString()).not.toContain(shown?.nome_entrevistado);
      expect((await verifyDossier(new Uint8Array(json))).tipo).toBe('valida');
      const printed = await verifyDossier(new Uint8Array(pdf));
      expect(printed.tipo).toBe('valida');
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
      // The QR code has the address of the page that verifies documents, with the code of this document.
      expect(text).toContain('escuta.example/verificar');
      expect(text).toContain(codeText(printed.codigo ?? ''));
      const changed = Buffer.from(json.toString().replace('Feminino', 'Feminina'));
      expect(changed.equals(json)).toBe(false);
      expect((await verifyDossier(new Uint8Array(changed))).tipo).toBe('invalida');
      const letter = Buffer.from(pdf);
      letter[Math.floor(letter.length / 3)] = (letter[Math.floor(letter.length / 3)] ?? 0) ^ 1;
      expect((await verifyDossier(new Uint8Array(letter))).tipo).toBe('invalida');

      const { momento, url } = await office.done<{ momento: MomentoWire; url: string }>(
        'POST',
        `/auditoria-item/${itemId}/momentos`,
        { inicio_ms: 4000, fim_ms: 14_000, com_frase: true },
      );
      const byLink = (what: 'abrir' | 'som', token = url.split('#')[1]) =>
        office.test.app.inject({ method: 'POST', url: `/api/v1/momentos/${what}`, payload: { token } });
      const open = async () => (await byLink('abrir')).json().data;
      await expect.poll(async () => (await open()).som, { interval: 100 }).toBe('pronto');
      expect(await open()).toMatchObject({ empresa: 'Instituto Aurora', duracao_ms: 10_000 });
      const heard = await byLink('som');
      expect([heard.statusCode, heard.headers['content-type']]).toEqual([200, 'audio/mpeg']);
      expect((await byLink('abrir', `${'x'.repeat(43)}`)).statusCode).toBe(404);
      await office.done('DELETE', `/auditoria-item/${itemId}/momentos/${momento.id}`);
      expect((await byLink('som')).statusCode).toBe(404);
    });
  },
);
