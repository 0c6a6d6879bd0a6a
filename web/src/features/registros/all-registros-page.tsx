import { RegistrosPage } from './registros-page.tsx';

/** Page with the logs of all companies, for administrators. */
export default function AllRegistrosPage() {
  return <RegistrosPage empresaId={null} />;
}
