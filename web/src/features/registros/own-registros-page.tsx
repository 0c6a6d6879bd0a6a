import { useRequiredSession } from '../../lib/network/session.ts';
import { RegistrosPage } from './registros-page.tsx';

/** The registers of one's own company. */
export default function OwnRegistrosPage() {
  return <RegistrosPage empresaId={useRequiredSession().empresaId} />;
}
