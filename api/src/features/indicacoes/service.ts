import { INDICACOES_MAX } from '@escuta/shared/contracts/team/indicacoes';
import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { type Indicacoes, readGivenWork } from './repo.ts';

/** Signals that wait for the caller's opinion, and interviews that the caller must verify. */
export const givenWorkOf = ({ db }: AppDeps, session: Session): Promise<Indicacoes> =>
  readGivenWork(db, session.scope, personOf(session), INDICACOES_MAX);
