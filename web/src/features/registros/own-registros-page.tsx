import { useRequiredSession } from '../../lib/network/session.ts';
import { RegistrosPage } from './registros-page.tsx';

/** Logs of the own company. */
export default function OwnRegistrosPage() {
  return <RegistrosPage empresaId={useRequiredSession().empresaId} />;
}
