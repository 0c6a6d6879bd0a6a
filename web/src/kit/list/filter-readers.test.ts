import { getExtrato } from '@escuta/shared/contracts/accounts/creditos';
import { listLeads } from '@escuta/shared/contracts/accounts/leads';
import { listTickets } from '@escuta/shared/contracts/accounts/suporte';
import { listUsers } from '@escuta/shared/contracts/accounts/users';
import {
  listInsightTemplates,
  listProjectsWithTemplates,
} from '@escuta/shared/contracts/insights/insight-templates';
import { listReviewQueue } from '@escuta/shared/contracts/insights/insights';
import { listLinhasDeCusto } from '@escuta/shared/contracts/insights/relatorios';
import { listAcessos } from '@escuta/shared/contracts/operation/acessos';
import { listFalhas } from '@escuta/shared/contracts/operation/operacao';
import { listRegistros } from '@escuta/shared/contracts/operation/registros';
import { listTarefas } from '@escuta/shared/contracts/operation/tarefas';
import { listArquivosDaPesquisa } from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import { listTodasAuditorias } from '@escuta/shared/contracts/surveys/auditorias';
import { listEntrevistasDaPesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
import { listSinais } from '@escuta/shared/contracts/surveys/sinais';
import { listVerificacoes } from '@escuta/shared/contracts/surveys/verificacoes';
import { listAgentes } from '@escuta/shared/contracts/team/agentes';
import { alvoExportacao } from '@escuta/shared/domain/exports/export-request';
import { type Filtros, forExport, fromExport } from '@escuta/shared/domain/filters/filtro-valor';
import { FILTROS_CONTA, FILTROS_LEAD } from '@escuta/shared/domain/filters/lists/accounts';
import { FILTROS_AGENTE } from '@escuta/shared/domain/filters/lists/agents';
import { FILTROS_AUDITORIA } from '@escuta/shared/domain/filters/lists/audits';
import { FILTROS_CUSTO } from '@escuta/shared/domain/filters/lists/costs';
import { FILTROS_FALHAS } from '@escuta/shared/domain/filters/lists/failures';
import { FILTROS_ARQUIVOS } from '@escuta/shared/domain/filters/lists/files';
import { FILTROS_FILA } from '@escuta/shared/domain/filters/lists/insights';
import { FILTROS_ACESSO, FILTROS_REGISTRO } from '@escuta/shared/domain/filters/lists/log';
import { FILTROS_SINAL, FILTROS_VERIFICACAO } from '@escuta/shared/domain/filters/lists/signals';
import { FILTROS_EXTRATO } from '@escuta/shared/domain/filters/lists/statement';
import { FILTROS_TAREFA } from '@escuta/shared/domain/filters/lists/tasks';
import {
  FILTROS_PROJETO_COM_TEMPLATES,
  FILTROS_TEMPLATE,
} from '@escuta/shared/domain/filters/lists/templates';
import { FILTROS_TICKET } from '@escuta/shared/domain/filters/lists/tickets';
import { FILTROS_ENTREVISTA } from '@escuta/shared/domain/interview/verdicts/interview-filters';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { filterTable } from './filter-controls.tsx';
import { askedFilters, type Readers, readListFilters, writeListFilters } from './filter-params.ts';
import { filtersOf } from './filter-readers.ts';

const ID = '01a2094d-e052-77fb-9810-f6876c0c473e';

/**
 * For each list, addresses that come from links, bookmarks or typing (`ID` stands for an id), each with the query that
 * must result; '' for a query without filters.
 */
const KNOWN: Record<string, readonly [Filtros, { query: z.ZodType }, readonly [string, string][]]> = {
  acoes: [
    FILTROS_REGISTRO,
    listRegistros,
    [
      ['q=%20ana%20&acao=login&empresa=ID&page=2', 'acao=login&q=ana&empresaId=ID'],
      ['acao=nada&empresaId=ID&empresa=ana', ''],
      ['de=2026-03-01&ate=2026-03-31', 'de=2026-03-01&ate=2026-03-31'],
      ['de=2026-03-31&ate=2026-03-01', ''],
      ['de=2026-02-31', ''],
    ],
  ],
  acessos: [
    FILTROS_ACESSO,
    listAcessos,
    [
      ['aba=acessos&tipo=som&q=ana&empresa=ID&ate=2026-03-31', 'tipo=som&empresaId=ID&q=ana&ate=2026-03-31'],
      ['tipo=nada&acesso=som', ''],
    ],
  ],
  extrato: [
    FILTROS_EXTRATO,
    getExtrato,
    [
      ['tipo=compra&aba=extrato&de=2026-03-01', 'tipo=compra&de=2026-03-01'],
      // 'captura', the end of a reservation, has no line of its own in the statement, so it is no filter.
      ['tipo=captura', ''],
    ],
  ],
  suporte: [
    FILTROS_TICKET,
    listTickets,
    [
      ['severidade=critica', 'severidade=critica'],
      ['tipo=erro&status=aberto&q=a&ticket=1', 'q=a&status=aberto&tipo=erro'],
      ['prioridade=alta&categoria=erro&atribuidoPara=ID', ''],
    ],
  ],
  arquivos: [
    FILTROS_ARQUIVOS,
    listArquivosDaPesquisa,
    [
      ['aba=arquivos&arquivo=com_lacunas&agente_id=ID&q=ana', 'q=ana&arquivo=com_lacunas&agente_id=ID'],
      ['arquivo=x&agente_id=nenhum&de=2026-03-01', ''],
    ],
  ],
  entrevistas: [
    FILTROS_ENTREVISTA,
    listEntrevistasDaPesquisa,
    [
      [
        'situacao=concluida&revisao=pendente&recebimento=em_quarentena&questionario_id=ID&agente_id=ID&de=2026-03-01',
        'situacao=concluida&revisao=pendente&questionario_id=ID&agente_id=ID&recebimento=em_quarentena&de=2026-03-01',
      ],
      ['com_gravacao=true&situacao=x', ''],
    ],
  ],
  usuarios: [
    FILTROS_CONTA,
    listUsers,
    [
      [
        'papel=gerente&situacao=convidado&empresa=ID&convidar=1',
        'role=gerente&situacao=convidado&empresaId=ID',
      ],
      ['role=gerente', ''],
    ],
  ],
  leads: [FILTROS_LEAD, listLeads, [['situacao=novo&q=ana', 'q=ana&situacao=novo']]],
  agentes: [
    FILTROS_AGENTE,
    listAgentes,
    [
      ['ativo=nao&empresa=ID', 'empresaId=ID&ativo=nao'],
      ['ativo=false&pesquisa_id=ID', ''],
    ],
  ],
  auditorias: [
    FILTROS_AUDITORIA,
    listTodasAuditorias,
    [['status=erro&empresa=ID&ate=2026-03-31', 'status=erro&ate=2026-03-31&empresaId=ID']],
  ],
  tarefas: [
    FILTROS_TAREFA,
    listTarefas,
    [
      ['situacao=abertas&tipo=lote&empresa=ID&tarefa=ID', 'status=abertas&tipo=lote&empresaId=ID'],
      ['situacao=executando', 'status=executando'],
      ['status=erro', ''],
    ],
  ],
  falhas: [
    FILTROS_FALHAS,
    listFalhas,
    [
      [
        'situacao=reprocessada&etapa=transcricao&motivo=interrompida&empresa=ID',
        'status=reprocessada&etapa=transcricao&codigo=interrompida&empresaId=ID',
      ],
      // The default 'aberta' is left out, and so is 'audio_inaudivel': this reason never enters the queue.
      ['situacao=aberta&motivo=audio_inaudivel&projetoId=ID', ''],
    ],
  ],
  custos: [
    FILTROS_CUSTO,
    listLinhasDeCusto,
    [
      [
        'etapa=leitura&modelo=m&projeto_id=ID&de=2026-03-01',
        'de=2026-03-01&etapa=leitura&modelo=m&projeto_id=ID',
      ],
    ],
  ],
  sinais: [
    FILTROS_SINAL,
    listSinais,
    [['tipo=mais_rapida&estado=aberto&agente_id=ID', 'tipo=mais_rapida&estado=aberto&agente_id=ID']],
  ],
  verificacoes: [
    FILTROS_VERIFICACAO,
    listVerificacoes,
    [['estado=feita&responsavel_id=ID&agente_id=ID', 'estado=feita&responsavel_id=ID']],
  ],
  templates: [
    FILTROS_TEMPLATE,
    listInsightTemplates,
    [
      ['categoria=behavioral&status=ativos&q=a', 'categoria=behavioral&ativo=true&search=a'],
      ['status=inativos&categoria=x', 'ativo=false'],
    ],
  ],
  projetos: [
    FILTROS_PROJETO_COM_TEMPLATES,
    listProjectsWithTemplates,
    [['aba=projetos&filtro=sem&categoria=behavioral&q=a', 'search=a&filtro=sem&categoria=behavioral']],
  ],
  revisao: [
    FILTROS_FILA,
    listReviewQueue,
    [
      [
        'projeto=ID&categoria=behavioral&prioridade=alta',
        'projetoId=ID&categoria=behavioral&prioridade=alta',
      ],
      ['prioridade=baixa&categoria=nada', ''],
    ],
  ],
};

const written = (asked: object) =>
  writeListFilters({ ...(asked as Record<string, string>), page: 1 })
    .toString()
    .replaceAll(ID, 'ID');

it.each(Object.entries(KNOWN))(
  'asks by every known address of %s what it always asked',
  (_, [filtros, contract, known]) => {
    const { readers, ask } = filtersOf(filtros);
    for (const [address, expected] of known) {
      const read = readListFilters(readers as Readers, new URLSearchParams(address.replaceAll('ID', ID)));
      const { page: _page, ...asked } = JSON.parse(JSON.stringify(ask(askedFilters(read) as never)));
      expect(written(asked), address).toBe(expected);
      // The API's schema accepts each parameter and drops none.
      expect(Object.keys(contract.query.parse(asked) as object)).toEqual(
        expect.arrayContaining(Object.keys(asked)),
      );
    }
  },
);

it('says in the request of a file what the list asks, by the names that the API has for it, and back', () => {
  const tables = [
    [FILTROS_REGISTRO, 'acao=login&q=ana', { acao: 'login', q: 'ana' }],
    [FILTROS_ACESSO, 'tipo=som&empresa=ID&de=2026-03-01', { acesso: 'som', de: '2026-03-01' }],
    [FILTROS_EXTRATO, 'tipo=compra', { lancamento: 'compra' }],
    [FILTROS_CONTA, 'papel=gerente&situacao=ativo&empresa=ID', { papel: 'gerente', conta: 'ativo' }],
  ] as const satisfies readonly (readonly [Filtros, string, object])[];
  for (const [filtros, address, expected] of tables) {
    const { readers, ask } = filtersOf<Filtros>(filtros);
    const read = readListFilters(readers as Readers, new URLSearchParams(address.replaceAll('ID', ID)));
    const {
      page: _,
      empresaId: _company,
      ...asked
    } = ask(askedFilters(read) as never) as Record<string, unknown>;
    const request = forExport<Filtros>(filtros, asked as never);
    expect(JSON.parse(JSON.stringify(request))).toEqual(expected);
    const alvo = { tipo: 'usuarios', filtros: request };
    expect(JSON.parse(JSON.stringify(alvoExportacao.parse(alvo).filtros))).toEqual(expected);
    expect(JSON.parse(JSON.stringify(fromExport<Filtros>(filtros, request)))).toEqual(
      JSON.parse(JSON.stringify(asked)),
    );
  }
});

/** True if the value type `V` is assignable to `T`. */
type Takes<T, V> = V extends T ? true : false;

it('takes no table with a forgotten control, and no choice that the API does not know', () => {
  type Controls = Parameters<typeof filterTable<typeof FILTROS_LEAD>>[1];
  type Choice<V> = { all: string; options: { value: V; label: string }[] };
  const taken: [
    Takes<Controls, { q: 'search'; situacao: Choice<'novo'> }>,
    Takes<Controls, { q: 'search' }>,
    Takes<Controls, { q: 'search'; situacao: Choice<'nada'> }>,
  ] = [true, false, false];
  expect(taken).toEqual([true, false, false]);
});
