import type { listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import type { Wire } from '../../../lib/network/api.ts';

/** A row of the call report, as the API sends it. */
export type CallRow = Wire<typeof listItensDoProjeto>['data'][number];
