import { expect, it } from 'vitest';
import { type FatosDaEspera, waitingRooms } from './waiting-rooms.ts';

const agora = new Date('2026-11-28T12:00:00Z');
const at = (minutes: number) => new Date(agora.getTime() + minutes * 60_000);
const entrevista: NonNullable<FatosDaEspera['entrevista']> = {
  ...{ criadaEm: at(-90), sincronia: 'completa', quarentena: null, recebidaEm: at(-60), partesAbertas: 0 },
  ...{ montagem: 'pronta', montagemMotivo: null, montagemPrazo: { ate: null, tentativas: 1 } },
  ...{ auditarEm: null, auditarCreditos: null, saldo: 3, rejulgarEm: null, rejulgamento: null },
  ...{ sinaisDesde: null, sinaisAte: null, sinaisEm: at(-1) },
};
const item: NonNullable<FatosDaEspera['item']> = {
  ...{
    motivo: null,
    status: 'concluido',
    temGravacao: true,
    medeSe: true,
    gravacaoMs: 60_000,
    recebidoEm: at(-50),
    medicao: null,
  },
};
const execucao: NonNullable<FatosDaEspera['execucao']> = {
  ...{
    criadaEm: at(-40),
    admitidaEm: at(-39),
    terminadaEm: at(-30),
    etapa: 'contabilizacao',
    etapaStatus: 'concluida',
  },
  ...{ tentativa: 1, leaseAte: null, proximaEm: null, erro: null, motivo: null },
};
const facts = (parts: {
  entrevista?: Partial<typeof entrevista>;
  item?: Partial<typeof item>;
  execucao?: Partial<typeof execucao> | null;
}): FatosDaEspera => ({
  agora,
  entrevista: { ...entrevista, ...parts.entrevista },
  item: { ...item, ...parts.item },
  execucao: parts.execucao === null ? null : { ...execucao, ...parts.execucao },
});
const roomOf = (parts: Parameters<typeof facts>[0], sala: string) =>
  waitingRooms(facts(parts)).find((one) => one.sala === sala);
const states = (fatos: FatosDaEspera) =>
  waitingRooms(fatos)
    .map(({ estado }) => estado)
    .join(' ');

it('of one that has come through waits nowhere any more', () => {
  expect(states(facts({}))).toBe('passou passou passou fora passou fora passou');
});

it('of a call, which is nobody’s interview, is its run alone', () => {
  expect(states({ ...facts({}), entrevista: null })).toBe('fora fora passou fora passou fora fora');
});

it('of a call whose recording nobody measures, does not wait to be measured', () => {
  const call = { ...facts({ item: { gravacaoMs: null, medeSe: false } }), entrevista: null };
  expect(states(call)).toBe('fora fora fora fora passou fora fora');
});

it('of one of whose sound a part is lost goes on with the rest, and says what lacks', () => {
  const lost = { montagem: 'falhou', montagemMotivo: 'Falta a parte 3.' } as const;
  expect(roomOf({ entrevista: lost }, 'montagem')).toMatchObject({
    estado: 'passou',
    motivo: 'Falta a parte 3.',
  });
});

it('says of each room since when and why', () => {
  const wait = { desde: at(-60), estado: 'espera' };
  expect(roomOf({ entrevista: { sincronia: 'parcial', partesAbertas: 2 } }, 'partes')).toMatchObject({
    estado: 'espera',
    desde: at(-90),
    motivo: 'Faltam partes de 2 gravações, que o aparelho ainda vai enviar.',
  });
  expect(roomOf({ entrevista: { quarentena: 'sem_gravacao' } }, 'partes')).toMatchObject({
    estado: 'parada',
  });
  expect(roomOf({ entrevista: { montagem: 'pendente' } }, 'montagem')).toMatchObject(wait);
  const held = { ate: at(2), tentativas: 3 };
  expect(roomOf({ entrevista: { montagem: 'pendente', montagemPrazo: held } }, 'montagem')).toMatchObject({
    ...{ estado: 'em_curso', desde: at(-60) },
    ...held,
  });
  expect(
    roomOf(
      {
        entrevista: { montagem: 'falhou', montagemMotivo: 'Não lida.' },
        item: { temGravacao: false, gravacaoMs: null },
      },
      'montagem',
    ),
  ).toMatchObject({
    estado: 'parada',
    motivo: 'Não lida.',
  });
  expect(roomOf({ item: { gravacaoMs: null } }, 'medicao')).toMatchObject({
    estado: 'espera',
    desde: at(-50),
  });
  expect(roomOf({ item: { gravacaoMs: 0 } }, 'medicao')).toMatchObject({ estado: 'parada' });
  const auto = (parts: Partial<typeof entrevista>, gravacaoMs: number | null = 60_000) =>
    roomOf(
      { entrevista: parts, item: { gravacaoMs, status: 'pendente' }, execucao: null },
      'auditoria_automatica',
    );
  expect(auto({ auditarCreditos: 5 })?.motivo).toBe(
    'A auditoria custa 5 créditos, e o saldo é de 3 créditos.',
  );
  expect(auto({ auditarEm: at(-1) }, null)?.motivo).toBe(
    'Começa quando a duração da gravação for calculada.',
  );
  expect(auto({ auditarEm: at(-1), quarentena: 'fora_da_lista' })?.motivo).toContain('quarentena');
  expect(auto({ auditarEm: at(-1) })).toMatchObject({ estado: 'espera', desde: at(-1) });
  const running = { terminadaEm: null, etapa: 'transcricao' } as const;
  expect(roomOf({ execucao: { ...running, admitidaEm: null } }, 'execucao')).toMatchObject({
    estado: 'espera',
    motivo: 'Aguarda uma vaga de processamento.',
  });
  expect(
    roomOf({ execucao: { ...running, etapaStatus: 'executando', leaseAte: at(1) } }, 'execucao'),
  ).toMatchObject({ estado: 'em_curso', ate: at(1), motivo: 'Na etapa Transcrição.' });
  expect(
    roomOf(
      { execucao: { ...running, etapaStatus: 'pendente', proximaEm: at(3), erro: 'Sem resposta.' } },
      'execucao',
    ),
  ).toMatchObject({ ate: at(3), motivo: 'A etapa Transcrição será tentada de novo. Motivo: Sem resposta.' });
  expect(roomOf({ item: { status: 'erro' }, execucao: { motivo: 'Sem saldo.' } }, 'execucao')).toMatchObject({
    estado: 'parada',
    motivo: 'Sem saldo.',
  });
  expect(roomOf({ entrevista: { rejulgarEm: at(-2) } }, 'rejulgamento')).toMatchObject({
    estado: 'espera',
    desde: at(-2),
  });
  expect(roomOf({ entrevista: { sinaisDesde: at(-3) } }, 'sinais')).toMatchObject({
    estado: 'espera',
    desde: at(-3),
  });
  expect(roomOf({ entrevista: { sinaisDesde: at(-3), sinaisAte: at(1) } }, 'sinais')).toMatchObject({
    estado: 'em_curso',
    ate: at(1),
  });
});
