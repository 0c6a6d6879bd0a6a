import { RegistrosPage } from './registros-page.tsx';

/** The registers of all companies, for administrators. */
export default function AllRegistrosPage() {
  return <RegistrosPage empresaId={null} />;
}
