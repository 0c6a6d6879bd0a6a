import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { PageExtras } from './page-extras.tsx';

/** A bar at the top while the next page's code loads; a page that loads at once shows none. */
function PendingBar() {
  const pending = useNavigation().state !== 'idle';
  return pending ? (
    <div role="progressbar" aria-label="Carregando a página" className="navigation-bar" />
  ) : null;
}

/** Frame of every page of the application: its extras, scroll position, and a bar while the next page loads. */
export function Root() {
  return (
    <>
      <PageExtras />
      <ScrollRestoration />
      <PendingBar />
      <Outlet />
    </>
  );
}
