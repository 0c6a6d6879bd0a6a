// npm run registro: prints the entries of each changing operation in the log of actions, as checked by the tests.
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { ACAO_LABEL } from '@escuta/shared/domain/log/audit-actions';
import { OPERATION_LOG, type OperationLog } from '@escuta/shared/services/log/operation-log';

/** An operation's entries, in words. */
function show(said: OperationLog): string {
  if ('acoes' in said) return said.acoes.map((acao) => `${ACAO_LABEL[acao]} (${acao})`).join(' | ');
  if ('leitura' in said) return `não muda nada: ${said.leitura}`;
  return `sem registro: ${said.motivo}${said.salvo.length > 0 ? ` (salvo ${said.salvo.join(', ')})` : ''}`;
}

const list: Readonly<Record<string, OperationLog>> = OPERATION_LOG;
for (const { id, method, path } of ALL_CONTRACTS) {
  const said = list[id];
  if (said) process.stdout.write(`${method.padEnd(6)} ${path.padEnd(60)} ${show(said)}\n`);
}
