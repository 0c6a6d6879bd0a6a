/** What becomes of the uploads of a page when somebody leaves it, or its session ends. */
import type { PartsUpload } from './parts-upload.ts';
import { session } from './session.ts';

/**
 * They pause with the session, whoever comes back finds them here, and another person at this browser has nothing to do with them. Leaving
 * the page while one goes out is asked about.
 * @param options.all those that this page knows; `forget` lets go of them
 * @returns to be called before anything is sent
 */
export function pageUploads(options: { all: () => readonly PartsUpload[]; forget: () => void }): () => void {
  /** Whose files these are. */
  let owner: string | null = null;
  let watching = false;

  const onSession = (): void => {
    const user = session.get()?.user.id ?? null;
    if (user === owner) return;
    for (const upload of options.all()) upload.pause();
    if (user === null) return;
    owner = user;
    options.forget();
  };
  const onUnload = (event: BeforeUnloadEvent): void => {
    if (options.all().some(({ active }) => active)) event.preventDefault();
  };

  return () => {
    owner = session.get()?.user.id ?? null;
    if (watching) return;
    watching = true;
    session.subscribe(onSession);
    window.addEventListener('beforeunload', onUnload);
  };
}
