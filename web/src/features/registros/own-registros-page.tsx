import { useRequiredSession } from '../../lib/network/session.ts';
import { RegistrosPage } from './registros-page.tsx';

/** Page with the logs of the person's own company. */
export default function OwnRegistrosPage() {
  return <RegistrosPage empresaId={useRequiredSession().empresaId} />;
}
