import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isMissing } from '../lib/network/api.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { PageHeader } from './page-header.tsx';

interface RecordFailureProps {
  /** Kind of record that the page shows ('Pesquisa'): the title while its own is not known. */
  title: string;
  back: { to: string; label: string };
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  /** The record is known not to belong here, although it was read. */
  missing?: boolean;
  missingIcon: ReactNode;
  missingTitle: string;
  missingDescription: string;
  failedTitle: string;
  /** Said when the failure says nothing itself. */
  fallback?: string;
}

/** A page whose record is not there, or could not be read: which of the two, and the way on. */
export function RecordFailure({
  title,
  back,
  query: { error, refetch, isFetching },
  missing = isMissing(error),
  missingIcon,
  missingTitle,
  missingDescription,
  failedTitle,
  fallback,
}: RecordFailureProps) {
  return (
    <>
      <PageHeader title={missing ? missingTitle : title} back={back} />
      {missing ? (
        <EmptyState
          icon={missingIcon}
          title={missingTitle}
          description={missingDescription}
          action={
            <Button variant="outline" asChild>
              <Link to={back.to}>{back.label}</Link>
            </Button>
          }
        />
      ) : (
        <ErrorState
          title={failedTitle}
          error={error}
          {...(fallback ? { fallback } : {})}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </>
  );
}
