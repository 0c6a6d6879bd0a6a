import type { Database } from '@escuta/prisma/db';
import { canaisDaPessoa } from '@escuta/shared/domain/accounts/notices';
import { type SemanaContada, weekToTell } from '@escuta/shared/domain/accounts/week';
import {
  ESPERA_MAX,
  type PartesDaSemana,
  type Semana,
  weeklyMail,
} from '@escuta/shared/domain/accounts/weekly-mail';
import { GRAVIDADES } from '@escuta/shared/domain/rules/rules';
import { companyScope } from '@escuta/shared/domain/scope';
import type { BalanceNotices } from '@escuta/shared/services/credits/low-balance';
import { topFailedCriteria } from '@escuta/shared/services/insights/criteria-sums';
import { enqueueMails, mailIsConfigured, type NoticeMail } from '@escuta/shared/services/tasks/mail-queue';
import type { RoundWork, Turn } from '../background/loop.ts';
import { noticeAddresses } from './addresses.ts';
import {
  claimPeople,
  countWaiting,
  type EmpresaDevida,
  forgetOldWeeks,
  markSummarised,
  nextCompany,
  type PessoaDevida,
  readCallsToHear,
  readFirings,
  readNumbers,
} from './week-repo.ts';

const POLL_MS = 60_000;
/** People per transaction. */
const PEOPLE = 50;
/** Greatest number of criteria named in the e-mail: those failed most often. */
const FAILED = 3;
const NO_ID = '00000000-0000-0000-0000-000000000000';

type Options = {
  db: Database;
  notices: BalanceNotices;
  isMyTurn?: Turn;
  now?: () => Date;
};

/**
 * Sends the weekly e-mail once per person, company and week, from Monday 8:00 to Tuesday 8:00 in São Paulo. Marks
 * nobody while e-mail is not configured, so that the e-mail is sent later.
 */
export function summarisingWeeks({ db, notices, isMyTurn, now = () => new Date() }: Options): RoundWork {
  return {
    nome: 'resumos',
    pollMs: POLL_MS,
    isMyTurn,
    round: async (progress) => {
      const week = weekToTell(now());
      if (week === null || !mailIsConfigured(notices.env)) return true;
      let company = await nextCompany(db, week, NO_ID);
      while (company !== null && !progress.isStopped()) {
        await tellCompany({ db, notices }, week, company, progress);
        progress.moved();
        company = await nextCompany(db, week, company.id);
      }
      await forgetOldWeeks(db, week);
      return true;
    },
  };
}

async function tellCompany(
  { db, notices }: Pick<Options, 'db' | 'notices'>,
  week: SemanaContada,
  company: EmpresaDevida,
  progress: { isStopped: () => boolean; moved: () => void },
): Promise<void> {
  const semana = await readWeek(db, week, company);
  const addresses = noticeAddresses(notices.env);
  const urls = { ...addresses, criterios: addresses.criterios(week) };
  for (let taken = PEOPLE; taken === PEOPLE && !progress.isStopped(); progress.moved()) {
    taken = await db.transaction(async (tx) => {
      const people = await claimPeople(tx, week, company.id, PEOPLE);
      const ids = people.map(({ usuarioId }) => usuarioId);
      const waiting = await countWaiting(tx, company.id, ids, ESPERA_MAX);
      const told: string[] = [];
      const mails: NoticeMail[] = [];
      for (const person of people) {
        const fila = waiting.get(person.usuarioId) ?? 0;
        const mail = weeklyMail(semana, { fila }, partsFor(person), urls);
        if (mail === null) continue;
        told.push(person.usuarioId);
        const descadastro = { usuarioId: person.usuarioId, email: 'segunda' } as const;
        mails.push({ empresaId: company.id, para: person.email, descadastro, ...mail });
      }
      await enqueueMails(tx, notices, mails);
      await markSummarised(tx, week, company.id, told);
      return people.length;
    });
  }
}

function partsFor({ papel, escolhidos }: PessoaDevida): PartesDaSemana {
  const canais = canaisDaPessoa(papel, escolhidos);
  return {
    semana: canais.semana.includes('segunda'),
    gravidades: GRAVIDADES.filter((gravidade) => canais[`disparo_${gravidade}`].includes('segunda')),
  };
}

async function readWeek(db: Database, week: SemanaContada, { id, nome }: EmpresaDevida): Promise<Semana> {
  const numbers = await readNumbers(db, id, week);
  const failed = await topFailedCriteria(db, companyScope(id), { ...week, n: FAILED });
  return {
    empresa: nome,
    de: week.de,
    ate: week.ate,
    ...numbers,
    descumpridos: failed.map(({ descricao, critico, falhas, n, amostra }) => ({
      nome: descricao,
      critico,
      falhas,
      n,
      amostra,
    })),
    ouvir: await readCallsToHear(db, id, week),
    disparos: await readFirings(db, id, week, ESPERA_MAX),
  };
}
