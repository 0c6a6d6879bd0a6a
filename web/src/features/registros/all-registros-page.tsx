import { RegistrosPage } from './registros-page.tsx';

/** Logs of all companies, for administrators. */
export default function AllRegistrosPage() {
  return <RegistrosPage empresaId={null} />;
}
