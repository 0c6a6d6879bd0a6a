import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { Guard } from './guards.tsx';
import { RouteErrorBoundary } from './route-error.tsx';
import type { Screen } from './screens.ts';

function PageSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

/** One screen: its role check, its title, its own error boundary, a skeleton while its code loads. */
export function ScreenRoute({ screen }: { screen: Screen }) {
  const location = useLocation();
  useDocumentTitle(screen.title);
  const Page = screen.page;
  return (
    <Guard papeis={screen.papeis}>
      <RouteErrorBoundary resetKey={location.key}>
        <Suspense fallback={<PageSkeleton />}>
          <Page />
        </Suspense>
      </RouteErrorBoundary>
    </Guard>
  );
}
